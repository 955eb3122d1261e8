// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/Run.h"

namespace headwater {

std::vector<int> Run::missingRanks() const
{
    std::vector<int> missing;
    if (metricsFromLogs)
        return missing;  // one process prints for the job
    auto present = ranks.begin();
    for (int rank = 0; rank < worldSize; ++rank) {
        while (present != ranks.end() && present->rank < rank)
            ++present;
        if (present == ranks.end() || present->rank != rank)
            missing.push_back(rank);
    }
    return missing;
}

}  // namespace headwater
