// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Steps.h"
#include "core/ingest/KinetoReader.h"
#include "tests/core/analysis/Analyzed.h"

using namespace headwater;
using namespace headwater::test;

class tst_Steps : public QObject {
    Q_OBJECT
    Folder m_folder;

    StepSet steps(const std::vector<std::string>& events)
    {
        m_trace = *readKineto(m_folder.write("t.json", kineto(events)), {});
        return findSteps(m_trace);
    }
    static bool has(const StepSet& set, std::string_view code)
    {
        return std::ranges::any_of(set.problems, [&](const Problem& p) { return p.code == code; });
    }
    Trace m_trace;

private slots:
    void windowsRunToTheNextStart()
    {
        const StepSet set = steps({traceEvent("user_annotation", "ProfilerStep#7", "1", 0, 10),
                                   traceEvent("user_annotation", "ProfilerStep#8", "1", 12, 10),
                                   traceEvent("gpu_user_annotation", "ProfilerStep#8", "7", 13, 20)});
        QCOMPARE(set.steps.size(), std::size_t(2));
        QCOMPARE(set.steps[0].window, (Interval{0, 12'000}));
        QCOMPARE(set.steps[1].window, (Interval{12'000, 22'000}));
        QCOMPARE(set.steps[1].step, 8);
        QVERIFY(set.problems.empty());
    }

    void missingAndRepeatedNumbersAreReported()
    {
        const StepSet set = steps({traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 10),
                                   traceEvent("user_annotation", "ProfilerStep#1", "1", 20, 10),
                                   traceEvent("user_annotation", "ProfilerStep#4", "1", 40, 10)});
        QCOMPARE(set.steps.size(), std::size_t(2));
        QCOMPARE(set.steps[0].window.end, Ns(10'000));  // its successor is missing: its own end
        QVERIFY(has(set, "duplicate-step") && has(set, "missing-step"));
        QCOMPARE(set.problems[0].position, std::string("step 1"));
        QCOMPARE(set.problems[1].position, std::string("step 2"));
    }

    void inferredFromTheOptimizer()
    {
        const StepSet set = steps({traceEvent("user_annotation", "Optimizer.step#SGD.step", "1", 10, 5),
                                   traceEvent("user_annotation", "Optimizer.step#SGD.step", "1", 30, 5),
                                   traceEvent("user_annotation", "Optimizer.step#SGD.step", "1", 50, 5)});
        QCOMPARE(set.steps.size(), std::size_t(2));
        QCOMPARE(set.steps[0].window, (Interval{15'000, 35'000}));
        QVERIFY(has(set, "inferred-steps"));
        QVERIFY(set.source.starts_with("inferred"));
    }

    void numberedAnnotationsServe_data()
    {
        QTest::addColumn<QByteArray>("stem");
        for (const char* stem : {"iter ", "step_", "train_step-", "Iteration ", "iteration/", "[STEP] #"})
            QTest::newRow(stem) << QByteArray(stem);
    }

    void numberedAnnotationsServe()
    {
        QFETCH(QByteArray, stem);
        const std::string name = stem.toStdString();
        const StepSet set =
            steps({traceEvent("user_annotation", "epoch 0", "1", 0, 100),
                   traceEvent("user_annotation", name + "7", "1", 10, 10),
                   traceEvent("user_annotation", "forward", "1", 10, 4),
                   traceEvent("user_annotation", name + "8", "1", 25, 10),
                   traceEvent("user_annotation", name + "1", "1", 26, 2),  // inside: a step of something else
                   traceEvent("cpu_op", name + "9", "1", 50, 2)});
        QCOMPARE(set.steps.size(), std::size_t(2));
        QCOMPARE(set.steps[0].step, std::int64_t(7));
        QCOMPARE(set.steps[0].window, (Interval{10'000, 25'000}));
        QCOMPARE(set.steps[1].window, (Interval{25'000, 35'000}));
        QCOMPARE(set.source, "inferred from the annotations " + name + "N");
        QVERIFY(has(set, "inferred-steps"));
        QVERIFY(std::ranges::is_sorted(set.marks) && set.marks.size() == 4);
    }

    void profilerStepsComeFirst()
    {
        const StepSet set = steps({traceEvent("user_annotation", "iter 1", "1", 0, 10),
                                   traceEvent("user_annotation", "iter 2", "1", 10, 10),
                                   traceEvent("user_annotation", "iter 3", "1", 20, 10),
                                   traceEvent("user_annotation", "ProfilerStep#5", "1", 0, 40)});
        QCOMPARE(set.source, std::string("ProfilerStep annotations"));
        QCOMPARE(set.steps.size(), std::size_t(1));
        QCOMPARE(set.marks.size(), std::size_t(1));
    }

    void otherNumbersAreNoSteps_data()
    {
        QTest::addColumn<QByteArray>("stem");
        for (const char* stem : {"layer_", "micro_step ", "iter 5 of ", "epoch "})
            QTest::newRow(stem) << QByteArray(stem);
    }

    void otherNumbersAreNoSteps()
    {
        QFETCH(QByteArray, stem);
        const std::string name = stem.toStdString();
        const StepSet set = steps({traceEvent("user_annotation", name + "1", "1", 0, 10),
                                   traceEvent("user_annotation", name + "2", "1", 10, 10)});
        QVERIFY(has(set, "no-steps"));
        QVERIFY(set.marks.empty());
    }

    void oneNumberedAnnotationIsNoStep()
    {
        QVERIFY(has(steps({traceEvent("user_annotation", "iter 1", "1", 0, 10)}), "no-steps"));
    }

    void exactStepsEndThemselves()
    {
        steps({traceEvent("user_annotation", "ProfilerStep#7", "1", 0, 10),
               traceEvent("user_annotation", "ProfilerStep#8", "1", 12, 10)});
        m_trace.exactSteps = true;
        QCOMPARE(findSteps(m_trace).steps[0].window, (Interval{0, 10'000}));
    }

    void nothingMarksTheSteps()
    {
        const StepSet set =
            steps({traceEvent("cpu_op", "aten::add", "1", 5, 5), traceEvent("kernel", "k", "7", 8, 10)});
        QCOMPARE(set.steps.size(), std::size_t(1));
        QCOMPARE(set.steps[0].window, (Interval{5'000, 18'000}));
        QVERIFY(has(set, "no-steps"));
    }
};

QTEST_GUILESS_MAIN(tst_Steps)
#include "tst_Steps.moc"
