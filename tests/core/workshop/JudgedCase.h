// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <limits>

#include "core/triage/ConfirmedRule.h"
#include "core/triage/DecisionBasis.h"
#include "core/workshop/Case.h"
#include "core/workshop/StageTable.h"
#include "tests/core/simulate/Judge.h"

namespace headwater::test {

/// What the product sees of the runs of a case: the measure of what the workshop says about it.
struct JudgedCase {
    DecisionBasisPtr basis;
    Verdict verdict;

    [[nodiscard]] LayerStatus status(LayerId id) const
    {
        return std::ranges::find(verdict.layers, id, &Layer::id)->status;
    }
    [[nodiscard]] bool regressed() const { return verdict.firstRegressed.has_value(); }
    [[nodiscard]] bool hasRegressed(const std::string& stage) const
    {
        const auto found = std::ranges::find(verdict.stages, stage, &StageVerdict::stage);
        return found != verdict.stages.end() && found->state == StageState::Regressed;
    }
    [[nodiscard]] bool isRotating() const { return verdict.ownTimes[1]->report.rotating.has_value(); }
    [[nodiscard]] bool isFixed() const
    {
        return std::ranges::any_of(verdict.stragglers, [](const auto& one) { return one.cls != "rotating"; });
    }
    [[nodiscard]] std::ptrdiff_t changes() const
    {
        return std::ranges::count(verdict.comparability.changed, false, &ManifestChange::isVolatile);
    }
    /// The resources page tells of a counter, whatever the layer's status.
    [[nodiscard]] bool counterDiffers() const
    {
        const auto layer = std::ranges::find(verdict.layers, LayerId::Resources, &Layer::id);
        return std::ranges::any_of(layer->findings, [](const Finding& finding) {
            return finding.id != "resources.unknown" && finding.id != "resources.events";
        });
    }
    /// In the table that students read, the middle rank's median of a stage is outside its tolerance.
    [[nodiscard]] bool middleRegressed() const
    {
        const workshop::StageTable table = workshop::stageTable(*basis, {});
        return std::ranges::any_of(table.rows, [&table](const workshop::StageTableRow& row) {
            const double more = row.typical.front().now - row.typical.front().before;
            return more > table.epsilon * row.typical.front().before && more > static_cast<double>(table.floor);
        });
    }
    /// What the first regressed stage spends on a quantity in the rank with most of it, more than before: mean over
    /// steps, ns.
    [[nodiscard]] double growth(Quantity quantity) const
    {
        if (!regressed())
            return 0;
        const AlignedStage& row = basis->alignment.stages[static_cast<std::size_t>(verdict.firstRegressed->index)];
        return most(*basis->pair.current, basis->current, quantity, *row.current) -
               most(*basis->pair.baseline, basis->baseline, quantity, *row.baseline);
    }
    /// Whether the quantity has a part in what the stage took longer.
    [[nodiscard]] bool grew(Quantity quantity) const
    {
        double largest = 0;
        for (const Quantity one : {Quantity::Compute, Quantity::Transfer, Quantity::Memcpy, Quantity::Idle})
            largest = std::max(largest, growth(one));
        constexpr double kPart = 0.25;
        return largest > 0 && growth(quantity) > kPart * largest;
    }

private:
    static double most(const RunAnalysis& run, const SideBasis& side, Quantity quantity, std::size_t stage)
    {
        double sum = 0;
        const auto& steps = side.selection.steps;
        for (const std::size_t step : steps) {
            Ns largest = 0;
            for (std::size_t rank = 0; rank < run.cube.ranks().size(); ++rank)
                if (const Ns value = run.cube.at(quantity, stage, rank, step); value != kMissing)
                    largest = std::max(largest, value);
            sum += static_cast<double>(largest);
        }
        return sum / static_cast<double>(std::max<std::size_t>(1, steps.size()));
    }
};

/// Looks at `out`/baseline and `out`/current and at nothing else.
inline Result<JudgedCase> judgedCase(const std::filesystem::path& out)
{
    const auto pair = analyzePair(load(out / "baseline"), load(out / "current"), {}, {});
    if (!pair)
        return tl::unexpected<Error>(pair.error());
    const auto basis = prepareDecision(*pair, {}, {});
    if (!basis)
        return tl::unexpected<Error>(basis.error());
    return JudgedCase{*basis, decide(**basis, {})};
}

}  // namespace headwater::test
