// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/SlowAreas.h"
#include "core/analysis/Stragglers.h"
#include "core/report/Escape.h"
#include "core/report/InspectParts.h"
#include "core/report/Phrases.h"
#include "core/report/TextTable.h"

namespace headwater {

namespace {

StragglerReport reportOf(const RunAnalysis& analysis)
{
    return findStragglers(stragglerSeries(analysis, allSteps(analysis.cube)));
}

Json standing(const PeerStanding& value, bool hasPeers)
{
    const auto compared = [hasPeers](double number) { return hasPeers ? jsonNumber(number) : Json(); };
    Json entry;
    entry["value_ns"] = jsonNs(value.value);
    entry["ratio"] = compared(value.ratio);
    entry["z"] = compared(value.z);
    entry["modified_z"] = compared(value.modifiedZ);
    entry["leave_one_out_t"] = compared(value.leaveOneOut);
    return entry;
}

Json rankEntry(const RankStraggler& rank)
{
    const bool hasPeers = rank.peers >= 2;
    Json entry;
    entry["rank"] = rank.rank;
    entry.update(standing(rank.local, hasPeers));
    entry.erase("leave_one_out_t");
    entry["flagged"] = hasPeers ? Json(rank.flagged) : Json();
    entry["class"] = jsonOrNull(std::string(nameOf(rank.cls)));
    entry["side"] = jsonOrNull(std::string(nameOf(rank.side)));
    entry["leave_one_out_t"] = hasPeers ? jsonNumber(rank.local.leaveOneOut) : Json();
    entry["persistence"] = hasPeers ? jsonNumber(rank.persistence) : Json();
    entry["times_slowest"] = hasPeers ? Json(rank.timesSlowest) : Json();
    entry["slowest_p"] = hasPeers ? jsonNumber(rank.slowestP) : Json();
    entry["pure_compute"] = rank.pure ? standing(*rank.pure, hasPeers) : Json();
    entry["kernel_score"] = jsonNumber(rank.score);
    return entry;
}

Json groupEntry(const StragglerGroup& group, const Text& metric)
{
    Json entry;
    entry["role"] = jsonOrNull(group.role);
    entry["ranks"] = group.ranks;
    entry["metric"] = metric;
    entry["cut"] = group.ranks.size() >= 2 ? jsonNumber(group.cut) : Json();
    entry["cut_of"] = group.cutIsRatio ? "ratio" : "modified_z";
    entry["steps"] = group.steps;
    entry["three_sigma"] = {{"largest_possible_z", jsonNumber(group.largestZ)},
                            {"can_fire", group.largestZ > 3},
                            {"ranks", group.threeSigma}};
    entry["leave_one_out_cut"] = jsonNumber(group.leaveOneOutCut);
    return entry;
}

std::string verdictOf(const RankStraggler& rank)
{
    if (!rank.flagged)
        return rank.peers >= 2 ? "" : "no peers";
    std::string text = "slow, " + std::string(nameOf(rank.cls));
    if (rank.side != StragglerSide::Unknown)
        text += ", " + std::string(nameOf(rank.side)) + " side";
    return text;
}

std::string rankTable(const StragglerReport& report)
{
    constexpr std::size_t kMostRanks = 16;
    using Align = TextTable::Align;
    TextTable table({{"rank", Align::Right},
                     {"host", Align::Left},
                     {"own time", Align::Right},
                     {"over peers", Align::Right},
                     {"modified z", Align::Right},
                     {"compute", Align::Right},
                     {"over peers", Align::Right},
                     {"slowest in", Align::Right},
                     {"", Align::Left}});
    const bool all = report.ranks.size() <= kMostRanks;
    std::size_t shown = 0;
    for (const RankStraggler& rank : report.ranks) {
        if ((!all && !rank.flagged) || shown == kMostRanks)
            continue;
        ++shown;
        const bool compared = rank.peers >= 2;
        const auto number = [&](const char* format, double value) {
            return compared && std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : std::string(kNone);
        };
        table.addRow({std::to_string(rank.rank), rank.host, formatDuration(std::llround(rank.local.value)),
                      number("{:.2f}x", rank.local.ratio), number("{:.1f}", rank.local.modifiedZ),
                      rank.pure ? formatDuration(std::llround(rank.pure->value)) : std::string(kNone),
                      rank.pure ? number("{:.2f}x", rank.pure->ratio) : std::string(kNone),
                      compared ? fmt::format("{} steps", rank.timesSlowest) : std::string(kNone), verdictOf(rank)});
    }
    std::string out = shown > 0 ? table.toString() : std::string();
    if (shown < report.ranks.size())
        out += fmt::format("  {} of {} ranks shown, all in the JSON\n", shown, report.ranks.size());
    return out;
}

}  // namespace

Json stragglersJson(const RunAnalysis& analysis)
{
    const StragglerReport report = reportOf(analysis);
    Json entry;
    entry["rule"] = describe(report.rule);
    entry["groups"] = Json::array();
    for (const StragglerGroup& group : report.groups)
        entry["groups"].push_back(groupEntry(group, report.metric));
    entry["ranks"] = Json::array();
    for (const RankStraggler& rank : report.ranks)
        entry["ranks"].push_back(rankEntry(rank));
    entry["places"] = Json::array();
    for (const SlowPlace& place : report.places)
        entry["places"].push_back({{"name", place.name},
                                   {"kind", place.rack ? "rack" : "host"},
                                   {"ranks", place.ranks},
                                   {"ratio", jsonNumber(place.ratio)}});
    for (const SlowArea& area : slowAreas(report, analysis.run->manifest))
        entry["places"].push_back({{"name", area.name},
                                   {"kind", nameOf(area.kind)},
                                   {"ranks", area.ranks},
                                   {"ratio", jsonNumber(area.ratio)}});
    entry["rotating"] = nullptr;
    if (report.rotating)
        entry["rotating"] = {{"events", report.rotating->events.size()},
                             {"steps", report.rotating->steps},
                             {"ranks", report.rotating->ranks}};
    return entry;
}

std::string stragglersText(const RunAnalysis& analysis)
{
    if (analysis.cube.ranks().size() < 2)
        return {};
    const StragglerReport report = reportOf(analysis);
    if (report.ranks.empty())
        return {};
    std::string out =
        "\nRanks against their peers, own time = " + report.metric.english() + ", p50\n" + rankTable(report);
    for (const SlowPlace& place : report.places)
        out += fmt::format("  all ranks of {} {} are slow: {:.2f}x the others\n", place.rack ? "rack" : "host",
                           escapeTerminal(place.name), place.ratio);
    for (const SlowArea& area : slowAreas(report, analysis.run->manifest))
        out += fmt::format("  all ranks of {} {} are slow: {:.2f}x the others\n", nameOf(area.kind),
                           escapeTerminal(area.name), area.ratio);
    if (report.rotating)
        out += fmt::format("  slowness goes round: {} times in {} steps, on {} ranks\n", report.rotating->events.size(),
                           report.rotating->steps, report.rotating->ranks.size());
    std::size_t largest = 0;
    for (const StragglerGroup& group : report.groups)
        largest = std::max(largest, group.ranks.size());
    constexpr double kSigmas = 3;
    for (const StragglerGroup& group : report.groups)
        if (group.ranks.size() == largest && largest > 1 && group.largestZ <= kSigmas) {
            out += fmt::format("  3\u03c3 rule: cannot fire with {} ranks (largest possible z {:.2f})\n", largest,
                               group.largestZ);
            break;
        }
    return out;
}

}  // namespace headwater
