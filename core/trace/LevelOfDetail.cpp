// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/LevelOfDetail.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace headwater {

namespace {

constexpr std::size_t kBlock = 16;     ///< slices in a block, blocks in a block of the next level
constexpr std::size_t kBinSlices = 5;  ///< per bin at least, on average: what bounds the memory
constexpr std::size_t kFewBins = 64;   ///< in the widest level
constexpr int kWider = 2;              ///< bits, from level to level
constexpr std::uint64_t kLongest = std::numeric_limits<std::uint32_t>::max();  ///< ns that a bin can tell

/// Longer ones are larger, of equals the earlier one.
std::uint64_t packed(Ns length, std::uint32_t position)
{
    return std::min(static_cast<std::uint64_t>(length), kLongest) << 32U | (kLongest - position);
}

template <class Longest>
void takeLonger(Longest& best, const Longest& other)
{
    if (other.length > best.length)
        best = other;
}

}  // namespace

Ns PixelGrid::snapOf(double nsPerPixel)
{
    Ns snap = 1;
    while (static_cast<double>(snap) * 8 <= nsPerPixel)
        snap *= 2;
    return snap;
}

Ns PixelGrid::edge(std::size_t pixel) const
{
    const double after = start + nsPerPixel * static_cast<double>(pixel);
    auto whole = static_cast<Ns>(after);  // std::floor is a call where the processor's own may not be used
    whole -= static_cast<double>(whole) > after ? 1 : 0;
    return (origin + whole + snap / 2) & ~(snap - 1);
}

std::size_t PixelGrid::pixelAt(Ns time) const
{
    const double guess = (static_cast<double>(time - origin) - start) / nsPerPixel;
    if (guess >= static_cast<double>(pixels) + 1)
        return pixels;
    auto pixel = static_cast<std::size_t>(std::max(0.0, guess));
    // Edges are whole nanoseconds and snap: the guess is off by one at most.
    while (pixel > 0 && edge(pixel) > time)
        --pixel;
    while (pixel < pixels && edge(pixel + 1) <= time)
        ++pixel;
    return std::min(pixel, pixels);
}

LaneIndex::LaneIndex(std::span<const Ns> start, std::span<const Ns> end, std::vector<Row> rows)
    : m_start(start)
    , m_end(end)
    , m_rows(std::move(rows))
{
    m_rows.shrink_to_fit();
    std::vector<Longest> blocks;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (i % kBlock == 0) {
            m_blockStart.push_back(startAt(i));
            blocks.emplace_back();
        }
        takeLonger(blocks.back(), at(i));
    }
    m_blockStart.shrink_to_fit();
    while (blocks.size() > 1) {
        std::vector<Longest> above((blocks.size() + kBlock - 1) / kBlock);
        for (std::size_t i = 0; i < blocks.size(); ++i)
            takeLonger(above[i / kBlock], blocks[i]);
        blocks.shrink_to_fit();
        m_levels.push_back(std::move(blocks));
        blocks = std::move(above);
    }
    m_levels.push_back(std::move(blocks));
    addBins();
}

void LaneIndex::addBins()
{
    if (m_rows.size() < kFewBins * kBinSlices)
        return;
    Bins finest;
    const auto bins = [&] {
        return static_cast<std::size_t>((endAt(m_rows.size() - 1) >> finest.shift) - (startAt(0) >> finest.shift)) + 1;
    };
    while (bins() > m_rows.size() / kBinSlices)
        ++finest.shift;
    finest.first = startAt(0) >> finest.shift;
    finest.longest.resize(bins());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const std::uint64_t slice = packed(at(i).length, static_cast<std::uint32_t>(i));
        const Ns last = (endAt(i) - 1) >> finest.shift;
        for (Ns bin = startAt(i) >> finest.shift; bin <= last; ++bin) {
            std::uint64_t& best = finest.longest[static_cast<std::size_t>(bin - finest.first)];
            best = std::max(best, slice);
        }
    }
    m_bins.push_back(std::move(finest));
    while (m_bins.back().longest.size() > kFewBins) {
        const Bins& below = m_bins.back();
        Bins wider{below.shift + kWider, below.first >> kWider, {}};
        const Ns last = (below.first + static_cast<Ns>(below.longest.size()) - 1) >> kWider;
        wider.longest.resize(static_cast<std::size_t>(last - wider.first) + 1);
        for (std::size_t i = 0; i < below.longest.size(); ++i) {
            const Ns bin = (below.first + static_cast<Ns>(i)) >> kWider;
            std::uint64_t& best = wider.longest[static_cast<std::size_t>(bin - wider.first)];
            best = std::max(best, below.longest[i]);
        }
        m_bins.push_back(std::move(wider));
    }
}

std::size_t LaneIndex::bytes() const
{
    std::size_t sum = m_rows.capacity() * sizeof(Row) + m_blockStart.capacity() * sizeof(Ns);
    for (const auto& level : m_levels)
        sum += level.capacity() * sizeof(Longest);
    for (const Bins& bins : m_bins)
        sum += bins.longest.capacity() * sizeof(std::uint64_t);
    return sum;
}

std::size_t LaneIndex::firstStartingAt(Ns time, std::size_t from) const
{
    // Ever larger steps over blocks: what is looked for is near, except after an empty stretch.
    std::size_t low = from / kBlock;
    std::size_t step = 1;
    while (low + step < m_blockStart.size() && m_blockStart[low + step] < time) {
        low += step;
        step *= 2;
    }
    const auto first = m_blockStart.begin() + static_cast<std::ptrdiff_t>(std::min(low + 1, m_blockStart.size()));
    const auto last = m_blockStart.begin() + static_cast<std::ptrdiff_t>(std::min(low + step, m_blockStart.size()));
    const auto block = static_cast<std::size_t>(std::lower_bound(first, last, time) - m_blockStart.begin());
    std::size_t position = std::max(from, block == 0 ? 0 : (block - 1) * kBlock);
    const std::size_t end = std::min(m_rows.size(), block * kBlock);
    while (position < end && startAt(position) < time)
        ++position;
    return position;
}

std::size_t LaneIndex::positionAt(Ns time) const
{
    const std::size_t behind = firstStartingAt(time + 1, 0);
    return behind > 0 && endAt(behind - 1) > time ? behind - 1 : behind;
}

LaneIndex::Longest LaneIndex::longestOfBlocks(std::size_t first, std::size_t last) const
{
    Longest best;
    for (const auto& level : m_levels) {
        if (last - first < 2 * kBlock) {
            for (; first < last; ++first)
                takeLonger(best, level[first]);
            break;
        }
        for (; first % kBlock != 0; ++first)
            takeLonger(best, level[first]);
        for (; last % kBlock != 0; --last)
            takeLonger(best, level[last - 1]);
        first /= kBlock;
        last /= kBlock;
    }
    return best;
}

LaneIndex::Longest LaneIndex::longestOf(std::size_t first, std::size_t last) const
{
    Longest best;
    const std::size_t firstBlock = (first + kBlock - 1) / kBlock;
    const std::size_t lastBlock = last / kBlock;
    if (firstBlock >= lastBlock) {
        for (; first < last; ++first)
            takeLonger(best, at(first));
        return best;
    }
    for (; first < firstBlock * kBlock; ++first)
        takeLonger(best, at(first));
    const Longest tail = longestOfBlocks(firstBlock, lastBlock);
    takeLonger(best, tail);
    for (std::size_t i = lastBlock * kBlock; i < last; ++i)
        takeLonger(best, at(i));
    return best;
}

LaneIndex::Longest LaneIndex::longestIn(Ns from, Ns to) const
{
    const std::size_t first = positionAt(from);
    return longestOf(first, firstStartingAt(to, first));
}

void LaneIndex::take(PixelSlice& slice, Longest best, std::uint16_t source) const
{
    if (best.length <= slice.length)
        return;
    slice.length = best.length;
    slice.row = m_rows[best.position];
    slice.source = source;
}

void LaneIndex::sample(const PixelGrid& grid, std::uint16_t source, std::span<PixelSlice> out) const
{
    out = out.first(std::min(grid.pixels, out.size()));
    if (m_rows.empty() || out.empty())
        return;
    const auto fits = std::ranges::find_if(m_bins.rbegin(), m_bins.rend(),
                                           [&](const Bins& bins) { return (Ns(1) << bins.shift) <= grid.snap; });
    if (fits != m_bins.rend())
        sampleBins(*fits, grid, source, out);
    else
        sampleSlices(grid, source, out);
}

void LaneIndex::sampleBins(const Bins& bins, const PixelGrid& grid, std::uint16_t source,
                           std::span<PixelSlice> out) const
{
    const auto binAt = [&](Ns time) {
        const Ns last = static_cast<Ns>(bins.longest.size());
        return static_cast<std::size_t>(std::clamp<Ns>((time >> bins.shift) - bins.first, 0, last));
    };
    // The rows of the longest lie far apart in memory: each is fetched while the next pixels are looked at.
    constexpr std::size_t kAhead = 16;
    std::array<std::pair<std::size_t, Longest>, kAhead> waiting;  // by pixel
    std::size_t found = 0;
    const auto put = [&](std::size_t pixel, Longest best) {
        if (best.length <= out[pixel].length)
            return;
        __builtin_prefetch(&m_rows[best.position]);
        auto& place = waiting[found++ % kAhead];
        if (found > kAhead)
            take(out[place.first], place.second, source);
        place = {pixel, best};
    };
    Ns edge = grid.edge(0);
    std::size_t bin = binAt(edge);
    for (std::size_t pixel = 0; pixel < out.size() && bin < bins.longest.size(); ++pixel) {
        const Ns start = std::exchange(edge, grid.edge(pixel + 1));
        std::uint64_t best = 0;
        for (const std::size_t end = binAt(edge); bin < end; ++bin)
            best = std::max(best, bins.longest[bin]);
        if (best == 0)
            continue;
        const std::uint64_t length = best >> 32U;
        if (length == kLongest)  // longer than a bin can tell
            put(pixel, longestIn(start, edge));
        else
            put(pixel, {static_cast<Ns>(length), static_cast<std::uint32_t>(kLongest - (best & kLongest))});
    }
    for (std::size_t i = found - std::min(found, kAhead); i < found; ++i)
        take(out[waiting[i % kAhead].first], waiting[i % kAhead].second, source);
}

void LaneIndex::sampleSlices(const PixelGrid& grid, std::uint16_t source, std::span<PixelSlice> out) const
{
    std::size_t first = positionAt(grid.edge(0));
    for (std::size_t pixel = 0; pixel < out.size() && first < m_rows.size(); ++pixel) {
        Ns end = grid.edge(pixel + 1);
        if (const Ns next = startAt(first); next >= end) {
            pixel = grid.pixelAt(next);
            if (pixel >= out.size())
                return;
            end = grid.edge(pixel + 1);
        }
        const std::size_t last = firstStartingAt(end, first);
        take(out[pixel], last == first + 1 ? at(first) : longestOf(first, last), source);
        first = endAt(last - 1) > end ? last - 1 : last;
    }
}

std::vector<LaneIndex> spreadOverLanes(std::span<const Ns> start, std::span<const Ns> end, std::span<const Row> rows)
{
    std::vector<std::vector<Row>> lanes;
    std::vector<Ns> free;  // since when
    for (const Row row : rows) {
        std::size_t lane = 0;
        while (lane < lanes.size() && free[lane] > start[row])
            ++lane;
        if (lane == lanes.size()) {
            lanes.emplace_back();
            free.emplace_back();
        }
        lanes[lane].push_back(row);
        free[lane] = std::max(end[row], start[row] + 1);
    }
    std::vector<LaneIndex> index;
    index.reserve(lanes.size());
    for (std::vector<Row>& lane : lanes)
        index.emplace_back(start, end, std::move(lane));
    return index;
}

}  // namespace headwater
