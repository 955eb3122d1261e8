// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/RelativeScore.h"

#include <algorithm>
#include <limits>

namespace headwater::stats {

namespace {

/// Smallest median of each kind of work that every rank does.
std::map<std::string_view, double> bestOf(const std::vector<WorkItems>& ranks)
{
    std::map<std::string_view, double> best;
    if (ranks.empty())
        return best;
    for (const auto& [name, item] : ranks.front()) {
        double smallest = std::numeric_limits<double>::infinity();
        std::size_t seen = 0;
        for (const WorkItems& rank : ranks) {
            const auto found = rank.find(name);
            if (found == rank.end())
                break;
            smallest = std::min(smallest, found->second.median);
            ++seen;
        }
        if (seen == ranks.size() && smallest > 0)
            best.emplace(name, smallest);
    }
    return best;
}

}  // namespace

std::vector<double> relativeScores(const std::vector<WorkItems>& ranks)
{
    const std::map<std::string_view, double> best = bestOf(ranks);
    std::vector<double> scores;
    for (const WorkItems& rank : ranks) {
        double weights = 0;
        double sum = 0;
        for (const auto& [name, smallest] : best) {
            const WorkItem& item = rank.at(name);
            weights += item.total;
            sum += item.total * smallest / item.median;
        }
        scores.push_back(weights > 0 ? sum / weights : std::numeric_limits<double>::quiet_NaN());
    }
    return scores;
}

}  // namespace headwater::stats
