// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <QtTest>

#include "core/base/Duration.h"

using namespace headwater;

class TestDuration : public QObject {
    Q_OBJECT
private slots:
    void durations()
    {
        QCOMPARE(formatDuration(25'160'000), std::string("25.2 ms"));
        QCOMPARE(formatDuration(1'060'000'000), std::string("1.06 s"));
        QCOMPARE(formatDuration(700'000), std::string("700 µs"));
        QCOMPARE(formatDuration(999), std::string("999 ns"));
        QCOMPARE(formatDuration(0), std::string("0 ns"));
        QCOMPARE(formatDuration(-2'400'000), std::string("−2.40 ms"));
    }

    void deltas()
    {
        QCOMPARE(formatDelta(16'600'000), std::string("+16.6 ms"));
        QCOMPARE(formatDelta(-500), std::string("−500 ns"));
        QCOMPARE(formatDelta(0), std::string("0 ns"));
    }

    void ratios()
    {
        QCOMPARE(formatRatio(0.66), std::string("+66 %"));
        QCOMPARE(formatRatio(0.05), std::string("+5.0 %"));
        QCOMPARE(formatRatio(-0.024), std::string("−2.4 %"));
        QCOMPARE(formatRatio(0), std::string("0.0 %"));
        QCOMPARE(formatRatio(9.9), std::string("+990 %"));
        QCOMPARE(formatRatio(14.2), std::string("×15"));
        QCOMPARE(formatRatio(48712.0), std::string("over ×1000"));
        QCOMPARE(formatRatio(-0.0002), std::string("0.0 %"));  // no direction below what is printed
    }
};

QTEST_APPLESS_MAIN(TestDuration)
#include "tst_Duration.moc"
