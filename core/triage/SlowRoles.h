// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/RoleBalance.h"
#include "core/base/Text.h"
#include "core/triage/Draft.h"

namespace headwater {

/// The ranks of one role, such as a stage of a pipeline, that became slower together.
struct SlowRole {
    std::string role;
    std::vector<int> ranks;
    Text metric;                      ///< what is compared: pure compute where both runs measured it, else local time
    std::vector<double> before, now;  ///< p50 over steps of each rank, ns
    double growth = 1;                ///< median over its ranks of current/baseline
    double others = 1;                ///< the same over the ranks of all other roles
};

/// Roles whose every rank takes longer than itself in the baseline, by at least StragglerRule::ratio more than the
/// median rank of the other roles, and by more than the floor of the decision (METHODS 2.3, class GROUP: "whole pp
/// stage"; N <= 4 peers: own baseline). Peers of a role cannot show this, for they are alike. Empty with fewer than two
/// roles, or where most roles grew alike: that is no group but all.
[[nodiscard]] std::vector<SlowRole> slowRoles(const Draft& draft);

/// What became slower and what to try: the partition of the layers for a pipeline stage, the role's work for others.
/// One row of evidence a rank.
[[nodiscard]] Finding slowRoleFinding(const SlowRole& role);

/// "pipeline stage 3" as a reader's language has it; other roles are names.
[[nodiscard]] Text roleText(const std::string& role);

/// Stages of a pipeline that have unequal work, whether or not that is new. No rank of them is slow among its peers.
/// Evidence: the time of its ranks and that of all others of `report`.
[[nodiscard]] Finding unevenRolesFinding(const RoleImbalance& imbalance, const StragglerReport& report);

/// What the rules for a rank among its peers say where they name none.
[[nodiscard]] Text evenRolesText(const OwnTimes& own, const std::optional<RoleImbalance>& imbalance);

/// Who is slow, of the ranks that the findings of the layer name: a rank, or all of a role together, which is the
/// division of the work and no slow rank.
[[nodiscard]] Text slowText(const Layer& layer, const std::vector<int>& slow);

}  // namespace headwater
