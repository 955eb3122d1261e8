// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/base/Language.h"
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

std::string summary(const Verdict& verdict, const Language& language)
{
    std::string out = row({"", language.of(say("stage")), "", ""}) + "|---|---|---:|---|\n";
    for (const Fact& fact : summaryFacts(verdict)) {
        const std::string mark = fact.mark == Fact::Mark::First ? "**" : "";
        out += row({mark + escapeMarkdown(language.of(fact.label)) + mark, markdownCode(fact.stage),
                    escapeMarkdown(language.of(fact.value)), escapeMarkdown(language.of(fact.detail))});
    }
    return out;
}

std::string stageTable(const Verdict& verdict, const Language& language)
{
    const Statistic statistic = verdict.policy.statistic;
    std::string out = row({"#", language.of(say("stage")), language.of(say("baseline {}", word(nameOf(statistic)))),
                           language.of(say("current {}", word(nameOf(statistic)))), "\u0394", "\u0394 %",
                           language.of(say("95 % interval")), "n", language.of(say("state")),
                           language.of(say("share of step \u0394"))});
    out += "|---:|---|---:|---:|---:|---:|---:|---:|---|---:|\n";
    for (const StageVerdict& given : verdict.stages) {
        const StageVerdict stage = asRegressed(given, statistic);
        const std::string mark = isFirst(stage, verdict) ? "**" : "";
        out += row({std::to_string(stage.index), mark + markdownCode(stage.stage) + mark,
                    valueText(stage.baseline, statistic), valueText(stage.current, statistic), deltaText(stage),
                    ratioText(stage.ratio), escapeMarkdown(intervalText(stage.ci95)), countText(stage),
                    mark + language.of(stateText(stage, verdict)) + mark, shareText(stage.shareOfStepDelta)});
    }
    return out;
}

std::string tailTable(const Verdict& verdict, const Language& language)
{
    std::string out =
        row({language.of(say("stage")), "p50", language.of(say("mean")), "p95", "p99"}) + "|---|---:|---:|---:|---:|\n";
    for (const StageVerdict& stage : verdict.stages) {
        std::vector<std::string> cells{markdownCode(stage.stage)};
        for (std::size_t i = 0; i < kStatistics; ++i) {
            const auto statistic = static_cast<Statistic>(i);
            cells.push_back(valueText(stage.baseline, statistic) + " \u2192 " + valueText(stage.current, statistic) +
                            language.of(say(", {}", words(nameOf(stage.stateBy[i])))));
        }
        out += row(cells);
    }
    return out;
}

/// "warning, inferred, conditional".
Text tagsOf(const Finding& finding)
{
    Text tags = say("{}, {}", word(nameOf(finding.severity)), word(nameOf(finding.provenance)));
    return finding.conditional ? tags + say(", conditional") : tags;
}

std::string layers(const Verdict& verdict, const Language& language)
{
    std::string out;
    int number = 0;
    for (const Layer& layer : verdict.layers) {
        out += fmt::format("{}. **{}**: {}", ++number, language.sentence(nameOf(layer.id)),
                           language.of(words(nameOf(layer.status))));
        out += layer.summary.empty() ? "\n" : "; " + escapeMarkdown(language.of(layer.summary)) + "\n";
        for (const Finding& finding : layer.findings) {
            out += fmt::format("   - {} *({})*\n", escapeMarkdown(language.of(finding.statement)),
                               language.of(tagsOf(finding)));
            for (const Evidence& evidence : finding.evidence)
                out += "     - " + escapeMarkdown(language.of(evidenceText(evidence))) + "\n";
            if (!finding.nextStep.empty())
                out += "     - " + escapeMarkdown(language.of(say("next: {}", finding.nextStep))) + "\n";
        }
    }
    return out;
}

std::string list(const Text& title, const std::vector<Text>& lines, const Language& language)
{
    if (lines.empty())
        return {};
    std::string out = "\n## " + language.of(title) + "\n\n";
    for (const Text& line : lines)
        out += "- " + escapeMarkdown(language.of(line)) + "\n";
    return out;
}

std::string comparability(const Comparability& value, const Language& language)
{
    std::string out = "\n## " + language.of(say("Comparability: {}", words(nameOf(value.status)))) + "\n\n";
    if (!value.reason.empty())
        out += escapeMarkdown(capitalised(language.of(value.reason))) + "\n\n";
    for (const ManifestChange& change : value.changed)
        out += "- " + escapeMarkdown(language.of(changeText(change))) + "\n";
    return out;
}

std::string inputs(const Verdict& verdict, const Language& language)
{
    const auto t = [&](const Text& text) { return language.of(text); };
    std::string out =
        "\n## " + t(say("Inputs")) + "\n\n" +
        row({t(say("side")), t(say("file")), t(say("format")), t(say("events")), t(say("used")), t(say("problems"))});
    out += "|---|---|---|---:|---|---:|\n";
    const auto side = [&](const Text& name, const std::vector<SourceFile>& files) {
        for (const SourceFile& file : files)
            out += row({t(name), markdownCode(file.path), escapeMarkdown(file.format), std::to_string(file.events),
                        t(file.used ? say("yes") : say("no")), std::to_string(file.problems.size())});
    };
    side(say("baseline"), verdict.baselineInputs);
    side(say("current"), verdict.currentInputs);
    return out;
}

std::string policy(const Verdict& verdict, const Language& language)
{
    std::string out = "\n## " + language.of(say("Policy")) + "\n\n" +
                      row({language.of(say("threshold")), language.of(say("value"))}) + "|---|---|\n";
    for (const auto& [name, value] : policyEntries(verdict))
        out += row({markdownCode(name), escapeMarkdown(language.of(value))});
    return out;
}

}  // namespace

std::string verdictMarkdown(const Verdict& verdict, const Language& language)
{
    std::string out = "# " + escapeMarkdown(language.of(headlineOf(verdict))) + "\n\n";
    out += language.of(say("Outcome: **{}**", words(nameOf(verdict.outcome)))) + "\n\n";
    if (!verdict.paragraph.empty())
        out += escapeMarkdown(language.of(verdict.paragraph)) + "\n\n";
    out += language.of(
               say("Baseline {}, current {}", markdownCode(verdict.baselineName), markdownCode(verdict.currentName))) +
           "\n\n";
    out += summary(verdict, language);
    for (const Text& line : caveats(verdict))
        out += "\n" + escapeMarkdown(language.of(line)) + "\n";
    if (!verdict.stages.empty())
        out += "\n## " + language.of(say("Stages")) + "\n\n" + stageTable(verdict, language) + "\n" +
               language.of(say("Every statistic, baseline \u2192 current, and its state")) + "\n\n" +
               tailTable(verdict, language);
    out += "\n## " + language.of(say("Layers")) + "\n\n" + layers(verdict, language);
    out += comparability(verdict.comparability, language);
    out += list(say("Next"), verdict.nextSteps, language);
    out += list(say("Warnings"), verdict.warnings, language);
    out += inputs(verdict, language);
    out += policy(verdict, language);
    out += fmt::format("\nheadwater {}\n", productVersion());
    return out;
}

}  // namespace headwater
