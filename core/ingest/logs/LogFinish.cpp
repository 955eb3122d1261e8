// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/LogFinish.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/run/LogStages.h"

namespace headwater::logs {

namespace {

bool spoke(const LogStream& from, LineKind kind)
{
    return from.lines[static_cast<std::size_t>(kind)] > 0;
}

/// Whether the lines of this stream report means over the interval since the line before.
bool reportsIntervals(const LogStream& from)
{
    constexpr std::array kMeans = {LineKind::Megatron, LineKind::GptNeox, LineKind::DeepSpeedPipe,
                                   LineKind::Torchtitan};
    return std::ranges::any_of(kMeans, [&](LineKind kind) { return spoke(from, kind); });
}

void moveSteps(LogStream& from, TrainingLog& log)
{
    log.steps.reserve(from.steps.size());
    for (auto& [number, entry] : from.steps)
        log.steps.push_back(std::move(entry.step));
    for (LogStream::TimerEntry& entry : from.timers) {
        // Timers of a step that was repeated after a restart went with its first attempt.
        const auto step = from.steps.find(entry.timer.step);
        if (step == from.steps.end() || step->second.generation == entry.generation)
            log.timers.push_back(std::move(entry.timer));
    }
    std::ranges::stable_sort(log.timers, {}, &LogTimer::step);
}

std::int64_t numberFact(const TrainingLog& log, const char* key)
{
    const auto found = log.manifest.find(key);
    return found == log.manifest.end() ? 0 : wholeNumber(found->second).value_or(0);
}

bool tellsOfStep(const LogStep& step)
{
    return step.stepTime != kMissing || step.loss;
}

/// Distances between lines that tell of a step, and the one that most have: the interval at which the job logs.
class Strides {
public:
    explicit Strides(const TrainingLog& log)
    {
        std::map<std::int64_t, std::size_t> counts;
        const LogStep* before = nullptr;
        for (const LogStep& step : log.steps) {
            if (!tellsOfStep(step))
                continue;
            if (before)
                ++counts[m_distances.emplace_back(step.step - before->step)];
            before = &step;
        }
        const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
        constexpr std::size_t kFewest = 2;
        if (most != counts.end() && most->second >= kFewest && 2 * most->second >= m_distances.size())
            m_usual = most->first;
    }

    /// Nothing where no distance is that of at least half of the lines.
    [[nodiscard]] std::optional<std::int64_t> usual() const { return m_usual; }
    [[nodiscard]] std::int64_t at(std::size_t i) const { return m_distances[i]; }

    /// Whether lines are missing in front of line i + 1: the distance is longer than the usual one, and no new interval
    /// that the following lines or those before keep to.
    [[nodiscard]] bool isGap(std::size_t i) const
    {
        if (!m_usual || m_distances[i] <= *m_usual)
            return false;
        constexpr std::size_t kSeveral = 3;
        std::size_t first = i;
        while (first > 0 && m_distances[first - 1] == m_distances[i])
            --first;
        std::size_t last = i;
        while (last + 1 < m_distances.size() && m_distances[last + 1] == m_distances[i])
            ++last;
        return last - first + 1 < kSeveral;
    }

private:
    std::vector<std::int64_t> m_distances;
    std::optional<std::int64_t> m_usual;
};

/// Says which steps have no line although the others' distance tells that they should. What a line printed is the mean
/// of the usual interval, whether or not the line before it got lost.
void findGaps(TrainingLog& log, bool intervals, LogBuilder& builder)
{
    constexpr std::int64_t kLongest = 1'000'000;
    const Strides strides(log);
    LogStep* before = nullptr;
    std::size_t i = 0;
    for (LogStep& step : log.steps) {
        if (!tellsOfStep(step))
            continue;
        if (before) {
            const std::int64_t distance = strides.at(i);
            const bool gap = strides.isGap(i++);
            if (gap)
                builder.note(Severity::Warning, "missing-step",
                             fmt::format("no line tells of the steps between {} and {}, although the others are {} "
                                         "apart",
                                         before->step, step.step, *strides.usual()),
                             step.line);
            const std::int64_t covered = gap ? *strides.usual() : distance;
            if (intervals && covered <= kLongest)
                step.stepsCovered = static_cast<int>(covered);
        }
        before = &step;
    }
    if (!intervals)
        return;
    // The first line has none before it: as many as usual, at most as many as there were.
    const std::int64_t next = log.steps.size() > 1 ? log.steps[1].stepsCovered : numberFact(log, "log_interval");
    const std::int64_t interval = strides.usual().value_or(next);
    LogStep& first = log.steps.front();
    first.stepsCovered = static_cast<int>(std::clamp<std::int64_t>(first.step, 1, std::max<std::int64_t>(interval, 1)));
}

void addBasis(TrainingLog& log, std::string_view basis)
{
    if (log.stepTimeBasis.find(basis) == std::string::npos)
        log.stepTimeBasis += (log.stepTimeBasis.empty() ? "" : "; ") + std::string(basis);
}

/// What the step times are that the lines themselves gave.
std::string_view printedBasis(const LogStream& from, const TrainingLog& log)
{
    if (spoke(from, LineKind::ModdedNanoGpt))
        return "differences of the printed training time";
    if (spoke(from, LineKind::HfConsole) || spoke(from, LineKind::Progress) || log.framework == "hugging-face")
        return "run time / all steps";
    return "as printed";
}

/// Samples or tokens per second and the batch give the time of a step.
void deriveFromRates(TrainingLog& log)
{
    const auto batch = static_cast<double>(numberFact(log, "global_batch_size"));
    const auto sequence = static_cast<double>(numberFact(log, "sequence_length"));
    const auto devices = static_cast<double>(numberFact(log, "world_size"));
    for (LogStep& step : log.steps) {
        if (step.stepTime != kMissing || batch <= 0)
            continue;
        const auto samples = step.values.find("samples_per_second");
        const auto tokens = step.values.find("tokens_per_second_per_gpu");
        if (samples != step.values.end() && samples->second > 0) {
            step.stepTime = nsFrom(batch / samples->second, kSecond);
            addBasis(log, "batch size / samples per second");
        } else if (tokens != step.values.end() && tokens->second > 0 && sequence > 0 && devices > 0) {
            step.stepTime = nsFrom(batch * sequence / (tokens->second * devices), kSecond);
            addBasis(log, "batch size x sequence length / tokens per second of all devices");
        }
    }
}

/// Where lines carry the time they were printed at, the distance of two is the time of the steps between them.
void deriveFromLineTimes(TrainingLog& log)
{
    const LogStep* before = nullptr;
    for (LogStep& step : log.steps) {
        if (!step.time)
            continue;
        if (before && step.stepTime == kMissing && *step.time > *before->time) {
            const std::int64_t steps = step.step - before->step;
            step.stepTime = (*step.time - *before->time + steps / 2) / steps;
            step.stepsCovered = static_cast<int>(std::min<std::int64_t>(steps, 1'000'000));
            addBasis(log, "time between lines");
        }
        before = &step;
    }
}

/// The time that the timers of one step tell of; those inside others count once. kMissing where none is known.
Ns sumOfTimers(const std::map<std::string, Ns>& timers)
{
    std::set<std::string> names;
    for (const auto& [name, time] : timers)
        names.insert(name);
    const std::vector<TimerStage> stages = stagesOfTimers(names, TimerDetail::Fine);
    std::set<std::string_view> inside;
    for (const TimerStage& stage : stages)
        inside.insert(stage.without.begin(), stage.without.end());
    Ns sum = 0;
    for (const TimerStage& stage : stages)
        if (!inside.contains(stage.name) && __builtin_add_overflow(sum, timers.at(stage.name), &sum))
            return kMissing;
    return sum > 0 ? sum : kMissing;
}

/// Where nothing but timers tells of the steps, what they add up to is all that is known of a step.
void deriveFromTimers(TrainingLog& log)
{
    std::map<std::int64_t, std::map<std::string, Ns>> timers;
    for (const LogTimer& timer : log.timers)
        if (timer.maximum >= 0)
            timers[timer.step].emplace(timer.stage, timer.maximum);
    for (LogStep& step : log.steps) {
        const auto found = timers.find(step.step);
        const Ns sum = found == timers.end() ? kMissing : sumOfTimers(found->second);
        if (step.stepTime != kMissing || sum == kMissing)
            continue;
        step.stepTime = sum;
        addBasis(log, "sum of the timers, without what none measures");
    }
}

/// DeepSpeed under Megatron prints a gradient norm of 0.000 and a loss scale of −1.0 because it does not tell them.
void dropPlaceholders(TrainingLog& log, LogBuilder& builder)
{
    const bool any = std::ranges::any_of(log.steps, [](const LogStep& step) { return step.gradNorm.has_value(); });
    const bool zero =
        std::ranges::all_of(log.steps, [](const LogStep& step) { return !step.gradNorm || step.gradNorm->value == 0; });
    if (any && zero && log.steps.size() > 1) {
        for (LogStep& step : log.steps)
            step.gradNorm.reset();
        builder.note(Severity::Info, "placeholder", "the gradient norm is 0 in every line: it counts as not measured",
                     log.steps.front().line);
    }
    for (LogStep& step : log.steps)
        if (const auto scale = step.values.find("loss_scale"); scale != step.values.end() && scale->second < 0)
            step.values.erase(scale);
}

}  // namespace

void finishStream(LogStream& from, TrainingLog& log, LogBuilder& builder)
{
    moveSteps(from, log);
    if (log.steps.empty())
        return;
    if (std::ranges::any_of(log.steps, [](const LogStep& step) { return step.stepTime != kMissing; }))
        addBasis(log, printedBasis(from, log));
    findGaps(log, reportsIntervals(from), builder);
    // Torchtitan prints whole tokens per second; its line times are finer, and nothing else runs between its lines.
    if (spoke(from, LineKind::Torchtitan))
        deriveFromLineTimes(log);
    deriveFromRates(log);
    if (log.stepTimeBasis.empty() || spoke(from, LineKind::JsonLines))
        deriveFromLineTimes(log);
    if (log.stepTimeBasis.empty())
        deriveFromTimers(log);
    dropPlaceholders(log, builder);
}

void settleRanks(std::vector<TrainingLog>& logs, LogBuilder& builder)
{
    const auto negative = [](const LogStep& step) {
        return step.loss && (step.loss->value == -1 || step.loss->value == -2);
    };
    const auto isPlaceholder = [&](const TrainingLog& log) {
        return !log.steps.empty() && std::ranges::all_of(log.steps, negative);
    };
    const auto others = static_cast<std::size_t>(std::ranges::count_if(logs, isPlaceholder));
    if (others == 0 || others == logs.size())
        return;
    for (TrainingLog& log : logs) {
        if (!isPlaceholder(log))
            continue;
        for (LogStep& step : log.steps)
            step.loss.reset();
        builder.note(Severity::Info, "placeholder",
                     "ranks without the last pipeline stage print a loss of -1: not a loss", log.steps.front().line);
    }
}

}  // namespace headwater::logs
