// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/TextTable.h"
#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater {

namespace {

constexpr std::size_t kWrap = 100;

std::string styled(const std::string& text, std::string_view code, bool colour)
{
    return colour ? "\x1b[" + std::string(code) + "m" + text + "\x1b[0m" : text;
}

/// Breaks text into lines of about kWrap columns; the first stands behind `first`, the others below their beginning.
/// `width` is that of `first` on the screen, which its codes for colours do not tell.
std::string wrapped(const std::string& first, std::size_t width, const std::string& text)
{
    const std::string indent(width, ' ');
    std::string out;
    std::string line = first;
    std::size_t used = width;
    std::size_t words = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        at = end + 1;
        if (word.empty())
            continue;
        if (words > 0 && used + 1 + displayWidth(word) > kWrap) {
            out += line + "\n";
            line = indent;
            used = width;
            words = 0;
        }
        line += (words > 0 ? " " : "") + word;
        used += displayWidth(word) + (words > 0 ? 1 : 0);
        ++words;
    }
    return out + line + "\n";
}

std::string wrapped(const std::string& first, const std::string& text)
{
    return wrapped(first, displayWidth(first), text);
}

std::string facts(const Verdict& verdict, bool colour)
{
    const std::vector<Fact> all = summaryFacts(verdict);
    std::size_t labelWidth = 0;
    std::size_t answerWidth = 0;
    std::vector<std::string> answers;
    for (const Fact& fact : all) {
        labelWidth = std::max(labelWidth, fact.label.size());
        const std::string stage = elideMiddle(escapeTerminal(fact.stage), 40);
        answers.push_back(stage + (stage.empty() || fact.value.empty() ? "" : "  ") + fact.value);
        answerWidth = std::max(answerWidth, displayWidth(answers.back()));
    }
    std::string out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string label = all[i].label + std::string(labelWidth - all[i].label.size(), ' ');
        const std::string gap(answerWidth - displayWidth(answers[i]), ' ');
        const bool first = all[i].mark == Fact::Mark::First;
        const std::string answer = first ? styled(answers[i], "1", colour) : answers[i];
        const std::string start = "  " + styled(label, "2", colour) + "  " + answer;
        if (all[i].detail.empty())
            out += start + "\n";
        else
            out += wrapped(start + gap + "  ", labelWidth + answerWidth + 6, escapeTerminal(all[i].detail));
    }
    return out;
}

std::string stageTable(const Verdict& verdict, bool colour)
{
    using Align = TextTable::Align;
    const std::string statistic(nameOf(verdict.policy.statistic));
    TextTable table({{"", Align::Left},
                     {"stage", Align::Left},
                     {"baseline " + statistic, Align::Right},
                     {"current " + statistic, Align::Right},
                     {"\u0394", Align::Right},
                     {"", Align::Right},
                     {"95 % interval", Align::Right},
                     {"n", Align::Right},
                     {"state", Align::Left}});
    for (const StageVerdict& given : verdict.stages) {
        const StageVerdict stage = asRegressed(given, verdict.policy.statistic);
        const bool first = isFirst(stage, verdict);
        const bool slowest = stage.index == verdict.slowest.index;
        const std::string mark = first ? "\u25b6" : (slowest ? "\u25b3" : "");
        table.addRow({mark, stage.stage, valueText(stage.baseline, verdict.policy.statistic),
                      valueText(stage.current, verdict.policy.statistic), deltaText(stage), ratioText(stage.ratio),
                      intervalText(stage.ci95), countText(stage), stateText(stage, verdict)},
                     first);
    }
    std::string out = table.toString(colour);
    out += styled("  \u25b6 first regressed   \u25b3 slowest", "2", colour) + "\n";
    return out;
}

std::string comparability(const Verdict& verdict, bool colour)
{
    constexpr std::size_t kShown = 12;
    const Comparability& value = verdict.comparability;
    std::string title = "Comparability: " + words(nameOf(value.status));
    if (!value.reason.empty())
        title += "; " + escapeTerminal(value.reason);
    std::string out = wrapped("", title);
    std::size_t shown = 0;
    for (const ManifestChange& change : value.changed) {
        if (change.isVolatile)
            continue;
        if (++shown > kShown)
            continue;
        out += wrapped("  - ", escapeTerminal(changeText(change)));
    }
    if (shown > kShown)
        out += styled(fmt::format("  and {} more", shown - kShown), "2", colour) + "\n";
    return out;
}

std::string layers(const Verdict& verdict)
{
    TextTable table(
        {{"layer", TextTable::Align::Left}, {"status", TextTable::Align::Left}, {"", TextTable::Align::Left}});
    std::string statements;
    int number = 0;
    for (const Layer& layer : verdict.layers) {
        table.addRow({fmt::format("{} {}", ++number, nameOf(layer.id)), words(nameOf(layer.status)), layer.summary});
        for (const Finding& finding : layer.findings) {
            if (finding.severity == FindingSeverity::Info)
                continue;
            const std::string tag =
                fmt::format("[{}{}] ", nameOf(finding.provenance), finding.conditional ? ", conditional" : "");
            statements += wrapped("  - ", tag + escapeTerminal(finding.statement));
        }
    }
    return table.toString() + statements;
}

std::string bulletList(const std::string& title, const std::vector<std::string>& lines, bool colour)
{
    if (lines.empty())
        return {};
    std::string out = "\n" + styled(title, "1", colour) + "\n";
    for (const std::string& line : lines)
        out += wrapped("  - ", escapeTerminal(line));
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

std::string verdictText(const Verdict& verdict, bool colour)
{
    std::string out = styled(outcomeTitle(verdict.outcome), outcomeColour(verdict.outcome), colour) + "\n";
    if (!verdict.headline.empty())
        out += styled(escapeTerminal(verdict.headline), "1", colour) + "\n";
    if (!verdict.paragraph.empty())
        out += wrapped("", escapeTerminal(verdict.paragraph));
    out += "\n" + facts(verdict, colour);
    if (!verdict.stages.empty())
        out += "\n" + stageTable(verdict, colour);
    out += "\n" + layers(verdict);
    out += "\n" + comparability(verdict, colour);
    for (const std::string& line : caveats(verdict))
        out += wrapped("", escapeTerminal(line));
    out += bulletList("Next", verdict.nextSteps, colour);
    out += bulletList("Warnings", verdict.warnings, colour);
    return out;
}

}  // namespace headwater
