// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/StageMetricsRows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "core/ingest/logs/LogText.h"

namespace headwater {

namespace {

constexpr std::uint64_t kNamed = 20;  ///< rows with problems

template <class T>
std::optional<T> integer(std::string_view text)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// Text that names a number which no duration can be: NaN, an infinity, or one beyond int64 ns.
bool isNotFinite(std::string_view text)
{
    const std::string copy(text);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    return !copy.empty() && end == copy.c_str() + copy.size() && (!std::isfinite(value) || std::abs(value) > 1e9);
}

StepStatus statusFromText(std::string_view text)
{
    return text.empty() || text == "ok" || text == "OK" ? StepStatus::Ok : StepStatus::Failed;
}

/// A step that lacks a duration is not whole; one that failed stays failed.
StepStatus incomplete(StepStatus status)
{
    return status == StepStatus::Ok ? StepStatus::Partial : status;
}

/// Which of two rows says more about the step they share.
int weightOf(StepStatus status)
{
    switch (status) {
    case StepStatus::Absent: return 0;
    case StepStatus::Ok: return 1;
    case StepStatus::Partial:
    case StepStatus::Unknown: return 2;
    case StepStatus::Failed: return 3;
    case StepStatus::Invalid: break;
    }
    return 4;
}

/// Where `value` stands in `sorted`, as a range that may be empty; the whole where it is not known.
template <class T>
std::pair<std::size_t, std::size_t> placesOf(const std::vector<T>& sorted, const std::optional<T>& value)
{
    if (!value)
        return {0, sorted.size()};
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), *value);
    return {static_cast<std::size_t>(first - sorted.begin()), static_cast<std::size_t>(last - sorted.begin())};
}

/// A step of which nothing was measured is unknown, not partly known.
void settleUnknown(StageCube& cube)
{
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank)
        for (std::size_t step = 0; step < cube.steps().size(); ++step)
            if (cube.status(rank, step) == StepStatus::Partial && cube.duration(rank, step) == kMissing)
                cube.setStatus(rank, step, StepStatus::Unknown);
}

}  // namespace

StageMetricsRows::StageMetricsRows(std::string file, TimeUnit durationUnit, TimeUnit waitUnit)
    : m_file(std::move(file))
    , m_durationUnit(durationUnit)
    , m_waitUnit(waitUnit)
{}

void StageMetricsRows::warn(const char* code, std::string message, std::uint64_t line)
{
    if (m_warned++ < kNamed)
        m_metrics.problems.push_back(
            {Severity::Warning, code, std::move(message), fmt::format("line {}", line), m_file});
}

std::uint32_t StageMetricsRows::stageOf(const StageMetricsRow& row)
{
    const auto found = m_stageIds.find(row.stage);
    if (found != m_stageIds.end())
        return found->second;
    const auto id = static_cast<std::uint32_t>(m_stages.size());
    m_stageIds.emplace(row.stage, id);
    m_stages.emplace_back(row.stage);
    m_stageIndex.push_back(integer<std::int64_t>(row.stageIndex));
    return id;
}

Ns StageMetricsRows::duration(const StageMetricsRow& row, Cell& cell, std::uint64_t line)
{
    if (row.duration.empty()) {
        warn("missing-duration", fmt::format("stage {} of step {} has no duration", m_stages[cell.stage], cell.step),
             line);
        cell.status = incomplete(cell.status);
        return kMissing;
    }
    const auto value = parseDecimal(row.duration, m_durationUnit);
    if (value && *value >= 0)
        return *value;
    if (!value && !isNotFinite(row.duration)) {
        warn("not-a-number", fmt::format("\"{}\" is no duration; the value is missing", row.duration), line);
        cell.status = incomplete(cell.status);
        return kMissing;
    }
    warn("impossible-duration",
         fmt::format("\"{}\" cannot be the duration of {} in step {}; the step does not count", row.duration,
                     m_stages[cell.stage], cell.step),
         line);
    cell.status = StepStatus::Invalid;
    m_metrics.cube.invalid.push_back({cell.rank, cell.step, m_stages[cell.stage], std::string(row.duration),
                                      fmt::format("{}, line {}", m_file, line)});
    return kMissing;
}

Ns StageMetricsRows::wait(const StageMetricsRow& row, std::uint64_t line)
{
    if (row.wait.empty())
        return kMissing;
    const auto value = parseDecimal(row.wait, m_waitUnit);
    if (value && *value >= 0)
        return *value;
    warn("not-a-number", fmt::format("\"{}\" cannot be a time of waiting; it is unknown", row.wait), line);
    return kMissing;
}

void StageMetricsRows::lose(const StageMetricsRow& row, const char* code, std::string message, std::uint64_t line)
{
    warn(code, std::move(message), line);
    Lost lost{integer<int>(row.rank), integer<std::int64_t>(row.step), std::string(row.stage)};
    if (row.rank.empty())
        lost.rank = 0;
    if (lost.rank || lost.step)
        m_lost.insert(std::move(lost));
}

void StageMetricsRows::refuse(const StageMetricsRow& row, std::string why, std::uint64_t line)
{
    lose(row, "malformed-row", std::move(why), line);
}

std::optional<StageMetricsRows::Cell> StageMetricsRows::parse(const StageMetricsRow& row, std::uint64_t line)
{
    Cell cell;
    if (row.stage.empty()) {
        lose(row, "no-stage", "a row without a stage was skipped", line);
        return std::nullopt;
    }
    if (!row.rank.empty()) {
        const auto rank = integer<int>(row.rank);
        if (!rank || *rank < 0) {
            lose(row, "bad-rank", fmt::format("\"{}\" is no rank; the row was skipped", row.rank), line);
            return std::nullopt;
        }
        cell.rank = *rank;
    }
    cell.stage = stageOf(row);
    if (row.step.empty()) {
        cell.step = m_nextStep[{cell.rank, cell.stage}]++;
    } else if (const auto step = integer<std::int64_t>(row.step); step && logs::isStepNumber(*step)) {
        cell.step = *step;
        m_anyStep = true;
    } else {
        lose(row, "bad-step", fmt::format("\"{}\" is no step; the row was skipped", row.step), line);
        return std::nullopt;
    }
    cell.line = line;
    cell.status = statusFromText(row.status);
    cell.duration = duration(row, cell, line);
    cell.wait = wait(row, line);
    return cell;
}

void StageMetricsRows::add(const StageMetricsRow& row, std::uint64_t line)
{
    ++m_metrics.rows;
    const auto cell = parse(row, line);
    if (!cell)
        return;
    m_cells.push_back(*cell);
    if (!row.host.empty())
        m_metrics.hosts.try_emplace(cell->rank, row.host);
    if (!row.role.empty())
        m_metrics.roles.try_emplace(cell->rank, row.role);
}

std::vector<std::uint32_t> StageMetricsRows::stageOrder() const
{
    std::vector<std::uint32_t> order(m_stages.size());
    std::iota(order.begin(), order.end(), 0U);
    if (std::ranges::all_of(m_stageIndex, [](const auto& index) { return index.has_value(); }))
        std::ranges::stable_sort(order, {}, [&](std::uint32_t stage) { return *m_stageIndex[stage]; });
    return order;
}

void StageMetricsRows::fill(StageCube& cube, const std::vector<std::uint32_t>& position)
{
    std::uint64_t repeated = 0;
    std::uint64_t firstRepeated = 0;
    const auto indexIn = [](const auto& sorted, auto value) {
        return static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
    };
    for (const Cell& cell : m_cells) {
        const std::size_t rank = indexIn(cube.ranks(), cell.rank);
        const std::size_t step = indexIn(cube.steps(), cell.step);
        const std::size_t stage = position[cell.stage];
        if (cube.at(Quantity::Span, stage, rank, step) != kMissing) {
            firstRepeated = repeated++ == 0 ? cell.line : firstRepeated;
            continue;
        }
        cube.set(Quantity::Span, stage, rank, step, cell.duration);
        if (cell.wait != kMissing)
            cube.set(Quantity::Wait, stage, rank, step, cell.wait);
        if (cell.duration != kMissing) {
            Ns sum = std::max<Ns>(cube.duration(rank, step), 0);  // kMissing is negative
            if (__builtin_add_overflow(sum, cell.duration, &sum))
                sum = std::numeric_limits<Ns>::max();
            cube.setDuration(rank, step, sum);
        }
        if (weightOf(cell.status) > weightOf(cube.status(rank, step)))
            cube.setStatus(rank, step, cell.status);
    }
    markLosses(cube, position);
    settleUnknown(cube);
    if (repeated > 0)
        m_metrics.problems.push_back(
            {Severity::Warning, "duplicate-row",
             fmt::format("{} rows repeat a rank, step and stage; the first of each is used", repeated),
             fmt::format("line {}", firstRepeated), m_file});
}

/// Steps to which a row that was left out may belong, because they lack its stage, are not whole. A row that names no
/// step is looked for among those of its rank, unless most of them lack the stage: it is one that not every step has.
void StageMetricsRows::markLosses(StageCube& cube, const std::vector<std::uint32_t>& position) const
{
    for (const Lost& lost : m_lost) {
        const auto known = m_stageIds.find(lost.stage);
        if (known == m_stageIds.end() && !(lost.rank && lost.step))
            continue;
        const auto [firstRank, lastRank] = placesOf(cube.ranks(), lost.rank);
        const auto [firstStep, lastStep] = placesOf(cube.steps(), lost.step);
        std::vector<std::pair<std::size_t, std::size_t>> lacking;
        for (std::size_t rank = firstRank; rank < lastRank; ++rank)
            for (std::size_t step = firstStep; step < lastStep; ++step)
                if (known == m_stageIds.end() ||
                    cube.at(Quantity::Span, position[known->second], rank, step) == kMissing)
                    lacking.emplace_back(rank, step);
        if (!lost.step && lacking.size() * 2 > lastStep - firstStep)
            continue;
        for (const auto& [rank, step] : lacking)
            if (cube.status(rank, step) == StepStatus::Ok)
                cube.setStatus(rank, step, StepStatus::Partial);
    }
}

/// Gaps in the numbers of the steps, and ranks that lack steps which others have. Writers that log every n-th step
/// leave no gap: the usual distance counts.
void StageMetricsRows::reportMissingSteps(const StageCube& cube)
{
    const std::vector<std::int64_t>& steps = cube.steps();
    const auto report = [&](std::string message, std::int64_t step) {
        m_metrics.problems.push_back(
            {Severity::Warning, "missing-step", std::move(message), fmt::format("step {}", step), m_file});
    };
    std::map<std::int64_t, std::size_t> distances;
    for (std::size_t i = 1; i < steps.size(); ++i)
        ++distances[steps[i] - steps[i - 1]];
    if (!distances.empty()) {
        const std::int64_t usual =
            std::ranges::max_element(distances, {}, [](const auto& d) { return d.second; })->first;
        std::int64_t missing = 0;
        std::int64_t first = 0;
        for (std::size_t i = 1; i < steps.size(); ++i)
            if (const std::int64_t lost = (steps[i] - steps[i - 1]) / usual - 1; lost > 0) {
                first = missing == 0 ? steps[i - 1] + usual : first;
                missing += lost;
            }
        if (missing > 0)
            report(fmt::format("{} steps between {} and {} are in no row", missing, steps.front(), steps.back()),
                   first);
    }
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
        std::size_t lacking = 0;
        std::int64_t first = 0;
        for (std::size_t step = 0; step < steps.size(); ++step)
            if (cube.status(rank, step) == StepStatus::Absent)
                first = lacking++ == 0 ? steps[step] : first;
        if (lacking > 0)
            report(fmt::format("rank {} lacks {} of the {} steps that other ranks have", cube.ranks()[rank], lacking,
                               steps.size()),
                   first);
    }
}

Result<StageMetrics> StageMetricsRows::finish()
{
    if (m_cells.empty() && !m_metrics.problems.empty()) {  // rows there were: what is wrong with them
        const Problem& first = m_metrics.problems.front();
        return fail(ErrorCode::NothingUsable,
                    m_warned == 1 ? fmt::format("its only row cannot be used ({}): {}", first.code, first.message)
                                  : fmt::format("none of its {} rows can be used; the first ({}): {}", m_metrics.rows,
                                                first.code, first.message),
                    m_file, first.position, "see --help for the columns");
    }
    if (m_cells.empty())
        return fail(ErrorCode::NothingUsable, "no row with a stage and a duration", m_file, {},
                    "see --help for the columns");
    std::set<int> ranks;
    std::set<std::int64_t> steps;
    for (const Cell& cell : m_cells) {
        ranks.insert(cell.rank);
        steps.insert(cell.step);
    }
    constexpr std::size_t kMostCells = std::size_t(1) << 28U;
    if (ranks.size() * steps.size() * m_stages.size() > kMostCells)
        return fail(ErrorCode::TooLarge,
                    fmt::format("{} ranks x {} steps x {} stages is more than fits", ranks.size(), steps.size(),
                                m_stages.size()),
                    m_file, {}, "split the file by steps");
    const std::vector<std::uint32_t> order = stageOrder();
    std::vector<std::string> names;
    std::vector<std::uint32_t> position(order.size());
    for (const std::uint32_t stage : order) {
        position[stage] = static_cast<std::uint32_t>(names.size());
        names.push_back(m_stages[stage]);
    }
    StageCube cube(std::move(names), {ranks.begin(), ranks.end()}, {steps.begin(), steps.end()});
    cube.invalid = std::move(m_metrics.cube.invalid);
    fill(cube, position);
    if (m_anyStep)
        reportMissingSteps(cube);
    cube.plainVector = !m_anyStep && steps.size() == 1 && ranks.size() == 1;
    if (m_warned > kNamed)
        m_metrics.problems.push_back({Severity::Warning,
                                      "more-problems",
                                      fmt::format("{} rows have problems, the first {} are named", m_warned, kNamed),
                                      {},
                                      m_file});
    m_metrics.cube = std::move(cube);
    return std::move(m_metrics);
}

}  // namespace headwater
