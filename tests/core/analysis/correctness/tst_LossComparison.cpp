// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <QtTest>

#include "core/analysis/correctness/BadNumbers.h"
#include "core/analysis/correctness/PredictionBand.h"
#include "core/analysis/correctness/RunRepeats.h"
#include "core/analysis/correctness/SeriesComparison.h"
#include "core/analysis/correctness/Spikes.h"
#include "core/analysis/correctness/Ulp.h"
#include "core/stats/Random.h"
#include "tests/core/analysis/correctness/Logs.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

LoggedSeries lossOf(const TrainingLog& log)
{
    return seriesOf({&log}, LoggedQuantity::Loss);
}

SeriesComparison compared(const TrainingLog& a, const TrainingLog& b, DType dtype = DType::Float32)
{
    return compareSeries(lossOf(a), lossOf(b), LoggedQuantity::Loss, {dtype, toleranceFor(dtype), false});
}

const std::vector<double> kBefore{2.302585, 2.250112, 2.201003, 2.150777, 2.100001};
const std::vector<double> kAfter{2.302585, 2.250112, 2.201003, 2.150778, 2.10095};

}  // namespace

class TestLossComparison : public QObject {
    Q_OBJECT
private slots:
    void ulps()  // V20
    {
        QCOMPARE(ulpDistance(1.0F, std::nextafter(1.0F, 2.0F)), std::optional<std::int64_t>(1));
        QCOMPARE(ulpDistance(0.0F, -0.0F), std::optional<std::int64_t>(0));
        constexpr float kLeast = std::numeric_limits<float>::denorm_min();
        QCOMPARE(ulpDistance(kLeast, -kLeast), std::optional<std::int64_t>(2));
        QCOMPARE(ulpDistance(2.0F, std::nextafter(2.0F, 0.0F)), std::optional<std::int64_t>(1));
        QCOMPARE(ulpDistance(1.0F, 1.0000001F), std::optional<std::int64_t>(1));
        QCOMPARE(ulpDistance(std::numeric_limits<float>::max(), kInf), std::optional<std::int64_t>(1));
        QCOMPARE(ulpDistance(0.1F + 0.2F, 0.3F), std::optional<std::int64_t>(0));
        QCOMPARE(ulpDistance(std::nanf(""), std::nanf("1")), std::optional<std::int64_t>(0));
        QCOMPARE(ulpDistance(std::nanf(""), 1.0F), std::optional<std::int64_t>());
    }

    void ulpsOf16Bits()  // METHODS 5
    {
        QCOMPARE(bfloat16Bits(3.14159F), std::uint16_t(0x4049));
        QCOMPARE(bfloat16Bits(1.01F), std::uint16_t(0x3f81));
        QCOMPARE(ulpDistanceBFloat16(1.0F, 1.01F), std::optional<std::int64_t>(1));
        QCOMPARE(ulpDistanceFloat16(1.0F, 1.001F), std::optional<std::int64_t>(1));
        QCOMPARE(float16Bits(65504.0F), std::uint16_t(0x7bff));
        QCOMPARE(float16Bits(65520.0F), std::uint16_t(0x7c00));  // rounds to infinity
        QCOMPARE(ulpDistanceFloat16(65504.0F, kInf), std::optional<std::int64_t>(1));
        QCOMPARE(float16Bits(std::ldexp(1.0F, -24)), std::uint16_t(1));  // the least subnormal
        QCOMPARE(float16Bits(std::ldexp(1.0F, -14)), std::uint16_t(0x0400));
        QCOMPARE(float16Bits(std::ldexp(1.0F, -26)), std::uint16_t(0));
        QCOMPARE(ulpDistanceFloat16(std::ldexp(1.0F, -24), -std::ldexp(1.0F, -24)), std::optional<std::int64_t>(2));
        QCOMPARE(ulpDistanceBFloat16(0.0F, -0.0F), std::optional<std::int64_t>(0));
        QCOMPARE(ulpDistanceBFloat16(std::nanf(""), 1.0F), std::optional<std::int64_t>());
        QVERIFY(isBFloat16(1.0078125F) && !isBFloat16(1.001F) && isFloat16(1.0009765625F) && !isFloat16(1.0001F));
        for (std::uint32_t bits = 0; bits < 0x7c00U; ++bits) {  // every finite half is its own nearest half
            const double value = bits < 0x400U ? std::ldexp(bits, -24)
                                               : std::ldexp((bits & 0x3ffU) + 1024, static_cast<int>(bits >> 10U) - 25);
            QCOMPARE(float16Bits(static_cast<float>(value)), static_cast<std::uint16_t>(bits));
        }
    }

    void exactValuesOf16BitsAreCountedInTheirSteps()
    {
        const TrainingLog a = lossLog({2.0, 1.9921875, 1.984375}, -1, "a", 0);
        const TrainingLog b = lossLog({2.0, 1.9921875, 1.9765625}, -1, "b", 0);
        const SeriesComparison c = compared(a, b, DType::BFloat16);
        QCOMPARE(c.format, DType::BFloat16);
        QCOMPARE(c.firstDifference->ulp, std::optional<std::int64_t>(1));
        QCOMPARE(compared(a, b).format, DType::Float32);
        QCOMPARE(compared(a, b).firstDifference->ulp, std::optional<std::int64_t>(65536));
        // One value that is none of the format: the losses were kept in a wider one.
        QCOMPARE(compared(a, lossLog({2.0, 1.992, 1.984}, -1, "b", 0), DType::BFloat16).format, DType::Float32);
    }

    void unknownFormatIsJudgedByTheSeriesOwnNoise()
    {
        const auto noisy = [](double phase, double shift) {
            std::vector<double> losses;
            for (int i = 0; i < 60; ++i)
                losses.push_back(3 - 0.01 * i + 0.02 * std::sin(7.3 * i * i + phase) + (i >= 40 ? shift : 0));
            return lossOf(lossLog(losses, 7));
        };
        const ChosenTolerance unknown = chooseTolerance({}, {});
        const SeriesComparison usual = compareSeries(noisy(0, 0), noisy(1, 0), LoggedQuantity::Loss, unknown);
        QVERIFY(usual.noise && *usual.noise > 0.005 && *usual.noise < 0.03);
        QVERIFY(usual.differing > 50);
        QCOMPARE(usual.beyond, std::size_t(0));
        const SeriesComparison moved = compareSeries(noisy(0, 0), noisy(1, 0.5), LoggedQuantity::Loss, unknown);
        QCOMPARE(moved.beyond, std::size_t(20));
        QCOMPARE(moved.firstBeyond->step, std::int64_t(41));
        // A known format keeps its own tolerance.
        QVERIFY(!compareSeries(noisy(0, 0), noisy(1, 0), LoggedQuantity::Loss,
                               {DType::BFloat16, toleranceFor(DType::BFloat16), false})
                     .noise);
    }

    void firstDivergentStep()  // V21
    {
        for (std::size_t i = 0; i < kBefore.size(); ++i) {
            constexpr std::array<std::int64_t, 5> kUlps{0, 0, 0, 4, 3980};
            QCOMPARE(ulpDistance(static_cast<float>(kBefore[i]), static_cast<float>(kAfter[i])),
                     std::optional<std::int64_t>(kUlps[i]));
        }
        const SeriesComparison c = compared(lossLog(kBefore, -1, "a", 0), lossLog(kAfter, -1, "b", 0));
        QVERIFY(c.exact);
        QCOMPARE(c.common, std::size_t(5));
        QCOMPARE(c.firstDifference->step, std::int64_t(3));
        QCOMPARE(c.firstDifference->ulp, std::optional<std::int64_t>(4));
        QCOMPARE(c.firstBeyond->step, std::int64_t(4));
        QCOMPARE(c.largestUlp, std::int64_t(3980));
        QVERIFY(!compared(lossLog(kBefore), lossLog(kBefore)).firstDifference);
    }

    void printedPrecision()
    {
        const SeriesComparison c = compared(lossLog(kBefore, 7), lossLog(kAfter, 7));
        QVERIFY(!c.exact);
        QVERIFY(!c.firstDifference->ulp);
        QCOMPARE(c.firstDifference->step, std::int64_t(4));
        QCOMPARE(c.firstBeyond->step, std::int64_t(5));
        // The finer text rounds to the coarser one: nothing is known to differ.
        QCOMPARE(compared(lossLog({2.15}, 3), lossLog({2.1511}, 5)).differing, std::size_t(0));
        QCOMPARE(compared(lossLog({2.15}, 3), lossLog({2.1556}, 5)).differing, std::size_t(1));
        // One unit of the last digit may be a difference smaller than any tolerance.
        QCOMPARE(compared(lossLog({2.15}, 3), lossLog({2.16}, 3)).beyond, std::size_t(0));
        QCOMPARE(compared(lossLog({2.15}, 3), lossLog({2.17}, 3)).beyond, std::size_t(1));
        // JSON drops trailing zeros: 1.61 among values with four decimals is 1.6100.
        const auto shortened = [](double second) {
            TrainingLog log = lossLog({1.4019, second}, 5);
            log.steps[1].loss->decimals = second == 1.61 ? 3 : 5;
            return log;
        };
        QCOMPARE(compared(shortened(1.61), shortened(1.6055)).differing, std::size_t(1));
        // Nine digits tell every float32 from its neighbours.
        QVERIFY(lossOf(lossLog({2.30258512, 2.5, 2.25011206}, 9)).exact);
    }

    void toleranceByFormat()  // V20c: torch.testing defaults
    {
        const TrainingLog a = lossLog({2.0});
        QCOMPARE(compared(a, lossLog({2.03}), DType::BFloat16).beyond, std::size_t(0));
        QCOMPARE(compared(a, lossLog({2.04}), DType::BFloat16).beyond, std::size_t(1));
        QCOMPARE(compared(a, lossLog({2.00001}), DType::Float32).beyond, std::size_t(0));
        QCOMPARE(compared(a, lossLog({2.0001}), DType::Float32).beyond, std::size_t(1));
        QCOMPARE(dtypeFromText("torch.bfloat16"), std::optional(DType::BFloat16));
        QCOMPARE(dtypeFromText("16-mixed, half"), std::optional(DType::Float16));
        QCOMPARE(dtypeFromText("torch.float"), std::optional(DType::Float32));
        QVERIFY(!dtypeFromText("int8"));
        QVERIFY(chooseTolerance({}, {}).assumed);
        const ChosenTolerance mixed =
            chooseTolerance({{"precision", {"fp32", "x"}}}, {{"precision", {"bfloat16", "x"}}});
        QCOMPARE(mixed.dtype, DType::BFloat16);
        QCOMPARE(chooseTolerance({{"bf16", {"True", "x"}}}, {}).dtype, DType::BFloat16);
        QVERIFY(chooseTolerance({{"bf16", {"False", "x"}}}, {}).assumed);
        QVERIFY(!mixed.assumed);
    }

    void whatCannotBeCompared()
    {
        const SeriesComparison apart = compared(lossLog({2, 1.9}, -1, "a", 1), lossLog({1, 0.9}, -1, "b", 1001));
        QCOMPARE(apart.common, std::size_t(0));
        TrainingLog interval = lossLog({2, 1.9});
        for (LogStep& step : interval.steps)
            step.stepsCovered = 10;
        const SeriesComparison means = compared(lossLog({2, 1.9}), interval);
        QCOMPARE(means.common, std::size_t(0));
        QCOMPARE(means.otherInterval, std::size_t(2));
        const SeriesComparison bad = compared(lossLog({2, 1.9}), lossLog({2, kNan}));
        QCOMPARE(bad.common, std::size_t(1));
        QCOMPARE(bad.notFinite, std::size_t(1));
    }

    void finalWindow()
    {
        std::vector<double> a;
        std::vector<double> b;
        for (int i = 0; i < 40; ++i) {
            a.push_back(3 - 0.01 * i);
            b.push_back((3 - 0.01 * i) * (i < 20 ? 1.0 : 1.1));
        }
        const SeriesComparison c = compared(lossLog(a), lossLog(b));
        QCOMPARE(c.last->steps, std::size_t(10));
        QVERIFY(c.last->oneSided);
        QVERIFY(std::abs(c.last->relative - 0.1) < 1e-9);
        QVERIFY(!compared(lossLog({1, 2}), lossLog({1, 2})).last);
    }

    void predictionBand()  // V21b
    {
        const std::vector<double> seeds{2.105, 2.098, 2.102, 2.11, 2.101};
        const auto band = bandOf(seeds);
        QVERIFY(std::abs(band->mean - 2.1032) < 1e-12);
        QVERIFY(std::abs(band->sd - 0.004549725266430932) < 1e-12);
        QVERIFY(std::abs(band->t - 4.604094871349979) < 1e-9);
        QVERIFY(std::abs(band->lo - 2.0802533094047035) < 1e-9);
        QVERIFY(std::abs(band->hi - 2.126146690595297) < 1e-9);
        QVERIFY(!bandOf(std::vector<double>{1, 2, 3, 4}));
    }

    void judgedByBand()
    {
        const std::vector<double> offsets{0.005, -0.002, 0.002, 0.01, 0.001};
        const auto run = [](double offset) {
            std::vector<double> losses;
            for (int i = 0; i < 60; ++i)
                losses.push_back(3 - 0.01 * i + offset * (1 + 0.1 * std::sin(i)));
            return losses;
        };
        std::vector<TrainingLog> logs;
        for (const double offset : offsets)
            logs.push_back(lossLog(run(offset), 6, "run" + std::to_string(logs.size()) + ".log"));
        const RunRepeats repeats = findRepeats(logs);
        QCOMPARE(repeats.runs.size(), std::size_t(5));
        std::vector<LoggedSeries> baselines;
        for (const RunLogs& logsOfRun : repeats.runs)
            baselines.push_back(seriesOf(logsOfRun, LoggedQuantity::Loss));
        const auto inside = judgeByBand(baselines, lossOf(lossLog(run(0.004))));
        QVERIFY(!inside->fails());
        QCOMPARE(inside->runs, std::size_t(5));
        QCOMPARE(inside->steps, std::size_t(60));
        const auto outside = judgeByBand(baselines, lossOf(lossLog(run(0.05))));
        QVERIFY(outside->fails());
        QCOMPARE(outside->leftAt, std::optional<std::int64_t>(1));
        QVERIFY(outside->windowOutside());
        baselines.pop_back();
        QVERIFY(!judgeByBand(baselines, lossOf(lossLog(run(0.05)))));
    }

    void repeatsOfTheJob()
    {
        TrainingLog rank1 = lossLog({3, 2, 1}, 4, "r1");
        rank1.rank = 1;
        TrainingLog other = lossLog({9, 9, 9}, 4, "console");
        other.framework = "hugging-face";
        TrainingLog copy = lossLog({3, 2, 1.04}, 2, "coarse");  // the same run, printed with fewer digits
        copy.steps[2].loss->value = 1.0;
        const std::vector<TrainingLog> logs{
            lossLog({3, 2, 1}, 4, "a"),  rank1, other, copy, lossLog({0.9, 0.8}, 4, "resumed", 4),
            lossLog({3, 2.5, 2}, 4, "b")};
        const RunRepeats repeats = findRepeats(logs);
        QCOMPARE(repeats.runs.size(), std::size_t(2));
        QCOMPARE(repeats.runs[0].size(), std::size_t(2));  // with its continuation
        QCOMPARE(seriesOf(repeats.runs[0], LoggedQuantity::Loss).points.size(), std::size_t(5));
        QCOMPARE(repeats.otherRanks, 1);
        QCOMPARE(repeats.otherTools, 1);
        QCOMPARE(repeats.sameRun, 1);
        QVERIFY(findRepeats({TrainingLog{}}).runs.empty());
    }

    void badNumbers()
    {
        TrainingLog log = withGradNorms(lossLog({2, kNan, kNan}), {1, kInf, 1});
        log.rank = 3;
        const auto bad = findBadNumbers({lossLog({1, 1}), log}, false);
        QCOMPARE(bad.size(), std::size_t(2));
        QCOMPARE(bad[0].step, std::int64_t(2));
        QCOMPARE(bad[0].rank, std::optional<int>(3));
        QCOMPARE(bad[0].count, std::size_t(2));
        QVERIFY(std::isnan(bad[0].value));
        QCOMPARE(bad[1].quantity, LoggedQuantity::GradNorm);
    }

    void scalerAtWork()
    {
        TrainingLog log = withGradNorms(lossLog({2, 2, 2}), {1, kInf, 1});
        QCOMPARE(findBadNumbers({log}, false).size(), std::size_t(1));
        QVERIFY(findBadNumbers({log}, true).empty());  // float16
        QCOMPARE(findIterations({&log}, true).withoutUpdate(), std::optional<std::int64_t>(1));
        log.steps[1].skipped = 1;
        QVERIFY(findBadNumbers({log}, false).empty());
        QCOMPARE(findIterations({&log}, false).withoutUpdate(), std::optional<std::int64_t>(1));
        log.steps[1].skipped.reset();
        log.steps[1].values["loss_scale"] = 1;  // as bfloat16 runs print it
        QCOMPARE(findBadNumbers({log}, false).size(), std::size_t(1));
        log.steps[1].values["loss_scale"] = 65536;
        QVERIFY(findBadNumbers({log}, false).empty());
        log.steps[1].loss->value = kNan;  // no scaler makes the loss so
        QCOMPARE(findBadNumbers({log}, false).size(), std::size_t(2));
        QVERIFY(!findIterations({}, false).withoutUpdate());
    }

    void aFactorOnAFallingLossIsAShift()
    {
        // Falls from 12 to 2: values vary by 0.003 around the course, which falls by up to 0.17 a step.
        const auto falling = [](std::uint64_t seed, double factor) {
            stats::SplitMix64 random(seed);
            std::vector<double> losses;
            for (int i = 0; i < 200; ++i)
                losses.push_back(factor * (2 + 10 * std::exp(-i / 60.0)) + 0.01 * (random.unit() - 0.5));
            return lossLog(losses);
        };
        const auto against = [&](std::uint64_t seed, double factor) {
            const TrainingLog before = falling(1, 1);
            const TrainingLog after = falling(seed, factor);
            return compareSeries(lossOf(before), lossOf(after), LoggedQuantity::Loss,
                                 {DType::Float32, toleranceFor(DType::Float32), true});
        };
        const SeriesComparison shifted = against(2, 1.005);
        QVERIFY(shifted.noise && *shifted.noise > 0.002 && *shifted.noise < 0.008);
        QVERIFY(isShifted(shifted));
        for (std::uint64_t seed = 2; seed < 22; ++seed)
            QVERIFY2(!isShifted(against(seed, 1)), qPrintable(QString::number(seed)));
    }

    void aSpikeOfAFallingLoss()
    {
        stats::SplitMix64 random(3);
        std::vector<double> losses;
        for (int i = 0; i < 200; ++i)
            losses.push_back((2 + 10 * std::exp(-i / 60.0)) * (1 + 0.005 * random.unit()));
        const TrainingLog quiet = lossLog(losses);
        QVERIFY(findLossSpikes(lossOf(quiet)).empty());
        losses[149] += 6;  // 2.8 → 8.8
        const TrainingLog loud = lossLog(losses);
        QVERIFY(findSpikes(lossOf(loud)).empty());  // the course spreads the values before it
        const auto found = findLossSpikes(lossOf(loud));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].step, std::int64_t(150));
        QVERIFY(found[0].z > 6 && found[0].ratio > 2.5 && found[0].ratio < 3.5);
        // A level that stays up is a few spikes, not one a step.
        for (std::size_t i = 150; i < losses.size(); ++i)
            losses[i] *= 4;
        const TrainingLog up = lossLog(losses);
        QVERIFY(findLossSpikes(lossOf(up)).size() <= 9);
        QVERIFY(findLossSpikes({}).empty());
    }

    void spikes()  // V22
    {
        const std::vector<double> norms{1.0, 1.1, 0.9, 1.05, 0.95, 1.0, 1.02, 0.98, 1.03, 0.97, 9.0};
        const TrainingLog log = withGradNorms(lossLog(norms), norms);
        const auto found = findSpikes(seriesOf({&log}, LoggedQuantity::GradNorm));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].step, std::int64_t(11));
        QVERIFY(std::abs(found[0].z - 49.38535826335278) < 1e-9);
        QVERIFY(std::abs(found[0].ratio - 9) < 1e-9);
        QVERIFY(!found[0].tenfold);
        std::vector<double> larger = norms;
        larger.back() = 11.1;
        const TrainingLog tenfold = withGradNorms(lossLog(larger), larger);
        QVERIFY(findSpikes(seriesOf({&tenfold}, LoggedQuantity::GradNorm)).at(0).tenfold);
        larger.back() = 1.3;
        const TrainingLog quiet = withGradNorms(lossLog(larger), larger);
        QVERIFY(findSpikes(seriesOf({&quiet}, LoggedQuantity::GradNorm)).empty());
    }
};

QTEST_APPLESS_MAIN(TestLossComparison)
#include "tst_LossComparison.moc"
