// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

namespace headwater {

/// How the devices of one host hang together, as `nvidia-smi topo -m` prints it.
struct DeviceTopology {
    std::vector<std::string> devices;  ///< "GPU0" …, then "NIC0" … or "mlx5_0" …
    std::vector<std::vector<std::string>>
        links;                      ///< by device and device: "X", "NV18", "PIX", "PXB", "PHB", "NODE", "SYS"
    std::vector<std::string> numa;  ///< of each device as printed ("0"); empty: not told
    std::map<std::string, std::string> nicNames;  ///< "NIC0" → "mlx5_0"

    [[nodiscard]] std::size_t gpus() const;
};

/// Of each GPU a number that those share which hang on one PCIe switch or on switches below one host bridge ("PIX",
/// "PXB"), among themselves or with a common network adapter: NVLink hides the former. A GPU alone has one of its own.
[[nodiscard]] std::vector<int> pcieGroups(const DeviceTopology& topology);

}  // namespace headwater
