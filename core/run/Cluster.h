// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace headwater {

/// One host and where it hangs.
struct ClusterNode {
    std::string name;
    std::string leaf;   ///< switch it is connected to; empty: unknown, all such nodes hang on one
    std::string spine;  ///< of that switch; empty: unknown

    friend bool operator==(const ClusterNode&, const ClusterNode&) = default;
};

/// Hosts and the network between them.
struct Cluster {
    std::vector<ClusterNode> nodes;
    int gpusPerNode = 8;

    [[nodiscard]] int gpus() const { return static_cast<int>(nodes.size()) * gpusPerNode; }

    friend bool operator==(const Cluster&, const Cluster&) = default;
};

/// Indices into Cluster::nodes, ascending, none twice.
using NodeSet = std::vector<int>;

}  // namespace headwater
