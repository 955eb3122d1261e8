// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/StageMetricsReader.h"
#include "tests/core/TraceText.h"

using namespace headwater;

class tst_StageMetricsReader : public QObject {
    Q_OBJECT
    test::Folder m_folder;

    Result<StageMetrics> read(std::string_view text, const std::string& unit = {})
    {
        return readStageMetrics(m_folder.write("m.txt", text), {unit, std::nullopt, {}}, {});
    }

private slots:
    void twoColumnsAreAPlainVector()
    {
        const auto m = read("stage,duration_s\na,1\nb,2.5\nc,3.8\n");
        QVERIFY(m);
        QVERIFY(m->cube.plainVector);
        QCOMPARE(m->cube.stages(), (std::vector<std::string>{"a", "b", "c"}));
        QCOMPARE(m->cube.at(Quantity::Span, 1, 0, 0), Ns(2'500'000'000));
        QCOMPARE(m->cube.duration(0, 0), Ns(7'300'000'000));
    }

    void everyUnit_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<qint64>("expected");
        QTest::newRow("ns") << QByteArray("duration_ns") << QByteArray() << qint64(3);
        QTest::newRow("us") << QByteArray("duration_us") << QByteArray() << qint64(3'000);
        QTest::newRow("ms") << QByteArray("Duration_ms") << QByteArray() << qint64(3'000'000);
        QTest::newRow("s") << QByteArray("duration_s") << QByteArray() << qint64(3'000'000'000);
        QTest::newRow("option") << QByteArray("duration") << QByteArray("us") << qint64(3'000);
    }

    void everyUnit()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, unit);
        QFETCH(qint64, expected);
        const auto m = read("stage," + header.toStdString() + "\na,3\n", unit.toStdString());
        QVERIFY(m);
        QCOMPARE(m->cube.at(Quantity::Span, 0, 0, 0), Ns(expected));
    }

    void csvWithEverything()
    {
        const auto m = read("rank,step,stage,duration_ms,wait_ms,status,host,role,stage_index\r\n"
                            "1,7,\"back,ward\",2,0.5,ok,h1,pp0,1\r\n1,7,forward,1,,ok,h1,pp0,0\r\n"
                            "0,7,forward,1,,timeout,h0,pp0,0\r\n0,8,forward,1,,ok,h0,pp0,0\r\n");
        QVERIFY(m);
        QCOMPARE(m->cube.stages(), (std::vector<std::string>{"forward", "back,ward"}));  // by stage_index
        QCOMPARE(m->cube.ranks(), (std::vector<int>{0, 1}));
        QCOMPARE(m->cube.steps(), (std::vector<std::int64_t>{7, 8}));
        QCOMPARE(m->cube.at(Quantity::Wait, 1, 1, 0), Ns(500'000));
        QCOMPARE(m->cube.status(0, 0), StepStatus::Failed);
        QCOMPARE(m->cube.status(1, 1), StepStatus::Absent);
        QCOMPARE(m->hosts.at(1), std::string("h1"));
        QVERIFY(!m->cube.plainVector);
    }

    void jsonLines()
    {
        const auto m = read("{\"rank\":0,\"step\":3,\"stage\":\"f\",\"duration_us\":1.5}\nnot json\n"
                            "{\"rank\":0,\"step\":4,\"stage\":\"f\",\"duration_us\":NaN}\n"
                            "{\"rank\":0,\"step\":5,\"stage\":\"f\",\"duration_us\":null}\n");
        QVERIFY(m);
        QCOMPARE(m->cube.at(Quantity::Span, 0, 0, 0), Ns(1500));
        QCOMPARE(m->cube.invalid.size(), std::size_t(1));
        QCOMPARE(m->cube.status(0, 1), StepStatus::Invalid);
        QCOMPARE(m->cube.at(Quantity::Span, 0, 0, 2), kMissing);
        QCOMPARE(m->cube.status(0, 2), StepStatus::Unknown);
        QCOMPARE(m->problems.size(), std::size_t(3));
        QCOMPARE(m->problems[0].code, std::string("impossible-duration"));
        QCOMPARE(m->problems[0].position, std::string("line 3"));
        QCOMPARE(m->problems[1].code, std::string("missing-duration"));
        QCOMPARE(m->problems[1].position, std::string("line 4"));
        QCOMPARE(m->problems[2].code, std::string("malformed-line"));
    }

    void aMissingDurationIsSaidAndItsStepNotWhole()
    {
        const auto m = read("rank,step,stage,duration_ms,status\n0,0,f,1,ok\n0,0,b,2,ok\n0,1,f,,ok\n0,1,b,2,ok\n"
                            "0,2,f,,ok\n0,2,b,,ok\n0,3,f,,timeout\n0,3,b,2,ok\n0,4,f,1e,ok\n0,4,b,2,ok\n");
        QVERIFY(m);
        const std::vector<StepStatus> expected = {StepStatus::Ok, StepStatus::Partial, StepStatus::Unknown,
                                                  StepStatus::Failed, StepStatus::Partial};
        for (std::size_t step = 0; step < expected.size(); ++step)
            QCOMPARE(m->cube.status(0, step), expected[step]);
        QCOMPARE(m->cube.duration(0, 2), kMissing);
        QCOMPARE(m->problems.size(), std::size_t(6));
        QCOMPARE(m->problems[5].code, std::string("failed-status"));  // the word of the job is not lost
        QCOMPARE(m->problems[5].severity, Severity::Info);
        QCOMPARE(m->problems[5].message,
                 std::string("1 rows have the status \"timeout\" and count as failed, the first of rank 0, step 3"));
        QCOMPARE(m->problems[5].position, std::string("line 8"));
        QCOMPARE(m->problems[0].severity, Severity::Warning);
        QCOMPARE(m->problems[0].code, std::string("missing-duration"));
        QCOMPARE(m->problems[0].position, std::string("line 4"));
        QVERIFY(m->problems[0].file.ends_with("m.txt"));
    }

    void impossibleDurationsFailTheirStep_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"nan", "NaN", "inf", "-Infinity", "-1", "-0.001", "1e300"})
            QTest::newRow(text) << QByteArray(text);
    }

    void impossibleDurationsFailTheirStep()
    {
        QFETCH(QByteArray, text);
        const auto m = read("rank,step,stage,duration_ms\n0,0,f,1\n0,1,f," + text.toStdString() + "\n");
        QVERIFY(m);
        QCOMPARE(m->cube.status(0, 0), StepStatus::Ok);
        QCOMPARE(m->cube.status(0, 1), StepStatus::Invalid);
        QCOMPARE(m->cube.invalid.at(0).text, text.toStdString());
        QVERIFY(m->cube.invalid.at(0).source.ends_with("line 3"));
        QCOMPARE(m->cube.at(Quantity::Span, 0, 0, 1), kMissing);
        QCOMPARE(m->problems.size(), std::size_t(1));
        QCOMPARE(m->problems[0].code, std::string("impossible-duration"));
        QCOMPARE(m->problems[0].position, std::string("line 3"));
        QVERIFY(m->problems[0].message.starts_with("\"" + text.toStdString() + "\" cannot be the duration of f"));
    }

    /// The time of a step that lost a row is too short: it must not pass for a whole one.
    void aStepThatLostARowIsNotWhole_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<bool>("partial");
        QTest::newRow("too many cells") << QByteArray("0,2,g,1,5") << true;
        QTest::newRow("no stage") << QByteArray("0,2,,1") << true;
        QTest::newRow("rank unreadable") << QByteArray("x,2,g,1") << true;
        QTest::newRow("step unreadable") << QByteArray("0,x,g,1") << true;
        QTest::newRow("of no step that is known") << QByteArray("0,9x,h,1") << false;
        QTest::newRow("of another rank") << QByteArray("1,2,g,1,5") << false;
    }

    void aStepThatLostARowIsNotWhole()
    {
        QFETCH(QByteArray, row);
        QFETCH(bool, partial);
        const auto m = read("rank,step,stage,duration_ms\n0,1,f,1\n0,1,g,1\n0,2,f,1\n" + row.toStdString() +
                            "\n0,3,f,1\n0,3,g,1\n");
        QVERIFY(m);
        QCOMPARE(m->cube.status(0, 1), partial ? StepStatus::Partial : StepStatus::Ok);
        QCOMPARE(m->cube.status(0, 0), StepStatus::Ok);
        QCOMPARE(m->cube.status(0, 2), StepStatus::Ok);
        QCOMPARE(m->problems.at(0).position, std::string("line 5"));
    }

    /// A checkpoint every few steps: a row of one that cannot be placed must not spoil all steps without one.
    void aLostRowOfARareStageLeavesTheStepsAlone()
    {
        const auto m =
            read("rank,step,stage,duration_ms\n0,1,f,1\n0,2,f,1\n0,3,f,1\n0,3,save,9\n0,4,f,1\n0,y,save,9\n");
        for (std::size_t step = 0; step < 4; ++step)
            QCOMPARE(m->cube.status(0, step), StepStatus::Ok);
        QCOMPARE(m->problems.at(0).code, std::string("bad-step"));
    }

    void impossibleWaitsAreNamedAndUnknown()
    {
        const auto m = read("rank,step,stage,duration_ms,wait_ms\n0,1,f,1,-2\n0,2,f,1,0.5\n");
        QCOMPARE(m->cube.at(Quantity::Wait, 0, 0, 0), kMissing);
        QCOMPARE(m->cube.at(Quantity::Wait, 0, 0, 1), Ns(500'000));
        QCOMPARE(m->problems.at(0).position, std::string("line 2"));
    }

    void numbersOfJsonAreToldAsTheyStand()
    {
        const auto m = read(test::json("{'rank':100000000000000000000,'stage':'f','duration_ms':1}\n"
                                       "{'rank':0,'stage':'f','duration_ms':1E300}\n"
                                       "{'rank':0,'stage':'f','duration_ms':1}\n"));
        QVERIFY(m);
        QVERIFY(m->problems.at(0).message.starts_with("\"100000000000000000000\" is no rank"));
        QVERIFY(m->problems.at(1).message.starts_with("\"1E300\" cannot be"));
    }

    /// Found by fuzzing: the distance between such numbers does not fit in 64 bits.
    void numbersThatNoStepCanHaveAreNamed()
    {
        const auto m = read("rank,step,stage,duration_ms\n0,-9223372036854775808,f,1\n0,9223372036854775807,f,1\n"
                            "0,1,f,1\n");
        QVERIFY(m);
        QCOMPARE(m->cube.steps(), std::vector<std::int64_t>{1});
        QCOMPARE(m->problems.at(0).code, std::string("bad-step"));
        QCOMPARE(m->problems.at(1).position, std::string("line 3"));
    }

    void semicolonsAndDecimalCommas()
    {
        const auto m = read("rank;step;stage;duration_ms\n0;1;f;3,25\n0;1;b;2\n0;2;f;1.234,5\n0;2;b;1,2,3\n");
        QVERIFY(m);
        QCOMPARE(m->cube.at(Quantity::Span, 0, 0, 0), Ns(3'250'000));
        QCOMPARE(m->cube.at(Quantity::Span, 1, 0, 0), Ns(2'000'000));
        QCOMPARE(m->cube.at(Quantity::Span, 0, 0, 1), kMissing);  // thousands or not: nobody knows
        QCOMPARE(m->problems.size(), std::size_t(3));
        QCOMPARE(m->problems[0].code, std::string("not-a-number"));
        QCOMPARE(m->problems[2].code, std::string("decimal-comma"));
        QCOMPARE(m->problems[2].position, std::string("line 2"));
        const auto tabs = read("step\tstage\tduration_ms\n1\tf\t3\n");
        QCOMPARE(tabs->cube.at(Quantity::Span, 0, 0, 0), Ns(3'000'000));
        QVERIFY(tabs->problems.empty());
    }

    void oddRowsAreNamed()
    {
        const auto m = read("rank,step,stage,duration_ms\nx,0,f,1\n0,y,f,1\n0,0,,1\n0,0,f,abc\n0,1,f,2\n0,1,f,3\n");
        QVERIFY(m);
        QCOMPARE(m->problems.size(), std::size_t(5));
        QCOMPARE(m->problems[0].position, std::string("line 2"));
        QCOMPARE(m->cube.at(Quantity::Span, 0, 0, 1), Ns(2'000'000));  // the first of the repeated row
    }

    void gapsInTheStepsAreNamed()
    {
        const auto gap = read("rank,step,stage,duration_ms\n0,1,f,1\n0,2,f,1\n0,5,f,1\n1,1,f,1\n1,5,f,1\n");
        QCOMPARE(gap->problems.size(), std::size_t(2));
        QCOMPARE(gap->problems[0].code, std::string("missing-step"));
        QCOMPARE(gap->problems[0].position, std::string("step 3"));
        QVERIFY(gap->problems[0].message.starts_with("2 steps between 1 and 5"));
        QCOMPARE(gap->problems[1].message, std::string("rank 1 lacks 1 of the 3 steps that other ranks have"));
        QCOMPARE(gap->problems[1].position, std::string("step 2"));
        // Every tenth step is no gap, a missing one of them is.
        QVERIFY(read("step,stage,duration_ms\n10,f,1\n20,f,1\n30,f,1\n")->problems.empty());
        QCOMPARE(read("step,stage,duration_ms\n10,f,1\n20,f,1\n40,f,1\n50,f,1\n")->problems.at(0).position,
                 std::string("step 30"));
    }

    void twoColumnsForOneFieldAreNamed()
    {
        const auto m = read("step,stage,duration_ms,duration_s\n1,f,1,7\n");
        QCOMPARE(m->problems.size(), std::size_t(1));
        QCOMPARE(m->problems[0].code, std::string("two-columns"));
        QVERIFY(m->problems[0].message.find("duration_ms and duration_s") != std::string::npos);
        QCOMPARE(m->cube.at(Quantity::Span, 0, 0, 0), Ns(7'000'000'000));
    }

    void repeatedRowsHaveALine()
    {
        const auto m = read("step,stage,duration_ms\n1,f,1\n2,f,1\n1,f,3\n2,f,3\n");
        QCOMPARE(m->problems.at(0).code, std::string("duplicate-row"));
        QCOMPARE(m->problems.at(0).position, std::string("line 4"));
    }

    void aRowWithTooManyCellsIsLeftOutAndNamed()
    {
        const auto m = read("stage,duration_ms\na,1,5\nb,2\n");  // a decimal comma
        QVERIFY(m);
        QCOMPARE(m->cube.stages(), std::vector<std::string>{"b"});
        QCOMPARE(m->cube.ranks(), std::vector<int>{0});
        QCOMPARE(m->cube.steps().size(), std::size_t(1));
        QCOMPARE(m->problems.size(), std::size_t(1));
        QCOMPARE(m->problems[0].code, std::string("malformed-row"));
        QCOMPARE(m->problems[0].position, std::string("line 2"));
        QCOMPARE(m->problems[0].message, std::string("the row has 3 cells, the header 2; it is left out"));
    }

    void repeatedStagesWithoutStepsAreSteps()
    {
        const auto m = read("stage,duration_ms\na,1\nb,2\na,3\nb,4\n");
        QCOMPARE(m->cube.steps().size(), std::size_t(2));
        QVERIFY(!m->cube.plainVector);
        QCOMPARE(m->cube.at(Quantity::Span, 1, 0, 1), Ns(4'000'000));
    }

    void errors()
    {
        QCOMPARE(read("stage,duration\na,1\n").error().code, ErrorCode::BadUsage);
        QCOMPARE(read("stage,duration\na,1\n", "weeks").error().code, ErrorCode::BadUsage);
        QCOMPARE(read("stage,time_ms\na,1\n").error().code, ErrorCode::Malformed);
        QCOMPARE(read("stage,duration_ms\n").error().code, ErrorCode::NothingUsable);
        QCOMPARE(read("").error().code, ErrorCode::NothingUsable);
        QCOMPARE(read("stage,duration_ms\n" + std::string(3U << 20U, 'x')).error().code, ErrorCode::TooLarge);
    }

    void rowsThatAreAllBadAreNamed()
    {
        const auto bad = read("rank,step,stage,duration_ms\nx,0,f,1\n-1,1,f,2\n");
        QCOMPARE(bad.error().code, ErrorCode::NothingUsable);
        QCOMPARE(bad.error().where, std::string("line 2"));
        QCOMPARE(bad.error().what,
                 std::string("none of its 2 rows can be used; the first (bad-rank): \"x\" is no rank; the row was "
                             "skipped"));
    }

    void aLastLineWithoutItsEndMayBeCut()
    {
        const std::string whole = "rank,step,stage,duration_ms\n0,0,f,125\n0,1,f,126\n";
        QVERIFY(read(whole)->problems.empty());
        const auto cut = read(whole.substr(0, whole.size() - 2));  // 12 for 126
        QCOMPARE(cut->problems.size(), std::size_t(1));
        QCOMPARE(cut->problems[0].code, std::string("no-line-end"));
        QCOMPARE(cut->problems[0].position, std::string("line 3"));
    }

    void everyTruncationIsSurvived()
    {
        const std::string whole = "rank,step,stage,duration_ms\n0,0,f,1.25\n0,1,f,2\n0,2,\"q,\"\"x\",3\n";
        for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
            const auto m = read(std::string_view(whole).substr(0, cut));
            QVERIFY(!m || m->rows <= 3);
        }
    }
};

QTEST_GUILESS_MAIN(tst_StageMetricsReader)
#include "tst_StageMetricsReader.moc"
