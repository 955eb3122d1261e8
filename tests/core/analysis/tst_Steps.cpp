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
