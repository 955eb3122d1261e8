// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Duration.h"
#include "core/run/NarrowColumn.h"

namespace headwater {

/// Name of the pseudo stage that owns what no stage owns; always the last stage of a partition.
inline constexpr std::string_view kOutsideStages = "(outside stages)";

/// What a cell of the cube measures, ns. The six parts from Compute to Idle add up to Span exactly.
enum class Quantity : std::uint8_t { Span, Compute, Transfer, Wait, Memcpy, Memset, Idle, Host };
constexpr std::size_t kQuantities = 8;

/// Health of one step of one rank.
enum class StepStatus : std::uint8_t {
    Ok,
    Partial,  ///< the capture cut the step
    Unknown,  ///< device events mostly missing: not idle, unknown
    Failed,   ///< the job said so (status column, timeout …)
    Invalid,  ///< a NaN, infinite or negative duration: a correctness failure
    Absent,   ///< this rank has no such step
};

/// A duration that cannot be one, kept with its text so that the report can show it.
struct InvalidDuration {
    int rank = 0;
    std::int64_t step = 0;
    std::string stage;
    std::string text;
    std::string source;  ///< file and line
};

/// Stage durations of one run: stages × ranks × steps, dense columns per quantity and stage (a quantity nobody filled
/// stays empty). The common ground of traces, stage metrics and summaries. Copies share their columns.
class StageCube {
public:
    StageCube() = default;
    StageCube(std::vector<std::string> stages, std::vector<int> ranks, std::vector<std::int64_t> steps);

    [[nodiscard]] const std::vector<std::string>& stages() const { return m_stages; }
    [[nodiscard]] const std::vector<int>& ranks() const { return m_ranks; }
    [[nodiscard]] const std::vector<std::int64_t>& steps() const { return m_steps; }
    [[nodiscard]] bool empty() const { return m_stages.empty() || m_ranks.empty() || m_steps.empty(); }

    /// Whether any value of this quantity was set.
    [[nodiscard]] bool has(Quantity quantity) const { return !columns(quantity).empty(); }
    /// ns, or kMissing. Indices, not rank or step numbers.
    [[nodiscard]] Ns at(Quantity quantity, std::size_t stage, std::size_t rank, std::size_t step) const;
    void set(Quantity quantity, std::size_t stage, std::size_t rank, std::size_t step, Ns value);

    /// Wall time of a step on a rank, ns, or kMissing.
    [[nodiscard]] Ns duration(std::size_t rank, std::size_t step) const { return m_durations.at(cell(rank, step)); }
    void setDuration(std::size_t rank, std::size_t step, Ns value) { m_durations.set(cell(rank, step), value); }
    [[nodiscard]] StepStatus status(std::size_t rank, std::size_t step) const { return m_status[cell(rank, step)]; }
    void setStatus(std::size_t rank, std::size_t step, StepStatus status) { m_status[cell(rank, step)] = status; }

    /// A quantity by stage, each rank by rank and in it step by step; empty where nobody filled it. setColumns() wants
    /// as many columns as stages, each with as many values as there are ranks × steps.
    [[nodiscard]] const std::vector<NarrowColumn>& columns(Quantity q) const
    {
        return m_columns[static_cast<std::size_t>(q)];
    }
    void setColumns(Quantity q, std::vector<NarrowColumn> columns)
    {
        m_columns[static_cast<std::size_t>(q)] = std::move(columns);
    }
    /// The wall times in the same order, ranks × steps of them.
    [[nodiscard]] const NarrowColumn& durations() const { return m_durations; }
    void setDurations(NarrowColumn durations) { m_durations = std::move(durations); }

    std::vector<InvalidDuration> invalid;
    /// True where the input was the two-column form: one value a stage, no steps (CONTRACT, stage metrics).
    bool plainVector = false;

    /// Copies every cell of `other` that this cube has the stage, rank and step of; what was measured here stays.
    void fillFrom(const StageCube& other);

private:
    [[nodiscard]] std::size_t cell(std::size_t rank, std::size_t step) const { return rank * m_steps.size() + step; }

    std::vector<std::string> m_stages;
    std::vector<int> m_ranks;
    std::vector<std::int64_t> m_steps;
    std::array<std::vector<NarrowColumn>, kQuantities> m_columns;
    NarrowColumn m_durations;
    std::vector<StepStatus> m_status;
};

/// The stages (in order of first appearance), ranks and steps of all cubes. Where several measured a cell, the first
/// counts.
[[nodiscard]] StageCube merged(std::span<const StageCube> cubes);

/// The part of a cube with these ranks (empty: all) and the steps from `first` to `last` (both included).
[[nodiscard]] StageCube restricted(const StageCube& cube, const std::vector<int>& ranks,
                                   std::optional<std::int64_t> first, std::optional<std::int64_t> last);

}  // namespace headwater
