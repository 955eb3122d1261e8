// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/report/InspectParts.h"
#include "core/report/TextTable.h"
#include "core/triage/BubbleWords.h"

namespace headwater {

namespace {

constexpr std::size_t kMostColumns = 6;

struct RankBubbles {
    int rank = 0;
    Bubbles bubbles;
};

std::string cell(Ns part, Ns total)
{
    if (total <= 0)
        return formatDuration(part);
    return fmt::format("{} {:3.0f} %", formatDuration(part),
                       100 * static_cast<double>(part) / static_cast<double>(total));
}

void addRow(TextTable& table, std::string_view title, const std::vector<RankBubbles>& ranks, auto valueOf)
{
    std::vector<std::string> cells{std::string(title)};
    Ns sum = 0;
    const RankBubbles* most = nullptr;
    for (const RankBubbles& rank : ranks) {
        const Ns value = valueOf(rank.bubbles);
        sum += value;
        if (most == nullptr || value > valueOf(most->bubbles))
            most = &rank;
        cells.push_back(cell(value, rank.bubbles.total()));
    }
    if (most != nullptr && ranks.size() > kMostColumns)
        cells = {cells.front(), formatDuration(sum / static_cast<Ns>(ranks.size())),
                 formatDuration(valueOf(most->bubbles)), std::to_string(most->rank)};
    table.addRow(cells);
}

}  // namespace

Json bubblesJson(const RankAnalysis& rank)
{
    const std::optional<Bubbles> bubbles = rank.bubbles();
    if (!bubbles)
        return {};
    Json entry;
    for (std::size_t i = 0; i < kBubbleCauses; ++i)
        entry[std::string(nameOf(static_cast<BubbleCause>(i))) + "_ns"] = jsonNs(bubbles->byCause[i]);
    entry["total_ns"] = jsonNs(bubbles->total());
    entry["of_which"] = {{"launch_delay_latency_ns", jsonNs(bubbles->launchLatency)},
                         {"launch_delay_periodic_ns", jsonNs(bubbles->periodic)},
                         {"dependency_other_copies_ns", jsonNs(bubbles->otherCopies)}};
    return entry;
}

std::string bubblesTable(const RunAnalysis& analysis)
{
    std::vector<RankBubbles> ranks;
    for (const RankAnalysis& rank : analysis.ranks)
        if (const std::optional<Bubbles> bubbles = rank.bubbles())
            ranks.push_back({rank.rank, *bubbles});
    if (ranks.empty())
        return {};
    std::vector<TextTable::Column> columns{{"cause", TextTable::Align::Left}};
    if (ranks.size() > kMostColumns)
        columns.insert(columns.end(), {{"mean of ranks", TextTable::Align::Right},
                                       {"largest", TextTable::Align::Right},
                                       {"on rank", TextTable::Align::Right}});
    else
        for (const RankBubbles& rank : ranks)
            columns.push_back({fmt::format("rank {}", rank.rank), TextTable::Align::Right});
    TextTable table(std::move(columns));
    for (std::size_t i = 0; i < kBubbleCauses; ++i) {
        const bool any = std::ranges::any_of(ranks, [i](const RankBubbles& r) { return r.bubbles.byCause[i] != 0; });
        if (any)
            addRow(table, wordsFor(static_cast<BubbleCause>(i)).english(), ranks,
                   [i](const Bubbles& b) { return b.byCause[i]; });
    }
    addRow(table, "sum", ranks, [](const Bubbles& b) { return b.total(); });
    return "\nTime in the steps without compute on the device, by cause\n" + table.toString();
}

}  // namespace headwater
