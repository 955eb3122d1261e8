// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/Result.h"
#include "core/run/DeviceTopology.h"

namespace headwater::scale {

/// Whether a text begins as the output of `nvidia-smi topo -m` does, empty lines and the command before it left out.
[[nodiscard]] bool isDeviceMatrix(std::string_view text);

/// Reads `nvidia-smi topo -m`: columns by tabs or blanks, the header underlined by escape sequences or not, with or
/// without NUMA columns and network adapters, which newer drivers call NIC0 and name below. Malformed with the line: no
/// header, a row with fewer links than the header has devices or a device's link to itself that is no X (columns that
/// slipped), a device twice; and where rows are missing, because the output is cut.
[[nodiscard]] Result<DeviceTopology> deviceTopologyOf(std::string_view text);

}  // namespace headwater::scale
