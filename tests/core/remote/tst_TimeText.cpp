// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/remote/TimeText.h"

using namespace headwater;

namespace {
constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kNow = 1'800'000'000 * kSecond;
}  // namespace

class tst_TimeText : public QObject {
    Q_OBJECT

private slots:
    void moments_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("expected");
        const auto row = [](const char* text, qint64 ns) { QTest::newRow(text) << QByteArray(text) << ns; };
        row("now", kNow);
        row("-90m", kNow - 5400 * kSecond);
        row("1764458640.5", 1764458640 * kSecond + kSecond / 2);
        row("2025-11-29T23:24:00Z", 1764458640 * kSecond);
        row("2025-11-29 23:24:00", 1764458640 * kSecond);
        row("2025-11-30T00:24:00+01:00", 1764458640 * kSecond);
        row("2025-11-29T18:24:00.25-0500", 1764458640 * kSecond + kSecond / 4);
        row("2024-02-29T00:00:00Z", 1709164800 * kSecond);
    }
    void moments()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, expected);
        const auto moment = parseMoment(text.toStdString(), kNow);
        QVERIFY(moment);
        QCOMPARE(qint64(*moment), expected);
    }

    void spans()
    {
        QCOMPARE(*parseSpan("15s"), 15 * kSecond);
        QCOMPARE(*parseSpan("1h30m"), 5400 * kSecond);
        QCOMPARE(*parseSpan("500ms"), kSecond / 2);
        QCOMPARE(*parseSpan("2.5"), 5 * kSecond / 2);
    }

    void nonsenseIsRefused()
    {
        for (const char* text :
             {"", "yesterday", "2025-02-30T00:00:00Z", "2025-13-01T00:00:00Z", "2025-11-29T25:00:00Z",
              "2025-11-29T23:24:00+99:00", "2025-11-29T23:24", "-", "-5x", "-0s"})
            QVERIFY2(!parseMoment(text, kNow), text);
        for (const char* text : {"", "0", "-1", "s", "5", "10y", "999999999d999999999d", "5s3"})
            QVERIFY2(!parseSpan(text) || std::string_view(text) == "5", text);
    }
};

QTEST_APPLESS_MAIN(tst_TimeText)
#include "tst_TimeText.moc"
