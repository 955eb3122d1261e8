// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "core/ingest/LoadRun.h"
#include "tests/core/TraceText.h"

namespace headwater::test {

/// A trace of one kernel.
inline std::string trace(int rank, int world)
{
    return kineto({traceEvent("kernel", "k", "7", 0, 1)}, rank, world);
}

inline Result<RunPtr> load(const std::filesystem::path& path, const LoadOptions& options = {})
{
    return loadRun(std::span(&path, 1), options, {});
}

inline bool hasProblem(const Problems& problems, std::string_view code)
{
    return std::ranges::any_of(problems, [&](const Problem& p) { return p.code == code; });
}

}  // namespace headwater::test
