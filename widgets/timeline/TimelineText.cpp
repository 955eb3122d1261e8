// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineText.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Timeline", text);
}

QString place(const TimelineData& data, const TimelinePick& pick)
{
    const TimelineRank& rank = data.run(pick.side).ranks[pick.rank];
    const Ns start = timeOf(data, pick).start;
    QString text = u"%1 \u00b7 "_s.arg(words::of(pick.side)) + tr("rank %1").arg(rank.rank);
    if (const auto step = stepAt(rank, start))
        text += u" \u00b7 "_s + tr("step %1, %2 after its start")
                                    .arg(QString::number(step->step),
                                         format::duration(static_cast<double>(start - step->window.start)));
    return text;
}

QString classOf(ActivityClass activity)
{
    switch (activity) {
    case ActivityClass::Comm: return tr("communication");
    case ActivityClass::Memcpy: return tr("copy");
    case ActivityClass::Memset: return tr("memset");
    default: return tr("compute");
    }
}

BubbleCause mainCause(const Bubbles& split)
{
    const auto most = std::ranges::max_element(split.byCause);
    return static_cast<BubbleCause>(most - split.byCause.begin());
}

QString describeGap(const TimelineData& data, const TimelinePick& pick)
{
    const TimelineRank& rank = data.run(pick.side).ranks[pick.rank];
    const Gap& gap = rank.gaps.gaps[pick.row];
    QStringList lines{tr("%1 without compute").arg(format::duration(static_cast<double>(gap.time.length()))),
                      place(data, pick)};
    for (std::size_t c = 0; c < kBubbleCauses; ++c)
        if (gap.split.byCause[c] > 0)
            lines << u"%1 %2"_s.arg(cause::word(static_cast<BubbleCause>(c)),
                                    format::duration(static_cast<double>(gap.split.byCause[c])));
    lines << cause::explain(mainCause(gap.split));
    return lines.join(u'\n');
}

}  // namespace

QString nameOf(const TimelineData& data, const TimelinePick& pick)
{
    const TimelineRank& rank = data.run(pick.side).ranks[pick.rank];
    switch (pick.kind) {
    case TimelinePick::Kind::Activity: return format::text(rank.trace->activityName(pick.row));
    case TimelinePick::Kind::Host: return format::text(rank.trace->hostName(pick.row));
    case TimelinePick::Kind::Gap: return cause::word(mainCause(rank.gaps.gaps[pick.row].split));
    }
    return {};
}

QString describe(const TimelineData& data, const TimelinePick& pick)
{
    if (pick.kind == TimelinePick::Kind::Gap)
        return describeGap(data, pick);
    const TimelineRank& rank = data.run(pick.side).ranks[pick.rank];
    const Interval time = timeOf(data, pick);
    QStringList lines{nameOf(data, pick), format::duration(static_cast<double>(time.length())), place(data, pick)};
    if (pick.kind == TimelinePick::Kind::Host) {
        lines << trackName(rank, {rank.trace->host.track[pick.row], false, {}});
        return lines.join(u'\n');
    }
    const ActivityTable& device = rank.trace->device;
    lines << u"%1 \u00b7 %2"_s.arg(classOf(device.activity[pick.row]),
                                   trackName(rank, {device.track[pick.row], true, {}}));
    if (const Row launch = device.launch[pick.row]; launch != kNoRow)
        lines << tr("launched %1 before by %2 (HTA: launch delay)")
                     .arg(format::duration(static_cast<double>(time.start - rank.trace->host.start[launch])),
                          format::text(rank.trace->hostName(launch)));
    else
        lines << tr("its launch is not in the trace (TraceLens leaves it out: unlinked)");
    return lines.join(u'\n');
}

QString rowLabel(const TimelineData& data, const TimelineState& state, const TimelineRow& row)
{
    if (row.kind == TimelineRow::Kind::Header)
        return words::of(row.side);
    const TimelineRank& rank = data.run(row.side).ranks[row.rank];
    if (row.kind == TimelineRow::Kind::Rank) {
        const bool open = state.expanded.contains({row.side, row.rank});
        return (open ? u"\u25be "_s : u"\u25b8 "_s) + tr("rank %1").arg(rank.rank);
    }
    return row.lane == 0 ? trackName(rank, rank.tracks[row.track]) : QString();
}

AccessibleRow describeRow(const TimelineData& data, const TimelineLayout& layout, const TimelineState& state,
                          const TimelineRow& row)
{
    AccessibleRow out;
    out.box = row.box;
    out.name = words::of(row.side);
    if (row.kind == TimelineRow::Kind::Header) {
        out.value = format::text(data.run(row.side).name);
        return out;
    }
    const TimelineRank& rank = data.run(row.side).ranks[row.rank];
    out.name += u", "_s + tr("rank %1").arg(rank.rank);
    if (row.kind == TimelineRow::Kind::Lane)
        out.name += u", "_s + trackName(rank, rank.tracks[row.track]) +
                    (row.lane > 0 ? u", "_s + tr("lane %1").arg(row.lane + 1) : QString());
    std::array<double, kBubbleCauses> shown{};
    double busy = 0;
    for (const TimelineItem& item : row.items) {
        const double length = (item.to - item.from) * layout.nsPerPixel;
        if (item.bubble)
            shown[static_cast<std::size_t>(rank.pieces.cause[item.row])] += length;
        else
            busy += length;
    }
    out.value = tr("busy %1 of the window").arg(format::share(std::min(busy / state.length, 1.0)));
    QStringList causes;
    for (std::size_t c = 0; c < kBubbleCauses; ++c)
        if (shown[c] > 0)
            causes << u"%1 %2"_s.arg(cause::word(static_cast<BubbleCause>(c)), format::duration(shown[c]));
    out.description = causes.join(u", "_s);
    return out;
}

bool shows(const TimelineData& data, const TimelineRow& row, const TimelinePick& pick)
{
    if (row.kind == TimelineRow::Kind::Header || row.side != pick.side || row.rank != pick.rank)
        return false;
    const TimelineRank& rank = data.run(row.side).ranks[row.rank];
    if (row.kind == TimelineRow::Kind::Rank)
        return pick.kind == TimelinePick::Kind::Gap ||
               (pick.kind == TimelinePick::Kind::Activity &&
                rank.trace->device.activity[pick.row] == ActivityClass::Compute);
    if (pick.kind == TimelinePick::Kind::Gap)
        return false;
    const bool host = pick.kind == TimelinePick::Kind::Host;
    const TimelineTrack& track = rank.tracks[row.track];
    const TrackId id = host ? rank.trace->host.track[pick.row] : rank.trace->device.track[pick.row];
    if (track.device == host || track.id != id)
        return false;
    const LaneIndex& lane = track.lanes[row.lane];
    const std::size_t at = lane.positionAt(timeOf(data, pick).start);
    return at < lane.size() && lane.rows()[at] == pick.row;
}

}  // namespace headwater
