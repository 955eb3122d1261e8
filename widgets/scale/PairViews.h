// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scale/PairMatrix.h"
#include "widgets/charts/HeatMapLayout.h"
#include "widgets/scale/ScaleViews.h"

namespace headwater {

/// "all_reduce, 64 MB": which pairs a matrix is of.
[[nodiscard]] QString titleOf(const scale::PairMatrix& matrix);

/// Node by node, how much slower a pair is than its baseline, without one than the pairs of its kind; suspected nodes
/// flagged. A row's id is the node. The colours end at 20 %.
[[nodiscard]] HeatMapData pairMap(const scale::PairMatrix& matrix, const Cluster& cluster);

/// Slow pairs and suspected nodes and switches, one row each, with what makes them so; leads to their ranks.
[[nodiscard]] RowsData outlierRows(const scale::PairMatrix& matrix, const Cluster& cluster, const NodeRanks& ranks);
/// The nodes that each of these rows is about, ascending.
[[nodiscard]] std::vector<std::vector<int>> outlierNodes(const scale::PairMatrix& matrix, const Cluster& cluster);

}  // namespace headwater
