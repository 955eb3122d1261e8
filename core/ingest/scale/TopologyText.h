// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"
#include "core/run/Cluster.h"

namespace headwater::scale {

/// The nodes of a Slurm `topology.conf` (tree plugin): `SwitchName=leaf1 Nodes=n[01-16]`, `SwitchName=top
/// Switches=leaf[1-4]`, or of its blocks, `BlockName=b1 Nodes=n[01-16]`; keys in any case, comments, continued lines. A
/// node's leaf is the switch that lists it, the leaf's spine the switches that list that. What
/// `scontrol show topology` prints is read too. Malformed with the line: a list that cannot be expanded, a node on two
/// switches, a key that is unknown or stands twice, a switch defined twice, with nodes and switches or by no line,
/// switches beside blocks, more than 100,000 nodes.
[[nodiscard]] Result<Cluster> clusterFromSlurm(std::string_view text);

/// The nodes of a Slurm `topology.yaml` (25.05 and later): the switches or blocks of the topology that is the cluster's
/// default, of none the first that has any. Malformed as clusterFromSlurm(), without a line.
[[nodiscard]] Result<Cluster> clusterFromSlurmYaml(std::string_view text);
/// The topologies of that file that are not read, by name.
[[nodiscard]] std::vector<std::string> otherSlurmTopologies(std::string_view text);

/// The nodes of `ibnetdiscover` output, of `ibnetdiscover -p` (a line a port) too: hosts by what stands before the
/// adapter in its description, by the adapter's id where nobody has set that; units of the switches themselves are
/// none. Leaves are the switches with hosts, a leaf's spine the switches without hosts that it is connected to.
/// Malformed where no host is connected to a switch.
[[nodiscard]] Result<Cluster> clusterFromFabric(std::string_view text);

/// By content: `ibnetdiscover` begins with a comment that says so or with a switch, and its switches with "Switch", or
/// with `-p` each line with what a port is of ("CA", "SW", "RT") and three numbers;
/// topology.conf begins its first line that is no comment with "SwitchName=", "BlockName=" or "BlockSizes=", in any
/// case; topology.yaml with "- topology:", after "---" or not.
[[nodiscard]] bool isFabric(std::string_view text);
[[nodiscard]] bool isSlurmTopology(std::string_view text);
[[nodiscard]] bool isSlurmYaml(std::string_view text);

/// One name for several switches: a node with a rail on each hangs on all of them together. "sw1+sw2", and from the
/// fourth on their number; empty for none.
[[nodiscard]] std::string joined(const std::set<std::string>& switches);

}  // namespace headwater::scale
