// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Decimal.h"
#include "core/ingest/StageMetricsReader.h"

namespace headwater {

/// One line of a stage metrics file as text; empty fields are absent.
struct StageMetricsRow {
    std::string_view rank, step, stage, duration, wait, status, host, role, stageIndex;
};

/// Collects rows of either form (CSV, JSON lines) and makes the cube of them.
class StageMetricsRows {
public:
    StageMetricsRows(std::string file, TimeUnit durationUnit, TimeUnit waitUnit);

    void add(const StageMetricsRow& row, std::uint64_t line);
    /// Says why a row is left out; its step is not whole then.
    void refuse(const StageMetricsRow& row, std::string why, std::uint64_t line);
    /// Two columns of the header say the same thing.
    void doubled(std::string what) { warn("two-columns", std::move(what), 1); }
    [[nodiscard]] Result<StageMetrics> finish();

private:
    struct Cell {
        int rank = 0;
        std::int64_t step = 0;
        std::uint32_t stage = 0;
        Ns duration = kMissing;
        Ns wait = kMissing;
        StepStatus status = StepStatus::Ok;
        std::uint64_t line = 0;
    };

    /// What is known of a row that was left out.
    struct Lost {
        std::optional<int> rank;
        std::optional<std::int64_t> step;
        std::string stage;  ///< empty: unknown
        auto operator<=>(const Lost&) const = default;
    };

    void warn(const char* code, std::string message, std::uint64_t line);
    [[nodiscard]] std::optional<Cell> parse(const StageMetricsRow& row, std::uint64_t line);
    [[nodiscard]] Ns duration(const StageMetricsRow& row, Cell& cell, std::uint64_t line);
    [[nodiscard]] Ns wait(const StageMetricsRow& row, std::uint64_t line);
    void lose(const StageMetricsRow& row, const char* code, std::string message, std::uint64_t line);
    [[nodiscard]] std::uint32_t stageOf(const StageMetricsRow& row);
    [[nodiscard]] std::vector<std::uint32_t> stageOrder() const;
    void fill(StageCube& cube, const std::vector<std::uint32_t>& position);
    void markLosses(StageCube& cube, const std::vector<std::uint32_t>& position) const;
    void reportMissingSteps(const StageCube& cube);

    std::string m_file;
    TimeUnit m_durationUnit;
    TimeUnit m_waitUnit;
    StageMetrics m_metrics;
    std::vector<Cell> m_cells;
    std::vector<std::string> m_stages;
    std::vector<std::optional<std::int64_t>> m_stageIndex;
    std::map<std::string, std::uint32_t, std::less<>> m_stageIds;
    std::map<std::pair<int, std::uint32_t>, std::int64_t> m_nextStep;  ///< where rows name no step
    std::set<Lost> m_lost;
    bool m_anyStep = false;
    std::uint64_t m_warned = 0;
};

}  // namespace headwater
