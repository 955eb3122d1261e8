// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/SvgParts.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/TextTable.h"

namespace headwater::svg {

std::string open(double width, double height, std::string_view title)
{
    return fmt::format("<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
                       "viewBox=\"0 0 {:.0f} {:.0f}\" style=\"max-width:{:.0f}px\">\n<title>{}</title>\n",
                       width, height, width * 1.25, escapeMarkup(title));
}

std::string gridLine(double x0, double x1, double y, bool isAxis)
{
    return fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>",
                       isAxis ? "axis" : "grid", x0, y, x1, y);
}

std::string label(double x, double y, std::string_view anchor, std::string_view text)
{
    return fmt::format("<text class=\"soft\" text-anchor=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", anchor, x, y,
                       escapeMarkup(text));
}

double niceTick(double maximum, double lines)
{
    const double raw = maximum / lines;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (raw <= factor * power)
            return factor * power;
    return 10 * power;
}

std::string timeAxis(double left, double width, double y, double largest)
{
    constexpr std::array<std::pair<double, std::string_view>, 4> kUnits{
        {{1e9, "s"}, {1e6, "ms"}, {1e3, "\u00b5s"}, {1, "ns"}}};
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() && largest < kUnits[unit].first)
        ++unit;
    const double tick = niceTick(largest, 8);
    std::string out;
    for (int i = 0; tick * i <= largest; ++i)
        out +=
            label(left + width * tick * i / largest, y, "middle", fmt::format("{:.6g}", tick * i / kUnits[unit].first));
    return out + label(left + width, y + 15, "end", kUnits[unit].second);
}

std::string sidesLegend(double x, double y, const Language& language)
{
    constexpr double kCharWidth = 6.6;
    std::string out;
    for (const auto& [cls, text] :
         {std::pair("baseline", language.of(say("baseline"))), std::pair("current", language.of(say("current")))}) {
        out += fmt::format("<rect class=\"{}\" x=\"{:.0f}\" y=\"{:.0f}\" width=\"11\" height=\"11\"/>", cls, x, y - 10);
        out += label(x + 16, y, "start", text);
        x += 34 + static_cast<double>(displayWidth(text)) * kCharWidth;
    }
    return out;
}

}  // namespace headwater::svg
