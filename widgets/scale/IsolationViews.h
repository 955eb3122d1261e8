// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/scale/ScaleViews.h"

namespace headwater {

/// The isolation tests as steps of the plan: where, at what cost, what each proves, and what it showed.
[[nodiscard]] RowsData isolationRows(const scale::ScalePlan& plan, const NodeRanks& ranks);

/// What tests of groups showed, one row a result; pairs of nodes stand in their matrix.
[[nodiscard]] RowsData readingRows(const scale::ScalePlan& plan, const NodeRanks& ranks);

/// The nodes of a straggler hunt, the slowest first, then the pairs of the next round; nothing where none was run.
[[nodiscard]] RowsData huntRows(const scale::ScalePlan& plan, const NodeRanks& ranks);

/// The nodes that each of these rows is about, in the order of the rows.
[[nodiscard]] std::vector<NodeSet> isolationNodes(const scale::ScalePlan& plan);
[[nodiscard]] std::vector<NodeSet> readingNodes(const scale::ScalePlan& plan);
[[nodiscard]] std::vector<NodeSet> huntNodes(const scale::ScalePlan& plan);

}  // namespace headwater
