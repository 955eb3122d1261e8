// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/JudgeFolders.h"

#include <array>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "core/triage/Decide.h"

namespace headwater {

Result<Verdict> judgeFolders(const std::filesystem::path& baseline, const std::filesystem::path& current,
                             const Job& job)
{
    const std::array<std::filesystem::path, 1> before{baseline};
    const std::array<std::filesystem::path, 1> now{current};
    const auto one = loadRun(before, {}, job);
    const auto other = one ? loadRun(now, {}, job) : tl::unexpected(one.error());
    if (!other)
        return tl::unexpected(other.error());
    const auto pair = analyzePair(*one, *other, {}, job);
    const auto basis = pair ? prepareDecision(*pair, {}, job) : tl::unexpected(pair.error());
    if (!basis)
        return tl::unexpected(basis.error());
    return decide(**basis, {});
}

}  // namespace headwater
