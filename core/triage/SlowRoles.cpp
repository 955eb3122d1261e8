// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/SlowRoles.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"
#include "core/triage/EvidencePlace.h"

namespace headwater {

namespace {

Ns toNs(double value)
{
    return static_cast<Ns>(std::llround(value));
}

/// One rank against itself.
struct Growth {
    int rank = 0;
    double before = 0, now = 0;
    [[nodiscard]] double ratio() const { return now / before; }
};

/// By role: ranks that both runs have, with a time above zero.
std::map<std::string, std::vector<Growth>> growthsOf(const Draft& draft, bool pure)
{
    const std::vector<RankStraggler>& then = draft.basis.baseline.stragglers.ranks;
    std::map<std::string, std::vector<Growth>> roles;
    for (const RankStraggler& rank : draft.basis.current.stragglers.ranks) {
        const auto before = std::ranges::find(then, rank.rank, &RankStraggler::rank);
        if (rank.role.empty() || before == then.end() || before->role != rank.role)
            continue;
        const double was = pure ? before->pure->value : before->local.value;
        const double is = pure ? rank.pure->value : rank.local.value;
        if (was > 0)
            roles[rank.role].push_back({rank.rank, was, is});
    }
    return roles;
}

bool allMeasured(const StragglerReport& report)
{
    return std::ranges::all_of(report.ranks, [](const RankStraggler& rank) { return rank.pure.has_value(); });
}

double medianGrowth(const std::vector<Growth>& growths)
{
    std::vector<double> ratios;
    for (const Growth& growth : growths)
        ratios.push_back(growth.ratio());
    return stats::medianInPlace(ratios);
}

}  // namespace

std::vector<SlowRole> slowRoles(const Draft& draft)
{
    const StragglerReport& now = draft.basis.current.stragglers;
    const StragglerReport& then = draft.basis.baseline.stragglers;
    const bool pure = allMeasured(now) && allMeasured(then);
    const auto roles = growthsOf(draft, pure);
    std::vector<SlowRole> slow;
    for (const auto& [role, own] : roles) {
        std::vector<Growth> others;
        for (const auto& [other, growths] : roles)
            if (other != role)
                others.insert(others.end(), growths.begin(), growths.end());
        if (others.empty())
            continue;
        SlowRole found{
            role, {}, pure ? say("pure compute") : now.metric, {}, {}, medianGrowth(own), medianGrowth(others)};
        const double limit = now.rule.ratio * std::max(1.0, found.others);
        const bool all = std::ranges::all_of(own, [&](const Growth& growth) {
            return growth.ratio() >= limit && growth.now - growth.before > static_cast<double>(draft.floor);
        });
        if (!all)
            continue;
        for (const Growth& growth : own) {
            found.ranks.push_back(growth.rank);
            found.before.push_back(growth.before);
            found.now.push_back(growth.now);
        }
        slow.push_back(std::move(found));
    }
    return slow;
}

Text roleText(const std::string& role)
{
    constexpr std::string_view kStage = "pipeline stage ";
    return role.starts_with(kStage) ? say("pipeline stage {}", role.substr(kStage.size())) : Text(role);
}

Finding slowRoleFinding(const SlowRole& role)
{
    Finding finding;
    finding.id = "stragglers.slow-role";
    finding.layer = LayerId::Stragglers;
    finding.severity = FindingSeverity::Failure;
    finding.provenance = Provenance::Derived;
    std::vector<double> before = role.before;
    std::vector<double> now = role.now;
    finding.statement = say(
        "All of {} ({}) became slower together: {} {}, {:.2f}x itself in the baseline; the other roles {:.2f}x. Equal "
        "ranks of one role point to its share of the work, not to a device.",
        roleText(role.role), ranksText(role.ranks), role.metric,
        fromTo(toNs(stats::medianInPlace(before)), toNs(stats::medianInPlace(now))), role.growth, role.others);
    for (std::size_t i = 0; i < role.ranks.size(); ++i) {
        Evidence row =
            evidenceMs(say("{}, p50", role.metric), toNs(role.before[i]), toNs(role.now[i]), say("own history"));
        row.rank = role.ranks[i];
        finding.evidence.push_back(std::move(row));
    }
    finding.nextStep =
        role.role.starts_with("pipeline stage")
            ? say("Compare the partition of layers in both runs (layers, embedding, head and loss of each "
                  "pipeline stage) and move work away from {}; headwater-cli whatif on the current run says "
                  "what even stages would give.",
                  roleText(role.role))
            : say("Compare what {} does in both runs; give its work to more ranks, or take some away, and see "
                  "whether its time follows.",
                  roleText(role.role));
    return finding;
}

Finding unevenRolesFinding(const RoleImbalance& imbalance, const StragglerReport& report)
{
    Finding finding;
    finding.id = "stragglers.uneven-roles";
    finding.layer = LayerId::Stragglers;
    finding.provenance = Provenance::Derived;
    const Text metric = imbalance.which == OwnTime::Pure ? say("pure compute") : say("step without exposed waiting");
    finding.statement =
        say("In the current run {} ({}) has {:.2f}x the work of the other stages of the pipeline: {} {} against {} a "
            "step. That is how the work is divided, not a slow rank.",
            roleText(imbalance.role), ranksText(imbalance.ranks), imbalance.ratio, metric,
            formatDuration(imbalance.time), formatDuration(imbalance.others));
    const Text source = imbalance.which == OwnTime::Pure ? say("union of compute kernels")
                                                         : say("matched collectives and stage partition");
    std::vector<int> others;
    for (const RankStraggler& rank : report.ranks)
        if (std::ranges::find(imbalance.ranks, rank.rank) == imbalance.ranks.end())
            others.push_back(rank.rank);
    const auto add = [&](Ns time, const std::vector<int>& ranks) {
        Evidence& row =
            finding.evidence.emplace_back(evidenceMs(say("{}, p50, median of these ranks", metric), 0, time, source));
        row.baseline.clear();
        sumsUp(row, ranks);
    };
    add(imbalance.time, imbalance.ranks);
    add(imbalance.others, others);
    return finding;
}

Text evenRolesText(const OwnTimes& own, const std::optional<RoleImbalance>& imbalance)
{
    const std::size_t ranks = own.series.ranks.size();
    if (imbalance)
        return say("{} ranks are even within their roles; {} has {:.2f}x the work of the others", ranks,
                   roleText(imbalance->role), imbalance->ratio);
    return roleCount(own) > 1 ? say("{} ranks are even within their roles", ranks) : say("{} ranks are even", ranks);
}

Text slowText(const Layer& layer, const std::vector<int>& slow)
{
    std::vector<int> byRole;
    bool other = false;
    for (const Finding& finding : layer.findings) {
        const bool role = finding.id == "stragglers.slow-role";
        other |= !role && finding.severity == FindingSeverity::Failure;
        for (const Evidence& row : finding.evidence)
            if (role && row.rank)
                byRole.push_back(*row.rank);
    }
    const bool roleAlone =
        !other && std::ranges::all_of(slow, [&](int rank) { return std::ranges::find(byRole, rank) != byRole.end(); });
    if (roleAlone)
        return say("a whole role got slower: {}", ranksText(slow));
    return slow.size() == 1 ? say("{} is slow", ranksText(slow)) : say("{} are slow", ranksText(slow));
}

}  // namespace headwater
