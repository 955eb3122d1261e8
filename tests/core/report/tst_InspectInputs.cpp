// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <QtTest>

#include "core/analysis/StepTimes.h"
#include "core/analysis/TelemetryView.h"
#include "core/report/Json.h"
#include "core/report/Report.h"

using namespace headwater;

namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kBegin = 1'700'000'000 * kSecond;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Ten steps of one second that end at kBegin + 1 s, + 2 s …
TrainingLog trainingLog()
{
    TrainingLog log;
    log.source = "folder/train.log";
    log.framework = "megatron";
    log.clock = ClockKind::Epoch;
    log.stepTimeBasis = "as printed";
    for (int i = 1; i <= 10; ++i) {
        LogStep step;
        step.step = i;
        step.stepTime = kSecond;
        step.time = kBegin + i * kSecond;
        step.loss = LoggedNumber{i == 3 ? kNan : 2.5 - 0.1 * i, 4};
        if (i != 4)
            step.gradNorm = LoggedNumber{7.5, -1};
        step.skipped = i == 5 ? 2 : 0;
        step.nanIterations = i == 6 ? 3 : 0;
        step.line = static_cast<std::uint64_t>(i + 100);
        log.steps.push_back(step);
    }
    log.endings = {{"finished", "done", 120}, {"signal", "Killed", 121}};
    return log;
}

MetricSeries power(ClockKind clock, Ns shift)
{
    MetricSeries series;
    series.name = "gpu.power";
    series.label = "power.draw [W]";
    series.unit = "W";
    series.device = "gpu 1";
    series.host = "node07";
    series.clock = clock;
    series.source = "folder/smi.csv";
    series.missing = 1;
    series.resets = 2;
    for (int i = 0; i < 40; ++i) {
        series.time.push_back(kBegin + shift + i * kSecond / 4);
        series.value.push_back(i == 39 ? kNan : 100 + static_cast<double>(i / 4));
    }
    return series;
}

RunAnalysis analysisOf(ClockKind clock, Ns shift)
{
    auto run = std::make_shared<Run>();
    run->name = "run";
    run->logs = {trainingLog()};
    run->telemetry.series = {power(clock, shift)};
    TelemetryEvent event;
    event.kind = "xid";
    event.code = 79;
    event.clock = clock;
    event.time = kBegin + shift + 4 * kSecond + kSecond / 2;
    event.source = "folder/smi.csv";
    event.position = "line 9";
    event.message = "fallen off the bus";
    run->telemetry.events = {event};
    RunAnalysis analysis;
    analysis.run = run;
    return analysis;
}

Json inspected(const RunAnalysis& analysis)
{
    return Json::parse(inspectJson(analysis));
}

}  // namespace

/// What `inspect` shows of logs and telemetry.
class tst_InspectInputs : public QObject {
    Q_OBJECT

private slots:
    void logsStepByStep()
    {
        const Json log = inspected(analysisOf(ClockKind::Epoch, 0))["logs"].at(0);
        QCOMPARE(log["framework"].get<std::string>(), std::string("megatron"));
        QCOMPARE(log["step_time_p50_ns"].get<qint64>(), qint64(kSecond));
        QCOMPARE(log["skipped"].get<int>(), 2);
        QCOMPARE(log["nan_iterations"].get<int>(), 3);
        QCOMPARE(log["endings"].at(1)["kind"].get<std::string>(), std::string("signal"));
        QCOMPARE(log["endings"].at(1)["line"].get<int>(), 121);
        const Json& steps = log["steps"];
        QCOMPARE(steps.size(), std::size_t(10));
        QCOMPARE(steps[0]["loss"]["value"].get<double>(), 2.4);
        QCOMPARE(steps[0]["loss"]["digits"].get<int>(), 4);
        QVERIFY(steps[0]["grad_norm"]["digits"].is_null());  // binary: exact
        // A loss of NaN was logged; a gradient norm that is absent was not.
        QVERIFY(steps[2]["loss"]["value"].is_null());
        QCOMPARE(steps[2]["loss"]["not_finite"].get<std::string>(), std::string("nan"));
        QVERIFY(steps[3]["grad_norm"].is_null());
        QCOMPARE(steps[5]["nan_iterations"].get<int>(), 3);
        QCOMPARE(steps[9]["steps_covered"].get<int>(), 1);
        QCOMPARE(log["steps_left_out"].get<int>(), 0);
    }

    void telemetryAtTheSteps()
    {
        const Json telemetry = inspected(analysisOf(ClockKind::Epoch, 0))["telemetry"];
        QCOMPARE(telemetry["step_clock"]["steps"].size(), std::size_t(10));
        const Json& group = telemetry["groups"].at(0);
        QCOMPARE(group["basis"].get<std::string>(), std::string("same"));
        QCOMPARE(group["provenance"].get<std::string>(), std::string("measured"));
        const Json& series = telemetry["series"].at(0);
        QCOMPARE(series["unit"].get<std::string>(), std::string("W"));
        QCOMPARE(series["host"].get<std::string>(), std::string("node07"));
        QCOMPARE(series["n"].get<int>(), 39);
        QCOMPARE(series["missing"].get<int>(), 1);
        QCOMPARE(series["resets"].get<int>(), 2);
        QCOMPARE(series["min"].get<double>(), 100.0);
        QCOMPARE(series["median"].get<double>(), 104.0);
        QCOMPARE(series["max"].get<double>(), 109.0);
        // Step i ran from second i - 1 to second i, in which the power was 100 + i - 1.
        QCOMPARE(series["at_steps"]["values"].size(), std::size_t(10));
        QCOMPARE(series["at_steps"]["values"].at(6).get<double>(), 106.0);
        QCOMPARE(series["at_steps"]["from_samples_inside"].get<int>(), 10);
        QCOMPARE(telemetry["events"].at(0)["step"].get<int>(), 5);
        QCOMPARE(telemetry["events"].at(0)["code"].get<int>(), 79);
    }

    void clocksThatDoNotFit()
    {
        const Json zoned = inspected(analysisOf(ClockKind::LocalTime, 3600 * kSecond))["telemetry"];
        QCOMPARE(zoned["groups"].at(0)["provenance"].get<std::string>(), std::string("inferred"));
        QCOMPARE(zoned["groups"].at(0)["shift_ns"].get<qint64>(), qint64(-3600) * kSecond);
        QCOMPARE(zoned["series"].at(0)["at_steps"]["values"].at(6).get<double>(), 106.0);
        const Json uptime = inspected(analysisOf(ClockKind::Relative, -kBegin))["telemetry"];
        QVERIFY(!uptime["groups"].at(0)["aligned"].get<bool>());
        QVERIFY(!uptime["groups"].at(0)["statement"].get<std::string>().empty());
        QVERIFY(uptime["series"].at(0)["at_steps"].is_null());
        QVERIFY(uptime["events"].at(0)["step"].is_null());
    }

    void shortText()
    {
        const std::string text = inspectText(analysisOf(ClockKind::Epoch, 0));
        QVERIFY2(text.find("train.log  megatron") != std::string::npos, text.c_str());
        QVERIFY(text.find("1 … 10") != std::string::npos);
        QVERIFY(text.find("signal") != std::string::npos);
        QVERIFY(text.find("Telemetry beside the steps of folder/train.log") != std::string::npos);
        QVERIFY(text.find("smi.csv: both count from 1970 UTC") != std::string::npos);
        QVERIFY(text.find("gpu.power  node07  gpu 1   W     39") != std::string::npos);
        QVERIFY(text.find("xid 79 in step 5: fallen off the bus") != std::string::npos);
        // Each series says which file it is from and on what ground it lies beside the steps.
        QVERIFY2(text.find("smi.csv  measured") != std::string::npos, text.c_str());
        const std::string other = inspectText(analysisOf(ClockKind::Epoch, -3600 * kSecond));
        QVERIFY2(other.find("smi.csv  no: of another run") != std::string::npos, other.c_str());
        RunAnalysis bare;
        bare.run = std::make_shared<Run>();
        QVERIFY(inspectText(bare).find("Telemetry") == std::string::npos);
        QVERIFY(inspected(bare)["telemetry"]["series"].empty());
    }

    void stepsOfATraceComeFirst()
    {
        RunAnalysis analysis = analysisOf(ClockKind::Epoch, 0);
        auto run = std::make_shared<Run>(*analysis.run);
        RankData data;
        data.rank = 4;
        data.trace = std::make_shared<Trace>();
        run->ranks = {data};
        analysis.run = run;
        RankAnalysis rank;
        rank.rank = 4;
        rank.steps = {{20, {kBegin, kBegin + kSecond}}, {21, {kBegin + kSecond, kBegin + 2 * kSecond}}};
        analysis.ranks = {rank};
        const StepAxis axis = stepTimesOf(analysis);
        QCOMPARE(axis.source, std::string("trace of rank 4"));
        QCOMPARE(axis.clock, ClockKind::Epoch);
        QCOMPARE(axis.steps.size(), std::size_t(2));
        QCOMPARE(axis.steps[1].step, qint64(21));
        // A trace that counts from the start of its host cannot be laid beside anything; the log can.
        analysis.ranks[0].steps = {{20, {0, kSecond}}};
        QCOMPARE(stepTimesOf(analysis).source, std::string("folder/train.log"));
    }

    void manySeriesAreBounded()
    {
        RunAnalysis analysis = analysisOf(ClockKind::Epoch, 0);
        auto run = std::make_shared<Run>(*analysis.run);
        run->telemetry.series.assign(50, power(ClockKind::Epoch, 0));
        analysis.run = run;
        const TelemetryView view = telemetryView(analysis, {.series = 20, .values = 30});
        QCOMPARE(view.series.size(), std::size_t(20));
        QVERIFY(view.series[2].aligned);
        QVERIFY(!view.series[3].aligned);
        QCOMPARE(view.series[19].summary.n, std::size_t(39));
        QCOMPARE(view.groups.size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(tst_InspectInputs)
#include "tst_InspectInputs.moc"
