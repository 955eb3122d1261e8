// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/MetricsAnalysis.h"

#include <algorithm>

namespace headwater {

Result<RunAnalysisPtr> analyzeMetrics(const RunPtr& run, const AnalysisOptions& options)
{
    auto out = std::make_shared<RunAnalysis>();
    out->run = run;
    out->stageSource = run->stageSource.empty() ? "stage metrics" : run->stageSource;
    out->stepSource = run->stepSource.empty() ? "stage metrics" : run->stepSource;
    std::vector<int> ranks;
    for (const RankData& rank : run->ranks)
        ranks.push_back(rank.rank);
    out->cube = restricted(*run->metrics, ranks, options.firstStep, options.lastStep);
    if (out->cube.empty())
        return fail(ErrorCode::NothingUsable, "no step is left to analyse", run->name, {}, "check --steps");
    for (std::size_t r = 0; r < run->ranks.size(); ++r) {
        RankAnalysis rank;
        rank.rank = run->ranks[r].rank;
        rank.host = run->ranks[r].host;
        rank.role = run->ranks[r].role;
        for (std::size_t s = 0; s < out->cube.steps().size(); ++s)
            if (out->cube.status(r, s) != StepStatus::Absent)
                rank.steps.push_back({out->cube.steps()[s],
                                      {0, std::max<Ns>(out->cube.duration(r, s), 0)},
                                      out->cube.status(r, s),
                                      0,
                                      kMissing,
                                      kMissing});
        out->ranks.push_back(std::move(rank));
    }
    return out;
}

}  // namespace headwater
