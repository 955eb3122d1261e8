// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/base/Duration.h"

namespace headwater {

/// Marks a cell that was not measured. Missing is never zero.
constexpr Ns kMissing = std::numeric_limits<Ns>::min();

/// Times in ns, or kMissing, in as few bytes each as the largest of them needs: 1, 2, 4 or 8. Exact. Ten thousand ranks
/// have tens of columns of millions, most of them zero. Copies share the bytes until one of them is written.
class NarrowColumn {
public:
    NarrowColumn() = default;
    /// `count` times kMissing.
    explicit NarrowColumn(std::size_t count);
    /// What bytes() of a column of this width gave; the size must be a multiple of the width: 1, 2, 4 or 8.
    NarrowColumn(std::vector<std::uint8_t> bytes, unsigned width);

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] Ns at(std::size_t i) const;
    /// Not from several threads at once.
    void set(std::size_t i, Ns value);

    [[nodiscard]] unsigned width() const { return m_width; }
    /// Little endian. Below eight bytes the numbers are unsigned and the largest one means missing.
    [[nodiscard]] const std::vector<std::uint8_t>& bytes() const;

private:
    void widenFor(Ns value);

    std::shared_ptr<std::vector<std::uint8_t>> m_bytes;
    std::size_t m_size = 0;
    unsigned m_width = 1;
};

}  // namespace headwater
