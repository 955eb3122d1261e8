// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/CubeRows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

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

void addStages(const StageCube& cube, Quantity quantity, std::size_t rank, std::vector<double>& row,
               std::vector<double>& sums)
{
    row.resize(cube.steps().size());
    sums.assign(cube.steps().size(), kNone);
    for (std::size_t stage = 0; cube.has(quantity) && stage < cube.stages().size(); ++stage) {
        readQuantity(cube, quantity, stage, rank, 0, row);
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!std::isnan(row[i]))
                sums[i] = (std::isnan(sums[i]) ? 0 : sums[i]) + row[i];
    }
}

bool isNothing(const NarrowColumn& column)
{
    constexpr std::uint8_t kMissingByte = 0xff;
    return column.width() == 1 &&
           std::ranges::all_of(column.bytes(), [](std::uint8_t byte) { return byte == 0 || byte == kMissingByte; });
}

}  // namespace headwater
