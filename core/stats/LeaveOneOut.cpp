// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/LeaveOneOut.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace headwater::stats {

namespace {

/// Lentz's continued fraction of the incomplete beta function (Abramowitz & Stegun 26.5.8).
double betaFraction(double a, double b, double x)
{
    constexpr double kTiny = 1e-300;
    constexpr int kMostTerms = 500;
    double c = 1;
    double d = 1 / std::max(1 - (a + b) * x / (a + 1), kTiny);
    double value = d;
    for (int m = 1; m <= kMostTerms; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double step = 1;
        for (const double term : {even, odd}) {
            d = 1 + term * d;
            d = 1 / (std::abs(d) < kTiny ? kTiny : d);
            c = 1 + term / c;
            c = std::abs(c) < kTiny ? kTiny : c;
            step = c * d;
            value *= step;
        }
        if (std::abs(step - 1) < 1e-15)
            break;
    }
    return value;
}

/// Regularised incomplete beta function I_x(a, b).
double incompleteBeta(double a, double b, double x)
{
    if (x <= 0)
        return 0;
    if (x >= 1)
        return 1;
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * betaFraction(a, b, x) / a : 1 - front * betaFraction(b, a, 1 - x) / b;
}

double squaresWithout(std::span<const double> values, std::size_t left, double mean)
{
    double squares = 0;
    for (std::size_t j = 0; j < values.size(); ++j)
        squares += j == left ? 0 : (values[j] - mean) * (values[j] - mean);
    return squares;
}

}  // namespace

std::vector<double> leaveOneOutT(std::span<const double> values)
{
    const auto n = static_cast<double>(values.size());
    std::vector<double> t(values.size(), 0.0);
    if (values.size() < 3)
        return t;
    const double centre = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double allSquares = 0;
    for (const double x : values)
        allSquares += (x - centre) * (x - centre);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double mean = centre - (values[i] - centre) / (n - 1);
        double squares = allSquares - (values[i] - centre) * (values[i] - centre) * n / (n - 1);
        if (squares < 1e-6 * allSquares)  // nearly all of the spread is this value: the difference lost its digits
            squares = squaresWithout(values, i, mean);
        const double scale = std::sqrt(squares / (n - 2)) * std::sqrt(1 + 1 / (n - 1));
        const double distance = values[i] - mean;
        if (scale > 0)
            t[i] = distance / scale;
        else if (distance != 0)
            t[i] = std::copysign(std::numeric_limits<double>::infinity(), distance);
    }
    return t;
}

double studentUpperTail(double t, double freedom)
{
    const double tail = incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
    return t >= 0 ? tail : 1 - tail;
}

double studentUpperQuantile(double tail, double freedom)
{
    double low = 0;
    double high = 1;
    while (studentUpperTail(high, freedom) > tail)
        high *= 2;
    constexpr int kHalvings = 60;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (studentUpperTail(middle, freedom) > tail ? low : high) = middle;
    }
    return high;
}

double leaveOneOutCut(std::size_t n, double alpha)
{
    if (n < 3)
        return std::numeric_limits<double>::infinity();
    return studentUpperQuantile(alpha / static_cast<double>(n), static_cast<double>(n - 2));
}

}  // namespace headwater::stats
