// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/ConceptFigures.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/analysis/CollectiveMath.h"
#include "core/analysis/correctness/Ulp.h"
#include "core/simulate/LoaderQueue.h"
#include "core/stats/CourseRule.h"
#include "core/stats/OutlierCut.h"
#include "core/stats/Outliers.h"
#include "core/stats/Quantile.h"
#include "core/trace/Intervals.h"

namespace headwater::workshop::figures {

namespace {

constexpr double kNsPerMs = 1e6;

Ns ns(double milliseconds)
{
    return std::llround(milliseconds * kNsPerMs);
}

double ms(Ns time)
{
    return static_cast<double>(time) / kNsPerMs;
}

LocalText numbered(const Concept& idea, std::string_view key, std::size_t number)
{
    return filled(idea.word(key), {std::to_string(number)});
}

std::string inMs(double value)
{
    return fmt::format("{:.3g} ms", value);
}

/// Every rank that is charged with anything, and those that came last: two that are alike are both named.
LocalText whoIsLate(const Concept& idea, std::span<const double> values, std::span<const double> charged)
{
    const double last = *std::ranges::max_element(values);
    std::vector<std::string> shares;
    std::vector<std::string> latest;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string share = inMs(charged[i] / kNsPerMs);
        if (charged[i] > 0)
            shares.push_back(fmt::format("rank {} {}", i, share));
        if (charged[i] > 0 && values[i] == last)
            latest.push_back(fmt::format("rank {}", i));
    }
    if (shares.empty())
        return idea.word("together");
    const double total = std::accumulate(charged.begin(), charged.end(), 0.0) / kNsPerMs;
    if (shares.size() == 1)
        return filled(idea.word("late"), {latest.front(), inMs(total)});
    return filled(idea.word("shared"), {inMs(total), fmt::format("{}", fmt::join(shares, ", ")),
                                        fmt::format("{}", fmt::join(latest, ", "))});
}

/// The first step from `step` on that waits, after which all do; 0 where none does in so many steps.
int firstToWait(LoaderQueue& queue, int step, Ns now, Ns compute)
{
    constexpr int kMostSteps = 2000;
    for (; step < kMostSteps; ++step) {
        const Ns ready = queue.ready(step);
        if (ready > now)
            return step + 1;
        queue.take(step, now);
        now += compute;
    }
    return 0;
}

}  // namespace

ConceptFigure barrier(const Concept& idea, std::span<const double> values)
{
    constexpr double kTransfer = 2;
    const double last = *std::ranges::max_element(values);
    CollectiveTimes times;
    std::vector<Ns> arrivals;
    for (const double own : values) {
        times.start.push_back(ns(own));
        times.end.push_back(ns(last + kTransfer));
        arrivals.push_back(ns(own));
    }
    const CollectiveSplit split = splitByDuration(times);
    const std::vector<double> charged = blame(arrivals);
    ConceptFigure figure{"ms", last + kTransfer, {}, {}, {}};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double wait = ms(split.wait[i]);
        figure.bars.push_back({numbered(idea, "rank", i),
                               {{"compute", 0, values[i]},
                                {"wait", values[i], wait},
                                {"transfer", values[i] + wait, ms(split.transfer[i])}},
                               static_cast<int>(i),
                               -1,
                               charged[i] > 0 && values[i] == last});
        figure.readings.push_back(
            {filled(idea.word("kernel"), {std::to_string(i)}), inMs(wait + ms(split.transfer[i]))});
    }
    figure.readings.push_back({idea.word("transfer"), inMs(kTransfer)});
    figure.conclusion = whoIsLate(idea, values, charged);
    return figure;
}

ConceptFigure backPressure(const Concept& idea, std::span<const double> values)
{
    constexpr int kSteps = 12;
    JobModel model;
    model.loaderWorkers = static_cast<int>(values[2]);
    model.prefetchFactor = 1;
    model.readTime = ns(values[0]);
    model.decodeTime = 1;
    model.loaderSigma = 0;
    LoaderQueue queue(model, 0);
    // The run begins with a full queue, as after the warm-up of a healthy one.
    Ns now = model.readTime * model.loaderWorkers;
    const Ns begin = now;
    ConceptFigure figure{"ms", 1, {}, {}, {}};
    // What is set: how long a batch takes to read, and how much reading the queue has in stock.
    figure.bars.push_back({idea.word("read"), {{"value", 0, values[0]}}, 0});
    figure.bars.push_back({idea.word("prefetch"), {{"value", 0, values[0] * values[2]}}, 2});
    int firstWait = 0;
    double lastWait = 0;
    for (int step = 0; step < kSteps; ++step) {
        const Ns wait = std::max<Ns>(0, queue.ready(step) - now);
        const double start = ms(now - begin);
        now += wait;
        queue.take(step, now);
        now += ns(values[1]);
        lastWait = ms(wait);
        if (lastWait > 0.5 && firstWait == 0)
            firstWait = step + 1;
        figure.bars.push_back({numbered(idea, "nth", static_cast<std::size_t>(step) + 1),
                               {{"wait", start, ms(wait)}, {"compute", start + ms(wait), values[1]}},
                               step == 0 ? 1 : -1,
                               -1,
                               lastWait > 0.5,
                               1});
    }
    figure.axisEnd = std::max(ms(now - begin), values[0] * values[2]);
    figure.readings.push_back({idea.word("steady"), inMs(lastWait)});
    figure.readings.push_back({idea.word("length"), inMs(lastWait + values[1])});
    if (firstWait > 0)
        figure.conclusion = filled(idea.word("empty"), {std::to_string(firstWait)});
    else if (values[0] > values[1])
        figure.conclusion = filled(idea.word("drains"),
                                   {std::to_string(firstToWait(queue, kSteps, now, ns(values[1]))), inMs(values[0])});
    else
        figure.conclusion = filled(idea.word("hidden"), {inMs(values[1] - values[0])});
    return figure;
}

ConceptFigure threeSigma(const Concept& idea, std::span<const double> values)
{
    const auto n = static_cast<std::size_t>(values[0]);
    std::vector<double> times;
    for (std::size_t i = 0; i + 1 < n; ++i)
        times.push_back(100 + 0.2 * static_cast<double>(i % 5));  // a few tenths of a percent apart
    times.push_back(100 * (1 + values[1] / 100));
    const double z = stats::sampleZ(times).back();
    const double bound = stats::largestPossibleZ(n);
    const double robust = stats::modifiedZ(times).back();
    const double cut = stats::modifiedZCut(n);
    // The robust z of a rank that is twice as slow is in the hundreds, the classic one is below 3: whole bars, and both
    // to be seen, on a logarithmic axis.
    constexpr double kLeastEnd = 12;
    ConceptFigure figure{"z", std::max({kLeastEnd, z, bound, robust, cut}), {}, {}, {}, true};
    const auto bar = [](double value) { return ConceptSegment{"value", 0, std::max(0.0, value)}; };
    figure.bars.push_back({idea.word("classic"), {bar(z)}, 1, 3, z > 3});
    figure.bars.push_back({idea.word("possible"), {bar(bound)}, 0, 3, bound > 3});
    figure.bars.push_back({idea.word("robust"), {bar(robust)}, 1, cut, robust > cut});
    figure.readings = {{idea.word("classic"), fmt::format("{:.2f}", z)},
                       {idea.word("possible"), fmt::format("{:.2f}", bound)},
                       {idea.word("robust"), fmt::format("{:.1f}", robust)},
                       {idea.word("cut"), fmt::format("{:.2f}", cut)}};
    if (bound <= 3)
        figure.conclusion = filled(idea.word("never"), {std::to_string(n), fmt::format("{:.2f}", bound)});
    else
        figure.conclusion = idea.word(z > 3 ? "fires" : "silent");
    return figure;
}

ConceptFigure floatOrder(const Concept& idea, std::span<const double> values)
{
    std::vector<float> numbers{std::ldexp(1.0F, static_cast<int>(values[0]))};
    for (int i = 0; i < static_cast<int>(values[1]); ++i)
        numbers.push_back(0.1F);
    const auto add = [](float sum, float number) { return sum + number; };
    const float forward = std::accumulate(numbers.begin(), numbers.end(), 0.0F, add);
    const float backward = std::accumulate(numbers.rbegin(), numbers.rend(), 0.0F, add);
    std::vector<float> tree = numbers;
    for (std::size_t width = tree.size(); width > 1; width = (width + 1) / 2)
        for (std::size_t i = 0; i < (width + 1) / 2; ++i)
            tree[i] = 2 * i + 1 < width ? tree[2 * i] + tree[2 * i + 1] : tree[2 * i];
    // Doubles hold these sums without loss: 24 bits of 2^24 down to the last bit of 0.1F, and some to spare.
    const double exact = std::accumulate(numbers.begin(), numbers.end(), 0.0);
    const auto off = [exact](float sum) {
        return static_cast<double>(ulpDistance(static_cast<float>(exact), sum).value_or(0));
    };
    ConceptFigure figure{"ULP", std::max({1.0, off(forward), off(backward), off(tree[0])}), {}, {}, {}};
    figure.byWay = true;
    constexpr int kLarge = 0;
    constexpr int kCount = 1;
    for (const auto& [key, sum, handle] : {std::tuple{"forward", forward, kCount},
                                           std::tuple{"backward", backward, kLarge}, std::tuple{"tree", tree[0], -1}}) {
        figure.bars.push_back({idea.word(key), {{"value", 0, off(sum)}}, handle, -1, off(sum) > 0});
        figure.readings.push_back({idea.word(key), fmt::format("{:.9g}", sum)});
    }
    figure.readings.push_back({idea.word("exact"), fmt::format("{:.12g}", exact)});
    const auto [least, most] = std::minmax({forward, backward, tree[0]});
    const std::int64_t apart = ulpDistance(least, most).value_or(0);
    figure.conclusion = apart == 0 ? idea.word("same") : filled(idea.word("differ"), {std::to_string(apart)});
    return figure;
}

ConceptFigure overlap(const Concept& idea, std::span<const double> values)
{
    constexpr double kStart = 5;  // the first bucket is ready after a little of backward
    const IntervalSet compute{{0, ns(values[0])}};
    const IntervalSet transfer{{ns(kStart), ns(kStart + values[1])}};
    const double exposed = ms(totalLength(subtract(transfer, compute)));
    const double length = ms(totalLength(unite(compute, transfer)));
    ConceptFigure figure{"ms", std::max(90.0, length), {}, {}, {}};
    figure.bars.push_back({idea.word("computing"), {{"compute", 0, values[0]}}, 0, -1, false});
    figure.bars.push_back({idea.word("sending"), {{"transfer", kStart, values[1]}}, 1, -1, exposed > 0});
    figure.bars.push_back(
        {idea.word("visible"), {{"compute", 0, values[0]}, {"exposed", values[0], exposed}}, -1, -1, exposed > 0});
    figure.readings = {{idea.word("visible"), inMs(length)},
                       {idea.word("exposed"), inMs(exposed)},
                       {idea.word("reserve"), inMs(std::max(0.0, values[0] - kStart - values[1]))}};
    figure.conclusion = idea.word(exposed > 0 ? "sticks-out" : "hidden");
    return figure;
}

ConceptFigure tail(const Concept& idea, std::span<const double> values)
{
    constexpr int kSteps = 100;
    constexpr double kUsual = 100;
    std::vector<double> before;
    std::vector<double> after;
    for (int i = 0; i < kSteps; ++i) {
        before.push_back(kUsual + 0.1 * (i % 7));
        after.push_back(i < static_cast<int>(values[0]) ? kUsual * values[1] : before.back());
    }
    const stats::Summary was = stats::summarize(before);
    const stats::Summary is = stats::summarize(after);
    ConceptFigure figure{"ms", std::max({is.p50, is.mean, is.p95, is.p99}), {}, {}, {}};
    std::string seen;
    constexpr int kShare = 0;
    constexpr int kTimes = 1;
    for (const auto& [name, one, other, handle] :
         {std::tuple{"p50", was.p50, is.p50, -1}, std::tuple{"mean", was.mean, is.mean, kShare},
          std::tuple{"p95", was.p95, is.p95, kTimes}, std::tuple{"p99", was.p99, is.p99, kTimes}}) {
        const bool regressed = stats::regressedByCourse(ns(one), ns(other), 50'000);
        figure.bars.push_back({{name, name}, {{"value", 0, other}}, handle, one * 1.05, regressed});
        figure.readings.push_back({{name, name}, inMs(other)});
        if (regressed)
            seen += (seen.empty() ? "" : ", ") + std::string(name);
    }
    figure.conclusion = seen.empty() ? idea.word("none") : filled(idea.word("seen"), {seen});
    return figure;
}

}  // namespace headwater::workshop::figures
