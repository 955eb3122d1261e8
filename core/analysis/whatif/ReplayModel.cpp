// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/ReplayModel.h"

#include <cmath>

#include "core/stats/Quantile.h"

namespace headwater::whatif {

std::vector<double> stepTimes(const ReplayModel& model, const std::vector<Ns>& duration)
{
    std::vector<Ns> end;
    replay(model.plan, duration, end);
    std::vector<double> times;
    times.reserve(model.steps.size());
    for (const std::vector<StepLane>& lanes : model.steps) {
        double sum = 0;
        for (const StepLane& lane : lanes)
            sum += static_cast<double>(end[lane.to] - (lane.from == kNoOp ? 0 : end[lane.from]));
        times.push_back(lanes.empty() ? 0 : sum / static_cast<double>(lanes.size()));
    }
    return times;
}

std::vector<Ns> withTotals(const ReplayModel& model, const std::vector<Ns>& total)
{
    std::vector<Ns> opsOfCell(model.cells.size(), 0);
    for (const std::uint32_t cell : model.cellOf)
        if (cell != kNoKey)
            ++opsOfCell[cell];
    std::vector<Ns> out = model.duration;
    for (std::size_t op = 0; op < out.size(); ++op) {
        const std::uint32_t cell = model.cellOf[op];
        if (cell == kNoKey || total[cell] == model.cells[cell].total)
            continue;
        const Ns before = model.cells[cell].total;
        out[op] = before > 0 ? static_cast<Ns>(std::llround(static_cast<double>(out[op]) / static_cast<double>(before) *
                                                            static_cast<double>(total[cell])))
                             : total[cell] / opsOfCell[cell];
    }
    return out;
}

std::vector<Ns> idealTotals(const ReplayModel& model)
{
    std::vector<std::vector<double>> byPool(model.medianPool.size());
    for (const WorkCell& cell : model.cells)
        byPool[cell.pool].push_back(static_cast<double>(cell.total));
    std::vector<Ns> average;
    for (std::size_t pool = 0; pool < byPool.size(); ++pool) {
        const double value =
            model.medianPool[pool] != 0 ? stats::medianInPlace(byPool[pool]) : stats::mean(byPool[pool]);
        average.push_back(std::isfinite(value) ? std::llround(value) : 0);
    }
    std::vector<Ns> total;
    total.reserve(model.cells.size());
    for (const WorkCell& cell : model.cells)
        total.push_back(average[cell.pool]);
    return total;
}

std::optional<double> replayError(const ReplayModel& model, const std::vector<double>& replayed)
{
    double sum = 0;
    std::size_t n = 0;
    for (std::size_t i = 0; i < replayed.size() && i < model.measured.size(); ++i)
        if (model.measured[i] > 0) {
            sum += std::abs(replayed[i] / static_cast<double>(model.measured[i]) - 1);
            ++n;
        }
    return n > 0 ? std::optional(sum / static_cast<double>(n)) : std::nullopt;
}

}  // namespace headwater::whatif
