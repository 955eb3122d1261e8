// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

#include <QtTest>

#include "core/trace/Intervals.h"

using namespace headwater;

namespace {

/// Membership of every integer instant in [0, 200), the slow truth that the set operations are held against.
std::vector<bool> cells(const std::vector<Interval>& intervals)
{
    std::vector<bool> out(200, false);
    for (const Interval& i : intervals)
        for (Ns t = std::max<Ns>(i.start, 0); t < std::min<Ns>(i.end, 200); ++t)
            out[static_cast<std::size_t>(t)] = true;
    return out;
}

bool isNormal(const IntervalSet& set)
{
    for (std::size_t i = 0; i < set.size(); ++i)
        if (set[i].length() <= 0 || (i > 0 && set[i].start <= set[i - 1].end))
            return false;
    return true;
}

std::vector<Interval> random(std::mt19937& engine)
{
    std::uniform_int_distribution<Ns> start(0, 190);
    std::uniform_int_distribution<Ns> length(-2, 12);
    std::vector<Interval> intervals(std::uniform_int_distribution<std::size_t>(0, 14)(engine));
    for (Interval& i : intervals) {
        i.start = start(engine);
        i.end = i.start + length(engine);
    }
    return intervals;
}

}  // namespace

class tst_Intervals : public QObject {
    Q_OBJECT

private slots:
    void vector14()
    {
        // METHODS vectors V14
        const IntervalSet compute = unionOf({{0, 10}, {12, 20}, {18, 25}, {40, 50}});
        const IntervalSet comm = unionOf({{8, 16}, {24, 38}});
        const IntervalSet memory = unionOf({{39, 41}});
        QCOMPARE(totalLength(compute), 33);
        QCOMPARE(totalLength(comm), 22);
        QCOMPARE(totalLength(intersect(compute, comm)), 7);
        QCOMPARE(totalLength(subtract(comm, compute)), 15);
        const IntervalSet busy = unite(unite(compute, comm), memory);
        QCOMPARE(totalLength(subtract({{0, 50}}, busy)), 1);
    }

    void againstCells()
    {
        std::mt19937 engine(7);
        for (int round = 0; round < 2000; ++round) {
            const auto rawA = random(engine);
            const auto rawB = random(engine);
            const auto a = unionOf(rawA);
            const auto b = unionOf(rawB);
            const auto inA = cells(rawA);
            const auto inB = cells(rawB);
            std::vector<bool> both(200), either(200), onlyA(200);
            for (std::size_t i = 0; i < 200; ++i) {
                both[i] = inA[i] && inB[i];
                either[i] = inA[i] || inB[i];
                onlyA[i] = inA[i] && !inB[i];
            }
            QCOMPARE(cells(a), inA);
            QCOMPARE(cells(unite(a, b)), either);
            QCOMPARE(cells(intersect(a, b)), both);
            QCOMPARE(cells(subtract(a, b)), onlyA);
            QVERIFY(isNormal(a) && isNormal(unite(a, b)) && isNormal(intersect(a, b)) && isNormal(subtract(a, b)));
        }
    }

    void clipsToWindow()
    {
        QCOMPARE(clip({{0, 10}, {20, 30}}, {5, 25}), (IntervalSet{{5, 10}, {20, 25}}));
        QVERIFY(clip({{0, 10}}, {10, 20}).empty());
    }
};

QTEST_APPLESS_MAIN(tst_Intervals)
#include "tst_Intervals.moc"
