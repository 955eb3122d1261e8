// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/Trace.h"

namespace headwater {

/// Pixels over a window of time: pixel p is [edge(p), edge(p + 1)). Edges lie on multiples of `snap`, so that the bins
/// of a LaneIndex fit into pixels; with snapOf() a pixel is an eighth of its width off at most at either edge.
struct PixelGrid {
    Ns origin = 0;          ///< times of traces are too large for a double: the window is given relative to this
    double start = 0;       ///< ns after the origin at the left edge
    double nsPerPixel = 1;  ///< at least 1, so that no pixel is empty
    std::size_t pixels = 0;
    Ns snap = 1;  ///< ns, a power of two, at most a quarter of a pixel where it is more than 1

    /// The largest snap that a pixel of this width allows.
    [[nodiscard]] static Ns snapOf(double nsPerPixel);
    [[nodiscard]] Ns edge(std::size_t pixel) const;
    /// Of the pixel that contains a time at or after the left edge; `pixels` where it lies behind the right one.
    [[nodiscard]] std::size_t pixelAt(Ns time) const;
};

/// The longest slice that touches a pixel.
struct PixelSlice {
    Ns length = -1;            ///< ns, of the whole slice; −1: nothing is here
    Row row = kNoRow;          ///< in the columns that the lane was made of
    std::uint16_t source = 0;  ///< as given to sample(): which of several lanes
};

/// Slices that do not overlap, in order of time, indexed for drawing at any zoom. Keeps views of the columns: whoever
/// owns them has to live as long. At most 8 bytes a slice beside the columns.
class LaneIndex {
public:
    /// `rows` ascending by start, no slice beginning before the one before it has ended. A slice without length counts
    /// as 1 ns long where something is looked for at a place.
    LaneIndex(std::span<const Ns> start, std::span<const Ns> end, std::vector<Row> rows);

    [[nodiscard]] std::size_t size() const { return m_rows.size(); }
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }

    /// Puts the longest slice of each pixel into `out` where it is longer than what is there already, the earliest of
    /// equals; one element a pixel. O(pixels) where a pixel holds many slices and the grid snaps, O(pixels · log n)
    /// elsewhere.
    void sample(const PixelGrid& grid, std::uint16_t source, std::span<PixelSlice> out) const;

    /// Position of the slice that covers `time`, else of the first behind it; size() where there is none. O(log n).
    [[nodiscard]] std::size_t positionAt(Ns time) const;
    /// Bytes held beside the columns.
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Longest {
        Ns length = -1;
        std::uint32_t position = 0;
    };

    /// Times cut into bins of 2^shift ns: the longest slice that touches each.
    struct Bins {
        int shift = 0;
        Ns first = 0;                        ///< time of the first bin, in bins
        std::vector<std::uint64_t> longest;  ///< packed, so that the largest is the longest; 0: nothing
    };

    void addBins();
    void sampleBins(const Bins& bins, const PixelGrid& grid, std::uint16_t source, std::span<PixelSlice> out) const;
    void sampleSlices(const PixelGrid& grid, std::uint16_t source, std::span<PixelSlice> out) const;
    void take(PixelSlice& slice, Longest best, std::uint16_t source) const;
    [[nodiscard]] Longest longestIn(Ns from, Ns to) const;
    [[nodiscard]] Ns startAt(std::size_t position) const { return m_start[m_rows[position]]; }
    [[nodiscard]] Ns endAt(std::size_t position) const
    {
        const Row row = m_rows[position];
        return m_end[row] > m_start[row] ? m_end[row] : m_start[row] + 1;
    }
    [[nodiscard]] Longest at(std::size_t position) const
    {
        const Row row = m_rows[position];
        return {m_end[row] - m_start[row], static_cast<std::uint32_t>(position)};
    }
    [[nodiscard]] std::size_t firstStartingAt(Ns time, std::size_t from) const;
    [[nodiscard]] Longest longestOf(std::size_t first, std::size_t last) const;
    [[nodiscard]] Longest longestOfBlocks(std::size_t first, std::size_t last) const;

    std::span<const Ns> m_start;
    std::span<const Ns> m_end;
    std::vector<Row> m_rows;
    std::vector<Ns> m_blockStart;                ///< start of the first slice of each block
    std::vector<std::vector<Longest>> m_levels;  ///< of blocks, of blocks of blocks, …
    std::vector<Bins> m_bins;                    ///< each four times as wide as those before
};

/// Spreads slices over lanes so that those of a lane do not overlap: each goes to the lowest lane that is free. Nested
/// ranges of a thread come to lie at their depth. `rows` ascending by start, longer first among equals. O(n · lanes).
[[nodiscard]] std::vector<LaneIndex> spreadOverLanes(std::span<const Ns> start, std::span<const Ns> end,
                                                     std::span<const Row> rows);

}  // namespace headwater
