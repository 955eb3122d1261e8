// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QTest>

#include "core/run/CollectedRun.h"
#include "core/triage/DecisionBasis.h"
#include "tests/core/triage/Noisy.h"
#include "tests/core/triage/Pairs.h"

using namespace pairs;

namespace {

/// Two ranks of a pipeline that send to each other ten times a step, each transfer taking this long.
RunAnalysisPtr pipeline(Ns transfer, bool collected)
{
    constexpr int kSteps = 30;
    Noise noise(3);
    const RunAnalysisPtr plain = run(cube({"forward", "backward"}, 2, kSteps,
                                          [&](std::size_t, std::size_t, std::size_t) { return 10 + 0.01 * noise(); }));
    auto analysis = std::make_shared<RunAnalysis>(*plain);
    analysis->collectives.matched = 10 * kSteps;
    analysis->collectives.groups.push_back({"pp", {0, 1}, 10 * kSteps, 0, {{"send", 10 * kSteps, {}, transfer, {}}}});
    if (collected) {
        auto loaded = std::make_shared<Run>(*analysis->run);
        loaded->collected = std::make_shared<const CollectedRun>();
        analysis->run = loaded;
    }
    return analysis;
}

bool warns(Ns now, bool collected)
{
    const auto basis = prepareDecision({pipeline(100'000, collected), pipeline(now, collected)}, {}, {});
    if (!basis)
        return false;
    return std::ranges::any_of((*basis)->warnings,
                               [](const Text& text) { return has(text, "a collected run does not"); });
}

}  // namespace

/// Of collected runs there is no second look that counts slow receives as own time: the verdict says so.
class tst_CollectedReceives : public QObject {
    Q_OBJECT

private slots:
    void slowTransfersAreSaid() { QVERIFY(warns(900'000, true)); }
    void evenOnesAreNot() { QVERIFY(!warns(100'000, true)); }
    void singleFilesAreLookedAtAgain() { QVERIFY(!warns(900'000, false)); }
};

QTEST_APPLESS_MAIN(tst_CollectedReceives)
#include "tst_CollectedReceives.moc"
