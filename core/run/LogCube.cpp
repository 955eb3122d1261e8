// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/LogCube.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/run/LogChoice.h"
#include "core/run/LogStages.h"

namespace headwater {

namespace {

/// Timer values of one rank and step.
using Timers = std::map<std::string, Ns>;
using TimersByCell = std::map<std::pair<int, std::int64_t>, Timers>;

/// Makes the cube from the logs of one run.
class Maker {
public:
    explicit Maker(LogChoice choice) : m_ranks(std::move(choice.ranks)) { m_out.problems = std::move(choice.problems); }

    std::optional<LogCube> make()
    {
        if (m_ranks.empty())
            return std::nullopt;
        collectTimers();
        const std::vector<TimerStage> plan = choosePlan();
        fill(plan);
        describe(plan);
        return std::move(m_out);
    }

private:
    void note(const char* code, std::string message, std::string file = {})
    {
        m_out.problems.push_back({Severity::Info, code, std::move(message), {}, std::move(file)});
    }

    [[nodiscard]] std::set<int> ranksOfTimers() const
    {
        std::set<int> timed;
        for (const auto& [rank, lines] : m_ranks)
            for (const TrainingLog* log : lines.logs)
                for (const LogTimer& timer : log->timers)
                    if (timer.rank)
                        timed.insert(*timer.rank);
        return timed;
    }

    /// Where timers name several ranks, those ranks make the cube; the step's time is the printing rank's.
    void collectTimers()
    {
        const std::set<int> timed = ranksOfTimers();
        m_printers = m_ranks.size();
        const bool byRank = m_ranks.size() == 1 && timed.size() > 1;
        if (byRank) {
            const RankLines lines = std::move(m_ranks.begin()->second);
            m_ranks.clear();
            for (const int rank : timed)
                m_ranks[rank] = lines;
        }
        for (const auto& [rank, lines] : m_ranks)
            for (const TrainingLog* log : lines.logs)
                for (const LogTimer& timer : log->timers)
                    if (lines.steps.contains(timer.step) && timer.maximum >= 0 && (!byRank || timer.rank == rank))
                        m_timers[{rank, timer.step}].emplace(timer.stage, timer.maximum);
    }

    /// A stage's time of one cell; the parts that are stages of their own are not in it.
    static Ns valueOf(const TimerStage& stage, const Timers& timers)
    {
        const auto found = timers.find(stage.name);
        if (found == timers.end())
            return kMissing;
        Ns value = found->second;
        for (const std::string& part : stage.without)
            if (const auto inner = timers.find(part); inner != timers.end())
                value -= std::min(value, inner->second);
        return value;
    }

    static Ns sumOf(const std::vector<TimerStage>& plan, const Timers& timers)
    {
        Ns sum = 0;
        for (const TimerStage& stage : plan) {
            const Ns value = valueOf(stage, timers);
            if (value != kMissing && __builtin_add_overflow(sum, value, &sum))
                return std::numeric_limits<Ns>::max();
        }
        return sum;
    }

    /// Timers are rounded, so that a hundredth more than the step is no overlap.
    static bool exceeds(Ns sum, Ns step) { return sum - step > step / 100; }

    [[nodiscard]] bool fits(const std::vector<TimerStage>& plan) const
    {
        std::size_t over = 0;
        for (const auto& [cell, timers] : m_timers)
            over += exceeds(sumOf(plan, timers), m_ranks.at(cell.first).steps.at(cell.second)->stepTime);
        constexpr std::size_t kOneIn = 20;
        return over * kOneIn <= m_timers.size();
    }

    std::vector<TimerStage> choosePlan()
    {
        std::size_t cells = 0;
        for (const auto& [rank, lines] : m_ranks)
            cells += lines.steps.size();
        if (m_timers.empty())
            return {};
        if (m_timers.size() * 2 < cells) {
            note("few-timers", fmt::format("only {} of {} lines have timers: the step is not divided into stages",
                                           m_timers.size(), cells));
            return {};
        }
        std::set<std::string> names;
        for (const auto& [cell, timers] : m_timers)
            for (const auto& [name, value] : timers)
                names.insert(name);
        for (const TimerDetail detail : {TimerDetail::Fine, TimerDetail::Coarse})
            if (auto plan = stagesOfTimers(names, detail); !plan.empty() && fits(plan))
                return plan;
        note("timers-overlap",
             "the timers are of no known order, or add up to more than the step: it is not divided into stages");
        return {};
    }

    /// The cube of the ranks and lines, without a value; the hosts that the logs name.
    void shape(const std::vector<TimerStage>& plan)
    {
        std::vector<std::string> stages;
        stages.reserve(plan.size() + 1);
        for (const TimerStage& stage : plan)
            stages.push_back(stage.name);
        stages.emplace_back(plan.empty() ? kWholeStep : kOutsideStages);
        std::vector<int> ranks;
        std::set<std::int64_t> steps;
        for (const auto& [rank, lines] : m_ranks) {
            ranks.push_back(rank);
            if (const std::string& host = lines.logs.front()->host; !host.empty() && m_ranks.size() == m_printers)
                m_out.hosts[rank] = host;
            for (const auto& [number, step] : lines.steps)
                steps.insert(number);
        }
        m_out.cube = StageCube(std::move(stages), std::move(ranks), {steps.begin(), steps.end()});
    }

    void fill(const std::vector<TimerStage>& plan)
    {
        shape(plan);
        StageCube& cube = m_out.cube;
        std::size_t r = 0;
        LeftOut leftOut;
        for (const auto& [rank, lines] : m_ranks) {
            const int usual = usuallyCovered(lines);
            for (const auto& [number, step] : lines.steps) {
                const auto at = std::ranges::lower_bound(cube.steps(), number) - cube.steps().begin();
                fillStep(plan, r, static_cast<std::size_t>(at), step->stepTime);
                const bool brief = isBrief(*step, usual) || isStartUp(lines, number);
                if (!brief && !isLong(*step, usual))
                    continue;
                cube.setStatus(r, static_cast<std::size_t>(at), StepStatus::Partial);
                ++(brief ? leftOut.brief : leftOut.across);
            }
            ++r;
        }
        noteLeftOut(leftOut);
    }

    /// Lines that are no equal of the others.
    struct LeftOut {
        std::size_t brief = 0;
        std::size_t across = 0;
    };
    void noteLeftOut(const LeftOut& leftOut)
    {
        const auto lines = [](std::size_t count) {
            return count == 1 ? "1 line is" : fmt::format("{} lines are", count);
        };
        const auto they = [](std::size_t count) { return count == 1 ? "it stands" : "they stand"; };
        if (leftOut.brief > 0)
            note("brief-lines", fmt::format("{} left out: {} for fewer steps than the others or for the start-up alone",
                                            lines(leftOut.brief), they(leftOut.brief)));
        if (leftOut.across > 0)
            note("lines-across-gaps",
                 fmt::format("{} left out: {} for the mean of twice as many steps as the others, or more",
                             lines(leftOut.across), they(leftOut.across)));
    }

    /// The only line of a run, of its first step: mostly start-up, and nothing shows how much of it.
    static bool isStartUp(const RankLines& lines, std::int64_t step) { return lines.steps.size() == 1 && step <= 1; }

    /// How many steps most lines stand for; of two such numbers the larger one.
    static int usuallyCovered(const RankLines& lines)
    {
        std::map<int, std::size_t> counts;
        for (const auto& [number, step] : lines.steps)
            ++counts[std::max(step->stepsCovered, 1)];
        int usual = 1;
        std::size_t most = 0;
        for (const auto& [covered, count] : counts)
            if (count >= most) {
                most = count;
                usual = covered;
            }
        return usual;
    }

    /// At most half as many steps as usual, or twice as many and more, are no equal of the other lines.
    static bool isBrief(const LogStep& step, int usual) { return step.stepsCovered <= usual / 2; }
    static bool isLong(const LogStep& step, int usual) { return step.stepsCovered / 2 >= usual; }

    void fillStep(const std::vector<TimerStage>& plan, std::size_t rank, std::size_t step, Ns duration)
    {
        StageCube& cube = m_out.cube;
        const std::size_t rest = plan.size();
        const auto timers = m_timers.find({cube.ranks()[rank], cube.steps()[step]});
        cube.setDuration(rank, step, duration);
        cube.setStatus(rank, step, StepStatus::Ok);
        if (plan.empty()) {
            cube.set(Quantity::Span, 0, rank, step, duration);
            cube.set(Quantity::Host, 0, rank, step, duration);
            return;
        }
        const Ns sum = timers == m_timers.end() ? 0 : sumOf(plan, timers->second);
        if (timers == m_timers.end() || exceeds(sum, duration)) {
            cube.setStatus(rank, step, StepStatus::Partial);  // how it divides is not known
            return;
        }
        for (std::size_t stage = 0; stage < plan.size(); ++stage) {
            const Ns value = valueOf(plan[stage], timers->second);
            cube.set(Quantity::Span, stage, rank, step, value);
            cube.set(Quantity::Host, stage, rank, step, value);
        }
        cube.set(Quantity::Span, rest, rank, step, std::max<Ns>(duration - sum, 0));
        cube.setDuration(rank, step, std::max(duration, sum));
    }

    void describe(const std::vector<TimerStage>& plan)
    {
        const RankLines& first = m_ranks.begin()->second;
        const TrainingLog& log = *first.logs.front();
        m_out.stageSource = plan.empty() ? fmt::format("the step times of the {} log", log.framework)
                                         : fmt::format("timers of the {} log, in host time", log.framework);
        int least = std::numeric_limits<int>::max();
        int most = 1;
        for (const auto& [rank, lines] : m_ranks) {
            const int usual = usuallyCovered(lines);
            for (const auto& [number, step] : lines.steps) {
                if (isBrief(*step, usual) || isLong(*step, usual))
                    continue;
                least = std::min(least, std::max(step->stepsCovered, 1));
                most = std::max(most, step->stepsCovered);
            }
        }
        m_out.stepSource = fmt::format("lines of {}, {}", nameOfLog(log), log.stepTimeBasis);
        if (most == 1)
            return;
        const std::string range = least == most ? std::to_string(most) : fmt::format("{} to {}", least, most);
        m_out.stepSource += fmt::format(", each the mean of {} steps", range);
        note("mean-of-steps",
             fmt::format("a line is the mean of {} steps: n counts lines, and a single slow step does not show", range),
             log.source);
    }

    std::map<int, RankLines> m_ranks;
    std::size_t m_printers = 0;  ///< ranks that printed steps; others are known by their timers alone
    TimersByCell m_timers;
    LogCube m_out;
};

}  // namespace

std::optional<LogCube> cubeOfLogs(std::span<const TrainingLog> logs)
{
    return Maker(chooseLogs(logs)).make();
}

StageCube wholeSteps(const StageCube& cube)
{
    StageCube out({std::string(kWholeStep)}, cube.ranks(), cube.steps());
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank)
        for (std::size_t step = 0; step < cube.steps().size(); ++step) {
            const Ns duration = cube.duration(rank, step);
            out.setDuration(rank, step, duration);
            out.setStatus(rank, step, cube.status(rank, step));
            out.set(Quantity::Span, 0, rank, step, duration);
            Ns wait = 0;
            for (std::size_t stage = 0; stage < cube.stages().size(); ++stage)
                wait += std::max<Ns>(cube.at(Quantity::Wait, stage, rank, step), 0);
            if (cube.has(Quantity::Wait))
                out.set(Quantity::Wait, 0, rank, step, wait);
        }
    out.invalid = cube.invalid;
    return out;
}

}  // namespace headwater
