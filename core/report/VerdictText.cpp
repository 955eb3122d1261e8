// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Language.h"
#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/SourceLines.h"
#include "core/report/TextTable.h"
#include "core/report/TextWrap.h"
#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater {

namespace {

std::string styled(const std::string& text, std::string_view code, bool colour)
{
    return colour ? "\x1b[" + std::string(code) + "m" + text + "\x1b[0m" : text;
}

std::string facts(const Verdict& verdict, bool colour, const Language& language)
{
    const std::vector<Fact> all = summaryFacts(verdict);
    std::size_t labelWidth = 0;
    std::size_t answerWidth = 0;
    std::vector<std::string> answers;
    for (const Fact& fact : all) {
        labelWidth = std::max(labelWidth, displayWidth(language.of(fact.label)));
        const std::string stage = elideMiddle(escapeTerminal(fact.stage), 40);
        answers.push_back(stage + (stage.empty() || fact.value.empty() ? "" : "  ") + language.of(fact.value));
        answerWidth = std::max(answerWidth, displayWidth(answers.back()));
    }
    std::string out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::string label = language.of(all[i].label);
        label.append(labelWidth - displayWidth(label), ' ');
        const std::string gap(answerWidth - displayWidth(answers[i]), ' ');
        const bool first = all[i].mark == Fact::Mark::First;
        const std::string answer = first ? styled(answers[i], "1", colour) : answers[i];
        const std::string start = "  " + styled(label, "2", colour) + "  " + answer;
        if (all[i].detail.empty())
            out += start + "\n";
        else
            out +=
                wrapped(start + gap + "  ", labelWidth + answerWidth + 6, escapeTerminal(language.of(all[i].detail)));
    }
    return out;
}

std::string stageTable(const Verdict& verdict, bool colour, const Language& language)
{
    using Align = TextTable::Align;
    const Text statistic = word(nameOf(verdict.policy.statistic));
    TextTable table({{"", Align::Left},
                     {language.of(say("stage")), Align::Left},
                     {language.of(say("baseline {}", statistic)), Align::Right},
                     {language.of(say("current {}", statistic)), Align::Right},
                     {"\u0394", Align::Right},
                     {"", Align::Right},
                     {language.of(say("95 % interval")), Align::Right},
                     {"n", Align::Right},
                     {language.of(say("state")), Align::Left}});
    for (const StageVerdict& given : verdict.stages) {
        const StageVerdict stage = asRegressed(given, verdict.policy.statistic);
        const bool first = isFirst(stage, verdict);
        const bool slowest = stage.index == verdict.slowest.index;
        const std::string mark = first ? "\u25b6" : (slowest ? "\u25b3" : "");
        table.addRow({mark, stage.stage, valueText(stage.baseline, verdict.policy.statistic),
                      valueText(stage.current, verdict.policy.statistic), deltaText(stage), ratioText(stage.ratio),
                      language.of(intervalWords(stage.ci95)), countText(stage), language.of(stateText(stage, verdict))},
                     first);
    }
    std::string out = table.toString(colour);
    out += styled(language.of(say("  \u25b6 first regressed   \u25b3 slowest")), "2", colour) + "\n";
    return out;
}

std::string comparability(const Verdict& verdict, bool colour, const Language& language)
{
    constexpr std::size_t kShown = 12;
    const Comparability& value = verdict.comparability;
    Text title = say("Comparability: {}", words(nameOf(value.status)));
    if (!value.reason.empty())
        title += say("; {}", value.reason);
    std::string out = wrapped("", escapeTerminal(language.of(title)));
    std::size_t shown = 0;
    for (const ManifestChange& change : value.changed) {
        if (change.isVolatile)
            continue;
        if (++shown > kShown)
            continue;
        out += wrapped("  - ", escapeTerminal(language.of(changeText(change))));
    }
    if (shown > kShown)
        out += styled(language.of(say("  and {} more", shown - kShown)), "2", colour) + "\n";
    return out;
}

/// A table whose last column is wrapped, never cut.
std::string layerTable(const Verdict& verdict, const Language& language)
{
    std::vector<std::array<std::string, 3>> rows{{language.of(say("layer")), language.of(say("status")), {}}};
    int number = 0;
    for (const Layer& layer : verdict.layers)
        rows.push_back({fmt::format("{} {}", ++number, language.sentence(nameOf(layer.id))),
                        language.of(words(nameOf(layer.status))), language.of(layer.summary)});
    std::array<std::size_t, 2> widths{};
    for (const auto& row : rows)
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], displayWidth(row[i]));
    std::string out;
    for (const auto& row : rows) {
        std::string start = "  ";
        for (std::size_t i = 0; i < widths.size(); ++i)
            start += row[i] + std::string(widths[i] - displayWidth(row[i]), ' ') + "  ";
        if (row[2].empty())
            out += start.substr(0, start.find_last_not_of(' ') + 1) + "\n";
        else
            out += wrapped(start, escapeTerminal(row[2]));
    }
    return out;
}

std::string layers(const Verdict& verdict, const Language& language)
{
    std::string statements;
    for (const Layer& layer : verdict.layers)
        for (const Finding& finding : layer.findings) {
            if (finding.severity == FindingSeverity::Info)
                continue;
            const Text how = word(nameOf(finding.provenance));
            const Text statement = finding.conditional ? say("[{}, conditional] {}", how, finding.statement)
                                                       : say("[{}] {}", how, finding.statement);
            statements += wrapped("  - ", escapeTerminal(language.of(statement)));
        }
    return layerTable(verdict, language) + statements;
}

std::string bulletList(const Text& title, const std::vector<Text>& lines, bool colour, const Language& language)
{
    if (lines.empty())
        return {};
    std::string out = "\n" + styled(language.of(title), "1", colour) + "\n";
    for (const Text& line : lines)
        out += wrapped("  - ", escapeTerminal(language.of(line)));
    return out;
}

std::string_view outcomeColour(Outcome outcome)
{
    // Blue for faster, vermillion's nearest neighbour for slower, never green and red.
    switch (outcome) {
    case Outcome::Regressed: return "1;33";
    case Outcome::Improved: return "1;34";
    default: return "1";
    }
}

}  // namespace

std::string verdictText(const Verdict& verdict, bool colour, const Language& language)
{
    std::string out = styled(language.of(outcomeTitle(verdict.outcome)), outcomeColour(verdict.outcome), colour) + "\n";
    if (!verdict.headline.empty())
        out += styled(escapeTerminal(language.of(verdict.headline)), "1", colour) + "\n";
    if (!verdict.paragraph.empty())
        out += wrapped("", escapeTerminal(language.of(verdict.paragraph)));
    out += "\n" + facts(verdict, colour, language);
    if (!verdict.stages.empty())
        out += "\n" + stageTable(verdict, colour, language);
    out += "\n" + layers(verdict, language);
    out += "\n" + comparability(verdict, colour, language);
    for (const Text& line : caveats(verdict))
        out += wrapped("", escapeTerminal(language.of(line)));
    out += bulletList(say("Next"), verdict.nextSteps, colour, language);
    out += bulletList(say("Warnings"), verdict.warnings, colour, language);
    out += bulletList(say("Where the numbers come from"), sourceLines(verdict, language), colour, language);
    return out;
}

}  // namespace headwater
