// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/run/LogCube.h"
#include "core/run/LogStages.h"
#include "core/run/RunEnd.h"

using namespace headwater;

namespace {

constexpr Ns kMs = 1'000'000;

LogStep line(std::int64_t step, Ns time, int covered = 1)
{
    LogStep out;
    out.step = step;
    out.stepTime = time;
    out.stepsCovered = covered;
    return out;
}

TrainingLog log(const std::string& source, std::initializer_list<LogStep> steps, std::optional<int> rank = {})
{
    TrainingLog out;
    out.source = source;
    out.framework = "megatron";
    out.rank = rank;
    out.stepTimeBasis = "as printed";
    out.steps = steps;
    return out;
}

LogTimer timer(std::int64_t step, const std::string& stage, Ns value, std::optional<int> rank = {})
{
    return {step, stage, rank, kMissing, value};
}

LogCube made(const std::vector<TrainingLog>& logs)
{
    auto cube = cubeOfLogs(logs);
    return cube ? std::move(*cube) : LogCube();
}

bool has(const Problems& problems, const char* code)
{
    return std::ranges::find(problems, std::string(code), &Problem::code) != problems.end();
}

Ns sumOfSpans(const StageCube& cube, std::size_t rank, std::size_t step)
{
    Ns sum = 0;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage)
        sum += std::max<Ns>(cube.at(Quantity::Span, stage, rank, step), 0);
    return sum;
}

}  // namespace

class tst_LogCube : public QObject {
    Q_OBJECT

private slots:
    void withoutTimersTheStepIsWhole()
    {
        const LogCube made = ::made({log("a.log", {line(1, 10 * kMs), line(2, kMissing), line(3, 12 * kMs)})});
        QCOMPARE(made.cube.stages(), std::vector<std::string>{std::string(kWholeStep)});
        QCOMPARE(made.cube.steps(), (std::vector<std::int64_t>{1, 3}));  // a line without a time is no step
        QCOMPARE(made.cube.at(Quantity::Span, 0, 0, 1), 12 * kMs);
        QCOMPARE(made.cube.duration(0, 1), 12 * kMs);
        QCOMPARE(made.stepSource, std::string("lines of a.log, as printed"));
        QVERIFY(made.problems.empty());
        QVERIFY(!cubeOfLogs(std::vector<TrainingLog>{log("b.log", {line(1, kMissing)})}));
        QVERIFY(!cubeOfLogs({}));
    }

    void aLineOfManyStepsIsOneValueAndSaysSo()
    {
        const LogCube made = ::made({log("a.log", {line(10, 10 * kMs, 10), line(20, 11 * kMs, 10)})});
        QCOMPARE(made.cube.steps().size(), std::size_t(2));
        QCOMPARE(made.stepSource, std::string("lines of a.log, as printed, each the mean of 10 steps"));
        QVERIFY(has(made.problems, "mean-of-steps"));
        QVERIFY(!has(made.problems, "brief-lines"));
    }

    void aSingleStepIsNoEqualOfMeans()
    {
        const LogCube made =
            ::made({log("a.log", {line(1, 30 * kMs, 1), line(10, 10 * kMs, 9), line(20, 11 * kMs, 10)})});
        QCOMPARE(made.cube.status(0, 0), StepStatus::Partial);
        QCOMPARE(made.cube.duration(0, 0), 30 * kMs);
        QCOMPARE(made.cube.status(0, 1), StepStatus::Ok);
        QCOMPARE(made.stepSource, std::string("lines of a.log, as printed, each the mean of 9 to 10 steps"));
        QVERIFY(has(made.problems, "brief-lines"));
    }

    void aLineAcrossAGapDoesNotDisplaceTheOthers()
    {
        const LogCube made = ::made({log("a.log", {line(1, 10 * kMs), line(2, 10 * kMs), line(5, 12 * kMs, 3),
                                                   line(6, 11 * kMs), line(7, 11 * kMs)})});
        QCOMPARE(made.cube.status(0, 0), StepStatus::Ok);
        QCOMPARE(made.cube.status(0, 2), StepStatus::Partial);
        QCOMPARE(made.cube.status(0, 4), StepStatus::Ok);
        QCOMPARE(made.stepSource, std::string("lines of a.log, as printed"));
        QVERIFY(has(made.problems, "lines-across-gaps"));
        QVERIFY(!has(made.problems, "brief-lines") && !has(made.problems, "mean-of-steps"));
    }

    void aRunThatGotNoFurtherThanItsFirstStepGivesNoSample()
    {
        QCOMPARE(made({log("a.log", {line(1, 30 * kMs)})}).cube.status(0, 0), StepStatus::Partial);
        QCOMPARE(made({log("a.log", {line(2, 30 * kMs)})}).cube.status(0, 0), StepStatus::Ok);
        QCOMPARE(made({log("a.log", {line(1, 30 * kMs), line(2, 30 * kMs)})}).cube.status(0, 0), StepStatus::Ok);
    }

    void timersBecomeStagesInTheOrderOfAStep()
    {
        TrainingLog one = log("a.log", {line(1, 100 * kMs), line(2, 110 * kMs)});
        for (const std::int64_t step : {1, 2})
            for (const auto& [name, value] :
                 {std::pair("optimizer-inner-step", 4), std::pair("optimizer", 10), std::pair("backward-compute", 50),
                  std::pair("forward-compute", 30), std::pair("batch-generator", 5), std::pair("interval-time", 100),
                  std::pair("of-nobody-known", 7)})
                one.timers.push_back(timer(step, name, value * kMs));
        one.timers.push_back(timer(-1, "load-checkpoint", 900 * kMs));
        const LogCube made = ::made({one});
        QCOMPARE(made.cube.stages(), (std::vector<std::string>{"batch-generator", "forward-compute", "backward-compute",
                                                               "optimizer", std::string(kOutsideStages)}));
        // The input runs inside the forward timer: taken out of it.
        QCOMPARE(made.cube.at(Quantity::Span, 1, 0, 0), 25 * kMs);
        QCOMPARE(made.cube.at(Quantity::Host, 1, 0, 0), 25 * kMs);
        QCOMPARE(made.cube.at(Quantity::Span, 4, 0, 0), 10 * kMs);
        QCOMPARE(made.cube.at(Quantity::Span, 4, 0, 1), 20 * kMs);
        QCOMPARE(made.cube.at(Quantity::Host, 4, 0, 1), kMissing);
        for (const std::size_t step : {0U, 1U})
            QCOMPARE(sumOfSpans(made.cube, 0, step), made.cube.duration(0, step));
        QCOMPARE(made.stageSource, std::string("timers of the megatron log, in host time"));
    }

    void timersThatOverlapAreTakenCoarserOrNotAtAll()
    {
        TrainingLog one = log("a.log", {line(2, 100 * kMs)});
        one.timers = {timer(2, "forward-compute", 80 * kMs), timer(2, "backward-compute", 70 * kMs),
                      timer(2, "forward-backward", 85 * kMs), timer(2, "batch-generator", 5 * kMs),
                      timer(2, "optimizer", 10 * kMs)};
        const LogCube coarse = made({one});
        QCOMPARE(coarse.cube.stages(), (std::vector<std::string>{"batch-generator", "forward-backward", "optimizer",
                                                                 std::string(kOutsideStages)}));
        QCOMPARE(coarse.cube.at(Quantity::Span, 1, 0, 0), 80 * kMs);
        one.timers.push_back(timer(2, "params-all-gather", 90 * kMs));  // inside the optimizer: changes nothing
        QCOMPARE(made({one}).cube.stages().size(), std::size_t(4));
        one.timers[2].maximum = 200 * kMs;
        const LogCube none = made({one});
        QCOMPARE(none.cube.stages(), std::vector<std::string>{std::string(kWholeStep)});
        QVERIFY(has(none.problems, "timers-overlap"));
    }

    void aLineWithoutTimersIsNotDivided()
    {
        TrainingLog one = log("a.log", {line(1, 100 * kMs), line(2, 100 * kMs), line(3, 100 * kMs)});
        one.timers = {timer(1, "forward", 30 * kMs), timer(2, "forward", 30 * kMs)};
        const LogCube made = ::made({one});
        QCOMPARE(made.cube.status(0, 0), StepStatus::Ok);
        QCOMPARE(made.cube.status(0, 2), StepStatus::Partial);
        QCOMPARE(made.cube.at(Quantity::Span, 0, 0, 2), kMissing);
        one.timers.pop_back();
        QVERIFY(has(::made({one}).problems, "few-timers"));
    }

    void deepSpeedBreakdown()
    {
        const auto stages =
            stagesOfTimers({"batch_input", "forward_microstep", "forward", "backward", "backward_inner",
                            "backward_allreduce", "step", "step_microstep", "optimizer_step", "optimizer_allgather"},
                           TimerDetail::Fine);
        std::vector<std::string> names;
        for (const TimerStage& stage : stages)
            names.push_back(stage.name);
        QCOMPARE(names, (std::vector<std::string>{"batch_input", "forward", "backward", "backward_allreduce", "step"}));
        QCOMPARE(stages[2].without, std::vector<std::string>{"backward_allreduce"});
    }

    void timersOfEveryRankMakeRanks()
    {
        TrainingLog one = log("a.log", {line(1, 100 * kMs)});
        one.timers = {timer(1, "forward", 30 * kMs, 0), timer(1, "forward", 60 * kMs, 3)};
        const LogCube made = ::made({one});
        QCOMPARE(made.cube.ranks(), (std::vector<int>{0, 3}));
        QCOMPARE(made.cube.at(Quantity::Span, 0, 0, 0), 30 * kMs);
        QCOMPARE(made.cube.at(Quantity::Span, 0, 1, 0), 60 * kMs);
        QCOMPARE(made.cube.duration(1, 0), 100 * kMs);
    }

    void logsThatContinueAreJoinedOthersAreNamed()
    {
        const TrainingLog first = log("1.log", {line(1, 10 * kMs), line(2, 10 * kMs), line(3, 10 * kMs)});
        const TrainingLog second = log("2.log", {line(4, 20 * kMs)});
        TrainingLog other = log("events", {line(1, 11 * kMs)});
        other.framework = "tensorboard";
        const LogCube made = ::made({other, second, first});
        QCOMPARE(made.cube.steps(), (std::vector<std::int64_t>{1, 2, 3, 4}));
        QCOMPARE(made.cube.duration(0, 0), 10 * kMs);
        QCOMPARE(made.problems.size(), std::size_t(1));
        QCOMPARE(made.problems[0].code, std::string("log-beside"));
        QCOMPARE(made.problems[0].file, std::string("events"));
    }

    void logsOfTwoRunsAreAConflict()
    {
        const auto problemOf = [](Ns time) {
            return ::made({log("b.log", {line(1, time), line(2, time)}),
                           log("a.log", {line(1, 10 * kMs), line(2, 10 * kMs)})})
                .problems.at(0);
        };
        QCOMPARE(problemOf(30 * kMs).code, std::string("log-conflict"));
        QCOMPARE(problemOf(30 * kMs).severity, Severity::Warning);
        QCOMPARE(problemOf(30 * kMs).file, std::string("b.log"));
        QVERIFY(problemOf(30 * kMs).message.find("30.0 ms, in a.log it is 10.0 ms") != std::string::npos);
        QCOMPARE(problemOf(11 * kMs).code, std::string("log-beside"));
        QCOMPARE(problemOf(11 * kMs).message, std::string("its step times are not used: a.log has 2, this log 2"));
    }

    void oneLogARank()
    {
        const LogCube made =
            ::made({log("1", {line(5, 20 * kMs)}, 1), log("0", {line(5, 10 * kMs), line(6, 10 * kMs)}, 0)});
        QCOMPARE(made.cube.ranks(), (std::vector<int>{0, 1}));
        QCOMPARE(made.cube.status(1, 0), StepStatus::Ok);
        QCOMPARE(made.cube.status(1, 1), StepStatus::Absent);
        QCOMPARE(made.cube.duration(1, 0), 20 * kMs);
    }

    void wholeStepsKeepDurationAndWaiting()
    {
        StageCube cube({"a", "b"}, {0}, {5});
        cube.set(Quantity::Span, 0, 0, 0, 3);
        cube.set(Quantity::Span, 1, 0, 0, 4);
        cube.set(Quantity::Wait, 0, 0, 0, 1);
        cube.set(Quantity::Wait, 1, 0, 0, 1);
        cube.setDuration(0, 0, 7);
        cube.setStatus(0, 0, StepStatus::Partial);
        const StageCube whole = wholeSteps(cube);
        QCOMPARE(whole.stages(), std::vector<std::string>{std::string(kWholeStep)});
        QCOMPARE(whole.at(Quantity::Span, 0, 0, 0), Ns(7));
        QCOMPARE(whole.at(Quantity::Wait, 0, 0, 0), Ns(2));
        QCOMPARE(whole.status(0, 0), StepStatus::Partial);
    }

    void endingsAreProblems()
    {
        TrainingLog one = log("a.log", {line(1, kMs)});
        one.endings = {{"out-of-memory", "CUDA out of memory. " + std::string(300, 'x'), 51},
                       {"signal", "Killing subprocess 1", 60},
                       {"signal", "Killing subprocess 2", 61},
                       {"finished", "Training completed", 62}};
        TelemetryEvent xid;
        xid.kind = "xid";
        xid.code = 79;
        xid.device = "gpu 0000:3b:00";
        xid.message = "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.";
        xid.source = "dmesg";
        xid.position = "line 3";
        const Problems reports = problemsOfEvents({{}, {xid, xid}});
        const Problems problems = problemsOfEnd(one);
        QCOMPARE(problems.size(), std::size_t(2));
        QCOMPARE(problems[0].code, std::string("ended-out-of-memory"));
        QCOMPARE(problems[0].position, std::string("line 51"));
        QCOMPARE(problems[0].severity, Severity::Warning);
        QVERIFY(problems[0].message.size() < 260);
        QCOMPARE(problems[1].code, std::string("ended-by-signal"));
        QCOMPARE(reports.size(), std::size_t(1));
        QVERIFY(reports[0].message.starts_with("the GPU driver reported XID 79 on gpu 0000:3b:00 (2 times)"));
        QCOMPARE(reports[0].file, std::string("dmesg"));
    }
};

QTEST_APPLESS_MAIN(tst_LogCube)
#include "tst_LogCube.moc"
