// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/Stragglers.h"
#include "core/run/Run.h"

namespace headwater {

/// What a topology tells beyond hosts and racks.
enum class AreaKind : std::uint8_t {
    Spine,  ///< all hosts below a spine switch
    Leaf,   ///< all hosts on a leaf switch
    Numa,   ///< the GPUs of one NUMA node of a host
    Pcie,   ///< the GPUs of a host that share a PCIe switch
};

/// A part of the network or of a host all of whose ranks are slow.
struct SlowArea {
    AreaKind kind = AreaKind::Leaf;
    std::string name;  ///< of the switch; "HOST:N" of a part of a host
    std::vector<int> ranks;
    double ratio = 1;  ///< over the median of the other areas of its kind

    /// Whether all of these ranks are in it.
    [[nodiscard]] bool explains(const std::vector<int>& others) const;
    /// Whether these are its ranks, all of them and no others.
    [[nodiscard]] bool isSame(const std::vector<int>& others) const;
};

/// Groups what findStragglers() saw by where the ranks hang (core/run/Places.h), by the rule of slowPlaces(): spine
/// switches, leaf switches outside them, then NUMA nodes and PCIe switches of hosts that are not slow as a whole.
/// Nothing where the run has no topology.
[[nodiscard]] std::vector<SlowArea> slowAreas(const StragglerReport& report, const Manifest& manifest);

[[nodiscard]] std::string_view nameOf(AreaKind kind);  ///< "spine", "leaf", "numa", "pcie"

}  // namespace headwater
