// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/run/LogCube.h"
#include "tests/core/ingest/logs/LogInput.h"

using namespace headwater;
using namespace headwater::test;

namespace {

std::string iteration(int step)
{
    return fmt::format(
        " iteration {:8}/ 1000 | consumed samples: {} | elapsed time per iteration (ms): 100.0 | lm loss: "
        "2.0E+00 | number of skipped iterations: 0 | number of nan iterations: 0 |\n",
        step, step * 4);
}

std::string iterations(const std::vector<int>& steps)
{
    std::string text;
    for (const int step : steps)
        text += iteration(step);
    return text;
}

std::vector<int> range(int first, int last, int stride = 1)
{
    std::vector<int> steps;
    for (int step = first; step <= last; step += stride)
        steps.push_back(step);
    return steps;
}

std::vector<int> joined(std::vector<int> a, const std::vector<int>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Lines of the cube that count.
std::size_t usable(const std::vector<TrainingLog>& logs)
{
    const auto made = cubeOfLogs(logs);
    std::size_t count = 0;
    for (std::size_t step = 0; made && step < made->cube.steps().size(); ++step)
        count += made->cube.status(0, step) == StepStatus::Ok;
    return count;
}

const Problem* problemOf(const LogReading& read, const std::string& code)
{
    const auto found = std::ranges::find(read.content.source.problems, code, &Problem::code);
    return found == read.content.source.problems.end() ? nullptr : &*found;
}

}  // namespace

/// Steps that have no line although they should: said, and without harm to the other lines.
class tst_LogGaps : public QObject {
    Q_OBJECT

private slots:
    void missingLines_data()
    {
        QTest::addColumn<std::vector<int>>("steps");
        QTest::addColumn<std::size_t>("counted");
        QTest::addColumn<QString>("between");
        QTest::newRow("second line") << joined({1}, range(3, 11)) << std::size_t(10) << "between 1 and 3,";
        QTest::newRow("resume far on") << joined(range(1, 30), range(100, 130)) << std::size_t(61)
                                       << "between 30 and 100,";
        QTest::newRow("resume near") << joined(range(1, 30), range(40, 49)) << std::size_t(40) << "between 30 and 40,";
        QTest::newRow("means of ten") << joined(range(10, 50, 10), range(70, 90, 10)) << std::size_t(8)
                                      << "between 50 and 70,";
        QTest::newRow("none") << range(1, 20) << std::size_t(20) << "";
        QTest::newRow("another interval from there on")
            << joined(range(1, 20), range(30, 60, 10)) << std::size_t(20) << "";
        QTest::newRow("the last step") << joined(range(10, 50, 10), {53}) << std::size_t(5) << "";
    }

    void missingLines()
    {
        QFETCH(const std::vector<int>, steps);
        QFETCH(const std::size_t, counted);
        QFETCH(const QString, between);
        const auto read = readLog(iterations(steps));
        QCOMPARE(usable(read.content.logs), counted);
        const Problem* gap = problemOf(read, "missing-step");
        QCOMPARE(gap != nullptr, !between.isEmpty());
        if (gap) {
            QVERIFY2(gap->message.find(between.toStdString()) != std::string::npos, gap->message.c_str());
            QVERIFY(gap->position.starts_with("line "));
            QCOMPARE(gap->severity, Severity::Warning);
        }
    }

    void aPrintedMeanIsOfTheUsualInterval()
    {
        const auto read = readLog(iterations({10, 20, 30, 50, 60}));
        QCOMPARE(stepOf(read.log(), 50)->stepsCovered, 10);
    }

    /// The training time since the start: the line behind the gap tells the mean of two steps, and is left out alone.
    void aDifferenceAcrossTheGapIsLeftOut()
    {
        std::string text;
        for (const int step : {11, 12, 13, 14, 16, 17, 18})
            text += fmt::format("step:{}/100 train_loss:4.0 train_time:{}ms step_avg:9.9ms\n", step, step * 100);
        const auto read = readLog(text);
        QCOMPARE(stepOf(read.log(), 16)->stepsCovered, 2);
        QVERIFY(problemOf(read, "missing-step"));
        QCOMPARE(usable(read.content.logs), std::size_t(5));
    }

    void timesThatCanBeNone_data()
    {
        QTest::addColumn<QString>("time");
        for (const char* time : {"-5.0", "nan", "inf", "1e300", "0.0"})
            QTest::newRow(time) << time;
    }

    void timesThatCanBeNone()
    {
        QFETCH(const QString, time);
        std::string odd = iteration(3);
        odd.replace(odd.find("100.0"), 5, time.toStdString());
        const auto read = readLog(iterations({1, 2}) + odd + iteration(4));
        QCOMPARE(stepOf(read.log(), 3)->stepTime, kMissing);
        QVERIFY(stepOf(read.log(), 3)->loss);
        const Problem* problem = problemOf(read, "bad-time");
        QVERIFY(problem);
        QCOMPARE(problem->position, std::string("line 3"));
        QCOMPARE(problem->severity, Severity::Warning);
        QVERIFY(!problemOf(readLog(iterations({1, 2, 3})), "bad-time"));
    }

    void aScriptsTimeThatCanBeNone()
    {
        const auto read = readLog("iter 1: loss 3.0, time 10.00ms, mfu 1%\niter 2: loss 3.0, time -5.00ms, mfu 1%\n");
        QVERIFY(problemOf(read, "bad-time"));
        QCOMPARE(stepOf(read.log(), 2)->stepTime, kMissing);
    }

    void aStepNumberThatNoneCanHave()
    {
        std::string huge = iteration(3);
        huge.replace(huge.find("       3/"), 9, "99999999999999999999999/");
        const auto read = readLog(iterations({1, 2}) + huge + iteration(4));
        const Problem* problem = problemOf(read, "bad-step");
        QVERIFY(problem);
        QCOMPARE(problem->position, std::string("line 3"));
        QCOMPARE(read.log().steps.size(), std::size_t(3));
    }

    void lastLineCutInsideAnObject()
    {
        std::string text;
        for (int step = 1; step <= 4; ++step)
            text += json(fmt::format("{{'data': {{'step': {}, 'timestamp': '2025-02-18T18:00:0{}', 'value': 0.5}}, "
                                     "'name': 'training_loss'}}\n",
                                     step, step));
        QVERIFY(!problemOf(readLog(text), "cut-line"));
        const auto cut = readLog(text.substr(0, text.size() - 30));
        QVERIFY(problemOf(cut, "cut-line"));
        QCOMPARE(problemOf(cut, "cut-line")->position, std::string("line 4"));
        QCOMPARE(cut.log().steps.size(), std::size_t(3));
    }

    void lastLineThatTellsNothingMayBeCut()
    {
        const std::string whole = iterations({1, 2, 3});
        QVERIFY(problemOf(readLog(whole + "[20260514 1"), "no-line-end"));
        QVERIFY(!problemOf(readLog(whole + "[20260514 1\n"), "no-line-end"));
    }

    /// A number at the end of a cut file may lack digits: it is not used.
    void theLastLineIsCut()
    {
        const std::string whole = iterations({1, 2, 3});
        const std::size_t time = whole.rfind("100.0");
        const auto inTime = readLog(whole.substr(0, time + 2));
        QVERIFY(problemOf(inTime, "cut-line"));
        QCOMPARE(problemOf(inTime, "cut-line")->position, std::string("line 3"));
        QCOMPARE(stepOf(inTime.log(), 3)->stepTime, kMissing);
        const auto behindTime = readLog(whole.substr(0, whole.rfind("lm loss") + 10));
        QVERIFY(problemOf(behindTime, "cut-line"));
        QCOMPARE(stepOf(behindTime.log(), 3)->stepTime, ms(100));
        QVERIFY(!stepOf(behindTime.log(), 3)->loss);
        QVERIFY(!problemOf(readLog(whole), "cut-line"));
        QVERIFY(!problemOf(readLog(whole.substr(0, whole.size() - 1)), "cut-line"));  // only the line end is missing
    }
};

QTEST_APPLESS_MAIN(tst_LogGaps)
#include "tst_LogGaps.moc"
