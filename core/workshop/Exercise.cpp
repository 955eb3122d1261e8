// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Exercise.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/simulate/Random.h"
#include "core/stats/CourseRule.h"

namespace headwater::workshop {

namespace {

constexpr Ns kMicrosecond = 1'000;
constexpr std::int64_t kEpsilonPpm = 50'000;
constexpr std::size_t kStages = 5;

/// Whole numbers only, so that every machine draws the same tasks.
class Draw {
public:
    Draw(std::uint64_t seed, std::uint64_t task) : m_random(mixSeed(seed, 0xE8E2ULL, task)) {}

    Ns between(Ns least, Ns most)
    {
        return least + static_cast<Ns>(m_random.next() % static_cast<std::uint64_t>(most - least + 1));
    }
    /// A baseline: some stages short, some long, in steps of 20 µs so that 5 % of it is a whole microsecond.
    std::vector<Ns> baseline()
    {
        std::vector<Ns> values;
        for (std::size_t i = 0; i < kStages; ++i)
            values.push_back(between(40, 4'000) * 20 * kMicrosecond);
        return values;
    }
    /// `value` changed by less than the tolerance, in whole microseconds.
    Ns within(Ns value) { return value + value / kMicrosecond * between(-30, 44) / 1'000 * kMicrosecond; }
    /// `value` plus a tenth to a half.
    Ns above(Ns value) { return value + value / kMicrosecond * between(100, 500) / 1'000 * kMicrosecond; }

private:
    Random m_random;
};

std::vector<Ns> allWithin(Draw& draw, const std::vector<Ns>& baseline)
{
    std::vector<Ns> values;
    for (const Ns value : baseline)
        values.push_back(draw.within(value));
    return values;
}

/// The first regression somewhere in the middle; behind it the longest stage grows by more.
VectorTask normal(std::uint64_t seed, int number)
{
    Draw draw(seed, static_cast<std::uint64_t>(number));
    VectorTask task{fmt::format("v{}", number), "normal", draw.baseline(), {}};
    task.current = allWithin(draw, task.baseline);
    const auto first = static_cast<std::size_t>(draw.between(1, kStages - 2));
    for (std::size_t i = first; i < kStages; ++i)
        task.current[i] = draw.above(task.baseline[i]);
    task.baseline.back() = 2 * task.baseline[first] + 20 * kMicrosecond;
    task.current.back() = task.baseline.back() + 2 * (task.current[first] - task.baseline[first]);
    return task;
}

VectorTask within(std::uint64_t seed)
{
    Draw draw(seed, 3);
    VectorTask task{"v3", "within", draw.baseline(), {}};
    task.current = allWithin(draw, task.baseline);
    return task;
}

VectorTask exact(std::uint64_t seed)
{
    Draw draw(seed, 4);
    VectorTask task{"v4", "exact", draw.baseline(), {}};
    task.current = allWithin(draw, task.baseline);
    const auto equal = static_cast<std::size_t>(draw.between(0, kStages - 2));
    task.current[equal] = task.baseline[equal] + task.baseline[equal] / 20;
    const auto later = static_cast<std::size_t>(draw.between(static_cast<Ns>(equal) + 1, kStages - 1));
    task.current[later] = task.baseline[later] + task.baseline[later] / 20 + kMicrosecond;
    return task;
}

VectorTask zero(std::uint64_t seed)
{
    Draw draw(seed, 5);
    VectorTask task{"v5", "zero", draw.baseline(), {}};
    task.current = allWithin(draw, task.baseline);
    // At the limit of 0.05 ms, which is no regression, then above it.
    const auto first = static_cast<std::size_t>(draw.between(0, kStages - 3));
    task.baseline[first] = 0;
    task.current[first] = 50 * kMicrosecond;
    task.baseline[first + 1] = 0;
    task.current[first + 1] = draw.between(51, 400) * kMicrosecond;
    task.current.back() = draw.above(task.baseline.back());
    return task;
}

VectorTask lengths(std::uint64_t seed)
{
    Draw draw(seed, 6);
    VectorTask task{"v6", "lengths", draw.baseline(), {}};
    task.current = allWithin(draw, task.baseline);
    task.current[1] = draw.above(task.baseline[1]);
    task.current.pop_back();
    return task;
}

}  // namespace

std::vector<VectorTask> vectorTasks(std::uint64_t seed)
{
    return {normal(seed, 1), normal(seed, 2), within(seed), exact(seed), zero(seed), lengths(seed)};
}

VectorAnswer solve(const VectorTask& task)
{
    if (task.baseline.size() != task.current.size())
        return {VectorAnswer::Kind::Error, 0, 0};
    const auto first = stats::firstByCourse(task.baseline, task.current, kEpsilonPpm);
    if (!first)
        return {VectorAnswer::Kind::None, 0, 0};
    return {VectorAnswer::Kind::Index, *first, task.current[*first] - task.baseline[*first]};
}

std::string milliseconds(Ns time)
{
    const Ns micros = (time < 0 ? -time : time) / kMicrosecond;
    return fmt::format("{}{}.{:03}", time < 0 ? "-" : "", micros / 1'000, micros % 1'000);
}

OpenQuestion readOpenQuestion(const JsonPart& part)
{
    OpenQuestion question{part.text("id"), part.local("ask", true), {}};
    part.each("points", [&question](const JsonPart& point) {
        question.points.push_back(
            {point.text("id", true), point.number("points", 0, 4).value_or(0), point.local("text", true)});
    });
    return question;
}

}  // namespace headwater::workshop
