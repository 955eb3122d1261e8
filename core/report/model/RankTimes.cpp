// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/RankTimes.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/analysis/OwnTimes.h"
#include "core/base/Duration.h"
#include "core/report/Phrases.h"
#include "core/stats/Quantile.h"

namespace headwater::report {

namespace {

constexpr std::size_t kMostRanks = 64;
constexpr std::size_t kSlowest = 16;

/// What is known of a rank's own time.
struct RankTime {
    int rank = 0;
    std::string role;
    std::array<std::optional<double>, 2> time;  ///< ns, by Side
    std::optional<double> overPeers;            ///< of the current run, ratio − 1
};

std::vector<RankTime> rankTimes(const Verdict& verdict)
{
    std::map<int, RankTime> ranks;
    for (std::size_t side = 0; side < 2; ++side) {
        const OwnTimesPtr& own = verdict.ownTimes[side];
        for (std::size_t i = 0; own && i < own->series.ranks.size(); ++i) {
            const double time = own->typical(OwnTime::Local)[i];
            if (!std::isfinite(time))
                continue;
            RankTime& one = ranks[own->series.ranks[i].rank];
            one.rank = own->series.ranks[i].rank;
            one.role = own->series.ranks[i].role;
            one.time[side] = time;
        }
    }
    if (verdict.ownTimes[1])
        for (const RankStraggler& judged : verdict.ownTimes[1]->report.ranks)
            if (const auto known = ranks.find(judged.rank); known != ranks.end() && judged.peers > 1)
                known->second.overPeers = judged.local.ratio - 1;
    std::vector<RankTime> list;
    list.reserve(ranks.size());
    for (auto& [rank, one] : ranks)
        list.push_back(std::move(one));
    return list;
}

std::string timeText(const std::optional<double>& ns)
{
    return ns ? formatDuration(std::llround(*ns)) : std::string(kNone);
}

std::string changeOf(const std::array<std::optional<double>, 2>& time)
{
    return time[0] && time[1] ? formatDelta(std::llround(*time[1] - *time[0])) : std::string(kNone);
}

ViewRef viewOf(std::vector<int> ranks)
{
    ViewRef view;
    view.page = "stragglers";
    view.ranks = std::move(ranks);
    return view;
}

Table rankTable(const std::vector<RankTime>& ranks, const Sources& sources, const Writer& w)
{
    const bool roles = std::ranges::any_of(ranks, [&](const RankTime& one) { return one.role != ranks.front().role; });
    Table table;
    table.columns = {w.numbers(say("rank")),
                     w.numbers(say("baseline")),
                     w.numbers(say("current")),
                     w.numbers(std::string("\u0394")),
                     w.numbers(say("over its peers' median")),
                     w.column(say("source"))};
    if (roles)
        table.columns.insert(table.columns.begin() + 1, w.column(say("role")));
    for (const RankTime& one : ranks) {
        std::optional<Side> only;
        if (!one.time[0] || !one.time[1])
            only = one.time[0] ? Side::Baseline : Side::Current;
        Row row;
        row.cells = {w.cell(std::to_string(one.rank)),
                     w.cell(timeText(one.time[0])),
                     w.cell(timeText(one.time[1])),
                     w.cell(changeOf(one.time)),
                     w.cell(one.overPeers ? formatRatio(*one.overPeers) : std::string(kNone)),
                     {{sources.line(sources.ofRanks(viewOf({one.rank}), only))}}};
        if (roles)
            row.cells.insert(row.cells.begin() + 1, w.nameCell(one.role));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table quantileTable(const std::vector<RankTime>& ranks, const Sources& sources, const Writer& w)
{
    std::array<std::vector<double>, 2> sorted;
    for (const RankTime& one : ranks)
        for (std::size_t side = 0; side < 2; ++side)
            if (one.time[side])
                sorted[side].push_back(*one.time[side]);
    for (auto& values : sorted)
        std::ranges::sort(values);
    Table table;
    table.columns = {w.column(say("over the ranks")), w.numbers(say("baseline")), w.numbers(say("current")),
                     w.numbers(std::string("\u0394")), w.column(say("source"))};
    const std::array<std::pair<Text, double>, 7> kRows{{{say("least"), 0},
                                                        {std::string("p5"), 0.05},
                                                        {std::string("p25"), 0.25},
                                                        {std::string("p50"), 0.5},
                                                        {std::string("p75"), 0.75},
                                                        {std::string("p95"), 0.95},
                                                        {say("most"), 1}}};
    for (const auto& [label, p] : kRows) {
        std::array<std::optional<double>, 2> time;
        for (std::size_t side = 0; side < 2; ++side)
            if (!sorted[side].empty())
                time[side] = stats::quantileSorted(sorted[side], p);
        Row row;
        row.cells = {w.cell(label),
                     w.cell(timeText(time[0])),
                     w.cell(timeText(time[1])),
                     w.cell(changeOf(time)),
                     {{sources.line(sources.measured(viewOf({})))}}};
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace

std::vector<Block> rankTimeBlocks(const Verdict& verdict, const Sources& sources, const Writer& w)
{
    std::vector<RankTime> ranks = rankTimes(verdict);
    if (ranks.empty())
        return {};
    std::vector<Block> blocks;
    if (!verdict.stragglers.empty() && verdict.ownTimes[1] &&
        verdict.ownTimes[1]->report.metric == say("time between collectives"))
        blocks.emplace_back(w.softParagraph(
            say("What runs beside a collective is not between collectives: a rank that waits longer there has less of "
                "this time without being faster, and a slow one stands out by more than its work grew.")));
    if (ranks.size() <= kMostRanks) {
        blocks.emplace_back(rankTable(ranks, sources, w));
        return blocks;
    }
    blocks.emplace_back(quantileTable(ranks, sources, w));
    const auto latest = [](const RankTime& one) { return one.time[1].value_or(one.time[0].value_or(0)); };
    std::ranges::stable_sort(ranks, [&](const RankTime& a, const RankTime& b) { return latest(a) > latest(b); });
    ranks.resize(kSlowest);
    blocks.emplace_back(w.softParagraph(say("The {} slowest ranks:", kSlowest)));
    blocks.emplace_back(rankTable(ranks, sources, w));
    return blocks;
}

}  // namespace headwater::report
