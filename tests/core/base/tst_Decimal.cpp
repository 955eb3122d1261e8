// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <optional>

#include <QtTest>

#include "core/base/Decimal.h"

using namespace headwater;

class TestDecimal : public QObject {
    Q_OBJECT
private slots:
    void numbers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("unit");
        QTest::addColumn<qint64>("expected");
        const auto row = [](const char* text, TimeUnit unit, qint64 expected) {
            QTest::newRow(text) << QByteArray(text) << static_cast<qint64>(unit) << expected;
        };
        row("1712195495502094.123", TimeUnit::Microsecond, 1712195495502094123);  // beyond 2^53 ns
        row("4503599627370497.001", TimeUnit::Microsecond, 4503599627370497001);
        row("-3", TimeUnit::Millisecond, -3'000'000);
        row("+3", TimeUnit::Nanosecond, 3);
        row("1e3", TimeUnit::Nanosecond, 1000);
        row("1.5E-3", TimeUnit::Second, 1'500'000);
        row("\"12.5\"", TimeUnit::Microsecond, 12'500);
        row("  7 ", TimeUnit::Nanosecond, 7);
        row("0.0005", TimeUnit::Microsecond, 1);  // half away from zero
        row("-0.0005", TimeUnit::Microsecond, -1);
        row("0.00049", TimeUnit::Microsecond, 0);
        row("0.1", TimeUnit::Second, 100'000'000);
        row(".5", TimeUnit::Second, 500'000'000);
        row("5.", TimeUnit::Second, 5'000'000'000);
        row("0e999", TimeUnit::Second, 0);
        row("9223372036854775807", TimeUnit::Nanosecond, std::numeric_limits<qint64>::max());
        row("1.00000000000000000000000000000000000000000000000001", TimeUnit::Second, 1'000'000'000);
    }
    void numbers()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, unit);
        QFETCH(qint64, expected);
        const std::optional<Ns> value = parseDecimal(text.toStdString(), static_cast<TimeUnit>(unit));
        QVERIFY(value.has_value());
        QCOMPARE(static_cast<qint64>(*value), expected);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", " ", "nan", "NaN", "inf", "-Infinity", "abc", "1.2.3", "1e", "1e5000", "--1",
                                 "1 2", "0x10", "9223372036854775808", "1e30", ".", "\"", "1,5"})
            QTest::newRow(text) << QByteArray(text);
    }
    void refused()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parseDecimal(text.toStdString(), TimeUnit::Nanosecond).has_value());
    }
};

QTEST_APPLESS_MAIN(TestDecimal)
#include "tst_Decimal.moc"
