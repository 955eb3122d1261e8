// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/analysis/OwnTimes.h"
#include "core/simulate/Sample.h"
#include "core/simulate/Scenarios.h"
#include "core/simulate/Simulate.h"
#include "core/triage/Names.h"
#include "tests/core/simulate/Folders.h"
#include "tests/core/simulate/Judge.h"

using namespace headwater;
using namespace headwater::test;
namespace fs = std::filesystem;

namespace {}  // namespace

/// What the verdict says about scenarios beyond what tst_Confusion counts.
class TestScenarioVerdicts : public QObject {
    Q_OBJECT
private slots:
    void bubblesNameTheirCause()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate("slow-data-loader", out, {}, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        const Finding* finding = findingOf(*verdict, "timeline.bubbles");
        QVERIFY(finding != nullptr);
        QVERIFY2(finding->statement.english().find("grown: waiting for input +") != std::string::npos,
                 finding->statement.english().c_str());
        QVERIFY(!finding->evidence.empty());
    }

    void stragglersAreNamedWithTheirSide_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        QTest::addColumn<QByteArray>("cls");
        QTest::addColumn<QByteArray>("side");
        QTest::newRow("device") << QByteArray("slow-rank") << QByteArray("fixed") << QByteArray("device");
        QTest::newRow("host") << QByteArray("slow-rank-host") << QByteArray("fixed") << QByteArray("host");
        QTest::newRow("backward") << QByteArray("slow-rank-backward") << QByteArray("fixed") << QByteArray("host");
        QTest::newRow("group") << QByteArray("thermal-throttle") << QByteArray("group") << QByteArray("device");
    }
    void stragglersAreNamedWithTheirSide()
    {
        QFETCH(QByteArray, scenario);
        QFETCH(QByteArray, cls);
        QFETCH(QByteArray, side);
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate(scenario.toStdString(), out, {}, {}));
        const auto truth = nlohmann::json::parse(readAll(out / "truth.json"));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        std::vector<int> ranks;
        for (const StragglerVerdict& straggler : verdict->stragglers) {
            ranks.push_back(straggler.rank);
            QCOMPARE(straggler.cls, cls.toStdString());
            QCOMPARE(straggler.side, side.toStdString());
            QVERIFY(straggler.ratio > 1.05);
        }
        QCOMPARE(ranks, truth["ranks"].get<std::vector<int>>());
        QVERIFY(findingOf(*verdict, "stragglers.others-wait") != nullptr);
        QVERIFY(verdict->layers[3].status == LayerStatus::Fail);
        QCOMPARE(findingOf(*verdict, "stragglers.slow-host") != nullptr, cls == "group");
    }

    /// A rank whose host is late moves the collectives of all out from behind backward, which does no more than before.
    void lostOverlapIsExplained()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate("slow-rank-host", out, {}, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        const auto backward = std::ranges::find(verdict->stages, "backward", &StageVerdict::stage);
        QVERIFY(backward != verdict->stages.end());
        QCOMPARE(backward->explainedBy, std::string("stage:forward"));
        // The device is cleared, so nothing is to be swapped or measured there.
        for (const Text& step : verdict->nextSteps)
            QVERIFY2(step.english().find("Swap the device") == std::string::npos &&
                         step.english().find("compute benchmark") == std::string::npos,
                     step.english().c_str());
        QVERIFY2(verdict->nextSteps.front().english().starts_with("Look at the process of rank"),
                 verdict->nextSteps.front().english().c_str());
    }

    /// What a stage of a pipeline receives is blocked time, not its own: headline, partition and bubbles agree.
    void receivingIsWaitingForTheNeighbour()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate("pipeline-imbalance", out, {}, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value() && verdict->firstRegressed.has_value());
        QCOMPARE(verdict->firstRegressed->stage, std::string("forward"));
        QCOMPARE(verdict->firstRegressed->ranks, (std::vector<int>{6, 7}));
        const auto pair = analyzePair(load(out / "baseline"), load(out / "current"), {}, {});
        QVERIFY(pair.has_value());
        const auto forward = static_cast<std::size_t>(verdict->firstRegressed->index);
        constexpr std::size_t kRank = 6;
        const auto compute = [&](const RunAnalysis& run) {
            return static_cast<double>(run.cube.at(Quantity::Compute, forward, kRank, 10));
        };
        const double grew = compute(*pair->current) - compute(*pair->baseline);
        const auto delta = static_cast<double>(verdict->firstRegressed->delta);
        QVERIFY2(grew > 8e6 && std::abs(delta / grew - 1) < 0.05, std::to_string(delta / grew).c_str());
        for (const RunAnalysisPtr& run : {pair->baseline, pair->current})
            for (const StepAnalysis& step : run->ranks[kRank].steps) {
                const auto index = std::ranges::find(run->cube.steps(), step.step) - run->cube.steps().begin();
                QCOMPARE(run->cube.at(Quantity::Transfer, forward, kRank, static_cast<std::size_t>(index)), Ns(0));
                QCOMPARE(run->ranks[kRank].bubblesOf(step)->of(BubbleCause::CommWait), step.wait);
            }
        QVERIFY(findingOf(*verdict, "timeline.peer-transfers") == nullptr);
    }

    /// Stages of a pipeline with unequal work are said to be so, new or not: the ranks are even within their roles
    /// only.
    void unevenStagesAreSaidAsSuch()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate("pipeline-imbalance", out, {}, {}));
        const auto changed = judge(out);
        QVERIFY(changed.has_value());
        QVERIFY(findingOf(*changed, "stragglers.uneven-roles") != nullptr);
        QCOMPARE(changed->layers[3].summary.english(), std::string("a whole role got slower: ranks 6 and 7"));

        fs::remove_all(out / "baseline");
        fs::copy(out / "current", out / "baseline", fs::copy_options::recursive);
        const auto same = judge(out);
        QVERIFY(same.has_value() && same->stragglers.empty());
        const Finding* finding = findingOf(*same, "stragglers.uneven-roles");
        QVERIFY(finding != nullptr);
        QVERIFY2(finding->statement.english().find("pipeline stage 3 (ranks 6 and 7) has 1.27x") != std::string::npos,
                 finding->statement.english().c_str());
        QVERIFY2(same->layers[3].summary.english().starts_with(
                     "8 ranks are even within their roles; pipeline stage 3 has 1.27x"),
                 same->layers[3].summary.english().c_str());
    }

    /// A slow way between the stages would be nobody's own time: it counts as the receivers' while it is slower.
    void slowTransferBetweenStages()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        auto experiment = makeExperiment("pipeline-imbalance", {});
        QVERIFY(experiment.has_value());
        experiment->current = experiment->baseline;
        experiment->current.peerBytesPerNs /= 4;
        QVERIFY(writeRuns(*experiment, "{}", out, SimulationOptions(), {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        const Finding* finding = findingOf(*verdict, "timeline.peer-transfers");
        QVERIFY(finding != nullptr);
        QVERIFY2(finding->statement.english().find("12 groups of ranks") != std::string::npos,
                 finding->statement.english().c_str());
        QVERIFY(verdict->outcome == Outcome::Regressed && verdict->firstRegressed.has_value());
        QCOMPARE(verdict->firstRegressed->stage, std::string("forward"));
    }

    void nextStepsFitTheFault()
    {
        const QTemporaryDir dir;
        const fs::path link = fs::path(dir.path().toStdString()) / "link";
        QVERIFY(simulate("slow-link", link, {}, {}));
        const auto slowLink = judge(link);
        QVERIFY(slowLink.has_value());
        QVERIFY2(slowLink->nextSteps.front().english().find("between node01 and node02") != std::string::npos,
                 slowLink->nextSteps.front().english().c_str());
        const fs::path full = fs::path(dir.path().toStdString()) / "full";
        QVERIFY(simulate("allocator-retries", full, {}, {}));
        const auto retries = judge(full);
        QVERIFY(retries.has_value());
        for (const Text& step : retries->nextSteps)
            QVERIFY2(step.english().find("faulty device or host") == std::string::npos, step.english().c_str());
    }

    /// Faults that make the work of several stages longer, on one rank or on each in turn: no stage of them is a
    /// victim of another.
    void ownGrowthIsNoConsequence_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        QTest::newRow("one rank") << QByteArray("slow-rank");
        QTest::newRow("each step another") << QByteArray("long-sequences");
        QTest::newRow("the last stage") << QByteArray("slow-rank-backward");
    }
    void ownGrowthIsNoConsequence()
    {
        QFETCH(QByteArray, scenario);
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate(scenario.toStdString(), out, {}, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value() && verdict->firstRegressed.has_value());
        QCOMPARE(verdict->stages[static_cast<std::size_t>(verdict->firstRegressed->index)].explainedBy, std::string());
        for (const StageVerdict& stage : verdict->stages)
            if (stage.index > verdict->firstRegressed->index && stage.state == StageState::Regressed)
                QCOMPARE(stage.explainedBy, std::string("independent"));
    }

    void everyFileIsUsed_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        QTest::addColumn<int>("warnings");  // about what is wrong with the machine, of a kernel log
        QTest::newRow("healthy") << QByteArray("no-change") << 0;
        QTest::newRow("pipeline") << QByteArray("pipeline-imbalance") << 0;
        QTest::newRow("memory errors") << QByteArray("ecc-retries") << 2;
    }
    void everyFileIsUsed()
    {
        QFETCH(QByteArray, scenario);
        QFETCH(int, warnings);
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate(scenario.toStdString(), out, {}, {}));
        const RunPtr run = load(out / "current");
        QVERIFY(run != nullptr);
        std::size_t files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(out / "current"))
            files += entry.is_regular_file();
        QCOMPARE(run->sources.size(), files);
        for (const SourceFile& source : run->sources)
            QVERIFY2(source.used, source.path.c_str());
        QCOMPARE(static_cast<int>(run->problems.size()), warnings);
        QCOMPARE(run->logs.size(), std::size_t(1));
        QVERIFY(run->telemetry.series.size() > 100);
    }

    void pipelineStagesAreRoles()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        SimulationOptions options;
        options.steps = 24;
        QVERIFY(simulate("pipeline-imbalance", out, options, {}));
        const RunPtr run = load(out / "current");
        QVERIFY(run != nullptr);
        for (const RankData& rank : run->ranks)
            QCOMPARE(rank.role, "pipeline stage " + std::to_string(rank.rank / 2));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        // More work for a stage is no slow rank: its replicas are alike, and slow together.
        QVERIFY(findingOf(*verdict, "stragglers.slow-rank") == nullptr);
        const Finding* role = findingOf(*verdict, "stragglers.slow-role");
        QVERIFY(role != nullptr && role->severity == FindingSeverity::Failure);
        QVERIFY2(role->statement.english().starts_with("All of pipeline stage 3 (ranks 6 and 7)"),
                 role->statement.english().c_str());
        std::vector<int> ranks;
        for (const StragglerVerdict& straggler : verdict->stragglers) {
            ranks.push_back(straggler.rank);
            QCOMPARE(straggler.cls, std::string("group"));
            QVERIFY(straggler.ratio > 1.2);
        }
        QCOMPARE(ranks, (std::vector<int>{6, 7}));
        // The time of a pipeline's rank without its waiting holds its compute.
        for (const OwnTimesPtr& own : verdict->ownTimes)
            for (std::size_t rank = 0; rank < own->typicalLocal.size(); ++rank)
                QVERIFY(own->typicalLocal[rank] >= own->typicalPure[rank]);
        // What the stage receives is not its own: growth and compute agree without a word about transfer.
        QVERIFY2(verdict->paragraph.english().find("transfer that nothing hides") == std::string::npos,
                 verdict->paragraph.english().c_str());
        QCOMPARE(verdict->outcomeNode, std::string("straggler"));
        QVERIFY(!verdict->nextSteps.empty());
        QVERIFY2(verdict->nextSteps[0].english().find("partition of layers") != std::string::npos,
                 verdict->nextSteps[0].english().c_str());
        for (const Text& step : verdict->nextSteps)
            QVERIFY2(step.english().find("Swap") == std::string::npos, step.english().c_str());
    }

    void aSlowLinkToTheHostIsNotTheHost()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate("pcie-downgrade", out, {}, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        QCOMPARE(verdict->stragglers.size(), std::size_t(1));
        QCOMPARE(verdict->stragglers[0].side, std::string("link"));
        const Finding* slow = findingOf(*verdict, "stragglers.slow-rank");
        QVERIFY(slow != nullptr);
        QVERIFY2(slow->statement.english().find("the link between its host and its device, copy to the device") !=
                     std::string::npos,
                 slow->statement.english().c_str());
        QVERIFY2(slow->statement.english().find("PCIe lanes under load 4") != std::string::npos,
                 slow->statement.english().c_str());
        QVERIFY(slow->nextStep.english().find("PCIe link of rank 5") != std::string::npos);
        QVERIFY(slow->nextStep.english().find("not the cause") == std::string::npos);
    }

    void healthyRunsDoNotWarnOfHostTime_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        for (const char* scenario : {"no-change", "slow-rank", "slow-link", "slow-forward"})
            QTest::newRow(scenario) << QByteArray(scenario);
    }
    void healthyRunsDoNotWarnOfHostTime()
    {
        QFETCH(QByteArray, scenario);
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        SimulationOptions options;
        options.steps = 24;
        QVERIFY(simulate(scenario.toStdString(), out, options, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        if (const Finding* finding = findingOf(*verdict, "timeline.host-device-disagree"))
            QCOMPARE(finding->severity, FindingSeverity::Info);
    }

    void rotatingPausesAreNoSlowRank_data()
    {
        QTest::addColumn<int>("seed");
        for (const int seed : {1, 3, 21})
            QTest::addRow("%d", seed) << seed;
    }
    void rotatingPausesAreNoSlowRank()
    {
        QFETCH(int, seed);
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        SimulationOptions options;
        options.seed = static_cast<std::uint64_t>(seed);
        QVERIFY(simulate("gc-pauses", out, options, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        QVERIFY(verdict->firstRegressed && verdict->firstRegressed->ranks.empty());
        const Finding* pauses = findingOf(*verdict, "stragglers.pauses");
        QVERIFY(pauses != nullptr);
        // Two of eight ranks are profiled so that collections are marked; the others' are silences.
        QVERIFY(pauses->provenance == Provenance::Inferred);
        QVERIFY(pauses->statement.english().find("marked as garbage collection") != std::string::npos);
        QVERIFY(pauses->statement.english().find("garbage collector running on each rank by itself") !=
                std::string::npos);
        const StageVerdict& stage = verdict->stages.at(static_cast<std::size_t>(verdict->firstRegressed->index));
        QVERIFY(stage.regressedIn.has_value());
        QVERIFY(stage.regressedIn->delta > 0);
        QVERIFY(verdict->stragglers.empty());
        QVERIFY(findingOf(*verdict, "stragglers.rotating") != nullptr);
        QVERIFY(findingOf(*verdict, "stragglers.slow-rank") == nullptr);
    }

    void sampleTellsItsStory()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "sample";
        QVERIFY(writeSample(out, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        QVERIFY(verdict->comparability.status == ComparabilityStatus::Comparable);
        QVERIFY(verdict->firstRegressed && verdict->firstRegressed->confirmed);
        QCOMPARE(verdict->firstRegressed->stage, std::string("forward"));
        QVERIFY(verdict->course.has_value());
        QCOMPARE(verdict->course->stage, std::string("forward"));
        QVERIFY(verdict->largestIncrease.has_value());
        QCOMPARE(verdict->largestIncrease->stage, std::string("backward"));
        QCOMPARE(verdict->slowest.stage, std::string("backward"));
        QVERIFY(verdict->largestIncrease->value > 2 * verdict->firstRegressed->delta);
    }
};

QTEST_APPLESS_MAIN(TestScenarioVerdicts)
#include "tst_ScenarioVerdicts.moc"
