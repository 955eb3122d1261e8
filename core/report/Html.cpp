// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

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

std::string provenanceTag(Provenance provenance)
{
    const std::string_view name = nameOf(provenance);
    return tag((provenance == Provenance::Derived ? "\u0192 " : "") + std::string(name), name);
}

std::string cell(const std::string& html, bool number = false)
{
    return (number ? "<td class=\"number\">" : "<td>") + html + "</td>";
}

std::string head(const std::vector<std::pair<std::string_view, bool>>& columns)
{
    std::string out = "<thead><tr>";
    for (const auto& [title, number] : columns)
        out += fmt::format("<th{}>{}</th>", number ? " class=\"number\"" : "", escapeMarkup(title));
    return out + "</tr></thead>\n";
}

std::string section(std::string_view title, const std::string& body)
{
    return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", escapeMarkup(title), body);
}

std::string headerHtml(const Verdict& verdict)
{
    std::string out = fmt::format("<header class=\"{}\">\n<div class=\"outcome\">{}</div>\n<h1>{}</h1>\n",
                                  verdict.outcome == Outcome::Regressed ? "regressed" : "other",
                                  escapeMarkup(outcomeTitle(verdict.outcome)), escapeMarkup(headlineOf(verdict)));
    if (verdict.firstRegressed) {
        const FirstRegressed& first = *verdict.firstRegressed;
        out += "<div>" + tag(first.confirmed ? "confirmed" : "possible", first.confirmed ? "" : "inferred") +
               tag(scopeText(first.scope)) + tag(words(nameOf(first.kind))) + provenanceTag(first.provenance) +
               tag(verdict.evidenceLevel == EvidenceLevel::WithinRun ? "within-run evidence" : "evidence across runs") +
               "</div>\n";
    }
    if (!verdict.paragraph.empty())
        out += "<p>" + escapeMarkup(verdict.paragraph) + "</p>\n";
    out += "<p class=\"soft\">Baseline " + nameHtml(verdict.baselineName) + ", current " +
           nameHtml(verdict.currentName) + "</p>\n";
    return out + "</header>\n";
}

std::string factsHtml(const Verdict& verdict)
{
    std::string out = "<section class=\"scroll\">\n<table class=\"facts\">\n";
    for (const Fact& fact : summaryFacts(verdict)) {
        const bool first = fact.mark == Fact::Mark::First;
        const std::string triangle = fact.mark == Fact::Mark::Slowest ? " \u25b3" : "";
        out += fmt::format("<tr{}><th>{}{}</th>", first ? " class=\"first\"" : "", escapeMarkup(fact.label), triangle);
        out += cell(nameHtml(fact.stage)) + cell(escapeMarkup(fact.value), true) + cell(escapeMarkup(fact.detail)) +
               "</tr>\n";
    }
    out += "</table>\n";
    for (const std::string& line : caveats(verdict))
        out += "<p class=\"soft\">" + escapeMarkup(line) + "</p>\n";
    return out + "</section>\n";
}

std::string stabilityHtml(const Verdict& verdict)
{
    if (verdict.stability.empty())
        return {};
    std::string out = "<p class=\"soft\">How stable is \u201cfirst\u201d, in joint resamples of the steps: ";
    bool comma = false;
    for (const StabilityBar& bar : verdict.stability) {
        std::string name = "none";
        for (const StageVerdict& stage : verdict.stages)
            if (stage.index == bar.index)
                name = nameHtml(stage.stage);
        out += fmt::format("{}{} {:.0f} %", comma ? ", " : "", name, bar.share * 100);
        comma = true;
    }
    return out + ".</p>\n";
}

std::string stageTable(const Verdict& verdict)
{
    const Statistic statistic = verdict.policy.statistic;
    const std::string name(nameOf(statistic));
    const std::string baseline = "baseline " + name;
    const std::string current = "current " + name;
    const IntervalAxis axis = intervalAxis(verdict);
    std::string out = "<div class=\"scroll\"><table class=\"stages\">\n" + head({{"stage", false},
                                                                                 {baseline, true},
                                                                                 {current, true},
                                                                                 {"\u0394", true},
                                                                                 {"\u0394 %", true},
                                                                                 {"95 % interval", true},
                                                                                 {"dashed: \u03b5", false},
                                                                                 {"n", true},
                                                                                 {"state", false},
                                                                                 {"share of step \u0394", true}});
    for (const StageVerdict& given : verdict.stages) {
        const StageVerdict stage = asRegressed(given, statistic);
        const bool first = isFirst(stage, verdict);
        const std::string mark = first ? "\u2691 " : (stage.index == verdict.slowest.index ? "\u25b3 " : "");
        std::string state = escapeMarkup(stateText(stage, verdict));
        if (!stage.explainedBy.empty())
            state += "<br/><span class=\"soft\">" + nameHtml(explanationText(stage.explainedBy)) + "</span>";
        out += fmt::format("<tr{}>", first ? " class=\"first\"" : (stage.downstream ? " class=\"downstream\"" : ""));
        out += cell(mark + nameHtml(stage.stage)) + cell(valueText(stage.baseline, statistic), true) +
               cell(valueText(stage.current, statistic), true) + cell(deltaText(stage), true) +
               cell(ratioText(stage.ratio), true) + cell(intervalText(stage.ci95), true) +
               cell(intervalSvg(stage, axis)) + cell(countText(stage), true) + cell(state) +
               cell(shareText(stage.shareOfStepDelta), true) + "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string tailTable(const Verdict& verdict)
{
    std::string out = "<div class=\"scroll\"><table>\n" +
                      head({{"stage", false}, {"p50", true}, {"mean", true}, {"p95", true}, {"p99", true}});
    for (const StageVerdict& stage : verdict.stages) {
        out += "<tr>" + cell(nameHtml(stage.stage));
        for (std::size_t i = 0; i < kStatistics; ++i) {
            const auto statistic = static_cast<Statistic>(i);
            out += cell(valueText(stage.baseline, statistic) + " \u2192 " + valueText(stage.current, statistic) +
                            "<br/><span class=\"soft\">" + words(nameOf(stage.stateBy[i])) + "</span>",
                        true);
        }
        out += "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string findingHtml(const Finding& finding)
{
    std::string out = "<div class=\"card\"><div>" + escapeMarkup(finding.statement) + "</div>\n<div>" +
                      tag(nameOf(finding.severity), nameOf(finding.severity)) + provenanceTag(finding.provenance);
    if (finding.conditional)
        out += tag("conditional", "inferred");
    out += "</div>\n";
    if (!finding.evidence.empty()) {
        out += "<ul>";
        for (const Evidence& evidence : finding.evidence)
            out += "<li>" + nameHtml(evidenceText(evidence)) + "</li>";
        out += "</ul>\n";
    }
    if (!finding.nextStep.empty())
        out += "<div>Next: " + escapeMarkup(finding.nextStep) + "</div>\n";
    return out + "</div>\n";
}

std::string layersHtml(const Verdict& verdict)
{
    std::string out;
    int number = 0;
    for (const Layer& layer : verdict.layers) {
        const std::string status = words(nameOf(layer.status));
        const bool noData = layer.status == LayerStatus::NoData;
        out += fmt::format("<h3>{} {} {}</h3>\n", ++number, nameOf(layer.id),
                           tag(status, noData ? std::string_view("no-data") : nameOf(layer.status)));
        if (!layer.summary.empty())
            out += "<p>" + escapeMarkup(capitalised(layer.summary)) + "</p>\n";
        for (const Finding& finding : layer.findings)
            out += findingHtml(finding);
    }
    return out;
}

std::string pathHtml(const Verdict& verdict)
{
    std::string out = "<ol class=\"path\">\n";
    for (const FlowStep& step : verdict.flowchart)
        out += "<li><strong>" + escapeMarkup(step.node) + "</strong>: " + escapeMarkup(step.answer) +
               " <span class=\"soft\">" + escapeMarkup(step.because) + "</span></li>\n";
    return out + "</ol>\n";
}

std::string comparabilityHtml(const Comparability& value)
{
    std::string out = "<p>" + escapeMarkup(capitalised(value.reason)) + "</p>\n";
    if (value.changed.empty())
        return out;
    out += "<div class=\"scroll\"><table>\n" +
           head({{"key", false}, {"baseline", false}, {"current", false}, {"", false}});
    for (const ManifestChange& change : value.changed) {
        const auto side = [](const std::string& text) {
            return text.empty() ? std::string("<span class=\"soft\">unknown</span>") : nameHtml(text);
        };
        const std::string kind = change.isIdentity ? "another job" : (change.isVolatile ? "volatile" : "");
        out += "<tr>" + cell(nameHtml(change.key)) + cell(side(change.baseline)) + cell(side(change.current)) +
               cell(kind) + "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string listHtml(const std::vector<std::string>& lines)
{
    std::string out = "<ul>\n";
    for (const std::string& line : lines)
        out += "<li>" + escapeMarkup(line) + "</li>\n";
    return out + "</ul>\n";
}

std::string inputsHtml(const Verdict& verdict)
{
    std::string out = "<div class=\"scroll\"><table>\n" + head({{"side", false},
                                                                {"file", false},
                                                                {"format", false},
                                                                {"events", true},
                                                                {"used", false},
                                                                {"problems", false}});
    const auto side = [&out](const char* name, const std::vector<SourceFile>& files) {
        for (const SourceFile& file : files) {
            std::string problems;
            for (const Problem& problem : file.problems)
                problems += fmt::format("<div>{}: {}</div>", nameOf(problem.severity), nameHtml(problem.message));
            out += "<tr>" + cell(name) + cell(nameHtml(file.path)) + cell(nameHtml(file.format)) +
                   cell(std::to_string(file.events), true) + cell(file.used ? "yes" : "no") + cell(problems) +
                   "</tr>\n";
        }
    };
    side("baseline", verdict.baselineInputs);
    side("current", verdict.currentInputs);
    return out + "</table></div>\n";
}

std::string policyHtml(const Verdict& verdict)
{
    std::string out = "<div class=\"scroll\"><table>\n";
    for (const auto& [name, value] : policyEntries(verdict))
        out += "<tr>" + cell("<code>" + escapeMarkup(name) + "</code>") + cell(nameHtml(value)) + "</tr>\n";
    return out + "</table></div>\n";
}

std::string stagesHtml(const Verdict& verdict)
{
    if (verdict.stages.empty())
        return {};
    const std::string chartTitle =
        "Where the step's time went, per stage, " + std::string(nameOf(verdict.policy.statistic));
    return section(chartTitle,
                   "<div class=\"scroll\">" + stageChartSvg(verdict) + "</div>\n" + stabilityHtml(verdict)) +
           section("Stages", stageTable(verdict)) +
           section("Every statistic, baseline \u2192 current, and its state", tailTable(verdict));
}

}  // namespace

std::string verdictHtml(const Verdict& verdict)
{
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                      // Nothing is loaded and nothing runs, whatever a name in a trace may say.
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "style-src 'unsafe-inline'\"/>\n";
    out += fmt::format("<meta name=\"generator\" content=\"headwater {}\"/>\n", productVersion());
    out += "<title>" + escapeMarkup(headlineOf(verdict)) + "</title>\n<style>";
    out += paletteCss();
    out += pageCss();
    out += chartCss();
    out += "</style>\n</head>\n<body>\n" + headerHtml(verdict) + factsHtml(verdict) + stagesHtml(verdict);
    out += section("Layers", layersHtml(verdict));
    if (!verdict.flowchart.empty())
        out += section("The way through the flowchart", pathHtml(verdict));
    out += section("Comparability: " + words(nameOf(verdict.comparability.status)),
                   comparabilityHtml(verdict.comparability));
    if (!verdict.nextSteps.empty())
        out += section("Next", listHtml(verdict.nextSteps));
    if (!verdict.warnings.empty())
        out += section("Warnings", listHtml(verdict.warnings));
    out += section("Inputs", inputsHtml(verdict)) + section("Policy", policyHtml(verdict));
    out += fmt::format("<footer>headwater {}</footer>\n</body>\n</html>\n", productVersion());
    return out;
}

}  // namespace headwater
