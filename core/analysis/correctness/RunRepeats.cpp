// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/RunRepeats.h"

#include <algorithm>
#include <limits>
#include <map>

namespace headwater {

namespace {

std::size_t valuesOf(const TrainingLog& log)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(log.steps, [](const LogStep& step) { return step.loss || step.gradNorm; }));
}

enum class Relation { Continues, Agrees, Differs };

bool agree(const std::optional<LoggedNumber>& a, const std::optional<LoggedNumber>& b)
{
    return !a || !b || agreeAsPrinted(*a, *b);
}

Relation relationOf(const RunLogs& run, const TrainingLog& log)
{
    std::map<std::int64_t, const LogStep*> known;
    for (const TrainingLog* part : run)
        for (const LogStep& step : part->steps)
            if (step.loss || step.gradNorm)
                known.insert_or_assign(step.step, &step);
    bool common = false;
    for (const LogStep& step : log.steps) {
        const auto found = known.find(step.step);
        if (found == known.end() || found->second->stepsCovered != step.stepsCovered || !(step.loss || step.gradNorm))
            continue;
        common = true;
        if (!agree(found->second->loss, step.loss) || !agree(found->second->gradNorm, step.gradNorm))
            return Relation::Differs;
    }
    return common ? Relation::Agrees : Relation::Continues;
}

/// Puts a log to the run that it belongs to, or begins a new one.
void place(RunRepeats& repeats, const TrainingLog& log)
{
    RunLogs* continued = nullptr;
    for (RunLogs& run : repeats.runs)
        switch (relationOf(run, log)) {
        case Relation::Agrees: ++repeats.sameRun; return;
        case Relation::Continues: continued = continued != nullptr ? continued : &run; break;
        case Relation::Differs: break;
        }
    if (continued != nullptr)
        continued->push_back(&log);
    else
        repeats.runs.push_back({&log});
}

}  // namespace

RunRepeats findRepeats(const std::vector<TrainingLog>& logs)
{
    RunRepeats repeats;
    std::vector<const TrainingLog*> useful;
    int lowest = std::numeric_limits<int>::max();
    for (const TrainingLog& log : logs)
        if (valuesOf(log) > 0) {
            useful.push_back(&log);
            lowest = std::min(lowest, log.rank.value_or(0));  // a log without a rank is the job's printing rank
        }
    std::ranges::stable_sort(useful, std::greater(), [](const TrainingLog* log) { return valuesOf(*log); });
    std::string framework;
    for (const TrainingLog* log : useful) {
        if (log->rank.value_or(0) != lowest) {
            ++repeats.otherRanks;
        } else if (!repeats.runs.empty() && log->framework != framework) {
            ++repeats.otherTools;
        } else {
            framework = log->framework;
            place(repeats, *log);
        }
    }
    return repeats;
}

}  // namespace headwater
