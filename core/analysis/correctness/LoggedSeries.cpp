// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/LoggedSeries.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headwater {

namespace {

constexpr int kFloatDigits = 9;  ///< decimal digits that tell any two float32 apart (IEEE 754)

int decadeOf(double value)
{
    return value == 0 || !std::isfinite(value) ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value))));
}

/// JSON leaves trailing zeros away (1.61 among 1.6055 and 1.4019): values of one magnitude have equally many digits.
void evenDigits(std::vector<LoggedPoint>& points)
{
    std::map<int, int> most;
    for (const LoggedPoint& point : points)
        most[decadeOf(point.number.value)] = std::max(most[decadeOf(point.number.value)], point.number.decimals);
    for (LoggedPoint& point : points)
        if (point.number.decimals > 0 && point.number.value != 0)
            point.number.decimals = most[decadeOf(point.number.value)];
}

}  // namespace

std::string_view nameOf(LoggedQuantity quantity)
{
    return quantity == LoggedQuantity::Loss ? "loss" : "gradient norm";
}

LoggedSeries seriesOf(const RunLogs& logs, LoggedQuantity quantity)
{
    LoggedSeries series;
    std::map<std::int64_t, LoggedPoint> byStep;
    for (const TrainingLog* log : logs) {
        series.rank = series.rank ? series.rank : log->rank;
        for (const LogStep& step : log->steps) {
            const auto& number = quantity == LoggedQuantity::Loss ? step.loss : step.gradNorm;
            if (number)
                byStep.insert_or_assign(step.step,
                                        LoggedPoint{step.step, step.stepsCovered, *number, step.line, log->source});
        }
    }
    std::size_t fine = 0;  // printers of the shortest text that reads back give few digits to round values
    for (auto& [step, point] : byStep) {
        fine += point.number.decimals < 0 || point.number.decimals >= kFloatDigits;
        series.points.push_back(std::move(point));
    }
    evenDigits(series.points);
    series.exact = 2 * fine > series.points.size();
    return series;
}

double printedUnit(const LoggedNumber& number)
{
    if (number.decimals < 0 || !std::isfinite(number.value))
        return 0;
    return std::pow(10.0, decadeOf(number.value) - number.decimals + 1);
}

bool agreeAsPrinted(const LoggedNumber& a, const LoggedNumber& b)
{
    if (!std::isfinite(a.value) || !std::isfinite(b.value))
        return (std::isnan(a.value) && std::isnan(b.value)) || a.value == b.value;
    const double unit = std::max(printedUnit(a), printedUnit(b));
    if (unit == 0)
        return a.value == b.value;
    return std::round(a.value / unit) == std::round(b.value / unit);
}

}  // namespace headwater
