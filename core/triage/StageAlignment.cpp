// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/StageAlignment.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/StageRules.h"

namespace headwater {

namespace {

std::optional<std::size_t> indexOf(const std::vector<std::string>& names, const std::string& name)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

std::vector<AlignedStage> baselineOrder(const StageCube& baseline, const StageCube& current)
{
    std::vector<AlignedStage> rows;
    for (std::size_t i = 0; i < baseline.stages().size(); ++i) {
        const std::string& name = baseline.stages()[i];
        rows.push_back({name, i, indexOf(current.stages(), name), name == kOutsideStages});
    }
    return rows;
}

void insertNew(std::vector<AlignedStage>& rows, const StageCube& baseline, const StageCube& current)
{
    std::size_t after = 0;  // where a stage that follows the last one seen goes
    for (std::size_t i = 0; i < current.stages().size(); ++i) {
        const std::string& name = current.stages()[i];
        if (indexOf(baseline.stages(), name)) {
            const auto row = std::ranges::find(rows, name, &AlignedStage::name);
            after = static_cast<std::size_t>(row - rows.begin()) + 1;
            continue;
        }
        rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(after), {name, std::nullopt, i, name == kOutsideStages});
        ++after;
    }
    std::stable_partition(rows.begin(), rows.end(), [](const AlignedStage& row) { return !row.outside; });
}

/// Indices into the current run's stages of those that both runs have, in the current run's order.
std::vector<std::size_t> commonInCurrentOrder(const StageAlignment& alignment)
{
    std::vector<std::size_t> order;
    for (const AlignedStage& row : alignment.stages)
        if (row.baseline && row.current && !row.outside)
            order.push_back(*row.current);
    std::ranges::sort(order);
    return order;
}

/// Rows before the first stage that is missing or comes in another order.
std::size_t comparablePrefix(const StageAlignment& alignment)
{
    const std::vector<std::size_t> order = commonInCurrentOrder(alignment);
    std::size_t common = 0;
    for (std::size_t i = 0; i < alignment.stages.size(); ++i) {
        const AlignedStage& row = alignment.stages[i];
        if (row.outside || !row.baseline)
            continue;
        if (!row.current || *row.current != order[common])
            return i;
        ++common;
    }
    return alignment.stages.size();
}

bool isOrderChanged(const StageAlignment& alignment)
{
    const std::vector<std::size_t> order = commonInCurrentOrder(alignment);
    std::size_t common = 0;
    for (const AlignedStage& row : alignment.stages)
        if (row.baseline && row.current && !row.outside && *row.current != order[common++])
            return true;
    return false;
}

}  // namespace

Result<StageAlignment> alignStages(const StageCube& baseline, const StageCube& current)
{
    if (baseline.plainVector && current.plainVector && baseline.stages().size() != current.stages().size())
        return fail(
            ErrorCode::StageCountsDiffer, "stage counts differ", {},
            fmt::format("{} in the baseline, {} in the current run", baseline.stages().size(), current.stages().size()),
            "compare runs with the same stages");
    StageAlignment alignment;
    alignment.stages = baselineOrder(baseline, current);
    insertNew(alignment.stages, baseline, current);
    for (const AlignedStage& row : alignment.stages) {
        if (row.outside)
            continue;
        if (!row.current)
            alignment.missing.push_back(row.name);
        if (!row.baseline)
            alignment.added.push_back(row.name);
    }
    alignment.orderChanged = isOrderChanged(alignment);
    alignment.comparable = comparablePrefix(alignment);
    return alignment;
}

}  // namespace headwater
