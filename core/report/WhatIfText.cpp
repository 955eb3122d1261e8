// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/whatif/WhatIf.h"
#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/TextTable.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

using Align = TextTable::Align;

Ns toNs(double value)
{
    return std::isfinite(value) ? static_cast<Ns>(std::llround(value)) : 0;
}

std::string percent(const std::optional<double>& share)
{
    return share ? fmt::format("{:.1f} %", *share * 100) : std::string(kNone);
}

/// The worst of each kind, so that the table stays short; the JSON has all.
std::string slowdownTable(const char* title, std::vector<whatif::KeySlowdown> values)
{
    constexpr std::size_t kShown = 6;
    if (values.empty())
        return {};
    std::ranges::stable_sort(values, std::greater<>(), &whatif::KeySlowdown::slowdown);
    TextTable table({{title, Align::Left}, {"slowdown", Align::Right}});
    for (std::size_t i = 0; i < std::min(kShown, values.size()); ++i)
        table.addRow({values[i].key, fmt::format("{:.4f}", values[i].slowdown)});
    std::string out = "\n" + table.toString();
    if (values.size() > kShown)
        out += fmt::format("  and {} more, all in the JSON\n", values.size() - kShown);
    return out;
}

std::string slowdownText(const whatif::Slowdown& value)
{
    std::string out =
        value.waste >= 0 ? fmt::format("  slowdown      {:.4f}   {} of the time is lost to unevenness\n",
                                       value.slowdown, percent(value.waste))
                         : fmt::format("  slowdown      {:.4f}   average work would take longer: no loss to unevenness "
                                       "shows\n",
                                       value.slowdown);
    // Below this the loss is of the size of chance, and shares of it say nothing (the study's own limit).
    constexpr double kWorthDividing = 1.03;
    if (value.slowestWorkers && value.slowdown >= kWorthDividing) {
        std::string who;
        for (const std::string& worker : value.slowest)
            who += (who.empty() ? "" : ", ") + worker;
        out += fmt::format("  slowest 3 %   {} of the loss goes when they work as the average does: {}\n",
                           percent(value.slowestWorkers), escapeTerminal(who));
    }
    if (value.lastStage && value.slowdown >= kWorthDividing)
        out += fmt::format("  last stage    {} of the loss goes when it works as the average does\n",
                           percent(value.lastStage));
    out += slowdownTable("stage", value.byStage);
    out += slowdownTable("data-parallel rank", value.byWorker);
    out += slowdownTable("kind of work", value.byType);
    out += "  Slowdown of a run in which all else is average: inferred by replay, not measured.\n";
    return out;
}

std::string rangeText(const whatif::Range& range)
{
    return formatDuration(toNs(range.lo)) + " … " + formatDuration(toNs(range.hi));
}

std::string attributionText(const whatif::ChangeAttribution& change)
{
    std::string out =
        fmt::format("\nStep time, replayed: {} → {} ({})\n", formatDuration(toNs(change.baseline)),
                    formatDuration(toNs(change.current)), formatDelta(toNs(change.current - change.baseline)));
    TextTable table({{"stage", Align::Left},
                     {"removal", Align::Right},
                     {"addition", Align::Right},
                     {"Shapley", Align::Right},
                     {"saving, ceiling", Align::Right},
                     {"95 % of removal", Align::Right},
                     {"throughput at most", Align::Right}});
    for (const whatif::StageAttribution& stage : change.stages)
        table.addRow({stage.stage, percent(stage.share.removal), percent(stage.share.addition),
                      formatDelta(toNs(stage.share.shapley)), rangeText(stage.saving),
                      stage.removedCi ? rangeText(*stage.removedCi) : std::string(kNone),
                      stage.gainCeiling ? formatRatio(*stage.gainCeiling) : std::string(kNone)});
    out += table.toString();
    out +=
        "  Removal: share of the change that goes when the stage is as in the baseline; addition: what it does alone;\n"
        "  Shapley values add up to the change";
    out += change.exact ? ".\n" : " (sampled orders).\n";
    out += "  A saving is a ceiling, not a forecast, and ceilings do not add up.\n";
    return out;
}

}  // namespace

std::string whatIfText(const whatif::WhatIf& value)
{
    if (value.steps.empty())
        return "Nothing was replayed: what the ranks' unevenness costs is unknown.\n";
    std::string out =
        fmt::format("Replay of {} steps by {}, {} operations\n", value.steps.size(), value.source, value.ops);
    double measured = 0;
    for (const Ns time : value.measured)
        measured += static_cast<double>(time) / static_cast<double>(value.measured.size());
    out += fmt::format("  step time     {} measured, {} replayed", formatDuration(toNs(measured)),
                       formatDuration(toNs(stats::mean(value.replayed))));
    if (value.slowdown)
        out += fmt::format(", {} with average work", formatDuration(toNs(stats::mean(value.slowdown->ideal))));
    out += fmt::format("\n  replay error  {}{}\n", percent(value.replayError),
                       value.baselineError ? ", of the baseline " + percent(value.baselineError) : std::string());
    if (value.slowdown)
        out += slowdownText(*value.slowdown);
    if (value.attribution)
        out += attributionText(*value.attribution);
    return out;
}

}  // namespace headwater
