// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// What stands in a log before training starts and tells of the run: the launch command as a shell with `set -x` prints
/// it ("+ torchrun … -m torchtitan.train --debug.seed=42"), environment variables in front of it, the line "Running
/// pytorch 2.5.0+cu124 compiled for CUDA 12.4" of the modded-nanogpt family with the program's own text before and
/// nvidia-smi's table behind it.
class LaunchLines {
public:
    /// Whether the line was one of these. Facts: "command", "option.NAME", "env.NAME", "pytorch", "cuda",
    /// "code_digest", "driver", "gpu", "gpu_count", "gpu_bus_ids".
    bool read(std::string_view line, LogBuilder& log);

private:
    bool readCommand(std::string_view line, LogBuilder& log) const;
    bool readVersions(std::string_view line, LogBuilder& log);
    bool readTable(std::string_view line, LogBuilder& log);

    std::uint64_t m_digest = 0xCBF29CE484222325ULL;  ///< of all lines so far
    std::vector<std::string> m_devices;              ///< bus ids of the table
    bool m_done = false;                             ///< the first lines are over
    std::uint64_t m_lines = 0;
};

}  // namespace headwater::logs
