// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/StageCells.h"

#include <array>
#include <cmath>

#include "core/triage/SampleSeries.h"

namespace headwater {

void readMeasure(const StageCube& cube, Measure measure, std::size_t stage, std::size_t rank, std::size_t firstStep,
                 std::span<double> out)
{
    if (measure != Measure::Span) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = valueOf(cube, measure, stage, rank, firstStep + i);
        return;
    }
    readQuantity(cube, Quantity::Span, stage, rank, firstStep, out);
    if (!cube.has(Quantity::Wait))
        return;
    constexpr std::size_t kPiece = 64;
    std::array<double, kPiece> waits{};
    for (std::size_t from = 0; from < out.size(); from += kPiece) {
        const std::size_t count = std::min(kPiece, out.size() - from);
        readQuantity(cube, Quantity::Wait, stage, rank, firstStep + from, std::span(waits).first(count));
        for (std::size_t i = 0; i < count; ++i)
            out[from + i] -= std::isnan(waits[i]) ? 0 : waits[i];
    }
}

}  // namespace headwater
