// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/report/Escape.h"
#include "core/report/Svg.h"
#include "core/report/SvgParts.h"
#include "core/report/TextTable.h"

namespace headwater {

namespace {

constexpr double kLeft = 210, kWidth = 500, kRow = 34, kTop = 8;
constexpr std::size_t kMostLetters = 30;

std::string bar(std::string_view cls, double y, Ns time, Ns largest)
{
    const double width = kWidth * static_cast<double>(std::max<Ns>(0, time)) / static_cast<double>(largest);
    return fmt::format("<rect class=\"{}\" x=\"{:.0f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"11\"/>", cls, kLeft, y,
                       width) +
           svg::label(kLeft + width + 5, y + 10, "start", formatDuration(time));
}

}  // namespace

std::string bubbleSvg(const std::vector<BubbleBar>& bars, const Language& language)
{
    if (bars.empty())
        return {};
    Ns largest = 0;
    for (const BubbleBar& row : bars)
        largest = std::max({largest, row.times[0], row.times[1]});
    if (largest <= 0)
        return {};
    const double bottom = kTop + kRow * static_cast<double>(bars.size());
    std::string out = svg::open(kLeft + kWidth + 90, bottom + 50, language.of(say("Time without compute by cause")));
    out += fmt::format("<line class=\"axis\" x1=\"{0:.0f}\" y1=\"{1:.0f}\" x2=\"{0:.0f}\" y2=\"{2:.0f}\"/>\n", kLeft,
                       kTop, bottom);
    double y = kTop;
    for (const BubbleBar& row : bars) {
        out += svg::label(kLeft - 8, y + 18, "end", elideMiddle(escapeTerminal(row.cause), kMostLetters));
        out += bar("baseline", y + 3, row.times[0], largest);
        out += bar("current", y + 16, row.times[1], largest);
        y += kRow;
    }
    out += svg::timeAxis(kLeft, kWidth, bottom + 14, static_cast<double>(largest));
    return out + svg::sidesLegend(kLeft, bottom + 40, language) + "</svg>\n";
}

}  // namespace headwater
