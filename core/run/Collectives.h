// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Duration.h"

namespace headwater {

/// Collectives matched across ranks (METHODS 3.1 to 3.3).
struct CollectiveSummary {
    /// Waiting and transfer by METHODS 3.2 A, which needs no common clock.
    struct ByRank {
        int rank = 0;
        Ns wait = 0;
        Ns transfer = 0;
        int timesLast = 0;
        Ns blame = 0;  ///< rank-ns of others' waiting that this rank caused; the ranks' sum is the whole waiting
    };
    /// One operation of a group: the typical transfer, and how fast it moved data.
    struct Operation {
        std::string name;
        std::uint64_t count = 0;
        std::optional<std::int64_t> bytes;   ///< median size, where the profiler says it
        Ns transfer = 0;                     ///< median
        std::optional<double> busBandwidth;  ///< GB/s at the median of size over transfer
    };
    struct Group {
        std::string name;
        std::vector<int> ranks;
        std::uint64_t matched = 0;    ///< collectives
        std::uint64_t unmatched = 0;  ///< kernels
        std::vector<Operation> operations = {};
    };
    /// A rank's clock against the reference rank's, from the ends of the collectives they share.
    struct Clock {
        int rank = 0;
        Ns offset = 0;
        Ns residual = 0;       ///< median absolute deviation
        std::uint64_t n = 0;   ///< collectives it rests on
        double driftPpm = 0;   ///< Theil–Sen
        bool applied = false;  ///< false on the reference's own host: one clock
    };
    /// A against B (METHODS 3.2): over members of synchronous collectives whose ends agree once clocks are aligned.
    struct Methods {
        std::uint64_t compared = 0;
        std::uint64_t agree = 0;      ///< waiting within 50 µs or 5 % of the kernel
        std::uint64_t untrusted = 0;  ///< collectives whose ends lie too far apart for B
        Ns waitByDuration = 0;        ///< of the compared ones
        Ns waitByClock = 0;
    };
    std::uint64_t matched = 0;
    std::uint64_t unmatched = 0;
    std::vector<Group> groups;
    std::vector<ByRank> byRank;
    std::vector<Clock> clocks;  ///< by rank, those that share collectives with the reference, directly or by others
    Ns clockClosure = 0;        ///< median spread of aligned ends: what alignment leaves open
    Methods methods;
};

}  // namespace headwater
