// SPDX-License-Identifier: GPL-3.0-or-later
#include <numeric>
#include <random>

#include <QtTest>

#include "core/trace/LevelOfDetail.h"

using namespace headwater;

namespace {

struct Slices {
    std::vector<Ns> start, end;
    std::vector<Row> rows;
};

/// Some touch, some have no length, most are short and a few very long; `overlap`: they lie anywhere.
Slices randomSlices(std::mt19937& engine, std::size_t count, bool overlap)
{
    const auto pick = [&](Ns low, Ns high) { return std::uniform_int_distribution(low, high)(engine); };
    Slices slices;
    std::vector<Interval> times;
    Ns at = pick(0, 50);
    for (std::size_t i = 0; i < count; ++i) {
        const Ns length = pick(0, 40) == 0 ? pick(0, 900) : pick(0, 6);
        if (overlap)
            at = pick(0, static_cast<Ns>(count) * 4);
        times.push_back({at, at + length});
        at += std::max<Ns>(length, 1) + (pick(0, 2) == 0 ? pick(0, 30) : 0);
    }
    std::ranges::sort(times,
                      [](Interval a, Interval b) { return a.start != b.start ? a.start < b.start : a.end > b.end; });
    for (const Interval time : times) {
        slices.start.push_back(time.start);
        slices.end.push_back(time.end);
    }
    slices.rows.resize(count);
    std::iota(slices.rows.begin(), slices.rows.end(), Row(0));
    return slices;
}

/// What touches each pixel, by looking at every slice.
std::vector<PixelSlice> bruteForce(const Slices& slices, const PixelGrid& grid)
{
    std::vector<PixelSlice> out(grid.pixels);
    for (std::size_t p = 0; p < grid.pixels; ++p)
        for (std::size_t i = 0; i < slices.rows.size(); ++i) {
            const Ns end = std::max(slices.end[i], slices.start[i] + 1);
            if (slices.start[i] >= grid.edge(p + 1) || end <= grid.edge(p))
                continue;
            if (slices.end[i] - slices.start[i] > out[p].length)
                out[p] = {slices.end[i] - slices.start[i], slices.rows[i], 0};
        }
    return out;
}

PixelGrid randomGrid(std::mt19937& engine, Ns extent)
{
    std::uniform_real_distribution<double> real(0, 1);
    const double width = std::max(1.0, std::pow(real(engine), 4) * static_cast<double>(extent) / 20);
    const Ns origin = std::uniform_int_distribution<Ns>(-50, 50)(engine);
    return {origin, real(engine) * static_cast<double>(extent) * 1.2 - static_cast<double>(extent) * 0.1, width,
            std::uniform_int_distribution<std::size_t>(1, 120)(engine),
            engine() % 4 == 0 ? 1 : PixelGrid::snapOf(width)};
}

}  // namespace

class tst_LevelOfDetail : public QObject {
    Q_OBJECT
private slots:
    void theLongestOfEachPixelIsThere()
    {
        std::mt19937 engine(1);
        for (int round = 0; round < 300; ++round) {
            const auto count = std::uniform_int_distribution<std::size_t>(0, round % 10 == 0 ? 9000 : 700)(engine);
            const Slices slices = randomSlices(engine, count, false);
            const LaneIndex lane(slices.start, slices.end, slices.rows);
            const PixelGrid grid = randomGrid(engine, count == 0 ? 100 : slices.end.back());
            std::vector<PixelSlice> out(grid.pixels);
            lane.sample(grid, 0, out);
            const auto expected = bruteForce(slices, grid);
            for (std::size_t p = 0; p < grid.pixels; ++p) {
                QCOMPARE(out[p].length, expected[p].length);
                QCOMPARE(out[p].row, expected[p].row);
            }
        }
    }

    void lanesDoNotOverlapAndLoseNothing()
    {
        std::mt19937 engine(2);
        for (int round = 0; round < 100; ++round) {
            const auto count = std::uniform_int_distribution<std::size_t>(0, 600)(engine);
            const Slices slices = randomSlices(engine, count, true);
            const auto lanes = spreadOverLanes(slices.start, slices.end, slices.rows);
            std::vector<Row> all;
            for (const LaneIndex& lane : lanes) {
                Ns free = std::numeric_limits<Ns>::min();
                for (const Row row : lane.rows()) {
                    QVERIFY(slices.start[row] >= free);
                    free = std::max(slices.end[row], slices.start[row] + 1);
                    all.push_back(row);
                }
            }
            std::ranges::sort(all);
            QCOMPARE(all, slices.rows);
            // All lanes together still know the longest of each pixel.
            const PixelGrid grid = randomGrid(engine, static_cast<Ns>(count) * 4 + 10);
            std::vector<PixelSlice> out(grid.pixels);
            for (std::size_t i = 0; i < lanes.size(); ++i)
                lanes[i].sample(grid, static_cast<std::uint16_t>(i), out);
            const auto expected = bruteForce(slices, grid);
            for (std::size_t p = 0; p < grid.pixels; ++p) {
                QCOMPARE(out[p].length, expected[p].length);
            }
        }
    }

    void nestedRangesLieAtTheirDepth()
    {
        // step [0, 100) ⊃ forward [0, 60) ⊃ op [10, 20), then backward [60, 90)
        const std::vector<Ns> start = {0, 0, 10, 60};
        const std::vector<Ns> end = {100, 60, 20, 90};
        const std::vector<Row> rows = {0, 1, 2, 3};
        const auto lanes = spreadOverLanes(start, end, rows);
        QCOMPARE(lanes.size(), 3U);
        QCOMPARE(lanes[0].rows(), std::vector<Row>({0}));
        QCOMPARE(lanes[1].rows(), std::vector<Row>({1, 3}));
        QCOMPARE(lanes[2].rows(), std::vector<Row>({2}));
    }

    void aPlaceFindsItsSlice()
    {
        std::mt19937 engine(4);
        const Slices slices = randomSlices(engine, 500, false);
        const LaneIndex lane(slices.start, slices.end, slices.rows);
        for (Ns time = -5; time < slices.end.back() + 5; ++time) {
            std::size_t expected = 0;
            while (expected < 500 && std::max(slices.end[expected], slices.start[expected] + 1) <= time)
                ++expected;
            QCOMPARE(lane.positionAt(time), expected);
        }
    }

    void pixelsAndTimesFitEachOther()
    {
        std::mt19937 engine(6);
        for (int round = 0; round < 200; ++round) {
            const PixelGrid grid = randomGrid(engine, 5000);
            for (std::size_t p = 0; p < grid.pixels; ++p) {
                QCOMPARE(grid.pixelAt(grid.edge(p)), p);
                QCOMPARE(grid.pixelAt(grid.edge(p + 1) - 1), p);
            }
            QCOMPARE(grid.pixelAt(grid.edge(grid.pixels)), grid.pixels);
        }
    }

    void timesSinceTheEpochAreExact()
    {
        constexpr Ns kEpoch = 1'700'000'000'000'000'001;
        const std::vector<Ns> start = {kEpoch, kEpoch + 3, kEpoch + 7};
        const std::vector<Ns> end = {kEpoch + 2, kEpoch + 6, kEpoch + 9};
        const LaneIndex lane(start, end, {0, 1, 2});
        std::vector<PixelSlice> out(10);
        lane.sample({kEpoch, 0, 1, 10}, 0, out);
        const std::vector<Row> expected = {0, 0, kNoRow, 1, 1, 1, kNoRow, 2, 2, kNoRow};
        for (std::size_t p = 0; p < expected.size(); ++p)
            QCOMPARE(out[p].row, expected[p]);
    }

    void aBinThatCannotTellALengthIsLookedInto()
    {
        // Both are longer than 32 bits can say; the second is the longest.
        constexpr Ns kLong = 5'000'000'000;
        std::vector<Ns> start, end;
        for (Ns i = 0; i < 2'000; ++i) {
            start.push_back(i * 10'000'000);
            end.push_back(start.back() + 1'000);
        }
        for (const Ns length : {kLong, kLong + 7}) {
            start.push_back(std::max(end.back(), start.back()) + 1);
            end.push_back(start.back() + length);
        }
        std::vector<Row> rows(start.size());
        std::iota(rows.begin(), rows.end(), Row(0));
        const LaneIndex lane(start, end, rows);
        const PixelGrid grid{0, 0, 16e9, 3, PixelGrid::snapOf(16e9)};
        std::vector<PixelSlice> out(grid.pixels);
        lane.sample(grid, 0, out);
        QCOMPARE(out[0].length, 1'000);
        QCOMPARE(out[1].length, kLong + 7);
        QCOMPARE(out[1].row, rows.back());
        QCOMPARE(out[2].length, -1);
    }

    void snappedEdgesAreNear()
    {
        for (const double width : {1.0, 7.9, 8.0, 333.3, 1e9}) {
            const PixelGrid exact{1'700'000'000'000'000'001, 12.3, width, 100};
            PixelGrid snapped = exact;
            snapped.snap = PixelGrid::snapOf(width);
            for (std::size_t p = 0; p <= 100; ++p)
                QVERIFY(std::abs(static_cast<double>(exact.edge(p) - snapped.edge(p))) <= width / 8);
        }
    }

    void memoryIsBounded()
    {
        std::mt19937 engine(9);
        const Slices slices = randomSlices(engine, 200'000, false);
        const LaneIndex lane(slices.start, slices.end, slices.rows);
        QVERIFY2(lane.bytes() <= 8 * slices.rows.size(), qPrintable(QString::number(lane.bytes())));
    }
};

QTEST_GUILESS_MAIN(tst_LevelOfDetail)
#include "tst_LevelOfDetail.moc"
