// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/RoleBalance.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

constexpr std::string_view kStageOfPipeline = "pipeline stage";

bool allKnown(const std::vector<double>& values)
{
    return !values.empty() && std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

/// Median over its ranks of each stage of a pipeline.
std::map<std::string, double> stageMedians(const OwnTimes& own, const std::vector<double>& typical)
{
    std::map<std::string, std::vector<double>> byRole;
    for (std::size_t r = 0; r < own.series.ranks.size(); ++r)
        if (own.series.ranks[r].role.starts_with(kStageOfPipeline))
            byRole[own.series.ranks[r].role].push_back(typical[r]);
    std::map<std::string, double> medians;
    for (auto& [role, values] : byRole)
        medians[role] = stats::medianInPlace(values);
    return medians;
}

}  // namespace

std::size_t roleCount(const OwnTimes& own)
{
    std::set<std::string_view> roles;
    for (const RankSeries& rank : own.series.ranks)
        roles.insert(rank.role);
    return roles.size();
}

std::optional<RoleImbalance> roleImbalance(const OwnTimes& own)
{
    const OwnTime which = allKnown(own.typicalPure) ? OwnTime::Pure : OwnTime::Local;
    const std::vector<double>& typical = own.typical(which);
    if (!allKnown(typical))
        return std::nullopt;
    const std::map<std::string, double> medians = stageMedians(own, typical);
    if (medians.size() < 2)
        return std::nullopt;
    const auto slowest = std::ranges::max_element(medians, {}, [](const auto& entry) { return entry.second; });
    std::vector<double> others;
    for (const auto& [role, value] : medians)
        if (role != slowest->first)
            others.push_back(value);
    const double rest = stats::medianInPlace(others);
    if (!(rest > 0) || slowest->second < own.report.rule.ratio * rest)
        return std::nullopt;
    RoleImbalance found{slowest->first,        {}, which, std::llround(slowest->second), std::llround(rest),
                        slowest->second / rest};
    for (const RankSeries& rank : own.series.ranks)
        if (rank.role == found.role)
            found.ranks.push_back(rank.rank);
    return found;
}

}  // namespace headwater
