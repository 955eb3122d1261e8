// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "core/run/BubbleCauses.h"
#include "core/run/NarrowColumn.h"

namespace headwater {

/// Bubbles of millions of steps, most of them zero: a column for each cause and for the three sums that name parts of
/// them, ns, kMissing where a step has none. Exact.
class BubbleColumns {
public:
    static constexpr std::size_t kColumns = kBubbleCauses + 3;

    BubbleColumns() = default;
    /// So many steps without any.
    explicit BubbleColumns(std::size_t cells) { columns.fill(NarrowColumn(cells)); }

    /// Nothing where the step has none; `cell` must be one of them.
    [[nodiscard]] std::optional<Bubbles> at(std::size_t cell) const;
    /// Not from several threads at once.
    void set(std::size_t cell, const Bubbles& bubbles);

    std::array<NarrowColumn, kColumns> columns;
};

}  // namespace headwater
