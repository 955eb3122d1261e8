// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/Svg.h"
#include "core/report/SvgParts.h"
#include "core/report/TextTable.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

constexpr double kNode = 150, kGap = 22, kTop = 12, kHeight = 82, kBetween = 30;  // of the two rows
constexpr std::size_t kLetters = 21;
constexpr std::size_t kColumns = 4;

struct Node {
    std::string_view id;
    Text title;
};

std::array<Node, 7> nodes()
{
    return {{{"alert", say("Slower?")},
             {"correctness", say("Correctness")},
             {"resources", say("Resources")},
             {"timeline", say("Timeline")},
             {"io-or-communication", say("IO or comm.?")},
             {"stragglers", say("Stragglers")},
             {"outcome", say("Outcome")}}};
}

/// Where `text` may be broken: behind a space that no unit follows, between signs that stand for words.
std::vector<std::size_t> breaks(std::string_view text)
{
    std::vector<std::size_t> places;
    for (std::size_t at = 1; at < text.size(); ++at) {
        const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
        const bool wide = byte(at) >= 0xe4 && byte(at) <= 0xe9;  // CJK, without its punctuation
        if ((text[at - 1] == ' ' && text[at] != '%') || wide)
            places.push_back(at);
    }
    return places;
}

/// Two lines of at most kLetters letters, the second empty where one is enough; what does not fit is cut and marked.
/// Always two, so that no name changes what a drawing consists of.
std::array<std::string, 2> folded(const std::string& text)
{
    if (displayWidth(text) <= kLetters)
        return {text, {}};
    std::size_t cut = 0;
    for (const std::size_t place : breaks(text))
        if (displayWidth(std::string_view(text).substr(0, text[place - 1] == ' ' ? place - 1 : place)) <= kLetters)
            cut = place;
    if (cut == 0)
        return {elideMiddle(text, kLetters), {}};
    return {text.substr(0, text[cut - 1] == ' ' ? cut - 1 : cut),
            elideMiddle(std::string_view(text).substr(cut), kLetters)};
}

using Step = std::vector<FlowStep>::const_iterator;

std::string styleOf(std::string_view id, Step step, const Verdict& verdict)
{
    if (step == verdict.flowchart.end())
        return "node-off";
    const std::string open = isConditional(*step, verdict) ? " node-if" : "";
    if (id == "outcome")
        return "node-end" + open;
    for (const Layer& layer : verdict.layers)
        if (nameOf(layer.id) == id && layer.status == LayerStatus::Fail)
            return "node-fail" + open;
    for (const Layer& layer : verdict.layers)
        if (nameOf(layer.id) == id && layer.status == LayerStatus::NoData)
            return "node-off";
    return "node" + open;
}

std::string shape(std::string_view id, std::string_view style, double x, double y)
{
    if (id != "alert" && id != "io-or-communication")
        return fmt::format("<rect class=\"{}\" x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"6\"/>",
                           style, x, y, kNode, kHeight);
    // A question has pointed ends.
    return fmt::format("<path class=\"{}\" d=\"M{:.0f} {:.0f}h{:.0f}l10 {:.0f}l-10 {:.0f}h-{:.0f}l-10 -{:.0f}z\"/>",
                       style, x + 4, y, kNode - 8, kHeight / 2, kHeight / 2, kNode - 8, kHeight / 2);
}

/// From the node at x to the one behind it.
std::string arrow(double x, double y)
{
    const double middle = y + kHeight / 2;
    return fmt::format("<path class=\"path-line\" d=\"M{:.0f} {:.0f}h{:.0f}\"/>"
                       "<path class=\"path-end\" d=\"M{:.0f} {:.0f}l-7 -4v8z\"/>\n",
                       x + kNode + 5, middle, kGap - 13, x + kNode + kGap - 5, middle);
}

/// From the last node of the first row to the first of the second.
std::string turn(double x, double y)
{
    const double from = x + kNode / 2;
    const double to = kGap + kNode / 2;
    return fmt::format("<path class=\"path-line\" d=\"M{:.0f} {:.0f}v{:.0f}H{:.0f}v{:.0f}\"/>"
                       "<path class=\"path-end\" d=\"M{:.0f} {:.0f}l-4 -7h8z\"/>\n",
                       from, y + kHeight + 3, kBetween / 2 - 3, to, kBetween / 2 - 8, to, y + kHeight + kBetween - 3);
}

/// Title, answer and whether it is conditional, around `middle` of the node at y.
std::string words(const Node& node, Step step, const Verdict& verdict, double middle, double y,
                  const Language& language)
{
    const bool taken = step != verdict.flowchart.end();
    std::string out =
        fmt::format("<text text-anchor=\"middle\" font-weight=\"700\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", middle,
                    y + 22, escapeMarkup(language.of(node.title)));
    const std::string answer = taken ? language.of(step->answer) : language.of(say("not reached"));
    double at = y + 40;
    for (const std::string& line : folded(escapeTerminal(answer))) {
        out += svg::label(middle, at, "middle", line);
        at += 15;
    }
    // Always there, so that no status changes what a drawing consists of.
    const bool conditional = taken && isConditional(*step, verdict);
    return out + fmt::format("<text class=\"soft\" font-style=\"italic\" text-anchor=\"middle\" x=\"{:.0f}\" "
                             "y=\"{:.0f}\">{}</text>\n",
                             middle, y + kHeight - 9,
                             conditional ? escapeMarkup(language.of(say("conditional"))) : std::string());
}

}  // namespace

std::string flowchartSvg(const Verdict& verdict, const Language& language)
{
    if (verdict.flowchart.empty())
        return {};
    const auto all = nodes();
    const double rows = std::ceil(static_cast<double>(all.size()) / static_cast<double>(kColumns));
    std::string out =
        svg::open(kGap + (kNode + kGap) * static_cast<double>(kColumns),
                  kTop * 2 + (kHeight + kBetween) * rows - kBetween, language.of(say("The flowchart, the path taken")));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double x = kGap + (kNode + kGap) * static_cast<double>(i % kColumns);
        const std::size_t row = i / kColumns;
        const double y = kTop + (kHeight + kBetween) * static_cast<double>(row);
        const auto step = std::ranges::find(verdict.flowchart, all[i].id, &FlowStep::node);
        const bool taken = step != verdict.flowchart.end();
        out += shape(all[i].id, styleOf(all[i].id, step, verdict), x, y);
        out += words(all[i], step, verdict, x + kNode / 2, y, language);
        if (taken && i + 1 < all.size())
            out += (i + 1) % kColumns == 0 ? turn(x, y) : arrow(x, y);
    }
    return out + "</svg>\n";
}

}  // namespace headwater
