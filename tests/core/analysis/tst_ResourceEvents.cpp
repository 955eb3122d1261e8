// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/analysis/ResourceRuns.h"

using namespace headwater;
using namespace headwater::test;

namespace {

std::vector<ResourceEvent> eventsOf(const MadeRun& current, const MadeRun& baseline = {})
{
    return compared(baseline, current).events;
}

using Steps = std::vector<std::int64_t>;

}  // namespace

class TestResourceEvents : public QObject {
    Q_OBJECT

private slots:
    void anEventLiesInItsStep()
    {
        MadeRun run;
        run.happened("xid", 5.5, 79);
        const auto events = eventsOf(run);
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events[0].place, EventPlace::InStep);
        QCOMPARE(events[0].steps, Steps{6});  // step 1 begins at 0 s, step 6 at 5 s
        QCOMPARE(events[0].provenance, ResourceProvenance::Measured);
        QCOMPARE(events[0].severity, ResourceSeverity::Failure);
        QVERIFY(!events[0].inBoth && !events[0].inBaselineRun);
        const ResourceReport report = compared({}, run);
        QCOMPARE(*checkOf(report, "xid").hits.front().step, std::int64_t(6));
        QCOMPARE(checkOf(report, "xid").hits.front().source, std::string("dmesg.txt, line 7"));
    }

    void anEventOutsideTheStepsSaysSo()
    {
        MadeRun run;
        run.happened("xid", -10, 79).happened("oom-kill", 25, {}, "");
        for (const ResourceEvent& event : eventsOf(run)) {
            QVERIFY(event.steps.empty());
            QCOMPARE(event.place, event.kind == "xid" ? EventPlace::Before : EventPlace::After);
        }
        const ResourceReport report = compared({}, run);
        QVERIFY(checkOf(report, "xid").hits.front().text.english().find("before the first recorded step") !=
                std::string::npos);
        QVERIFY(!checkOf(report, "xid").hits.front().step);
    }

    void anEventOfAnotherClockIsNotPlaced()
    {
        MadeRun run;
        run.happened("xid", 5.5, 79, "gpu 0", ClockKind::Relative);
        const auto events = eventsOf(run);
        QCOMPARE(events[0].place, EventPlace::Unplaced);
        QVERIFY(events[0].steps.empty());
        QVERIFY(!events[0].placedBy.empty());
        QCOMPARE(events[0].severity, ResourceSeverity::Failure);
    }

    void localTimesKeepTheirProvenance()
    {
        MadeRun run;
        // Local times five hours ahead: no other whole quarter hour brings both together as well.
        for (int i = 0; i < kSteps; ++i)
            run.happened("aer", i + 0.5 + 5 * 3600, {}, "pci 0000:3b:00.0", ClockKind::LocalTime);
        const auto events = eventsOf(run);
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events[0].count, kSteps);
        QCOMPARE(events[0].provenance, ResourceProvenance::Inferred);
        QCOMPARE(events[0].steps.size(), std::size_t(kSteps));
    }

    void eventsOfBothRuns()
    {
        MadeRun before;
        before.happened("xid", 1.5, 43).happened("aer", 2.5);
        MadeRun now;
        now.happened("xid", 3.5, 43).happened("xid", 4.5, 74);
        const auto events = eventsOf(now, before);
        QCOMPARE(events.size(), std::size_t(4));
        QCOMPARE(*events[0].code, std::int64_t(74));  // the current run's worst first
        QVERIFY(!events[0].inBaselineRun && !events[0].inBoth);
        QCOMPARE(*events[1].code, std::int64_t(43));
        QVERIFY(!events[1].inBaselineRun && events[1].inBoth);
        int baselineOnly = 0;
        for (const ResourceEvent& event : events)
            baselineOnly += event.inBaselineRun && !event.inBoth ? 1 : 0;
        QCOMPARE(baselineOnly, 1);
        const ResourceReport report = compared(before, now);
        QCOMPARE(wordOf(checkOf(report, "xid").status), std::string("fail"));
        QCOMPARE(checkOf(report, "xid").hits.size(), std::size_t(2));
        QCOMPARE(checkOf(report, "xid").hits[1].severity, ResourceSeverity::Info);  // 43, a warning, also before
        QVERIFY(checkOf(report, "kernel-errors").hits.empty());
    }

    void aChangeOfTheXidGaugeIsAnEvent()
    {
        MadeRun run;
        run.state("gpu.xid", "gpu 2", {0, 0, 0, 48, 48, 63});
        auto events = eventsOf(run);
        QCOMPARE(events.size(), std::size_t(2));
        QCOMPARE(*events[0].code, std::int64_t(48));
        QCOMPARE(events[0].steps, Steps{4});
        QCOMPARE(*events[1].code, std::int64_t(63));
        QCOMPARE(events[1].steps, Steps{6});
        // A value from the start is of an unknown time.
        MadeRun old;
        old.state("gpu.xid", "gpu 2", {31});
        events = eventsOf(old);
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events[0].place, EventPlace::Unplaced);
    }

    void throttlingBegins()
    {
        MadeRun run;
        run.state("gpu.throttle.reasons", "gpu 1", {0, 4, 0x44, 0x44, 0, 0, 0x40, 0});
        const auto events = eventsOf(run);
        QCOMPARE(events.size(), std::size_t(1));  // the power cap is no event
        QCOMPARE(events[0].kind, std::string("throttle"));
        QCOMPARE(events[0].count, 2);
        QCOMPARE(events[0].steps, (Steps{3, 7}));
        MadeRun flag;
        flag.state("gpu.throttle.hw_thermal", "gpu 1", {0, 0, 1, 1, 0});
        QCOMPARE(eventsOf(flag)[0].steps, Steps{3});
    }

    /// The correctness layer tells it, once.
    void theEndOfALogIsNoResource()
    {
        MadeRun run;
        run.run().logs.front().endings = {{"out-of-memory", "CUDA out of memory", 125}, {"finished", "done", 201}};
        QVERIFY(eventsOf(run).empty());
        QCOMPARE(wordOf(checkOf(compared({}, run), "out-of-memory").status), std::string("unknown"));
    }

    void manyStepsAreCapped()
    {
        MadeRun run;
        TrainingLog& log = run.run().logs.front();
        for (int i = kSteps + 1; i <= 100; ++i) {
            LogStep step;
            step.step = i;
            step.stepTime = kSecond;
            step.time = kEpoch + i * kSecond;
            log.steps.push_back(step);
        }
        for (int i = 0; i < 100; ++i)
            run.happened("aer", i + 0.5);
        const auto events = eventsOf(run);
        QCOMPARE(events[0].count, 100);
        QCOMPARE(events[0].steps.size(), ResourceEvent::kMostSteps);
        QCOMPARE(events[0].steps.front(), std::int64_t(1));
    }

    void theDeviceOfATraceNamesTheRank()
    {
        MadeRun run;
        for (int rank = 0; rank < 2; ++rank) {
            auto trace = std::make_shared<Trace>();
            trace->tracks.push_back({std::to_string(rank), "7", "", true});
            RankData data;
            data.rank = 10 + rank;
            data.host = "node1";
            data.trace = trace;
            run.run().ranks.push_back(std::move(data));
        }
        run.state("gpu.throttle.reasons", "gpu 1", {0x40});
        const ResourceReport report = compared({}, run);
        QCOMPARE(*checkOf(report, "throttle-reasons").hits.front().rank, 11);
        QCOMPARE(checkOf(report, "throttle-reasons").hits.front().device, std::string("rank 11 (node1 gpu 1)"));
        // Two ranks that both say device 0 (each sees only its own): nobody can tell which is which.
        std::shared_ptr<Trace> masked = std::make_shared<Trace>();
        masked->tracks.push_back({"1", "7", "", true});
        run.run().ranks.front().trace = masked;
        const ResourceReport unknown = compared({}, run);
        QVERIFY(!checkOf(unknown, "throttle-reasons").hits.front().rank);
    }
};

QTEST_APPLESS_MAIN(TestResourceEvents)
#include "tst_ResourceEvents.moc"
