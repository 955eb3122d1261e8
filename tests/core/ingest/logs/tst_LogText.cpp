// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QtTest>

#include "core/ingest/logs/LineLead.h"
#include "core/ingest/logs/LogFields.h"
#include "core/ingest/logs/LogText.h"

using namespace headwater;
using namespace headwater::logs;

class tst_LogText : public QObject {
    Q_OBJECT

private slots:
    void numbers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::newRow("scientific") << QByteArray("1.244238E+01") << 12.44238 << 7;
        QTest::newRow("leading zeros") << QByteArray("0.00935") << 0.00935 << 3;
        QTest::newRow("trailing zeros") << QByteArray("35.7500") << 35.75 << 6;
        QTest::newRow("thousands") << QByteArray("14,768,307,200") << 14768307200.0 << 11;
        QTest::newRow("zero") << QByteArray("0.000") << 0.0 << 4;
        QTest::newRow("sign") << QByteArray("-1.0") << -1.0 << 2;
        QTest::newRow("infinite") << QByteArray("-inf") << -HUGE_VAL << 0;
        QTest::newRow("beyond double") << QByteArray("1e999") << HUGE_VAL << 1;
    }
    void numbers()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, value);
        QFETCH(int, digits);
        const auto number = loggedNumber({text.data(), static_cast<std::size_t>(text.size())});
        QVERIFY(number);
        QCOMPARE(number->value, value);
        QCOMPARE(number->decimals, digits);
    }

    void notNumbers()
    {
        for (const char* text : {"", "-", ".", "e5", "N/A", "1.2.3", "12ms", "1,2", "0x10", "information", "nano"})
            QVERIFY2(!loggedNumber(text), text);
        QVERIFY(std::isnan(loggedNumber("NaN")->value));
        std::string_view average = "nanms";
        QVERIFY(std::isnan(takeNumber(average)->value));
        QVERIFY(average == "ms");
        std::string_view list = "0.9, 0.95";
        QCOMPARE(takeNumber(list)->value, 0.9);
    }

    void wholeNumbers()
    {
        QCOMPARE(*wholeNumber("5.000"), 5);
        QCOMPARE(*wholeNumber("2e+3"), 2000);
        QVERIFY(!wholeNumber("2.5"));
        QVERIFY(!wholeNumber("nan"));
        QVERIFY(!wholeNumber("1e30"));
    }

    void stamps()
    {
        std::string_view text = "2026-05-14 11:42:56.840650] iteration";
        auto stamp = takeStamp(text);
        QVERIFY(stamp);
        QCOMPARE(stamp->time, qint64(1778758976840650000));
        QVERIFY(!stamp->zoned);
        QVERIFY(text == "] iteration");
        text = "2026-05-14T13:42:56,5+02:00 x";
        stamp = takeStamp(text);
        QCOMPARE(stamp->time, qint64(1778758976500000000));
        QVERIFY(stamp->zoned);
        text = "1970-01-01T00:00:00Z";
        QCOMPARE(takeStamp(text)->time, qint64(0));
        for (std::string_view bad :
             {"2026-13-01 00:00:00", "2026-05-14 24:00:00", "1969-12-31 23:59:59", "2026-05-14", ""})
            QVERIFY(!takeStamp(bad));
    }

    void names()
    {
        QCOMPARE(compactName("elapsed time per iteration (ms)"), std::string("elapsedtimeperiterationms"));
        QCOMPARE(normalisedName("time_metrics/data_loading(%)"), std::string("time_metrics_data_loading_percent"));
        QCOMPARE(normalisedName("  MoE / Loss "), std::string("moe_loss"));
        QCOMPARE(deepSpeedStage("bwd_inner_microstep"), std::string("backward_inner_microstep"));
        QCOMPARE(deepSpeedStage(" step "), std::string("step"));
        QCOMPARE(*bytesFrom("160.99GiB(90.27%)"), 160.99 * 1073741824.0);
        QCOMPARE(*bytesFrom(" 3.96GB"), 3.96e9);
        QCOMPARE(*bytesFrom("2", 1048576.0), 2097152.0);
        QVERIFY(!bytesFrom("none"));
        QCOMPARE(withoutAnsi("\x1b[38;2;180;60;0ma\x1b[0mb\x1b"), std::string("ab"));
    }

    void times()
    {
        QCOMPARE(nsFrom(680.6, kMillisecond), qint64(680600000));
        QCOMPARE(nsFrom(-1, kSecond), kMissing);
        QCOMPARE(nsFrom(std::nan(""), kSecond), kMissing);
        QCOMPARE(nsFrom(1e300, kSecond), kMissing);
    }

    void leads_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("inner");
        QTest::addColumn<QByteArray>("label");
        QTest::addColumn<bool>("timed");
        QTest::addColumn<bool>("plain");
        const auto row = [](const char* name, const char* text, int rank, int inner, const char* label, bool timed,
                            bool plain) {
            QTest::newRow(name) << QByteArray(text) << rank << inner << QByteArray(label) << timed << plain;
        };
        row("nothing", "", -1, -1, "", false, true);
        row("torchrun", "[default3]:", 3, -1, "", false, true);
        row("tee", "[rank12]:[rank12]:", 12, -1, "", false, true);
        row("srun -l", " 17: ", 17, -1, "", false, true);
        row("mpirun", "[1,5]<stdout>:", 5, -1, "", false, true);
        row("pdsh", "node-07.cluster: ", -1, -1, "node-07.cluster", false, true);
        row("kubectl", "[pod/trainer-0/main] ", -1, -1, "pod/trainer-0/main", false, true);
        row("docker compose", "worker-7  | ", -1, -1, "worker-7", false, true);
        row("docker compose and time", "worker_12 | [2026-05-14 11:42:56] ", -1, -1, "worker_12", true, true);
        row("a word and a bar", "train | ", -1, -1, "", false, false);
        row("containerd", "2024-01-01T00:00:00.000000000Z stdout F ", -1, -1, "", true, true);
        row("torchtitan", "[rank0]:[titan] 2026-05-19 15:34:33,363 - root - INFO - ", 0, -1, "", true, true);
        row("logger with a name", "2026-05-19 15:34:06,045 - torchtitan.tools.logging - INFO - ", -1, -1, "", true,
            true);
        row("deepspeed", "[2023-10-19 23:07:45,931] [INFO] [logging.py:96:log_dist] [Rank 4] ", -1, 4, "", true, true);
        row("primus", "[20260514 11:42:56][rank-7/8][DEBUG]    [----utils.py:425] : [2026-05-14 11:42:56.840650] ", 7,
            -1, "", true, true);
        row("srun, pod and time", "3: [2026-05-14 11:42:56] ", 3, -1, "", true, true);
        row("prose", "we saw that ", -1, -1, "", false, false);
        row("level only", "INFO: ", -1, -1, "", false, true);
        row("open bracket", "[2026-05-14 11:42:56", -1, -1, "", true, false);
        row("huge rank", "99999999999999: ", -1, -1, "", false, true);
    }
    void leads()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, rank);
        QFETCH(int, inner);
        QFETCH(QByteArray, label);
        QFETCH(bool, timed);
        QFETCH(bool, plain);
        const LineLead lead = readLead({text.data(), static_cast<std::size_t>(text.size())});
        QCOMPARE(lead.rank.value_or(-1), rank);
        QCOMPARE(lead.innerRank.value_or(-1), inner);
        QCOMPARE(QByteArray::fromStdString(lead.label), label);
        QCOMPARE(lead.time.has_value(), timed);
        QCOMPARE(lead.plain, plain);
    }

    void hostsOfTags()
    {
        QCOMPARE(readLead("node07: ").host, std::string("node07"));
        QCOMPARE(readLead("[pod/trainer-0/main] ").host, std::string("trainer-0"));
        QCOMPARE(readLead("[NODE-0(gpu-a)] ").host, std::string("gpu-a"));
        QCOMPARE(readLead("worker-7  | ").host, std::string("worker-7"));
        QCOMPARE(readLead("Training: ").host, std::string());
    }

    void tagsAreTakenOff()
    {
        QVERIFY(withoutTags("worker-7  | text") == " text");
        QVERIFY(withoutTags("node07: text") == " text");
        QVERIFY(withoutTags("ValueError: text") == "ValueError: text");
        QVERIFY(withoutTags("[default3]:  global_batch_size ... 4") == "  global_batch_size ... 4");
        QVERIFY(withoutTags("3: text") == " text");
        QVERIFY(withoutTags("[2026] text") == "[2026] text");
        QVERIFY(withoutTags("") == "");
    }
};

QTEST_APPLESS_MAIN(tst_LogText)
#include "tst_LogText.moc"
