// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/InspectParts.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/StageSummary.h"
#include "core/report/TextTable.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

using Align = TextTable::Align;

std::string duration(Ns value)
{
    return value == kMissing ? std::string(kNone) : formatDuration(value);
}

/// "0-3, 5": runs of consecutive numbers of a sorted list.
template <class T>
std::string ranges(const std::vector<T>& values)
{
    std::string out;
    for (std::size_t i = 0; i < values.size();) {
        std::size_t last = i;
        while (last + 1 < values.size() && values[last + 1] == values[last] + 1)
            ++last;
        out += (out.empty() ? "" : ", ") + std::to_string(values[i]);
        if (last > i)
            out += (last == i + 1 ? ", " : "-") + std::to_string(values[last]);
        i = last + 1;
    }
    return out.empty() ? std::string(kNone) : out;
}

std::string sizeText(std::uint64_t bytes)
{
    if (bytes >= 10'000'000)
        return fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6);
    if (bytes >= 10'000)
        return fmt::format("{:.0f} kB", static_cast<double>(bytes) / 1e3);
    return fmt::format("{} B", bytes);
}

/// Warnings and errors reach the user by stderr; what is merely worth knowing stands below the table.
std::string infoLines(const Problems& problems, const std::string& file)
{
    std::string out;
    for (const Problem& problem : problems) {
        if (problem.severity != Severity::Info)
            continue;
        std::string line = fmt::format("  {}: ", nameOf(problem.severity));
        const std::string& where = problem.file.empty() ? file : problem.file;
        if (!where.empty())
            line += where + ": ";
        line += problem.message;
        if (!problem.position.empty())
            line += ", " + problem.position;
        out += escapeTerminal(line) + "\n";
    }
    return out;
}

std::string runLines(const RunAnalysis& analysis)
{
    const Run& run = *analysis.run;
    std::vector<int> present;
    for (const RankData& rank : run.ranks)
        present.push_back(rank.rank);
    const auto& steps = analysis.cube.steps();
    std::string out = "Run " + escapeTerminal(run.name) + "\n";
    out += fmt::format("  world size  {}\n", run.worldSize > 0 ? std::to_string(run.worldSize) : "unknown");
    out += "  ranks       " + ranges(present);
    if (const std::vector<int> missing = run.missingRanks(); !missing.empty())
        out += ", missing " + ranges(missing);
    out += fmt::format("\n  steps       {} ({}), from {}\n", steps.size(), ranges(steps),
                       escapeTerminal(analysis.stepSource));
    out += "  stages      from " + escapeTerminal(analysis.stageSource) + "\n";
    return out;
}

std::string stageTable(const RunAnalysis& analysis)
{
    TextTable table({{"stage", Align::Left},
                     {"p50", Align::Right},
                     {"mean", Align::Right},
                     {"p95", Align::Right},
                     {"p99", Align::Right},
                     {"n", Align::Right}});
    for (const StageSummary& summary : summarizeStages(analysis.cube)) {
        const auto value = [&summary](double ns) {
            return summary.value.n > 0 ? formatDuration(std::llround(ns)) : std::string(kNone);
        };
        table.addRow({summary.stage, value(summary.value.p50), value(summary.value.mean), value(summary.value.p95),
                      value(summary.value.p99), std::to_string(summary.value.n)});
    }
    return table.toString();
}

/// Which rank a stage is slow on, while the ranks still fit side by side.
std::string rankTable(const RunAnalysis& analysis)
{
    constexpr std::size_t kMostRanks = 8;
    const StageCube& cube = analysis.cube;
    if (cube.ranks().size() < 2 || cube.ranks().size() > kMostRanks)
        return {};
    std::vector<TextTable::Column> columns{{"stage", Align::Left}};
    std::vector<std::vector<std::string>> rows;
    for (const std::string& stage : cube.stages())
        rows.push_back({stage});
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
        columns.push_back({fmt::format("rank {}", cube.ranks()[rank]), Align::Right});
        const std::vector<StageSummary> summaries = summarizeStagesOfRank(cube, rank);
        for (std::size_t stage = 0; stage < rows.size(); ++stage) {
            const stats::Summary& value = summaries[stage].value;
            rows[stage].push_back(value.n > 0 ? formatDuration(std::llround(value.p50)) : std::string(kNone));
        }
    }
    TextTable table(std::move(columns));
    for (const std::vector<std::string>& row : rows)
        table.addRow(row);
    return "\nStages by rank, p50 of the span without waiting\n" + table.toString();
}

std::string deviceTable(const RunAnalysis& analysis)
{
    TextTable table({{"rank", Align::Right},
                     {"device", Align::Left},
                     {"window", Align::Right},
                     {"compute", Align::Right},
                     {"exposed comm", Align::Right},
                     {"exposed memcpy", Align::Right},
                     {"memset", Align::Right},
                     {"idle", Align::Right},
                     {"unlinked", Align::Right}});
    bool any = false;
    for (const RankAnalysis& rank : analysis.ranks) {
        const DeviceWindow& window = rank.deviceWindow;
        if (window.activities == 0)
            continue;
        any = true;
        const double unlinked = static_cast<double>(window.unlinked) / static_cast<double>(window.activities);
        table.addRow({std::to_string(rank.rank), rank.device, duration(window.window), duration(window.compute),
                      duration(window.exposedComm), duration(window.exposedMemcpy), duration(window.exposedMemset),
                      duration(window.idle), fmt::format("{:.1f} %", unlinked * 100)});
    }
    return any ? "\nDevice, from the first activity to the last\n" + table.toString() : std::string();
}

std::string stepTable(const RunAnalysis& analysis)
{
    // On a screen the spread over steps matters, not each of thousands of steps; the JSON has them all.
    constexpr std::size_t kShown = 12;
    TextTable table({{"rank", Align::Right},
                     {"step", Align::Right},
                     {"duration", Align::Right},
                     {"compute", Align::Right},
                     {"waiting", Align::Right},
                     {"local", Align::Right},
                     {"health", Align::Left}});
    std::size_t shown = 0;
    std::size_t all = 0;
    for (const RankAnalysis& rank : analysis.ranks) {
        for (const StepAnalysis& step : rank.steps) {
            if (++all > kShown)
                continue;
            ++shown;
            table.addRow({std::to_string(rank.rank), std::to_string(step.step), duration(step.window.length()),
                          duration(rank.deviceWindow.activities > 0 ? step.pureCompute : kMissing), duration(step.wait),
                          duration(step.local), words(nameOf(step.status)).english()});
        }
    }
    if (shown == 0)
        return {};
    std::string out = "\nSteps\n" + table.toString();
    if (all > shown)
        out += fmt::format("  and {} more, all in the JSON\n", all - shown);
    return out;
}

}  // namespace

std::string probeText(const std::vector<SourceFile>& files)
{
    TextTable table({{"file", Align::Left},
                     {"format", Align::Left},
                     {"variant", Align::Left},
                     {"size", Align::Right},
                     {"events", Align::Right},
                     {"ranks", Align::Right},
                     {"steps", Align::Right},
                     {"problems", Align::Right}});
    std::string infos;
    for (const SourceFile& file : files) {
        table.addRow({file.path, file.format, file.variant.empty() ? std::string(kNone) : file.variant,
                      sizeText(file.bytes), file.sampled ? std::string(kNone) : std::to_string(file.events),
                      ranges(file.ranks), ranges(file.steps), std::to_string(file.problems.size())});
        infos += infoLines(file.problems, file.path);
    }
    std::string out = table.toString();
    if (!infos.empty())
        out += "\n" + infos;
    return out;
}

std::string inspectText(const RunAnalysis& analysis)
{
    std::string out = runLines(analysis);
    if (!analysis.cube.empty())
        out += "\nStages, median over ranks of the span without waiting, over steps\n" + stageTable(analysis);
    out += rankTable(analysis);
    out += deviceTable(analysis);
    out += bubblesTable(analysis);
    out += peerViewsTable(analysis);
    out += stepTable(analysis);
    out += collectivesText(analysis.collectives);
    out += stragglersText(analysis);
    out += logsText(*analysis.run);
    out += telemetryText(analysis);
    return out;
}

}  // namespace headwater
