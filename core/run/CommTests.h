// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Duration.h"

namespace headwater {

/// One row of an nccl-tests table. Bandwidths in bytes per second, times in ns.
struct NcclTestRow {
    std::uint64_t bytes = 0;
    std::uint64_t elements = 0;
    std::string type, operation;
    bool inPlace = false;
    std::optional<Ns> time;
    std::optional<double> algorithmBandwidth;
    std::optional<double> busBandwidth;
    std::optional<std::int64_t> wrong;  ///< wrong results; nothing where not checked
};

/// One nccl-tests run.
struct NcclTest {
    struct Device {
        int rank = 0;
        std::string host;
        std::string device;  ///< "NVIDIA H100 80GB HBM3"
    };
    std::string collective;  ///< "all_reduce" …, empty where neither the output nor the file name tells
    bool collectiveFromName = false;
    std::string version;
    std::vector<Device> devices;
    std::vector<NcclTestRow> rows;
    std::optional<double> averageBusBandwidth;
    std::optional<std::int64_t> outOfBounds;
    std::string source;
};

/// One collective of an NCCL flight recorder dump (PyTorch). Times epoch ns.
struct FlightEntry {
    std::string group;  ///< process group name and description
    std::int64_t sequence = -1;
    std::string operation;  ///< "nccl:all_reduce"
    std::vector<std::vector<std::int64_t>> inputSizes, outputSizes;
    std::vector<std::string> inputTypes;
    std::string state;  ///< "scheduled", "started", "completed"
    std::optional<Ns> created, started, completed;
    std::optional<Ns> duration;
    bool pointToPoint = false;
};

/// One rank's dump.
struct FlightRecord {
    int rank = -1;  ///< from the file name; −1: unknown
    std::string version;
    std::vector<FlightEntry> entries;  ///< a ring buffer: the oldest may be lost
    std::string source;
};

}  // namespace headwater
