// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/CounterRate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace headwater {

namespace {

constexpr double kSecond = 1e9;

std::string rateUnit(const std::string& unit)
{
    if (unit == "J")
        return "W";
    return unit == "s" ? "1" : unit + "/s";
}

/// Growth per second over every pair of neighbours that grows; the largest says what is plausible.
double largestRate(const MetricSeries& counter)
{
    double largest = 0;
    std::size_t last = counter.value.size();
    for (std::size_t i = 0; i < counter.value.size(); ++i) {
        if (std::isnan(counter.value[i]))
            continue;
        if (last < i && counter.time[i] > counter.time[last]) {
            const double seconds = static_cast<double>(counter.time[i] - counter.time[last]) / kSecond;
            largest = std::max(largest, (counter.value[i] - counter.value[last]) / seconds);
        }
        last = i;
    }
    return largest;
}

/// Registers that may explain a fall, and the values at which they stand still.
struct Registers {
    double highest = 0;  ///< largest value of the series
    double unitsPerCount = 1;
    double plausible = 0;  ///< the fastest growth, per second, that a wrap may imply

    /// The size of the register, in the series' unit, that explains a fall from `from` to `to`; 0: none.
    [[nodiscard]] double wrapOf(double from, double to) const
    {
        for (const double bits : {32.0, 64.0}) {
            const double size = std::exp2(bits) * unitsPerCount;
            if (highest <= size)
                return from >= 0.75 * size && to < 0.25 * size ? size : 0.0;
        }
        return 0.0;
    }

    [[nodiscard]] bool saturated(double value) const { return value == (std::exp2(32.0) - 1) * unitsPerCount; }
};

double highestOf(const MetricSeries& counter)
{
    double highest = 0;
    for (const double value : counter.value)
        highest = std::max(highest, std::isnan(value) ? 0.0 : value);
    return highest;
}

/// Growth from `from` to `to` in `seconds`, a wrap undone; nothing when the fall is a reset.
std::optional<double> growthBetween(double from, double to, double seconds, const Registers& registers)
{
    if (to >= from)
        return to - from;
    const double size = registers.wrapOf(from, to);
    const double growth = to - from + size;
    return size > 0 && growth / seconds <= registers.plausible ? std::optional(growth) : std::nullopt;
}

MetricSeries emptyRate(const MetricSeries& counter)
{
    MetricSeries rate;
    rate.name = counter.name + ".rate";
    rate.label = counter.label;
    rate.unit = rateUnit(counter.unit);
    rate.kind = SeriesKind::Rate;
    rate.host = counter.host;
    rate.device = counter.device;
    rate.rank = counter.rank;
    rate.clock = counter.clock;
    rate.source = counter.source;
    rate.line = counter.line;
    return rate;
}

}  // namespace

MetricSeries toRate(const MetricSeries& counter, double unitsPerCount)
{
    if (counter.kind != SeriesKind::Counter)
        return {};
    MetricSeries rate = emptyRate(counter);
    const Registers registers{highestOf(counter), unitsPerCount, 2 * largestRate(counter)};
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < counter.value.size(); ++i) {
        const bool measured = !std::isnan(counter.value[i]) && !registers.saturated(counter.value[i]);
        double value = std::numeric_limits<double>::quiet_NaN();
        if (measured && last && counter.time[i] > counter.time[*last]) {
            const double seconds = static_cast<double>(counter.time[i] - counter.time[*last]) / kSecond;
            const auto growth = growthBetween(counter.value[*last], counter.value[i], seconds, registers);
            rate.resets += growth ? 0 : 1;
            value = growth && std::isfinite(*growth / seconds) ? *growth / seconds : value;
        }
        if (measured)
            last = i;
        if (i == 0)
            continue;
        rate.time.push_back(counter.time[i]);
        rate.value.push_back(value);
        rate.missing += std::isnan(value) ? 1 : 0;
    }
    return rate;
}

}  // namespace headwater
