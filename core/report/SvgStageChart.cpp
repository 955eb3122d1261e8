// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/Svg.h"
#include "core/report/TextTable.h"
#include "core/triage/BarParts.h"
#include "core/triage/RegressedIn.h"

namespace headwater {

namespace {

constexpr double kLeft = 56;
constexpr double kRight = 16;
constexpr double kTop = 44;
constexpr double kPlotHeight = 260;
constexpr double kBottom = 76;
constexpr double kBaseline = kTop + kPlotHeight;
constexpr double kCharWidth = 6.6;  // of the 12 px font, a little on the wide side
constexpr double kLegendWidth = 650;
/// In one drawing: with more, what stands below the bars would run into its neighbour or shrink on paper.
constexpr std::size_t kMostStages = 12;

struct Layout {
    std::size_t first = 0;  ///< stage at the left
    std::size_t count = 0;  ///< stages in this drawing
    double slot = 0;        ///< width of one stage
    double bar = 0;         ///< width of one bar
    double width = 0;
    double maximum = 1;  ///< ns at the top of the plot
    double unit = 1;     ///< ns of one unit of the axis
    std::string_view unitName;
    double tick = 1;       ///< ns between grid lines
    bool split = false;    ///< some bar is divided into its parts
    bool unsplit = false;  ///< and some is not

    [[nodiscard]] double y(double ns) const { return kBaseline - ns / maximum * kPlotHeight; }
    [[nodiscard]] double left(std::size_t stage) const { return kLeft + slot * static_cast<double>(stage - first); }
};

double valueOf(const StageStatistics& side, Statistic statistic)
{
    const double value = side.value[static_cast<std::size_t>(statistic)];
    return side.n > 0 && std::isfinite(value) ? std::max(0.0, value) : 0.0;
}

/// 1, 2 or 5 times a power of ten, so that about five lines cover `maximum`.
double niceTick(double maximum)
{
    const double raw = maximum / 5;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (raw <= factor * power)
            return factor * power;
    return 10 * power;
}

/// Of the drawing that begins with the stage `first`; all drawings of a verdict have one scale.
Layout layoutOf(const Verdict& verdict, std::size_t first, std::size_t count)
{
    Layout layout;
    layout.first = first;
    layout.count = std::min(count, verdict.stages.size() - first);
    layout.slot = std::min(740 / static_cast<double>(count), 150.0);  // svg::kPageWidth, with what stands beside
    layout.bar = std::min(34.0, layout.slot * 0.34);
    layout.width = kLeft + layout.slot * static_cast<double>(count) + kRight;
    double largest = 0;
    for (const StageVerdict& given : verdict.stages) {
        const StageVerdict stage = asRegressed(given, verdict.policy.statistic);
        largest = std::max({largest, valueOf(stage.baseline, verdict.policy.statistic),
                            valueOf(stage.current, verdict.policy.statistic)});
        const bool split = barParts(given, verdict).has_value();
        layout.split |= split;
        layout.unsplit |= !split;
    }
    if (largest <= 0)
        largest = 1e6;
    layout.tick = niceTick(largest);
    layout.maximum = std::ceil(largest * 1.02 / layout.tick) * layout.tick;
    constexpr std::array<std::pair<double, std::string_view>, 4> kUnits{
        {{1e9, "s"}, {1e6, "ms"}, {1e3, "\u00b5s"}, {1, "ns"}}};
    for (const auto& [size, name] : kUnits) {
        layout.unit = size;
        layout.unitName = name;
        if (layout.maximum >= size)
            break;
    }
    return layout;
}

std::string axis(const Layout& layout)
{
    std::string out;
    const int lines = static_cast<int>(std::lround(layout.maximum / layout.tick));
    for (int i = 0; i <= lines; ++i) {
        const double y = layout.y(layout.tick * i);
        out += fmt::format("<line class=\"{}\" x1=\"{:.0f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>",
                           i == 0 ? "axis" : "grid", kLeft, y, layout.width - kRight, y);
        out += fmt::format("<text class=\"soft\" text-anchor=\"end\" x=\"{:.0f}\" y=\"{:.1f}\">{:.6g}</text>\n",
                           kLeft - 8, y + 4, layout.tick * i / layout.unit);
    }
    out += fmt::format("<text class=\"soft\" text-anchor=\"end\" x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n", kLeft - 8,
                       kBaseline + 18, layout.unitName);
    return out;
}

struct Box {
    double x = 0, y = 0, width = 0, height = 0;
};

/// Diagonal lines inside a box, as lines: patterns are not drawn everywhere.
std::string hatch(std::string_view side, const Box& box)
{
    constexpr double kDistance = 6;
    std::string path;
    for (double d = kDistance / 2; d < box.width + box.height; d += kDistance) {
        const double x0 = std::max(0.0, d - box.height);
        const double x1 = std::min(box.width, d);
        if (x1 - x0 < 0.1)
            continue;  // would round to a point, which is no path for readers of a PDF
        path += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", box.x + x0, box.y + (d - x0), box.x + x1, box.y + (d - x1));
    }
    return path.empty() ? path : fmt::format("<path class=\"hatch-{}\" d=\"{}\"/>", side, path);
}

std::string rectangle(std::string_view cls, const Box& box)
{
    return fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.2f}\" width=\"{:.1f}\" height=\"{:.2f}\"/>", cls, box.x,
                       box.y, box.width, box.height);
}

/// A bar among others that are divided, which is not: it must not look like one of compute alone.
std::string unsplit(std::string_view side, const Box& box)
{
    return rectangle(fmt::format("{} unsplit", side), box) + rectangle(fmt::format("frame-{}", side), box);
}

/// One side's bar of `value`, made of its parts as they were measured where those are known.
std::string bar(std::string_view side, double x, double value, const StageParts* parts, const Layout& layout)
{
    const auto box = [&](double from, double to) {
        return Box{x, layout.y(to), layout.bar, layout.y(from) - layout.y(to)};
    };
    // What rounds to no height is no shape, which a PDF may not hold.
    const auto shows = [&](double from, double to) { return layout.y(from) - layout.y(to) >= 0.005; };
    if (parts == nullptr) {
        if (!shows(0, value))
            return {};
        return layout.split ? unsplit(side, box(0, value)) : rectangle(side, box(0, value));
    }
    const std::array<std::pair<std::string_view, Ns>, 5> shares{{{"compute", parts->compute},
                                                                 {"transfer", parts->transfer},
                                                                 {"memcpy", parts->memcpy},
                                                                 {"memset", parts->memset},
                                                                 {"idle", parts->idle}}};
    std::string out;
    double from = 0;
    for (const auto& [name, part] : shares) {
        const double to = from + static_cast<double>(part);
        if (shows(from, to) && name == "idle")
            out += rectangle(fmt::format("frame-{}", side), box(from, to)) + hatch(side, box(from, to));
        else if (shows(from, to))
            out += rectangle(fmt::format("{} {}", side, name), box(from, to));
        from = to;
    }
    return out;
}

std::string sideOf(std::string_view side, double x, const StageStatistics& values, const StageParts* parts,
                   const Layout& layout, Statistic statistic, const Language& language)
{
    if (values.n == 0)
        return fmt::format("<rect class=\"nodata\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"24\"/>"
                           "<text class=\"soft\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">"
                           "{}</text>",
                           x, kBaseline - 24, layout.bar, x + layout.bar / 2, kBaseline - 28,
                           language.of(say("no data")));
    return bar(side, x, valueOf(values, statistic), parts, layout);
}

std::string label(const StageVerdict& stage, double middle, const Layout& layout, bool first)
{
    const auto room = static_cast<std::size_t>(layout.slot / kCharWidth);
    const std::string name = escapeMarkup(elideMiddle(escapeTerminal(stage.stage), std::max<std::size_t>(room, 4)));
    const std::string_view direction = stage.delta > 0 ? "slower" : (stage.delta < 0 ? "faster" : "soft");
    return fmt::format("<text text-anchor=\"middle\"{} x=\"{:.1f}\" y=\"{:.1f}\">{}</text>"
                       "<text class=\"{}\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                       first ? " font-weight=\"700\"" : "", middle, kBaseline + 18, name, direction, middle,
                       kBaseline + 34, escapeMarkup(deltaText(stage)));
}

std::string stageGroup(const StageVerdict& given, std::size_t position, const Layout& layout, const Verdict& verdict,
                       const Language& language)
{
    const Statistic statistic = verdict.policy.statistic;
    const StageVerdict stage = asRegressed(given, statistic);
    const double middle = layout.left(position) + layout.slot / 2;
    const std::string title =
        fmt::format("{}: {} \u2192 {}, {} {}, {}", stage.stage, valueText(stage.baseline, statistic),
                    valueText(stage.current, statistic), deltaText(stage), language.of(intervalWords(stage.ci95)),
                    language.of(stateText(stage, verdict)));
    std::string out = "<g><title>" + escapeMarkup(title) + "</title>";
    out += stage.downstream ? "<g class=\"downstream\">" : "<g>";
    const auto parts = barParts(given, verdict);
    const StageParts* before = parts ? &(*parts)[0] : nullptr;
    const StageParts* after = parts ? &(*parts)[1] : nullptr;
    out += sideOf("baseline", middle - layout.bar - 1, stage.baseline, before, layout, statistic, language);
    out += sideOf("current", middle + 1, stage.current, after, layout, statistic, language);
    out += "</g>";
    if (stage.index == verdict.slowest.index) {
        const double top = layout.y(std::max(valueOf(stage.baseline, statistic), valueOf(stage.current, statistic)));
        const double x = middle + 1 + layout.bar / 2;
        out += fmt::format("<path class=\"slowest\" d=\"M{:.1f} {:.1f}l5 -9l5 9z\"/>", x - 5, top - 4);
    }
    return out + label(stage, middle, layout, isFirst(stage, verdict)) + "</g>\n";
}

double widthOf(const Layout& layout)
{
    return std::max(layout.width, kLeft + kLegendWidth);
}

std::string firstMark(const Verdict& verdict, const Layout& layout, const Language& language)
{
    for (std::size_t i = layout.first; i < layout.first + layout.count; ++i) {
        if (!isFirst(verdict.stages[i], verdict))
            continue;
        const std::string delta = formatDelta(verdict.firstRegressed->delta);
        const std::string text =
            language.of(verdict.firstRegressed->confirmed ? say("first {}", delta) : say("first? {}", delta));
        const double width = static_cast<double>(displayWidth(text)) * kCharWidth + 16;
        const double x = layout.left(i);
        const std::string rule =
            fmt::format("<line class=\"rule\" x1=\"{0:.1f}\" y1=\"14\" x2=\"{0:.1f}\" y2=\"{1:.1f}\"/>", x, kBaseline);
        // Where the drawing ends too soon for it, the flag flies to the left.
        const bool turned = x + width + 7 > widthOf(layout);
        return rule + fmt::format("<path class=\"flag\" d=\"M{0:.1f} 14h{1:.1f}l{2} 9l{3} 9h{4:.1f}z\"/>"
                                  "<text class=\"flag-text\" x=\"{5:.1f}\" y=\"27\">{6}</text>\n",
                                  x, turned ? -width - 7 : width + 7, turned ? 7 : -7, turned ? -7 : 7,
                                  turned ? width + 7 : -width - 7, turned ? x - width + 7 : x + 7, escapeMarkup(text));
    }
    return {};
}

/// The parts are explained where a bar has some.
std::string legend(double y, const Layout& layout, const Language& language)
{
    double x = kLeft;
    std::string out;
    const auto add = [&](const std::string& shape, double width, const Text& name) {
        const std::string text = language.of(name);
        out += shape + fmt::format("<text class=\"soft\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>", x + width + 5, y,
                                   escapeMarkup(text));
        x += width + 19 + static_cast<double>(displayWidth(text)) * kCharWidth;
    };
    const auto here = [&] { return Box{x, y - 10, 11, 11}; };
    add(rectangle("baseline", here()), 11, say("baseline"));
    add(rectangle("current", here()), 11, say("current"));
    if (layout.split) {
        add(rectangle("current transfer", here()), 11, say("transfer"));
        add(rectangle("current memcpy", here()), 11, say("copy, set"));
        add(rectangle("frame-current", here()) + hatch("current", here()), 11, say("idle"));
    }
    if (layout.split && layout.unsplit)
        add(unsplit("current", here()), 11, say("not split"));
    add(fmt::format("<path class=\"slowest\" d=\"M{:.0f} {:.0f}l5 -9l5 9z\"/>", x, y), 11,
        say("slowest; pale: after the first"));
    return out + "\n";
}

std::string drawingOf(const Verdict& verdict, const Layout& layout, const Language& language)
{
    const double width = widthOf(layout);
    const double height = kBaseline + kBottom;
    std::string out = fmt::format("<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
                                  "viewBox=\"0 0 {:.0f} {:.0f}\" style=\"max-width:{:.0f}px\">\n",
                                  width, height, width * 1.25);
    out += "<title>" + escapeMarkup(language.of(say("Stages of both runs. {}", headlineOf(verdict)))) + "</title>\n";
    out += axis(layout);
    for (std::size_t i = layout.first; i < layout.first + layout.count; ++i)
        out += stageGroup(verdict.stages[i], i, layout, verdict, language);
    out += firstMark(verdict, layout, language) + legend(height - 12, layout, language);
    return out + "</svg>\n";
}

}  // namespace

std::vector<std::string> stageChartSvgs(const Verdict& verdict, const Language& language)
{
    std::vector<std::string> out;
    const std::size_t stages = verdict.stages.size();
    const std::size_t drawings = (stages + kMostStages - 1) / kMostStages;
    const std::size_t each = drawings > 0 ? (stages + drawings - 1) / drawings : 0;
    for (std::size_t first = 0; first < stages; first += each)
        out.push_back(drawingOf(verdict, layoutOf(verdict, first, each), language));
    return out;
}

}  // namespace headwater
