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
};

QTEST_APPLESS_MAIN(tst_LogGaps)
#include "tst_LogGaps.moc"
