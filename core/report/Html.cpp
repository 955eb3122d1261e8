// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/base/Language.h"
#include "core/report/Escape.h"
#include "core/report/HtmlStyle.h"
#include "core/report/Json.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/Svg.h"
#include "core/triage/ExplainStages.h"
#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater {

namespace {

/// A name from a file, kept from reordering the text around it.
std::string nameHtml(std::string_view text)
{
    return "<bdi>" + escapeMarkup(text) + "</bdi>";
}

std::string tag(std::string_view text, std::string_view cls = {})
{
    return fmt::format("<span class=\"tag {}\">{}</span>", cls, escapeMarkup(text));
}

std::string provenanceTag(Provenance provenance, const Language& language)
{
    const std::string_view name = nameOf(provenance);
    return tag((provenance == Provenance::Derived ? "\u0192 " : "") + std::string(language.sentence(name)), name);
}

std::string cell(const std::string& html, bool number = false)
{
    return (number ? "<td class=\"number\">" : "<td>") + html + "</td>";
}

std::string head(const std::vector<std::pair<Text, bool>>& columns, const Language& language)
{
    std::string out = "<thead><tr>";
    for (const auto& [title, number] : columns)
        out += fmt::format("<th{}>{}</th>", number ? " class=\"number\"" : "", escapeMarkup(language.of(title)));
    return out + "</tr></thead>\n";
}

std::string section(std::string_view title, const std::string& body)
{
    return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", escapeMarkup(title), body);
}

std::string headerHtml(const Verdict& verdict, const Language& language)
{
    std::string out = fmt::format("<header class=\"{}\">\n<div class=\"outcome\">{}</div>\n<h1>{}</h1>\n",
                                  verdict.outcome == Outcome::Regressed ? "regressed" : "other",
                                  escapeMarkup(language.of(outcomeTitle(verdict.outcome))),
                                  escapeMarkup(language.of(headlineOf(verdict))));
    if (verdict.firstRegressed) {
        const FirstRegressed& first = *verdict.firstRegressed;
        out +=
            "<div>" +
            tag(language.of(first.confirmed ? say("confirmed") : say("possible")), first.confirmed ? "" : "inferred") +
            tag(language.of(scopeText(first.scope))) + tag(language.of(words(nameOf(first.kind)))) +
            provenanceTag(first.provenance, language) +
            tag(language.of(verdict.evidenceLevel == EvidenceLevel::WithinRun ? say("within-run evidence")
                                                                              : say("evidence across runs"))) +
            "</div>\n";
    }
    if (!verdict.paragraph.empty())
        out += "<p>" + escapeMarkup(language.of(verdict.paragraph)) + "</p>\n";
    out += "<p class=\"soft\">" +
           language.of(say("Baseline {}, current {}", nameHtml(verdict.baselineName), nameHtml(verdict.currentName))) +
           "</p>\n";
    return out + "</header>\n";
}

std::string factsHtml(const Verdict& verdict, const Language& language)
{
    std::string out = "<section class=\"scroll\">\n<table class=\"facts\">\n";
    for (const Fact& fact : summaryFacts(verdict)) {
        const bool first = fact.mark == Fact::Mark::First;
        const std::string triangle = fact.mark == Fact::Mark::Slowest ? " \u25b3" : "";
        out += fmt::format("<tr{}><th>{}{}</th>", first ? " class=\"first\"" : "",
                           escapeMarkup(language.of(fact.label)), triangle);
        out += cell(nameHtml(fact.stage)) + cell(escapeMarkup(language.of(fact.value)), true) +
               cell(escapeMarkup(language.of(fact.detail))) + "</tr>\n";
    }
    out += "</table>\n";
    for (const Text& line : caveats(verdict))
        out += "<p class=\"soft\">" + escapeMarkup(language.of(line)) + "</p>\n";
    return out + "</section>\n";
}

std::string stabilityHtml(const Verdict& verdict, const Language& language)
{
    if (verdict.stability.empty())
        return {};
    std::string list;
    for (const StabilityBar& bar : verdict.stability) {
        std::string name = language.of(say("none"));
        for (const StageVerdict& stage : verdict.stages)
            if (stage.index == bar.index)
                name = nameHtml(stage.stage);
        list += fmt::format("{}{} {:.0f} %", list.empty() ? "" : language.of(say(", ")), name, bar.share * 100);
    }
    return "<p class=\"soft\">" +
           language.of(say("How stable is \u201cfirst\u201d, in joint resamples of the steps: {}.", list)) + "</p>\n";
}

std::string stageTable(const Verdict& verdict, const Language& language)
{
    const Statistic statistic = verdict.policy.statistic;
    const Text name = word(nameOf(statistic));
    const IntervalAxis axis = intervalAxis(verdict);
    std::string out = "<div class=\"scroll\"><table class=\"stages\">\n" + head({{say("stage"), false},
                                                                                 {say("baseline {}", name), true},
                                                                                 {say("current {}", name), true},
                                                                                 {"\u0394", true},
                                                                                 {"\u0394 %", true},
                                                                                 {say("95 % interval"), true},
                                                                                 {say("dashed: \u03b5"), false},
                                                                                 {"n", true},
                                                                                 {say("state"), false},
                                                                                 {say("share of step \u0394"), true}},
                                                                                language);
    for (const StageVerdict& given : verdict.stages) {
        const StageVerdict stage = asRegressed(given, statistic);
        const bool first = isFirst(stage, verdict);
        const std::string mark = first ? "\u2691 " : (stage.index == verdict.slowest.index ? "\u25b3 " : "");
        std::string state = escapeMarkup(language.of(stateText(stage, verdict)));
        if (!stage.explainedBy.empty())
            state +=
                "<br/><span class=\"soft\">" + nameHtml(language.of(explanationText(stage.explainedBy))) + "</span>";
        out += fmt::format("<tr{}>", first ? " class=\"first\"" : (stage.downstream ? " class=\"downstream\"" : ""));
        out += cell(mark + nameHtml(stage.stage)) + cell(valueText(stage.baseline, statistic), true) +
               cell(valueText(stage.current, statistic), true) + cell(deltaText(stage), true) +
               cell(ratioText(stage.ratio), true) + cell(intervalText(stage.ci95), true) +
               cell(intervalSvg(stage, axis)) + cell(countText(stage), true) + cell(state) +
               cell(shareText(stage.shareOfStepDelta), true) + "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string tailTable(const Verdict& verdict, const Language& language)
{
    std::string out =
        "<div class=\"scroll\"><table>\n" +
        head({{say("stage"), false}, {"p50", true}, {say("mean"), true}, {"p95", true}, {"p99", true}}, language);
    for (const StageVerdict& stage : verdict.stages) {
        out += "<tr>" + cell(nameHtml(stage.stage));
        for (std::size_t i = 0; i < kStatistics; ++i) {
            const auto statistic = static_cast<Statistic>(i);
            out += cell(valueText(stage.baseline, statistic) + " \u2192 " + valueText(stage.current, statistic) +
                            "<br/><span class=\"soft\">" + language.of(words(nameOf(stage.stateBy[i]))) + "</span>",
                        true);
        }
        out += "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string findingHtml(const Finding& finding, const Language& language)
{
    std::string out = "<div class=\"card\"><div>" + escapeMarkup(language.of(finding.statement)) + "</div>\n<div>" +
                      tag(language.sentence(nameOf(finding.severity)), nameOf(finding.severity)) +
                      provenanceTag(finding.provenance, language);
    if (finding.conditional)
        out += tag(language.of(say("conditional")), "inferred");
    out += "</div>\n";
    if (!finding.evidence.empty()) {
        out += "<ul>";
        for (const Evidence& evidence : finding.evidence)
            out += "<li>" + nameHtml(language.of(evidenceText(evidence))) + "</li>";
        out += "</ul>\n";
    }
    if (!finding.nextStep.empty())
        out += "<div>" + escapeMarkup(language.of(say("Next: {}", finding.nextStep))) + "</div>\n";
    return out + "</div>\n";
}

std::string layersHtml(const Verdict& verdict, const Language& language)
{
    std::string out;
    int number = 0;
    for (const Layer& layer : verdict.layers) {
        const std::string status = language.of(words(nameOf(layer.status)));
        const bool noData = layer.status == LayerStatus::NoData;
        out += fmt::format("<h3>{} {} {}</h3>\n", ++number, language.sentence(nameOf(layer.id)),
                           tag(status, noData ? std::string_view("no-data") : nameOf(layer.status)));
        if (!layer.summary.empty())
            out += "<p>" + escapeMarkup(capitalised(language.of(layer.summary))) + "</p>\n";
        for (const Finding& finding : layer.findings)
            out += findingHtml(finding, language);
    }
    return out;
}

std::string pathHtml(const Verdict& verdict, const Language& language)
{
    std::string out = "<ol class=\"path\">\n";
    for (const FlowStep& step : verdict.flowchart)
        out += "<li><strong>" + escapeMarkup(language.sentence(step.node)) +
               "</strong>: " + escapeMarkup(language.of(step.answer)) + " <span class=\"soft\">" +
               escapeMarkup(language.of(step.because)) + "</span></li>\n";
    return out + "</ol>\n";
}

std::string comparabilityHtml(const Comparability& value, const Language& language)
{
    std::string out = "<p>" + escapeMarkup(capitalised(language.of(value.reason))) + "</p>\n";
    if (value.changed.empty())
        return out;
    out += "<div class=\"scroll\"><table>\n" +
           head({{say("key"), false}, {say("baseline"), false}, {say("current"), false}, {"", false}}, language);
    for (const ManifestChange& change : value.changed) {
        const auto side = [&](const std::string& text) {
            return text.empty() ? "<span class=\"soft\">" + language.of(say("unknown")) + "</span>" : nameHtml(text);
        };
        const Text kind = change.isIdentity ? say("another job") : (change.isVolatile ? say("volatile") : Text());
        out += "<tr>" + cell(nameHtml(change.key)) + cell(side(change.baseline)) + cell(side(change.current)) +
               cell(language.of(kind)) + "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string listHtml(const std::vector<Text>& lines, const Language& language)
{
    std::string out = "<ul>\n";
    for (const Text& line : lines)
        out += "<li>" + escapeMarkup(language.of(line)) + "</li>\n";
    return out + "</ul>\n";
}

std::string inputsHtml(const Verdict& verdict, const Language& language)
{
    std::string out = "<div class=\"scroll\"><table>\n" + head({{say("side"), false},
                                                                {say("file"), false},
                                                                {say("format"), false},
                                                                {say("events"), true},
                                                                {say("used"), false},
                                                                {say("problems"), false}},
                                                               language);
    const auto side = [&](const Text& name, const std::vector<SourceFile>& files) {
        for (const SourceFile& file : files) {
            std::string problems;
            for (const Problem& problem : file.problems)
                problems += fmt::format("<div>{}: {}</div>", language.sentence(nameOf(problem.severity)),
                                        nameHtml(problem.message));
            out += "<tr>" + cell(language.of(name)) + cell(nameHtml(file.path)) + cell(nameHtml(file.format)) +
                   cell(std::to_string(file.events), true) + cell(language.of(file.used ? say("yes") : say("no"))) +
                   cell(problems) + "</tr>\n";
        }
    };
    side(say("baseline"), verdict.baselineInputs);
    side(say("current"), verdict.currentInputs);
    return out + "</table></div>\n";
}

std::string policyHtml(const Verdict& verdict, const Language& language)
{
    std::string out = "<div class=\"scroll\"><table>\n";
    for (const auto& [name, value] : policyEntries(verdict))
        out +=
            "<tr>" + cell("<code>" + escapeMarkup(name) + "</code>") + cell(nameHtml(language.of(value))) + "</tr>\n";
    return out + "</table></div>\n";
}

std::string stagesHtml(const Verdict& verdict, const Language& language)
{
    if (verdict.stages.empty())
        return {};
    const std::string chartTitle =
        language.of(say("Where the step's time went, per stage, {}", word(nameOf(verdict.policy.statistic))));
    return section(chartTitle, "<div class=\"scroll\">" + stageChartSvg(verdict, language) + "</div>\n" +
                                   stabilityHtml(verdict, language)) +
           section(language.of(say("Stages")), stageTable(verdict, language)) +
           section(language.of(say("Every statistic, baseline \u2192 current, and its state")),
                   tailTable(verdict, language));
}

}  // namespace

std::string verdictHtml(const Verdict& verdict, const Language& language)
{
    std::string out = "<!DOCTYPE html>\n<html lang=\"" + language.code() +
                      "\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                      // Nothing is loaded and nothing runs, whatever a name in a trace may say.
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "style-src 'unsafe-inline'\"/>\n";
    out += fmt::format("<meta name=\"generator\" content=\"headwater {}\"/>\n", productVersion());
    out += "<title>" + escapeMarkup(language.of(headlineOf(verdict))) + "</title>\n<style>";
    out += paletteCss();
    out += pageCss();
    out += chartCss();
    out += "</style>\n</head>\n<body>\n" + headerHtml(verdict, language) + factsHtml(verdict, language) +
           stagesHtml(verdict, language);
    out += section(language.of(say("Layers")), layersHtml(verdict, language));
    if (!verdict.flowchart.empty())
        out += section(language.of(say("The way through the flowchart")), pathHtml(verdict, language));
    out += section(language.of(say("Comparability: {}", words(nameOf(verdict.comparability.status)))),
                   comparabilityHtml(verdict.comparability, language));
    if (!verdict.nextSteps.empty())
        out += section(language.of(say("Next")), listHtml(verdict.nextSteps, language));
    if (!verdict.warnings.empty())
        out += section(language.of(say("Warnings")), listHtml(verdict.warnings, language));
    out += section(language.of(say("Inputs")), inputsHtml(verdict, language)) +
           section(language.of(say("Policy")), policyHtml(verdict, language));
    out += fmt::format("<footer>headwater {}</footer>\n</body>\n</html>\n", productVersion());
    return out;
}

}  // namespace headwater
