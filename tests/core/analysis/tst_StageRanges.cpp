// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

#include <QtTest>

#include "core/analysis/StageRanges.h"

using namespace headwater;

class tst_StageRanges : public QObject {
    Q_OBJECT

private slots:
    void innermostWins()
    {
        const StageSegments segments =
            innermost({{{0, 100}, 0}, {{10, 40}, 1}, {{20, 30}, 2}, {{50, 60}, 1}, {{120, 130}, 0}});
        const std::vector<std::pair<Interval, StageIndex>> expected = {{{0, 10}, 0},   {{10, 20}, 1},  {{20, 30}, 2},
                                                                       {{30, 40}, 1},  {{40, 50}, 0},  {{50, 60}, 1},
                                                                       {{60, 100}, 0}, {{120, 130}, 0}};
        QCOMPARE(segments.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(segments[i].time, expected[i].first);
            QCOMPARE(segments[i].stage, expected[i].second);
        }
        QCOMPARE(stageAt(segments, 25), StageIndex(2));
        QCOMPARE(stageAt(segments, 100), kNoStage);
        QCOMPARE(stageAt(segments, 110), kNoStage);
        QCOMPARE(stageAt(segments, -1), kNoStage);
    }

    /// Against the plain definition: at each instant the range that started last and is still open.
    void againstTheDefinition()
    {
        std::mt19937 engine(3);
        const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(engine); };
        for (int round = 0; round < 500; ++round) {
            std::vector<StageRange> ranges(static_cast<std::size_t>(pick(0, 12)));
            for (StageRange& range : ranges) {
                range.time.start = pick(0, 80);
                range.time.end = range.time.start + pick(1, 40);
                range.stage = static_cast<StageIndex>(pick(0, 3));
            }
            std::ranges::stable_sort(ranges, [](const StageRange& a, const StageRange& b) {
                return a.time.start != b.time.start ? a.time.start < b.time.start : a.time.end > b.time.end;
            });
            const StageSegments segments = innermost(ranges);
            for (Ns t = 0; t < 130; ++t) {
                StageIndex expected = kNoStage;
                for (const StageRange& range : ranges)
                    if (range.time.start <= t && t < range.time.end)
                        expected = range.stage;
                QCOMPARE(stageAt(segments, t), expected);
            }
        }
    }
};

QTEST_APPLESS_MAIN(tst_StageRanges)
#include "tst_StageRanges.moc"
