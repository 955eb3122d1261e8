// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"

namespace headwater {

struct ScenarioInfo {
    std::string_view id;       ///< "slow-data-loader"
    std::string_view summary;  ///< one line, without giving the answer away
};

/// Every scenario that simulate() knows, in a fixed order.
[[nodiscard]] std::span<const ScenarioInfo> scenarios();

struct SimulationOptions {
    int ranks = 0;  ///< 0: the scenario's own size
    int steps = 0;
    std::uint64_t seed = 1;
    int eventsPerStep = 0;    ///< host and device events a rank writes per step, about; 0: the scenario's own
    bool compress = true;     ///< write .json.gz
    bool fineStages = false;  ///< eight stages instead of six: the head and the logging have marks of their own
    /// Called with each trace once it is whole, from several threads, in the folder it will lie in: it may put another
    /// file in its place, so that no more traces lie there than are written at once. With it there are no records/:
    /// those of thousands of ranks are as large as what it saves.
    std::function<Status(const std::filesystem::path& trace)> replaceTrace = {};
    /// With replaceTrace: called before the traces of a run with the manifest that would lie in records/, as JSON.
    std::function<void(const std::string& manifest)> seeManifest = {};
};

/// Runs a queue-and-barrier model of data-parallel training twice, healthy and with the scenario's fault, and writes
/// `out`/baseline, `out`/current (Kineto traces, one file a rank, and records/ with metrics, logs and manifest) and
/// `out`/truth.json (CONTRACT headwater.truth/1).
/// Same options, same bytes. Writes into temporary names first: a stop or an error leaves no half-written file.
[[nodiscard]] Status simulate(std::string_view scenario, const std::filesystem::path& out,
                              const SimulationOptions& options, const Job& job);

}  // namespace headwater
