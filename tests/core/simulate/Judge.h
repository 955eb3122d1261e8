// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "core/triage/Decide.h"

namespace headwater::test {

inline RunPtr load(const std::filesystem::path& folder)
{
    const std::array<std::filesystem::path, 1> paths{folder};
    const auto run = loadRun(paths, {}, {});
    return run ? *run : nullptr;
}

/// The way of `analyze`, with default settings: looks at `out`/baseline and `out`/current and at nothing else.
inline Result<Verdict> judge(const std::filesystem::path& out)
{
    const auto pair = analyzePair(load(out / "baseline"), load(out / "current"), {}, {});
    if (!pair)
        return tl::unexpected<Error>(pair.error());
    const auto basis = prepareDecision(*pair, {}, {});
    if (!basis)
        return tl::unexpected<Error>(basis.error());
    return decide(**basis, {});
}

}  // namespace headwater::test
