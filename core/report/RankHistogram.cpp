// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/RankHistogram.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/OwnTimes.h"
#include "core/base/Duration.h"
#include "core/report/Escape.h"
#include "core/report/SvgParts.h"

namespace headwater {

namespace {

constexpr std::size_t kBins = 60;
constexpr double kLeft = 48, kTop = 26, kWidth = 900, kPlot = 170;

std::vector<double> typicalTimes(const OwnTimesPtr& own)
{
    std::vector<double> values;
    if (!own)
        return values;
    for (const double value : own->typical(OwnTime::Local))
        if (std::isfinite(value) && value >= 0)
            values.push_back(value);
    return values;
}

bool oneRole(const OwnTimes& own)
{
    return std::ranges::all_of(own.series.ranks,
                               [&](const RankSeries& rank) { return rank.role == own.series.ranks.front().role; });
}

void addCuts(RankHistogram& histogram, const OwnTimesPtr& own)
{
    if (!own || own->series.ranks.empty() || !oneRole(*own))
        return;
    const StragglerCuts cuts = cutsOf(*own, OwnTime::Local, own->series.ranks.front().role);
    histogram.robust = cuts.robust;
    histogram.threeSigma = cuts.threeSigma;
    histogram.largestZ = cuts.largestZ;
}

std::string cutLine(double value, double scale, const std::string& text, double y)
{
    const double x = kLeft + value * scale;
    if (!std::isfinite(x) || x > kLeft + kWidth)
        return {};
    return fmt::format("<line class=\"cut\" x1=\"{0:.1f}\" y1=\"{1:.0f}\" x2=\"{0:.1f}\" y2=\"{2:.0f}\"/>"
                       "<text class=\"soft\" text-anchor=\"end\" x=\"{3:.1f}\" y=\"{4:.0f}\">{5}</text>\n",
                       x, y - 9, kTop + kPlot, x - 4, y, escapeMarkup(text));
}

}  // namespace

RankHistogram rankHistogram(const Verdict& verdict)
{
    RankHistogram histogram;
    const std::array<std::vector<double>, 2> values{typicalTimes(verdict.ownTimes[0]),
                                                    typicalTimes(verdict.ownTimes[1])};
    if (values[0].size() < 2 && values[1].size() < 2)
        return histogram;
    double largest = 0;
    for (const auto& side : values)
        for (const double value : side)
            largest = std::max(largest, value);
    if (largest <= 0)
        return histogram;
    const OwnTimesPtr& named = verdict.ownTimes[1] ? verdict.ownTimes[1] : verdict.ownTimes[0];
    histogram.metric = named->series.metric;
    addCuts(histogram, verdict.ownTimes[1]);
    histogram.binWidth = largest * 1.05 / kBins;
    histogram.bins.resize(kBins);
    for (std::size_t side = 0; side < 2; ++side)
        for (const double value : values[side])
            ++histogram.bins[std::min(kBins - 1, static_cast<std::size_t>(value / histogram.binWidth))][side];
    return histogram;
}

std::string rankHistogramSvg(const RankHistogram& histogram, const Language& language)
{
    if (histogram.bins.empty())
        return {};
    std::size_t most = 1;
    for (const auto& bin : histogram.bins)
        most = std::max({most, bin[0], bin[1]});
    const double slot = kWidth / static_cast<double>(histogram.bins.size());
    const double bottom = kTop + kPlot;
    std::string out = svg::open(kLeft + kWidth + 16, bottom + 58, language.of(say("Own times of the ranks")));
    for (const std::size_t count : {std::size_t(0), most}) {
        const double y = bottom - kPlot * static_cast<double>(count) / static_cast<double>(most);
        out += svg::gridLine(kLeft, kLeft + kWidth, y, count == 0) +
               svg::label(kLeft - 8, y + 4, "end", std::to_string(count));
    }
    for (std::size_t i = 0; i < histogram.bins.size(); ++i) {
        for (std::size_t side = 0; side < 2; ++side) {
            const double height = kPlot * static_cast<double>(histogram.bins[i][side]) / static_cast<double>(most);
            const double x = kLeft + slot * (static_cast<double>(i) + 0.5 * static_cast<double>(side));
            if (height > 0)
                out += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                                   side == 0 ? "baseline" : "current", x, bottom - height, slot / 2 - 0.5, height);
        }
    }
    const double largest = histogram.binWidth * static_cast<double>(histogram.bins.size());
    out += svg::timeAxis(kLeft, kWidth, bottom + 16, largest);
    if (histogram.robust)
        out += cutLine(*histogram.robust, kWidth / largest, language.of(say("robust cut")), kTop - 8);
    if (histogram.threeSigma)
        out += cutLine(*histogram.threeSigma, kWidth / largest, language.of(say("3\u03c3 cut")), kTop + 6);
    return out + svg::sidesLegend(kLeft, bottom + 46, language) + "</svg>\n";
}

}  // namespace headwater
