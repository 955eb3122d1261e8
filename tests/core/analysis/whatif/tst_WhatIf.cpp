// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/analysis/whatif/StageModel.h"
#include "core/analysis/whatif/WhatIf.h"
#include "core/ingest/LoadRun.h"
#include "core/simulate/PipelineJob.h"
#include "core/simulate/Scenarios.h"
#include "core/simulate/Simulate.h"
#include "core/stats/Quantile.h"
#include "tests/Paths.h"

using namespace headwater;
using namespace headwater::whatif;

namespace {

Result<RunAnalysisPtr> analysed(const std::filesystem::path& path)
{
    const auto run = loadRun(std::span(&path, 1), {}, {});
    if (!run)
        return tl::unexpected(run.error());
    AnalysisOptions options;
    options.timeline = true;
    return analyzeRun(*run, options, {});
}

/// The traces of a folder without saying which call launched which collective: two share one, as a graph launches them.
bool shareLaunches(const std::filesystem::path& folder)
{
    std::size_t changed = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".json")
            continue;
        auto trace = nlohmann::json::parse(std::ifstream(entry.path()));
        nlohmann::json* before = nullptr;
        for (nlohmann::json& event : trace["traceEvents"]) {
            if (event.value("cat", "") != "kernel" || !event.value("name", "").starts_with("nccl"))
                continue;
            if (before != nullptr) {
                event["args"]["correlation"] = (*before)["args"]["correlation"];
                ++changed;
            }
            before = before == nullptr ? &event : nullptr;
        }
        std::ofstream(entry.path()) << trace.dump();
    }
    return changed > 0;
}

const KeySlowdown& worst(const std::vector<KeySlowdown>& values)
{
    return *std::ranges::max_element(values, {}, &KeySlowdown::slowdown);
}

const StageAttribution& stageOf(const WhatIf& answer, const std::string& name)
{
    return *std::ranges::find(answer.attribution->stages, name, &StageAttribution::stage);
}

/// Mean step time of the simulator's pipeline, and its ranks' mean time of compute kernels a step, ns.
struct Simulated {
    double step = 0, kernels = 0;
};
Simulated timesOf(const JobModel& model)
{
    PipelineJob job(model);
    Ns before = 0;
    double kernelsBefore = 0;
    const auto kernels = [&] {
        double sum = 0;
        for (const PipelineRank& rank : job.ranks())
            sum += static_cast<double>(rank.tally().kernels);
        return sum / static_cast<double>(job.ranks().size());
    };
    for (int step = 0; step < model.warmupSteps + model.steps; ++step) {
        if (step == model.warmupSteps) {
            before = job.ranks().front().now();
            kernelsBefore = kernels();
        }
        job.runStep(step, nullptr);
    }
    return {static_cast<double>(job.ranks().front().now() - before) / model.steps,
            (kernels() - kernelsBefore) / model.steps};
}

/// The same job with all its compute spread evenly over the stages of the pipeline.
JobModel evened(const JobModel& uneven)
{
    JobModel even = uneven;
    even.embedTime = even.headTime = even.lossTime = 0;
    std::ranges::fill(even.stageShare, even.stageShare.front());
    const double all = timesOf(uneven).kernels;
    for (int i = 0; i < 3; ++i) {  // the optimizer's part does not grow with the share
        const double factor = all / timesOf(even).kernels;
        for (double& share : even.stageShare)
            share *= factor;
    }
    return even;
}

bool has(const Problems& problems, const std::string& code)
{
    return std::ranges::find(problems, code, &Problem::code) != problems.end();
}

/// Two ranks, three steps, two stages in ns; the second waits for the slower rank.
RunAnalysis twoRanks(Ns slow, bool waiting)
{
    RunAnalysis analysis;
    analysis.run = std::make_shared<Run>();
    analysis.cube = StageCube({"load", "train"}, {0, 1}, {1, 2, 3});
    for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t r = 0; r < 2; ++r) {
            const Ns load = r == 1 ? slow : 100;
            const Ns wait = waiting ? std::max<Ns>(slow, 100) - load : 0;
            analysis.cube.set(Quantity::Span, 0, r, t, load);
            analysis.cube.set(Quantity::Span, 1, r, t, 400 + wait);
            analysis.cube.set(Quantity::Wait, 1, r, t, wait);
            analysis.cube.setDuration(r, t, load + 400 + wait);
            analysis.cube.setStatus(r, t, StepStatus::Ok);
        }
    return analysis;
}

}  // namespace

/// The whole answer: on stage durations, on simulated traces whose fault is known, on real ones.
class TestWhatIf : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path simulated(const char* scenario, int events = 150)
    {
        const std::filesystem::path out = std::filesystem::path(m_folder.path().toStdString()) / scenario;
        SimulationOptions options;
        options.ranks = 8;
        options.steps = 8;
        options.seed = 3;
        options.eventsPerStep = events;
        options.compress = false;
        const auto written = simulate(scenario, out, options, {});
        return written ? out : std::filesystem::path();
    }

private slots:
    void pipelineOfTracesAgainstTheSimulator()
    {
        const QTemporaryDir dir;
        const auto out = std::filesystem::path(dir.path().toStdString()) / "run";
        SimulationOptions options;
        options.steps = 12;
        QVERIFY(simulate("pipeline-imbalance", out, options, {}));
        const auto current = analysed(out / "current");
        QVERIFY(current.has_value());
        const auto answer = whatIf(**current, nullptr, {});
        QVERIFY(answer.has_value() && answer->slowdown.has_value());
        QCOMPARE(answer->source, std::string("sends and receives of a pipeline"));
        QVERIFY2(*answer->replayError < 0.01, std::to_string(*answer->replayError).c_str());

        const auto experiment = makeExperiment("pipeline-imbalance", options);
        QVERIFY(experiment.has_value());
        const Simulated now = timesOf(experiment->current);
        const Simulated even = timesOf(evened(experiment->current));
        QVERIFY(std::abs(now.kernels / even.kernels - 1) < 0.001);
        const double truth = now.step / even.step;
        const Slowdown& s = *answer->slowdown;
        const std::string both = std::to_string(s.slowdown) + " against " + std::to_string(truth);
        QVERIFY2(truth > 1.01 && std::abs(s.slowdown / truth - 1) < 0.005, both.c_str());

        QCOMPARE(s.byStage.size(), std::size_t(4));
        QCOMPARE(worst(s.byStage).key, std::string("3"));
        QCOMPARE(s.byWorker.size(), std::size_t(2));
        QVERIFY(s.lastStage && *s.lastStage > 0.9);
        QVERIFY(s.slowestWorkers.has_value());
    }

    void changeOfAPipelineLiesInItsLastStage()
    {
        const QTemporaryDir dir;
        const auto out = std::filesystem::path(dir.path().toStdString()) / "run";
        SimulationOptions options;
        options.steps = 12;
        QVERIFY(simulate("pipeline-imbalance", out, options, {}));
        const auto before = analysed(out / "baseline");
        const auto after = analysed(out / "current");
        const auto answer = whatIf(**after, before->get(), {});
        QVERIFY(answer.has_value() && answer->attribution.has_value());
        QVERIFY(answer->baselineError && *answer->baselineError < 0.01);
        const StageAttribution& last = stageOf(*answer, "3");
        QVERIFY2(*last.share.removal > 0.9 && *last.share.removal < 1.1, std::to_string(*last.share.removal).c_str());
        const double change = answer->attribution->current - answer->attribution->baseline;
        QVERIFY(last.saving.lo > 0.85 * change && last.saving.hi < 4 * change);
        for (const char* other : {"0", "1", "2"})
            QVERIFY(std::abs(*stageOf(*answer, other).share.removal) < 0.1);
    }

    void pipelineWithoutItsPeersIsUnknown()
    {
        const QTemporaryDir dir;
        const auto out = std::filesystem::path(dir.path().toStdString()) / "run";
        SimulationOptions options;
        options.steps = 6;
        QVERIFY(simulate("pipeline-imbalance", out, options, {}));
        // One rank of the eight is not there: what it sent has no partner.
        for (const auto& entry : std::filesystem::directory_iterator(out / "current"))
            if (entry.is_regular_file()) {
                std::filesystem::remove(entry.path());
                break;
            }
        const auto current = analysed(out / "current");
        QVERIFY(current.has_value());
        const auto answer = whatIf(**current, nullptr, {});
        QVERIFY(answer.has_value());
        QVERIFY(!answer->slowdown && !answer->replayError && answer->replayed.empty());
        QVERIFY(has(answer->problems, "no-pipeline-replay"));
    }

    void twoCapturesOfOneRankAreNotOneRun()
    {
        const std::filesystem::path folder = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto/straggler-analysis";
        if (!std::filesystem::exists(folder))
            QSKIP("shared data is not here");
        const auto both = analysed(folder);
        QVERIFY(both.has_value());
        const auto answer = whatIf(**both, nullptr, {});
        QVERIFY(!answer.has_value());
        QVERIFY2(answer.error().what.find("ideal-timeline-ST") != std::string::npos &&
                     answer.error().what.find("/timeline-ST") != std::string::npos,
                 answer.error().what.c_str());
        QVERIFY(answer.error().advice.find("give one of them") != std::string::npos);
    }

    void stagesThatMeet()
    {
        const RunAnalysis run = twoRanks(300, true);
        const auto model = stageModel(run.cube);
        QVERIFY(model);
        QVERIFY(stepTimes(*model, model->duration) == std::vector<double>(3, 700));
        const auto answer = whatIf(run, nullptr, {});
        QVERIFY(answer && answer->slowdown);
        QCOMPARE(*answer->replayError, 0.0);
        QVERIFY(qFuzzyCompare(answer->slowdown->slowdown, 700.0 / 600.0));
        QCOMPARE(worst(answer->slowdown->byWorker).key, std::string("1"));
        QCOMPARE(worst(answer->slowdown->byStage).key, std::string("load"));
    }

    void withoutWaitingNothingIsSaid()
    {
        const auto answer = whatIf(twoRanks(300, false), nullptr, {});
        QVERIFY(answer && !answer->slowdown);
        QVERIFY(has(answer->problems, "no-coupling"));
    }

    void slackLimitsTheSaving()
    {
        // Rank 1 loads for 300 instead of 60: it was early by 40, so 200 of its 240 more can be saved.
        const RunAnalysis before = twoRanks(60, true);
        const auto answer = whatIf(twoRanks(300, true), &before, {});
        QVERIFY(answer && answer->attribution);
        const StageAttribution& load = stageOf(*answer, "load");
        QVERIFY(load.share.removal && qFuzzyCompare(*load.share.removal, 1.0));
        QVERIFY(qFuzzyCompare(load.share.shapley, 200.0));
        QVERIFY(qFuzzyCompare(load.saving.lo, 200.0));
        QVERIFY(qFuzzyCompare(load.saving.hi, 240.0));
        QVERIFY(qFuzzyCompare(*load.gainCeiling, 700.0 / 460.0 - 1));
    }

    void aReplayThatMissesIsRefused()
    {
        RunAnalysis run = twoRanks(300, true);
        run.cube.setDuration(0, 0, 2000);
        const RunAnalysis before = twoRanks(100, true);
        const auto answer = whatIf(run, &before, {});
        QVERIFY(answer && answer->replayError && *answer->replayError > 0.05);
        QVERIFY(!answer->slowdown && !answer->attribution);
        QVERIFY(has(answer->problems, "replay-error"));
    }

    void emptyAndHostile()
    {
        RunAnalysis empty;
        empty.run = std::make_shared<Run>();
        QCOMPARE(whatIf(empty, nullptr, {}).error().code, ErrorCode::NothingUsable);
        RunAnalysis huge = twoRanks(std::numeric_limits<Ns>::max() / 2, true);
        QCOMPARE(whatIf(huge, nullptr, {}).error().code, ErrorCode::TooLarge);
    }

    void slowRankOfEight()
    {
        const auto folder = simulated("slow-rank");
        QVERIFY(!folder.empty());
        const auto current = analysed(folder / "current");
        const auto baseline = analysed(folder / "baseline");
        QVERIFY(current && baseline);
        const auto answer = whatIf(**current, baseline->get(), {});
        QVERIFY(answer && answer->slowdown && answer->attribution);
        QVERIFY(*answer->replayError < 0.01);
        QCOMPARE(worst(answer->slowdown->byWorker).key, std::string("5"));
        QVERIFY(*answer->slowdown->slowestWorkers > 0.9);
        QVERIFY(!answer->slowdown->lastStage);
        double sum = 0;
        for (const StageAttribution& stage : answer->attribution->stages) {
            sum += stage.share.shapley;
            QVERIFY(stage.saving.lo <= stage.saving.hi);
        }
        const double delta = answer->attribution->current - answer->attribution->baseline;
        QVERIFY(std::abs(sum - delta) < 1000);  // whole ns of single operations
        QVERIFY(*stageOf(*answer, "backward").share.removal > 0.5);
        QVERIFY(std::abs(*stageOf(*answer, "data_loading").share.removal) < 0.02);
    }

    /// One rank's host is late in forward: collectives of all ranks begin later, and come out from behind backward,
    /// which does no more than before.
    void lostOverlapIsNotAttributed()
    {
        const auto folder = simulated("slow-rank-host", 0);
        QVERIFY(!folder.empty());
        const auto current = analysed(folder / "current");
        const auto baseline = analysed(folder / "baseline");
        QVERIFY(current && baseline);
        const auto answer = whatIf(**current, baseline->get(), {});
        QVERIFY(answer && answer->slowdown && answer->attribution);
        QVERIFY(*answer->replayError < 0.001 && *answer->baselineError < 0.001);
        const double change = answer->attribution->current - answer->attribution->baseline;
        const StageAttribution& forward = stageOf(*answer, "forward");
        const StageAttribution& backward = stageOf(*answer, "backward");
        QVERIFY2(*forward.share.removal > 0.97 && forward.share.shapley > 0.97 * change,
                 std::to_string(*forward.share.removal).c_str());
        QVERIFY2(std::abs(*backward.share.removal) < 0.03 && std::abs(*backward.share.addition) < 0.03 &&
                     std::abs(backward.share.shapley) < 0.03 * change,
                 std::to_string(*backward.share.addition).c_str());
        QVERIFY(backward.saving.hi < 0.05 * change);
        QVERIFY(!has(answer->problems, "lost-overlap"));
        // Where launches do not say when collectives could have begun, their exposure stays as measured, and that is
        // said.
        QVERIFY(shareLaunches(folder / "current"));
        const auto shared = analysed(folder / "current");
        QVERIFY(shared);
        const auto blind = whatIf(**shared, baseline->get(), {});
        QVERIFY(blind && blind->attribution);
        QVERIFY2(*stageOf(*blind, "backward").share.addition > 0.1,
                 std::to_string(*stageOf(*blind, "backward").share.addition).c_str());
        QVERIFY(has(blind->problems, "lost-overlap"));
    }

    void backwardDelayHiddenByTheAllReduce()
    {
        const auto folder = simulated("slow-rank-backward");
        QVERIFY(!folder.empty());
        const auto current = analysed(folder / "current");
        QVERIFY(current);
        const auto answer = whatIf(**current, nullptr, {});
        QVERIFY(answer && answer->slowdown);
        QCOMPARE(answer->slowdown->slowest, std::vector<std::string>{"3"});
        QVERIFY(*answer->slowdown->slowestWorkers > 0.9);
        QCOMPARE(worst(answer->slowdown->byStage).key, std::string("backward"));
    }

    void sleepingRank()
    {
        const auto path = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto/torchrec-4rank-sleep";
        if (!std::filesystem::exists(path))
            QSKIP("the shared folder with real traces is absent");
        const auto current = analysed(path);
        QVERIFY(current);
        const auto answer = whatIf(**current, nullptr, {});
        QVERIFY(answer && answer->slowdown);
        QVERIFY(*answer->replayError < 0.01);
        QVERIFY(answer->slowdown->slowdown > 2);
        QCOMPARE(answer->slowdown->slowest, std::vector<std::string>{"2"});
        QVERIFY(*answer->slowdown->slowestWorkers > 0.9);
        QCOMPARE(worst(answer->slowdown->byStage).key, std::string("forward"));
        QCOMPARE(worst(answer->slowdown->byType).key, std::string("idle"));
        for (const KeySlowdown& rank : answer->slowdown->byWorker)
            QVERIFY(rank.key == "2" || rank.slowdown < 1.05);
    }
};

QTEST_APPLESS_MAIN(TestWhatIf)
#include "tst_WhatIf.moc"
