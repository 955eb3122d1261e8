// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/Svg.h"
#include "core/report/SvgParts.h"
#include "core/report/TextTable.h"
#include "core/triage/RunHistory.h"

namespace headwater {

namespace {

constexpr double kLeft = 64, kWidth = 720, kTop = 26, kPlot = 130, kBottom = kTop + kPlot;
constexpr double kLabel = 14;  // above every point

struct Scale {
    double slot = 0;     ///< width of a run
    double largest = 1;  ///< ns at the top

    [[nodiscard]] double x(std::size_t run) const { return kLeft + slot * (static_cast<double>(run) + 0.5); }
    [[nodiscard]] double y(double ns) const { return kBottom - kPlot * ns / largest; }
};

std::string plateau(std::size_t from, std::size_t to, double value, const Scale& scale)
{
    return fmt::format("<line class=\"plateau\" x1=\"{0:.1f}\" y1=\"{2:.1f}\" x2=\"{1:.1f}\" y2=\"{2:.1f}\"/>\n",
                       scale.x(from) - scale.slot / 2, scale.x(to) - scale.slot / 2, scale.y(value));
}

std::string changes(const HistorySeries& series, const Scale& scale)
{
    std::string out;
    std::size_t from = 0;
    for (std::size_t i = 0; i < series.changes.size(); ++i) {
        const HistoryChange& change = series.changes[i];
        const double x = scale.x(change.at) - scale.slot / 2;
        out += plateau(from, change.at, change.before, scale);
        out += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.0f}\" x2=\"{:.1f}\" y2=\"{:.0f}\"/>",
                           change.counted ? "rule" : "cut", x, kLabel - 10, x, kBottom);
        out += svg::label(x + 4, kLabel, "start", formatRatio(change.ratio()));
        from = change.at;
        if (i + 1 == series.changes.size())
            out += plateau(from, series.values.size(), change.after, scale);
    }
    return out;
}

}  // namespace

std::string historySvg(const HistorySeries& series, const RunHistory& history, const Language& language)
{
    double largest = 0;
    for (const double value : series.values)
        if (std::isfinite(value))
            largest = std::max(largest, value);
    if (largest <= 0)
        return {};
    Scale scale;
    scale.slot = kWidth / static_cast<double>(series.values.size());
    scale.largest = largest * 1.1;
    std::string out = svg::open(kLeft + kWidth + 16, kBottom + 34, language.of(say("{} over the runs", series.stage)));
    const double tick = svg::niceTick(largest, 3);
    for (int i = 0; tick * i <= scale.largest; ++i)
        out += svg::gridLine(kLeft, kLeft + kWidth, scale.y(tick * i), i == 0) +
               svg::label(kLeft - 8, scale.y(tick * i) + 4, "end", formatDuration(std::llround(tick * i)));
    std::string points;
    for (std::size_t run = 0; run < series.values.size(); ++run)
        if (std::isfinite(series.values[run]))
            points += fmt::format("<circle class=\"current\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", scale.x(run),
                                  scale.y(series.values[run]));
    out += changes(series, scale) + points + "\n";
    constexpr std::size_t kLetters = 24;
    const auto name = [&history](std::size_t run) {
        return elideMiddle(escapeTerminal(history.runs[run].name), kLetters);
    };
    out += svg::label(kLeft, kBottom + 18, "start", name(0));
    out += svg::label(kLeft + kWidth, kBottom + 18, "end", name(history.runs.size() - 1));
    return out + "</svg>\n";
}

}  // namespace headwater
