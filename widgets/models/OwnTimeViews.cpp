// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/OwnTimeViews.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <QCoreApplication>

#include "core/analysis/RoleBalance.h"
#include "core/stats/Quantile.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("OwnTimeViews", text);
}

QString metricText(const Text& metric)
{
    if (metric == "time between collectives")
        return tr("own time per step, between collectives");
    if (metric == "step without exposed waiting")
        return tr("own time per step, without waiting");
    if (metric == "step time")
        return tr("step time: waiting is not known apart");
    return format::text(metric);
}

bool isFlagged(const OwnTimes& own, int rank)
{
    const auto found = std::ranges::find(own.report.ranks, rank, &RankStraggler::rank);
    return found != own.report.ranks.end() && found->flagged;
}

const std::vector<double>& seriesOf(const RankSeries& rank, OwnTime which)
{
    return which == OwnTime::Local ? rank.local : rank.pure;
}

void addCuts(HistogramData& out, const OwnTimes& own, OwnTime which, const std::string& role)
{
    const StragglerCuts cuts = cutsOf(own, which, role);
    if (cuts.ranks < 2)
        return;
    HistogramData::Cut robust;
    robust.name = cuts.byRatio
                      ? tr("robust cut (%1 \u00d7 median)").arg(format::number(own.report.rule.ratioFewPeers, 1))
                      : tr("robust cut of the current run");
    robust.at = cuts.robust;
    robust.note =
        cuts.byRatio ? tr("Of %1 ranks there are no statistics: beyond this multiple of the median a rank is slow")
                           .arg(cuts.ranks)
                     : tr("Beyond this the modified z (median and MAD) exceeds what chance gives one time in a hundred "
                          "for %1 ranks, and the time is at least %2 \u00d7 the median. HTA and TraceLens have no such "
                          "cut: they always name the top ranks")
                           .arg(cuts.ranks)
                           .arg(format::number(own.report.rule.ratio, 2));
    out.cuts.push_back(robust);
    HistogramData::Cut sigma;
    sigma.name = tr("3\u03c3 cut");
    sigma.at = cuts.threeSigma;
    sigma.dashed = true;
    sigma.note = cuts.threeSigma ? tr("Mean + 3 standard deviations of %1 ranks, where the largest possible z is %2")
                                       .arg(cuts.ranks)
                                       .arg(format::number(cuts.largestZ, 2))
                                 : tr("3\u03c3: cannot fire with %1 ranks (max z = %2)")
                                       .arg(cuts.ranks)
                                       .arg(format::number(cuts.largestZ, 2));
    out.cuts.push_back(sigma);
}

/// Noise stays pale, a rank twice as slow as its peers is at the end of the scale.
double scaleEnd(const std::vector<float>& deviations)
{
    constexpr double kLeast = 0.1;
    double largest = kLeast;
    for (const float value : deviations)
        if (!std::isnan(value))
            largest = std::max(largest, static_cast<double>(std::abs(value)));
    return std::min(largest, 1.0);
}

}  // namespace

QString ownTimeTitle(const OwnTimesPair& own, OwnTime which)
{
    if (which == OwnTime::Pure)
        return tr("pure compute per step");
    QStringList words;
    for (const OwnTimesPtr& side : own)
        if (side)
            words << metricText(side->series.metric);
    words.removeDuplicates();
    return words.join(u" / "_s);
}

std::vector<std::string> rolesOf(const OwnTimesPair& own)
{
    std::set<std::string> roles;
    for (const OwnTimesPtr& side : own)
        for (std::size_t r = 0; side && r < side->series.ranks.size(); ++r)
            roles.insert(side->series.ranks[r].role);
    return {roles.begin(), roles.end()};
}

bool has(const OwnTimesPair& own, OwnTime which)
{
    return std::ranges::any_of(own, [which](const OwnTimesPtr& side) {
        return side && std::ranges::any_of(side->series.ranks,
                                           [which](const RankSeries& rank) { return !seriesOf(rank, which).empty(); });
    });
}

HistogramData ownTimeHistogram(const OwnTimesPair& own, OwnTime which, const std::string& role)
{
    HistogramData out;
    out.title = ownTimeTitle(own, which);
    out.empty = which == OwnTime::Pure ? tr("No compute on a device was recorded: pure compute is unknown.")
                                       : tr("No rank has a whole step: own times are unknown.");
    for (std::size_t side = 0; side < 2; ++side) {
        if (!own[side])
            continue;
        for (std::size_t r = 0; r < own[side]->series.ranks.size(); ++r)
            if (own[side]->series.ranks[r].role == role)
                if (const double value = own[side]->typical(which)[r]; std::isfinite(value))
                    out.sides[side].push_back({value, own[side]->series.ranks[r].rank});
        std::ranges::sort(out.sides[side], {}, &HistogramData::Item::value);
    }
    if (const OwnTimesPtr& judged = own[1] ? own[1] : own[0])
        addCuts(out, *judged, which, role);
    return out;
}

ScatterData waitScatter(const OwnTimesPair& own, const std::string& role)
{
    ScatterData out;
    out.xTitle = tr("own time");
    out.yTitle = tr("waiting in collectives");
    out.note = tr("the one that never waits is the late one");
    out.empty = tr("Waiting is unknown: no collectives that several ranks took part in were recorded.");
    for (std::size_t side = 0; side < 2; ++side) {
        if (!own[side] || own[side]->waits.empty())
            continue;
        for (std::size_t r = 0; r < own[side]->series.ranks.size(); ++r) {
            const RankSeries& rank = own[side]->series.ranks[r];
            const double x = own[side]->typicalLocal[r];
            const double y = own[side]->typicalWait[r];
            if (rank.role == role && std::isfinite(x) && std::isfinite(y))
                out.sides[side].push_back({x, y, rank.rank, isFlagged(*own[side], rank.rank)});
        }
        std::ranges::sort(out.sides[side], {}, &ScatterData::Item::x);
    }
    return out;
}

HeatMapData ownTimeMap(const OwnTimesPtr& own, OwnTime which)
{
    HeatMapData out;
    out.diverging = true;
    out.columnTitle = tr("step");
    out.empty = tr("No whole step of any rank.");
    if (!own)
        return out;
    out.empty = which == OwnTime::Pure ? tr("No compute on a device was recorded.") : out.empty;
    const auto& medians = which == OwnTime::Local ? own->stepLocal : own->stepPure;
    if (medians.empty())
        return out;
    for (const std::int64_t step : own->steps)
        out.columns.push_back(QString::number(step));
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    std::set<int> flagged;
    for (const int rank : own->report.flagged())
        flagged.insert(rank);
    for (const RankSeries& rank : own->series.ranks) {
        out.rows.push_back({QString::number(rank.rank), rank.rank, flagged.contains(rank.rank)});
        const std::vector<double>& values = seriesOf(rank, which);
        const auto median = medians.find(rank.role);
        for (std::size_t step = 0; step < own->steps.size(); ++step) {
            const bool known = !values.empty() && std::isfinite(values[step]) && median->second[step] > 0;
            out.tint.push_back(known ? static_cast<float>(values[step] / median->second[step] - 1) : kNone);
        }
    }
    const double end = scaleEnd(out.tint);
    for (float& tint : out.tint)
        tint = static_cast<float>(tint / end);
    out.lowEnd = format::ratio(-end);
    out.highEnd = format::ratio(end);
    out.title = tr("own time against the median of the step");
    out.text = [own, which](std::size_t row, std::size_t column) {
        const std::vector<double>& values = seriesOf(own->series.ranks[row], which);
        return values.empty() || !std::isfinite(values[column]) ? tr("no data") : format::duration(values[column]);
    };
    return out;
}

namespace {

QString named(const std::vector<int>& ranks)
{
    return ranks.size() == 1 ? tr("Rank %1").arg(ranks.front()) : tr("Ranks %1").arg(format::rankList(ranks));
}

QString sideText(StragglerSide side)
{
    switch (side) {
    case StragglerSide::Device: return tr("its kernels take longer");
    case StragglerSide::Host: return tr("its kernels do not take longer: the time is lost on the host or in input");
    case StragglerSide::Unknown: break;
    }
    return tr("whether the device or the host is slow is unknown");
}

/// What the ranks that are not named wait, for the sentence that waiting is no slowness.
QString othersWait(const OwnTimes& own, const std::vector<int>& slow)
{
    if (own.waits.empty())
        return tr("Waiting is unknown: no collectives of several ranks.");
    std::vector<double> others;
    for (std::size_t r = 0; r < own.series.ranks.size(); ++r)
        if (std::ranges::find(slow, own.series.ranks[r].rank) == slow.end())
            if (const double wait = own.typicalWait[r]; std::isfinite(wait))
                others.push_back(wait);
    if (others.empty())
        return {};
    return tr("The other ranks wait %1 a step (median): they look slow in communication and are not.")
        .arg(format::duration(stats::medianInPlace(others)));
}

}  // namespace

StragglerAnswer stragglerAnswer(const OwnTimesPair& own)
{
    StragglerAnswer out;
    const OwnTimesPtr& now = own[1];
    if (!now || now->report.ranks.empty()) {
        out.headline = tr("Whether the ranks are uneven is unknown: the current run has no whole step");
        return out;
    }
    if (now->series.ranks.size() < 2) {
        out.headline = tr("One rank: whether the ranks are uneven is unknown");
        out.detail = tr("The current run has no peers to compare with. Record every rank.");
        return out;
    }
    out.ranks = now->report.flagged();
    out.slow = !out.ranks.empty();
    if (out.slow) {
        const auto& first = *std::ranges::find_if(now->report.ranks, [](const RankStraggler& r) { return r.flagged; });
        std::vector<double> times;
        for (const RankStraggler& rank : now->report.ranks)
            if (rank.flagged)
                times.push_back(rank.local.value);
        out.headline = (out.ranks.size() == 1 ? tr("%1 holds the others back: own time %2 against %3")
                                              : tr("%1 hold the others back: own time %2 against %3"))
                           .arg(named(out.ranks), format::duration(stats::medianInPlace(times)),
                                format::duration(first.local.peers));
        out.detail = othersWait(*now, out.ranks);
        if (out.ranks.size() == 1)
            out.detail +=
                (out.detail.isEmpty() ? u""_s : u" "_s) + named(out.ranks) + u": "_s + sideText(first.side) + u'.';
    } else if (now->report.rotating) {
        out.slow = true;
        out.headline = tr("Slowness goes round among the ranks: %1 times in %2 steps")
                           .arg(now->report.rotating->events.size())
                           .arg(now->report.rotating->steps);
        out.detail = tr("No rank is slow for good. Uneven data, garbage collection or input do this.");
    } else {
        const QString ranks = format::count(now->report.ranks.size());
        out.headline = roleCount(*now) > 1 ? tr("%1 ranks are even within their roles").arg(ranks)
                                           : tr("%1 ranks are even").arg(ranks);
        if (now->waits.empty())
            out.detail = othersWait(*now, {});
        if (const auto imbalance = roleImbalance(*now))
            out.detail += (out.detail.isEmpty() ? u""_s : u" "_s) +
                          tr("%1 (%2) has %3x the work of the other stages of the pipeline: %4 against %5 a step. That "
                             "is how the work is divided, not a slow rank.")
                              .arg(format::text(imbalance->role), named(imbalance->ranks))
                              .arg(imbalance->ratio, 0, 'f', 2)
                              .arg(format::duration(static_cast<double>(imbalance->time)),
                                   format::duration(static_cast<double>(imbalance->others)));
    }
    if (own[0] && own[0]->series.ranks.size() < 2)
        out.detail +=
            (out.detail.isEmpty() ? u""_s : u" "_s) + tr("The baseline has one rank: whether this is new is unknown.");
    return out;
}

}  // namespace headwater
