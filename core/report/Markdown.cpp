// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/Json.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater {

namespace {

std::string row(const std::vector<std::string>& cells)
{
    std::string out = "|";
    for (const std::string& cell : cells)
        out += " " + cell + " |";
    return out + "\n";
}

std::string summary(const Verdict& verdict)
{
    std::string out = row({"", "stage", "", ""}) + "|---|---|---:|---|\n";
    for (const Fact& fact : summaryFacts(verdict)) {
        const std::string mark = fact.mark == Fact::Mark::First ? "**" : "";
        out += row({mark + escapeMarkdown(fact.label) + mark, markdownCode(fact.stage), escapeMarkdown(fact.value),
                    escapeMarkdown(fact.detail)});
    }
    return out;
}

std::string stageTable(const Verdict& verdict)
{
    const Statistic statistic = verdict.policy.statistic;
    std::string out =
        row({"#", "stage", fmt::format("baseline {}", nameOf(statistic)), fmt::format("current {}", nameOf(statistic)),
             "\u0394", "\u0394 %", "95 % interval", "n", "state", "share of step \u0394"});
    out += "|---:|---|---:|---:|---:|---:|---:|---:|---|---:|\n";
    for (const StageVerdict& given : verdict.stages) {
        const StageVerdict stage = asRegressed(given, statistic);
        const std::string mark = isFirst(stage, verdict) ? "**" : "";
        out += row({std::to_string(stage.index), mark + markdownCode(stage.stage) + mark,
                    valueText(stage.baseline, statistic), valueText(stage.current, statistic), deltaText(stage),
                    ratioText(stage.ratio), escapeMarkdown(intervalText(stage.ci95)), countText(stage),
                    mark + stateText(stage, verdict) + mark, shareText(stage.shareOfStepDelta)});
    }
    return out;
}

std::string tailTable(const Verdict& verdict)
{
    std::string out = row({"stage", "p50", "mean", "p95", "p99"}) + "|---|---:|---:|---:|---:|\n";
    for (const StageVerdict& stage : verdict.stages) {
        std::vector<std::string> cells{markdownCode(stage.stage)};
        for (std::size_t i = 0; i < kStatistics; ++i) {
            const auto statistic = static_cast<Statistic>(i);
            cells.push_back(valueText(stage.baseline, statistic) + " \u2192 " + valueText(stage.current, statistic) +
                            ", " + words(nameOf(stage.stateBy[i])));
        }
        out += row(cells);
    }
    return out;
}

std::string layers(const Verdict& verdict)
{
    std::string out;
    int number = 0;
    for (const Layer& layer : verdict.layers) {
        out += fmt::format("{}. **{}**: {}", ++number, nameOf(layer.id), words(nameOf(layer.status)));
        out += layer.summary.empty() ? "\n" : "; " + escapeMarkdown(layer.summary) + "\n";
        for (const Finding& finding : layer.findings) {
            out += fmt::format("   - {} *({}, {}{})*\n", escapeMarkdown(finding.statement), nameOf(finding.severity),
                               nameOf(finding.provenance), finding.conditional ? ", conditional" : "");
            for (const Evidence& evidence : finding.evidence)
                out += "     - " + escapeMarkdown(evidenceText(evidence)) + "\n";
            if (!finding.nextStep.empty())
                out += "     - next: " + escapeMarkdown(finding.nextStep) + "\n";
        }
    }
    return out;
}

std::string list(const std::string& title, const std::vector<std::string>& lines)
{
    if (lines.empty())
        return {};
    std::string out = "\n## " + title + "\n\n";
    for (const std::string& line : lines)
        out += "- " + escapeMarkdown(line) + "\n";
    return out;
}

std::string comparability(const Comparability& value)
{
    std::string out = "\n## Comparability: " + words(nameOf(value.status)) + "\n\n";
    if (!value.reason.empty())
        out += escapeMarkdown(capitalised(value.reason)) + "\n\n";
    for (const ManifestChange& change : value.changed)
        out += "- " + escapeMarkdown(changeText(change)) + "\n";
    return out;
}

std::string inputs(const Verdict& verdict)
{
    std::string out = "\n## Inputs\n\n" + row({"side", "file", "format", "events", "used", "problems"});
    out += "|---|---|---|---:|---|---:|\n";
    const auto side = [&out](const char* name, const std::vector<SourceFile>& files) {
        for (const SourceFile& file : files)
            out += row({name, markdownCode(file.path), escapeMarkdown(file.format), std::to_string(file.events),
                        file.used ? "yes" : "no", std::to_string(file.problems.size())});
    };
    side("baseline", verdict.baselineInputs);
    side("current", verdict.currentInputs);
    return out;
}

std::string policy(const Verdict& verdict)
{
    std::string out = "\n## Policy\n\n" + row({"threshold", "value"}) + "|---|---|\n";
    for (const auto& [name, value] : policyEntries(verdict))
        out += row({markdownCode(name), escapeMarkdown(value)});
    return out;
}

}  // namespace

std::string verdictMarkdown(const Verdict& verdict)
{
    std::string out = "# " + escapeMarkdown(headlineOf(verdict)) + "\n\n";
    out += "Outcome: **" + words(nameOf(verdict.outcome)) + "**\n\n";
    if (!verdict.paragraph.empty())
        out += escapeMarkdown(verdict.paragraph) + "\n\n";
    out += "Baseline " + markdownCode(verdict.baselineName) + ", current " + markdownCode(verdict.currentName) + "\n\n";
    out += summary(verdict);
    for (const std::string& line : caveats(verdict))
        out += "\n" + escapeMarkdown(line) + "\n";
    if (!verdict.stages.empty())
        out += "\n## Stages\n\n" + stageTable(verdict) +
               "\nEvery statistic, baseline \u2192 current, and its state\n\n" + tailTable(verdict);
    out += "\n## Layers\n\n" + layers(verdict);
    out += comparability(verdict.comparability);
    out += list("Next", verdict.nextSteps);
    out += list("Warnings", verdict.warnings);
    out += inputs(verdict);
    out += policy(verdict);
    out += fmt::format("\nheadwater {}\n", productVersion());
    return out;
}

}  // namespace headwater
