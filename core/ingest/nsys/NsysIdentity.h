// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/Result.h"
#include "core/ingest/nsys/NsysDatabase.h"

namespace headwater {

/// Who wrote an export and on what. Environment variables are looked at for rank and world size alone and never kept:
/// they may hold secrets.
struct NsysIdentity {
    std::optional<int> rank;   ///< of the profiled command, from its environment
    std::string rankVariable;  ///< "RANK", "SLURM_PROCID" …
    bool rankIsLocal = false;  ///< LOCAL_RANK: the rank within one host only
    std::optional<int> worldSize;
    std::optional<std::int64_t> sessionStart;     ///< ns since 1970 UTC of the export's time 0
    std::string schema;                           ///< "3.24.14", or empty
    std::map<std::string, std::string> metadata;  ///< manifest keys: gpu, gpus_on_host, hostname, driver …
};

/// Reads the small tables of an export. Errors of NsysDatabase::forEachRow.
[[nodiscard]] Result<NsysIdentity> nsysIdentity(NsysDatabase& database);

/// 7 for "MPI Rank 7", as MPI tracing names its threads.
[[nodiscard]] std::optional<int> mpiRank(std::string_view threadName);

}  // namespace headwater
