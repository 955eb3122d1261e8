// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include <QtTest>

#include "core/base/Decimal.h"
#include "core/stats/CourseRule.h"

using namespace headwater;
using namespace headwater::stats;

namespace {
constexpr Ns kMs = 1'000'000;

Ns ms(const char* text)
{
    return parseDecimal(text, TimeUnit::Millisecond).value();
}
}  // namespace

class TestCourseRule : public QObject {
    Q_OBJECT
private slots:
    void firstNotSlowest()  // V1
    {
        const std::vector<Ns> b{20 * kMs, 5 * kMs, 60 * kMs, 90 * kMs, 15 * kMs};
        const std::vector<Ns> c{ms("20.5"), ms("5.2"), 75 * kMs, 140 * kMs, 15 * kMs};
        QCOMPARE(firstByCourse(b, c, 50'000), std::optional<std::size_t>{2});
        QCOMPARE(firstByCourse(b, b, 50'000), std::nullopt);
    }

    void zeroBaseline()
    {
        QCOMPARE(firstByCourse(std::vector<Ns>{0, 5 * kMs}, std::vector<Ns>{ms("0.04"), 9 * kMs}, 50'000),
                 std::optional<std::size_t>{1});
        QCOMPARE(firstByCourse(std::vector<Ns>{0, 5 * kMs}, std::vector<Ns>{ms("0.06"), 5 * kMs}, 50'000),
                 std::optional<std::size_t>{0});
        QVERIFY(!regressedByCourse(Ns{0}, ms("0.05"), 50'000));  // exactly ε
        QVERIFY(regressedByCourse(Ns{0}, ms("0.05") + 1, 50'000));
    }

    void equalityIsNoRegression_data()  // V1b
    {
        QTest::addColumn<QByteArray>("baseline");
        QTest::addColumn<qint64>("ppm");
        QTest::addColumn<QByteArray>("current");
        const auto row = [](const char* b, qint64 ppm, const char* c) {
            QTest::newRow(b) << QByteArray(b) << ppm << QByteArray(c);
        };
        row("0.7", 150'000, "0.805");
        row("3", 150'000, "3.45");
        row("3.0", 200'000, "3.6");
        row("50", 150'000, "57.5");
        row("100", 150'000, "115");
        row("110", 150'000, "126.5");
        row("170", 150'000, "195.5");
        row("190", 150'000, "218.5");
    }
    void equalityIsNoRegression()
    {
        QFETCH(QByteArray, baseline);
        QFETCH(qint64, ppm);
        QFETCH(QByteArray, current);
        const Ns b = ms(baseline.constData());
        const Ns c = ms(current.constData());
        QVERIFY(!regressedByCourse(b, c, ppm));
        QVERIFY(regressedByCourse(b, c + 1, ppm));
        // The trap itself: the same numbers in doubles say otherwise.
        QVERIFY(current.toDouble() > baseline.toDouble() * (1 + static_cast<double>(ppm) / 1e6));
    }

    void textbookVectors()
    {
        const std::vector<Ns> b{1'000'000'000, 2'000'000'000, 3'000'000'000};
        const std::vector<Ns> c{1'000'000'000, 2'500'000'000, 3'800'000'000};
        QCOMPARE(firstByCourse(b, c, 50'000), std::optional<std::size_t>{1});
        QCOMPARE(firstByCourse(std::vector<Ns>{1'000'000'000, 2'000'000'000},
                               std::vector<Ns>{1'010'000'000, 2'010'000'000}, 50'000),
                 std::nullopt);
    }

    void noOverflow()
    {
        constexpr Ns kHuge = std::numeric_limits<Ns>::max();
        QVERIFY(!regressedByCourse(kHuge, kHuge, 0));
        QVERIFY(regressedByCourse(kHuge / 2, kHuge, 50'000));
        QVERIFY(!regressedByCourse(Ns{-5}, kHuge, 0));
    }
};

QTEST_APPLESS_MAIN(TestCourseRule)
#include "tst_CourseRule.moc"
