// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "core/simulate/Simulate.h"
#include "tests/core/simulate/Folders.h"
#include "tests/core/simulate/Judge.h"

using namespace headwater;
using namespace headwater::test;
namespace fs = std::filesystem;

namespace {

bool has(const Text& text, std::string_view part)
{
    return text.english().find(part) != std::string::npos;
}

/// The verdict on a simulated pair, with every trace but those of `kept` deleted first; empty: all stay.
Result<Verdict> verdictOf(std::string_view scenario, SimulationOptions options = {},
                          const std::vector<int>& keptNow = {}, const std::vector<int>& keptBefore = {})
{
    const QTemporaryDir dir;
    const fs::path out = fs::path(dir.path().toStdString()) / "run";
    if (const Status done = simulate(scenario, out, options, {}); !done)
        return tl::unexpected<Error>(done.error());
    const auto keep = [](const fs::path& folder, const std::vector<int>& kept) {
        for (const fs::path& file : kept.empty() ? std::vector<fs::path>() : filesIn(folder)) {
            const RunPtr one = load(file);
            if (std::ranges::find(kept, one->ranks.front().rank) == kept.end())
                fs::remove(file);
        }
    };
    keep(out / "current", keptNow);
    keep(out / "baseline", keptBefore);
    return judge(out);
}

}  // namespace

/// What is said of ranks in simulated runs: those that are not there, those that are slow, and those that are not.
class TestScenarioRanks : public QObject {
    Q_OBJECT
private slots:
    /// With the slow rank's trace missing the others seem to have slow transfer; nobody may be told so.
    void waitingForAMissingRankIsNoSlowTransfer_data()
    {
        QTest::addColumn<QList<int>>("before");
        QTest::addColumn<QList<int>>("now");
        QTest::addColumn<QString>("add");
        QTest::newRow("the slow one") << QList<int>() << QList<int>{0, 1, 3, 4, 5, 6, 7}
                                      << "Add the trace of rank 2 to the current run";
        QTest::newRow("rank 0 alone") << QList<int>{0} << QList<int>{0}
                                      << "Add the traces of ranks 1, 2, 3, 4 and 3 more to both runs";
    }
    void waitingForAMissingRankIsNoSlowTransfer()
    {
        QFETCH(QList<int>, before);
        QFETCH(QList<int>, now);
        QFETCH(QString, add);
        SimulationOptions options;
        options.seed = 11;
        const auto verdict =
            verdictOf("slow-rank-host", options, {now.begin(), now.end()}, {before.begin(), before.end()});
        QVERIFY(verdict.has_value() && verdict->firstRegressed.has_value());
        QCOMPARE(verdict->firstRegressed->stage, std::string("backward"));
        QVERIFY(!verdict->firstRegressed->confirmed);
        QVERIFY2(has(verdict->headline, "it may be waiting for a slow rank"), verdict->headline.english().c_str());
        QCOMPARE(verdict->outcomeNode, std::string("unresolved"));
        QCOMPARE(verdict->layers[3].status, LayerStatus::NoData);
        QVERIFY2(has(findingOf(*verdict, "timeline.io-or-communication")->statement, "unknown: waiting or transfer"),
                 findingOf(*verdict, "timeline.io-or-communication")->statement.english().c_str());
        QVERIFY(has(findingOf(*verdict, "timeline.bubbles")->statement, "communication: waiting or transfer +"));
        QVERIFY2(has(verdict->nextSteps.front(), add.toStdString()), verdict->nextSteps.front().english().c_str());
        for (const Text& step : verdict->nextSteps)
            QVERIFY2(!has(step, "nccl-tests"), step.english().c_str());
    }

    /// Every rank launches late; that some did by more in so few steps is chance, of a stage as of a host.
    void chanceNamesNoRank_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<int>("steps");
        QTest::newRow("ranks, 77") << 77 << 14;
        QTest::newRow("ranks, 82") << 82 << 14;
        QTest::newRow("host") << 11 << 0;
    }
    void chanceNamesNoRank()
    {
        QFETCH(int, seed);
        QFETCH(int, steps);
        SimulationOptions options;
        options.seed = static_cast<std::uint64_t>(seed);
        options.steps = steps;
        options.eventsPerStep = steps > 0 ? 150 : 0;
        const auto verdict = verdictOf("slow-dispatch", options);
        QVERIFY(verdict.has_value() && verdict->firstRegressed.has_value());
        QCOMPARE(verdict->firstRegressed->stage, std::string("forward"));
        QCOMPARE(verdict->firstRegressed->scope, Scope::Systemic);
        QVERIFY(verdict->firstRegressed->ranks.empty());
        QVERIFY(verdict->stragglers.empty());
        QVERIFY(findingOf(*verdict, "stragglers.slow-host") == nullptr);
        QVERIFY(verdict->layers[3].status != LayerStatus::Fail);
    }

    /// What grew in backward is waiting and transfer that nothing hides any more: the table calls it regressed, and the
    /// sentence must not say otherwise.
    void exposedTransferIsSaidToBeIt()
    {
        SimulationOptions options;
        options.seed = 11;
        const auto verdict = verdictOf("slow-rank-host", options);
        QVERIFY(verdict.has_value());
        const Finding* waiting = findingOf(*verdict, "timeline.explained-by-wait");
        QVERIFY(waiting != nullptr);
        QCOMPARE(std::ranges::find(verdict->stages, "backward", &StageVerdict::stage)->state, StageState::Regressed);
        QVERIFY2(has(waiting->statement, "What grew of its own time is transfer") &&
                     !has(waiting->statement, "own time not regressed"),
                 waiting->statement.english().c_str());
        // Its own change is by its own step, not by the time between collectives, which fell on all ranks.
        const Finding* slow = findingOf(*verdict, "stragglers.slow-rank");
        QVERIFY(slow != nullptr);
        QVERIFY2(has(slow->statement, "Against its own baseline its step without exposed waiting is 1."),
                 slow->statement.english().c_str());
    }

    void slowLinksMakeNoRankFaster()
    {
        SimulationOptions options;
        options.seed = 11;
        const auto verdict = verdictOf("slow-link", options);
        QVERIFY(verdict.has_value());
        const Finding* own = findingOf(*verdict, "stragglers.own-history");
        QVERIFY(own != nullptr);
        QVERIFY2(has(own->statement, "in step without exposed waiting: rank 0 +"), own->statement.english().c_str());
        for (const Evidence& evidence : own->evidence)
            QVERIFY(std::stod(evidence.current) > std::stod(evidence.baseline));
    }

    void thePipelinesBubbleIsNamed()
    {
        const auto verdict = verdictOf("pipeline-imbalance");
        QVERIFY(verdict.has_value());
        const Finding* wait = findingOf(*verdict, "stragglers.others-wait");
        QVERIFY(wait != nullptr);
        QVERIFY2(has(wait->statement, "(the pipeline's bubble)"), wait->statement.english().c_str());
        // Two ranks a stage are few; that they are slow is said by their role.
        QVERIFY(!has(findingOf(*verdict, "stragglers.own-history")->statement, "So few ranks"));
    }

    void longSequencesAreCompute()
    {
        const auto verdict = verdictOf("long-sequences");
        QVERIFY(verdict.has_value());
        const Finding* rotating = findingOf(*verdict, "stragglers.rotating");
        QVERIFY(rotating != nullptr);
        QVERIFY2(has(rotating->statement, "It is compute that grows there"), rotating->statement.english().c_str());
        for (const Text& step : verdict->nextSteps)
            QVERIFY2(!has(step, "garbage"), step.english().c_str());
        QVERIFY(has(verdict->nextSteps.front(), "sequence lengths"));
    }

    void pausesAreNoCompute()
    {
        const auto verdict = verdictOf("gc-pauses");
        QVERIFY(verdict.has_value());
        if (const Finding* rotating = findingOf(*verdict, "stragglers.rotating"))
            QVERIFY(!has(rotating->statement, "It is compute"));
        QVERIFY(std::ranges::any_of(verdict->nextSteps, [](const Text& step) { return has(step, "garbage"); }));
    }
};

QTEST_APPLESS_MAIN(TestScenarioRanks)
#include "tst_ScenarioRanks.moc"
