// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/StageCells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/triage/SampleSeries.h"

namespace headwater {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

template <class Stored>
void readColumn(const NarrowColumn& column, std::size_t first, Stored missing, std::span<double> out)
{
    const std::uint8_t* bytes = column.bytes().data() + first * sizeof(Stored);
    for (std::size_t i = 0; i < out.size(); ++i) {
        Stored value;
        std::memcpy(&value, bytes + i * sizeof(Stored), sizeof(Stored));
        out[i] = value == missing ? kNone : static_cast<double>(value);
    }
}

template <class Stored>
void readNarrow(const NarrowColumn& column, std::size_t first, std::span<double> out)
{
    readColumn<Stored>(column, first, std::numeric_limits<Stored>::max(), out);
}

}  // namespace

void readQuantity(const StageCube& cube, Quantity quantity, std::size_t stage, std::size_t rank, std::size_t firstStep,
                  std::span<double> out)
{
    if (!cube.has(quantity)) {
        std::ranges::fill(out, kNone);
        return;
    }
    const NarrowColumn& column = cube.columns(quantity)[stage];
    const std::size_t first = rank * cube.steps().size() + firstStep;
    switch (column.width()) {
    case sizeof(std::uint8_t): return readNarrow<std::uint8_t>(column, first, out);
    case sizeof(std::uint16_t): return readNarrow<std::uint16_t>(column, first, out);
    case sizeof(std::uint32_t): return readNarrow<std::uint32_t>(column, first, out);
    default: return readColumn<Ns>(column, first, kMissing, out);
    }
}

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

bool isNothing(const NarrowColumn& column)
{
    constexpr std::uint8_t kMissingByte = 0xff;
    return column.width() == 1 &&
           std::ranges::all_of(column.bytes(), [](std::uint8_t byte) { return byte == 0 || byte == kMissingByte; });
}

}  // namespace headwater
