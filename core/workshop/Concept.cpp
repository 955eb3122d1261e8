// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Concept.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/workshop/ConceptFigures.h"

namespace headwater::workshop {

namespace {

struct Row {
    std::string_view id;
    std::vector<ConceptHandle> handles;
    ConceptFigure (*draw)(const Concept& idea, std::span<const double> values);
};

const std::vector<Row>& rows()
{
    static const std::vector<Row> table{
        {"barrier",
         {{"rank0", 1, 60, 1, 10, "ms"},
          {"rank1", 1, 60, 1, 10, "ms"},
          {"rank2", 1, 60, 1, 10, "ms"},
          {"rank3", 1, 60, 1, 50, "ms"}},
         &figures::barrier},
        {"back-pressure",
         {{"read", 10, 200, 5, 80, "ms"}, {"step", 40, 160, 5, 100, "ms"}, {"prefetch", 1, 8, 1, 4, ""}},
         &figures::backPressure},
        {"three-sigma", {{"ranks", 4, 64, 1, 8, ""}, {"slower", 0, 400, 5, 100, "%"}}, &figures::threeSigma},
        {"float-order", {{"large", 0, 24, 1, 12, ""}, {"count", 1, 512, 1, 100, ""}}, &figures::floatOrder},
        {"overlap", {{"compute", 10, 80, 1, 50, "ms"}, {"transfer", 5, 80, 1, 30, "ms"}}, &figures::overlap},
        {"tail", {{"share", 0, 20, 1, 6, "%"}, {"times", 1, 8, 0.5, 1.5, "×"}}, &figures::tail},
        {"bisection", {{"node", 0, 15, 1, 11, ""}, {"partner", 0, 15, 1, 11, ""}}, &figures::bisection},
    };
    return table;
}

const Row* rowOf(std::string_view id)
{
    const auto found = std::ranges::find(rows(), id, &Row::id);
    return found == rows().end() ? nullptr : &*found;
}

}  // namespace

const LocalText& Concept::word(std::string_view key) const
{
    static const LocalText none;
    const auto found = words.find(key);
    return found == words.end() ? none : found->second;
}

std::vector<ConceptHandle> handlesOf(std::string_view id)
{
    const Row* row = rowOf(id);
    return row != nullptr ? row->handles : std::vector<ConceptHandle>{};
}

ConceptFigure figureOf(const Concept& idea, std::span<const double> values)
{
    const Row* row = rowOf(idea.id);
    if (row == nullptr)
        return {};
    std::vector<double> settled;
    for (std::size_t i = 0; i < row->handles.size(); ++i) {
        const ConceptHandle& handle = row->handles[i];
        const double value = i < values.size() && std::isfinite(values[i]) ? values[i] : handle.value;
        const double steps = std::round((std::clamp(value, handle.least, handle.most) - handle.least) / handle.step);
        settled.push_back(std::min(handle.most, handle.least + steps * handle.step));
    }
    return row->draw(idea, settled);
}

double ConceptBar::gripAt() const
{
    return grip < segments.size() ? segments[grip].start + segments[grip].length : 0;
}

std::optional<double> valueAt(const Concept& idea, std::span<const double> values, std::size_t bar, double end)
{
    const ConceptFigure now = figureOf(idea, values);
    const std::vector<ConceptHandle> handles = handlesOf(idea.id);
    if (bar >= now.bars.size() || now.bars[bar].handle < 0)
        return std::nullopt;
    const auto moved = static_cast<std::size_t>(now.bars[bar].handle);
    const ConceptHandle& handle = handles.at(moved);
    std::vector<double> tried;
    for (std::size_t i = 0; i < handles.size(); ++i)
        tried.push_back(i < values.size() ? values[i] : handles[i].value);
    const double current = tried[moved];
    using Distance = std::pair<double, double>;  // from the place, then from what the handle is
    Distance nearest{std::numeric_limits<double>::infinity(), 0};
    double best = current;
    const auto steps = static_cast<int>(std::lround((handle.most - handle.least) / handle.step));
    for (int i = 0; i <= steps; ++i) {
        tried[moved] = handle.least + i * handle.step;
        const ConceptFigure figure = figureOf(idea, tried);
        if (bar >= figure.bars.size())
            continue;
        const Distance distance{std::abs(figure.bars[bar].gripAt() - end), std::abs(tried[moved] - current)};
        if (distance < nearest) {
            nearest = distance;
            best = tried[moved];
        }
    }
    return best;
}

}  // namespace headwater::workshop
