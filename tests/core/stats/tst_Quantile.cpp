// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <vector>

#include <QtTest>

#include "core/stats/BracketedMedian.h"
#include "core/stats/Normal.h"
#include "core/stats/Quantile.h"
#include "core/stats/Random.h"

using namespace headwater::stats;

class TestQuantile : public QObject {
    Q_OBJECT
private slots:
    void type7()  // V2
    {
        const std::vector<double> x{18, 11, 12, 13, 100, 14, 15, 16, 17, 10};
        const Summary s = summarize(x);
        QCOMPARE(s.p50, 14.5);
        QVERIFY(std::abs(s.p95 - 63.1) < 1e-9);
        QVERIFY(std::abs(s.p99 - 92.62) < 1e-9);
        QCOMPARE(s.mean, 22.6);
        QCOMPARE(s.n, std::size_t{10});
    }

    void tailOnly()  // V25b: the median hides it, p95 shows it
    {
        std::vector<double> b(95, 100.0);
        b.insert(b.end(), 5, 110.0);
        std::vector<double> c(90, 100.0);
        c.insert(c.end(), 10, 180.0);
        QCOMPARE(median(c) / median(b), 1.0);
        QVERIFY(std::abs(mean(c) / mean(b) - 1.0746268656716418) < 1e-12);
        QVERIFY(std::abs(quantile(c, 0.95) / quantile(b, 0.95) - 1.7910447761194035) < 1e-12);
    }

    void edges()
    {
        QVERIFY(std::isnan(median({})));
        QVERIFY(std::isnan(mean({})));
        const std::vector<double> one{7};
        QCOMPARE(quantile(one, 0.99), 7.0);
        const std::vector<double> two{1, 2};
        QCOMPARE(quantile(two, -1), 1.0);
        QCOMPARE(quantile(two, 2), 2.0);
    }

    void medianInPlaceAgreesWithSorting()
    {
        for (std::size_t n = 1; n < 40; ++n) {
            std::vector<double> x;
            for (std::size_t i = 0; i < n; ++i)
                x.push_back(static_cast<double>((i * 37 + 11) % 23));
            const double expected = quantile(x, 0.5);
            QCOMPARE(medianInPlace(x), expected);
        }
    }

    void theSampleSaysWhereTheMedianLies()
    {
        SplitMix64 random(7);
        for (const std::size_t distinct : {64U, 1U << 30U}) {
            int found = 0;
            constexpr int kTimes = 200;
            for (int i = 0; i < kTimes; ++i) {
                std::vector<double> x(4'001);
                for (double& value : x)
                    value = static_cast<double>(random.index(distinct));
                const auto median = bracketedMedian(x);
                found += median.has_value();
                if (median)
                    QCOMPARE(*median, quantile(x, 0.5));
            }
            QVERIFY2(found >= kTimes - 2, QByteArray::number(found));  // else it costs more than it saves
        }
        QVERIFY(!bracketedMedian(std::vector<double>(255, 1.0)));
        QCOMPARE(bracketedMedian(std::vector<double>(256, 1.0)).value(), 1.0);
    }

    void medianOfManyAgreesWithSorting()
    {
        for (const std::size_t n : {1'999U, 2'000U, 2'001U, 10'000U, 10'007U}) {
            std::vector<std::vector<double>> samples(5);
            for (std::size_t i = 0; i < n; ++i) {
                const auto scattered = static_cast<double>(i * 7'919 % 10'007);
                samples[0].push_back(scattered);
                samples[1].push_back(static_cast<double>(i));
                samples[2].push_back(5);
                samples[3].push_back(static_cast<double>(i % 2));  // the two in the middle differ where n is even
                samples[4].push_back(scattered);
            }
            for (std::size_t i = 0; i < 255; ++i)  // where a sample with even gaps looks, nothing is typical
                samples[4][i * n / 255] = 1e9;
            for (std::vector<double>& x : samples) {
                const double expected = quantile(x, 0.5);
                QCOMPARE(median(x), expected);
                QCOMPARE(medianInPlace(x), expected);
            }
        }
    }

    void censoredValuesLieAboveAll()
    {
        const std::vector<double> x{1, 2, 3, 4};
        QCOMPARE(quantileCensored(x, 0, 0.5), 2.5);
        QCOMPARE(quantileCensored(x, 1, 0.5), 3.0);  // of 1, 2, 3, 4, ∞
        QVERIFY(std::isinf(quantileCensored(x, 1, 0.95)));
        const std::vector<double> many(199, 1.0);
        QCOMPARE(quantileCensored(many, 1, 0.99), 1.0);        // 0.5 % failed
        QVERIFY(std::isinf(quantileCensored(many, 3, 0.99)));  // more than 1 % failed
    }

    void normal()
    {
        QVERIFY(std::abs(normalUpperTail(1.959963984540054) - 0.025) < 1e-12);
        QVERIFY(std::abs(normalQuantile(0.95) - 1.6448536269514722) < 1e-9);
        QVERIFY(std::abs(normalQuantile(1e-6) + 4.753424308822899) < 1e-9);
        QVERIFY(std::isinf(normalQuantile(0)));
    }
};

QTEST_APPLESS_MAIN(TestQuantile)
#include "tst_Quantile.moc"
