// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineLayout.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr std::uint16_t kBubbles = 0xFFFF;  ///< source of samples that are no slices

QString tr(const char* text)
{
    return QCoreApplication::translate("Timeline", text);
}

constexpr double kHeaderLines = 2;
constexpr double kLaneLines = 1.15;
constexpr double kLeastRankLines = 0.25;  ///< thinner bars could not be pointed at
constexpr double kMostRankLines = 3.2;

/// All ranks of both runs are in sight where that is possible.
double rankHeight(std::size_t ranks, double line, double room)
{
    const double each = (room - line * kHeaderLines * 2) / static_cast<double>(std::max<std::size_t>(ranks, 1));
    return std::floor(std::clamp(each, line * kLeastRankLines, line * kMostRankLines));
}

void addRankRows(std::vector<TimelineRow>& rows, const TimelineData& data, const TimelineState& state, Side side,
                 std::size_t rank)
{
    rows.push_back({TimelineRow::Kind::Rank, side, rank, 0, 0, 0, {}, {}});
    if (!state.expanded.contains({side, rank}) || state.mode == TimelineMode::BubblesOnly)
        return;
    const auto& tracks = data.run(side).ranks[rank].tracks;
    for (std::size_t track = 0; track < tracks.size(); ++track)
        for (std::size_t lane = 0; lane < tracks[track].lanes.size(); ++lane)
            rows.push_back({TimelineRow::Kind::Lane, side, rank, track, lane, 0, {}, {}});
}

double labelWidth(const TimelineData& data, const TimelineState& state, const QFontMetricsF& metrics)
{
    double width = metrics.horizontalAdvance(tr("rank %1").arg(9999)) + metrics.height() * 1.6;
    if (!state.expanded.empty() && state.mode != TimelineMode::BubblesOnly)
        for (const auto& [side, rank] : state.expanded)
            for (const TimelineTrack& track : data.run(side).ranks[rank].tracks)
                width = std::max(width, metrics.horizontalAdvance(trackName(data.run(side).ranks[rank], track)) +
                                            metrics.height() * 2);
    return std::min(width, metrics.averageCharWidth() * 30);
}

std::vector<TimelineItem> merged(const std::vector<PixelSlice>& pixels)
{
    std::vector<TimelineItem> items;
    for (std::uint32_t p = 0; p < pixels.size(); ++p) {
        const PixelSlice& pixel = pixels[p];
        if (pixel.length < 0)
            continue;
        const bool bubble = pixel.source == kBubbles;
        if (!items.empty() && items.back().to == p && items.back().row == pixel.row && items.back().bubble == bubble) {
            items.back().to = p + 1;
        } else {
            items.push_back({p, p + 1, pixel.row, bubble});
        }
    }
    return items;
}

class Builder {
    Q_DECLARE_TR_FUNCTIONS(headwater::Builder)
public:
    Builder(const TimelineData& data, const TimelineState& state, const QFontMetricsF& metrics)
        : m_data(data)
        , m_state(state)
        , m_metrics(metrics)
    {}

    TimelineLayout build(const QRectF& area, double ratio)
    {
        const double line = m_metrics.height();
        const double left = labelWidth(m_data, m_state, m_metrics);
        m_out.pixelRatio = ratio;
        m_out.plot = QRectF(area.left() + left, area.top(), std::max(area.width() - left - line / 2, 1.0),
                            roomForRows(area.height(), line));
        const double pixels = std::max(1.0, std::floor(m_out.plot.width() * ratio));
        m_out.plot.setWidth(pixels / ratio);
        m_out.nsPerPixel = std::max(1.0, m_state.length / pixels);
        addRows(area, static_cast<std::size_t>(pixels));
        addTicks();
        addFlag();
        keepFlagReadable();
        addLegend(area);
        return std::move(m_out);
    }

private:
    void addRows(const QRectF& area, std::size_t pixels)
    {
        std::vector<TimelineRow> rows = timelineRows(m_data, m_state, m_metrics.height(), m_out.plot.height());
        m_out.contentHeight = rows.empty() ? 0 : rows.back().box.bottom();
        for (TimelineRow& row : rows) {
            row.box = QRectF(area.left(), area.top() + row.box.top() - m_state.scroll, area.width(), row.box.height());
            if (row.box.bottom() <= m_out.plot.top() || row.box.top() >= m_out.plot.bottom())
                continue;
            if (row.kind == TimelineRow::Kind::Header)
                addSteps(row);
            else
                row.items = itemsOf(row, pixels);
            m_out.rows.push_back(std::move(row));
        }
    }

    [[nodiscard]] std::vector<TimelineItem> itemsOf(const TimelineRow& row, std::size_t pixels) const
    {
        const TimelineRank& rank = m_data.run(row.side).ranks[row.rank];
        const PixelGrid grid{originOf(m_data, m_state, row.side, row.rank), m_state.start, m_out.nsPerPixel, pixels,
                             PixelGrid::snapOf(m_out.nsPerPixel)};
        std::vector<PixelSlice> samples(pixels);
        if (row.kind == TimelineRow::Kind::Lane) {
            rank.tracks[row.track].lanes[row.lane].sample(grid, 0, samples);
            return merged(samples);
        }
        if (m_state.mode != TimelineMode::BubblesOnly)
            for (const LaneIndex& lane : rank.compute)
                lane.sample(grid, 0, samples);
        for (const LaneIndex& lane : rank.bubbles)
            lane.sample(grid, kBubbles, samples);
        return merged(samples);
    }

    /// Where the steps of the run's first rank begin.
    void addSteps(const TimelineRow& header)
    {
        const TimelineRun& run = m_data.run(header.side);
        if (run.ranks.empty())
            return;
        const Ns origin = originOf(m_data, m_state, header.side, 0);
        double free = m_out.plot.left() - 1;
        if (const auto open = stepAt(run.ranks[0], origin + static_cast<Ns>(m_state.start))) {
            // The step that the left edge lies in, unless its successor begins too close to it.
            const QString text = tr("\u2039 step %1").arg(open->step);
            const double width = m_metrics.horizontalAdvance(text) + m_metrics.averageCharWidth() * 2;
            const double end = m_out.xOf(static_cast<double>(open->window.end - origin), m_state);
            if (open->window.start < origin + static_cast<Ns>(m_state.start) && end >= m_out.plot.left() + width) {
                m_out.steps.push_back({header.side, m_out.plot.left(), header.box.top(), text});
                free = m_out.plot.left() + width;
            }
        }
        for (const StepWindow& step : run.ranks[0].steps) {
            const double x = m_out.xOf(static_cast<double>(step.window.start - origin), m_state);
            if (x < m_out.plot.left() || x > m_out.plot.right())
                continue;
            const QString text = tr("step %1").arg(step.step);
            const double width = m_metrics.horizontalAdvance(text) + m_metrics.averageCharWidth() * 2;
            const bool room = x >= free && x + width <= m_out.plot.right();
            if (!room && x < free - width * 0.7)
                continue;  // more steps than there is room for marks
            m_out.steps.push_back({header.side, x, header.box.top(), room ? text : QString()});
            if (room)
                free = x + width;
        }
    }

    void addTicks()
    {
        const double wanted = m_state.length * m_metrics.averageCharWidth() * 16 / m_out.plot.width();
        const double power = std::pow(10, std::floor(std::log10(std::max(wanted, 1.0))));
        double step = power * 10;
        for (const double factor : {1.0, 2.0, 5.0})
            if (power * factor >= wanted) {
                step = power * factor;
                break;
            }
        format::Unit unit =
            format::unitFor(std::max(std::abs(m_state.start), std::abs(m_state.start + m_state.length)));
        unit.decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step / unit.ns) - 1e-9)));
        for (double time = std::ceil(m_state.start / step) * step; time <= m_state.start + m_state.length; time += step)
            m_out.ticks.push_back({m_out.xOf(time, m_state), format::inUnit(time, unit) + u' ' + unit.symbol});
    }

    /// Around the first regressed stage of the first step in sight, over all ranks of the current run.
    void addFlag()
    {
        const TimelineRun& run = m_data.run(Side::Current);
        std::optional<std::int64_t> step;
        double from = m_state.start + m_state.length;
        double to = m_state.start;
        for (std::size_t r = 0; r < run.ranks.size(); ++r) {
            const TimelineRank& rank = run.ranks[r];
            const auto origin = originOf(m_data, m_state, Side::Current, r);
            for (std::size_t s = 0; s < rank.flagged.size(); ++s) {
                const auto start = static_cast<double>(rank.flagged[s].start - origin);
                const auto end = static_cast<double>(rank.flagged[s].end - origin);
                if (rank.flagged[s].length() == 0 || end <= m_state.start || start >= m_state.start + m_state.length ||
                    (step && *step != rank.steps[s].step))
                    continue;
                step = rank.steps[s].step;
                from = std::min(from, start);
                to = std::max(to, end);
                break;
            }
        }
        double top = m_out.plot.bottom();
        double bottom = m_out.plot.top();
        for (const TimelineRow& row : m_out.rows)
            if (row.side == Side::Current && row.kind != TimelineRow::Kind::Header) {
                top = std::min(top, row.box.top());
                bottom = std::max(bottom, row.box.bottom());
            }
        if (!step || top >= bottom)
            return;
        const double left = std::max(m_out.xOf(from, m_state), m_out.plot.left());
        const double right = std::min(m_out.xOf(to, m_state), m_out.plot.right());
        m_out.flag = QRectF(left, std::max(top, m_out.plot.top()), std::max(right - left, 2.0), 0);
        m_out.flag.setBottom(std::min(bottom, m_out.plot.bottom()));
        m_out.flagText = tr("first: %1").arg(format::text(m_data.flagged));
    }

    /// The flag's words stand in the line of the steps' names: those under it are left out.
    void keepFlagReadable()
    {
        if (m_out.flag.isEmpty())
            return;
        const double letter = m_metrics.averageCharWidth();
        const double right = m_out.flag.left() + m_metrics.horizontalAdvance(m_out.flagText) + letter * 2;
        for (TimelineLayout::Step& step : m_out.steps)
            if (step.side == Side::Current && step.x < right &&
                step.x + m_metrics.horizontalAdvance(step.text) + letter > m_out.flag.left())
                step.text.clear();
    }

    void addLegend(const QRectF& area)
    {
        const double line = m_metrics.height();
        double x = m_out.plot.left();
        if (m_state.stageTimes) {
            m_out.stageText = tr("stage %1").arg(m_state.stage);
            const double width = line * 1.7 + m_metrics.horizontalAdvance(m_out.stageText);
            m_out.stageBox = QRectF(x, area.bottom() - line * 1.4, width, line * 1.4);
            x += width + line * 0.6;
        }
        for (const BubbleCause which : m_data.causes) {
            const double width = line * 1.7 + m_metrics.horizontalAdvance(cause::word(which));
            if (x + width > area.right())
                break;
            m_out.legend.push_back({QRectF(x, area.bottom() - line * 1.4, width, line * 1.4), which});
            x += width + line * 0.6;
        }
    }

    const TimelineData& m_data;
    const TimelineState& m_state;
    const QFontMetricsF& m_metrics;
    TimelineLayout m_out;
};

}  // namespace

QRectF TimelineLayout::itemBox(const TimelineRow& row, const TimelineItem& item) const
{
    return {plot.left() + item.from / pixelRatio, row.box.top() + 1, (item.to - item.from) / pixelRatio,
            row.box.height() - 2};
}

double TimelineLayout::xOf(double time, const TimelineState& state) const
{
    return plot.left() + (time - state.start) / nsPerPixel / pixelRatio;
}

double TimelineLayout::timeAt(double x, const TimelineState& state) const
{
    return state.start + (x - plot.left()) * pixelRatio * nsPerPixel;
}

TimelineLayout layOutTimeline(const TimelineData& data, const TimelineState& state, const QRectF& area,
                              const QFontMetricsF& metrics, double pixelRatio)
{
    return Builder(data, state, metrics).build(area, pixelRatio);
}

const TimelineRow* rowAt(const TimelineLayout& layout, QPointF point)
{
    if (point.y() < layout.plot.top() || point.y() >= layout.plot.bottom())
        return nullptr;
    const auto row = std::ranges::find_if(layout.rows, [&](const TimelineRow& each) {
        return point.y() >= each.box.top() && point.y() < each.box.bottom();
    });
    return row == layout.rows.end() ? nullptr : &*row;
}

std::optional<TimelinePick> pickAt(const TimelineData& data, const TimelineLayout& layout, QPointF point, double reach)
{
    const TimelineRow* row = rowAt(layout, point);
    if (row == nullptr || row->items.empty() || point.x() < layout.plot.left() || point.x() >= layout.plot.right())
        return std::nullopt;
    const double pixel = std::floor((point.x() - layout.plot.left()) * layout.pixelRatio);
    const auto distance = [&](const TimelineItem& item) {
        if (pixel < item.from)
            return item.from - pixel;
        return pixel < item.to ? 0 : pixel - item.to + 1;
    };
    auto behind = std::ranges::upper_bound(row->items, pixel, {}, &TimelineItem::from);
    const TimelineItem* best = behind == row->items.begin() ? &*behind : &*(behind - 1);
    if (behind != row->items.end() && distance(*behind) < distance(*best))
        best = &*behind;
    if (distance(*best) > reach * layout.pixelRatio)
        return std::nullopt;
    return pickOf(data, *row, *best);
}

TimelinePick pickOf(const TimelineData& data, const TimelineRow& row, const TimelineItem& item)
{
    const TimelineRank& rank = data.run(row.side).ranks[row.rank];
    if (item.bubble)
        return {row.side, row.rank, TimelinePick::Kind::Gap, rank.pieces.gap[item.row]};
    const bool host = row.kind == TimelineRow::Kind::Lane && !rank.tracks[row.track].device;
    return {row.side, row.rank, host ? TimelinePick::Kind::Host : TimelinePick::Kind::Activity, item.row};
}

QString trackName(const TimelineRank& rank, const TimelineTrack& track)
{
    const Track& source = rank.trace->tracks[static_cast<std::size_t>(track.id)];
    const QString id = format::text(source.thread);
    const QString label = format::text(source.label);
    // Some profilers write the whole name where others have a number.
    const QString pattern = track.device ? tr("stream %1") : tr("thread %1");
    QString name = id.contains(u"stream"_s, Qt::CaseInsensitive) ? id : pattern.arg(id);
    if (label.isEmpty() || track.device)
        return name;
    return label.contains(id) ? label : u"%1 (%2)"_s.arg(name, label);
}

double roomForRows(double height, double line)
{
    return std::max(height - line * 3.4, line);  // below: the axis and the legend
}

std::vector<TimelineRow> timelineRows(const TimelineData& data, const TimelineState& state, double line, double room)
{
    std::vector<TimelineRow> rows;
    for (const Side side : {Side::Baseline, Side::Current}) {
        rows.push_back({TimelineRow::Kind::Header, side, 0, 0, 0, 0, {}, {}});
        for (std::size_t rank = 0; rank < data.run(side).ranks.size(); ++rank)
            addRankRows(rows, data, state, side, rank);
    }
    const std::size_t ranks = data.run(Side::Baseline).ranks.size() + data.run(Side::Current).ranks.size();
    const double rank = rankHeight(ranks, line, room);
    double top = 0;
    std::size_t index = 0;
    for (TimelineRow& row : rows) {
        const double height = row.kind == TimelineRow::Kind::Rank     ? rank
                              : row.kind == TimelineRow::Kind::Header ? line * kHeaderLines
                                                                      : line * kLaneLines;
        row.box = QRectF(0, top, 0, height);
        row.index = index++;
        top += height;
    }
    return rows;
}

}  // namespace headwater
