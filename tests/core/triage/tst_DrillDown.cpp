// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/LoadRun.h"
#include "core/report/Report.h"
#include "core/triage/Decide.h"
#include "core/triage/DrillDown.h"
#include "core/triage/KernelName.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr int kSteps = 14;

/// What one step does, µs.
struct Step {
    double slowKernel = 100;  ///< second kernel inside "dense"
    int slowCalls = 1;
    double lastCall = 0;  ///< more for the last of them
    bool newKernel = false;
    double between = 20;  ///< time in forward that no annotation covers
    std::string second = "dense";
    double gemm = 200;  ///< first kernel inside "dense"
};

/// Kernels run while their operator does, so that the device's view is the host's.
std::string traceOf(const Step& made)
{
    std::vector<std::string> events;
    int id = 1;
    double t = 0;
    const auto run = [&](const std::string& op, const std::string& kernel, double length) {
        events.push_back(traceEvent("cpu_op", op, "1", t, length));
        for (auto& event : launched(id++, kernel, "1", t, t + 1, length - 2))
            events.push_back(std::move(event));
        t += length;
    };
    for (int step = 0; step < kSteps; ++step) {
        const double begin = t;
        const double jitter = 0.1 * (step % 5);
        const std::size_t mark = events.size();
        run("aten::embedding", "embed", 150 + jitter);
        events.push_back(traceEvent("user_annotation", "embedding", "1", begin, t - begin));
        t += made.between;
        const double dense = t;
        run("aten::mm", "gemm", made.gemm + jitter);
        for (int call = 0; call < made.slowCalls; ++call)
            run("aten::relu", "relu<float>(float*)",
                made.slowKernel + jitter + (call + 1 == made.slowCalls ? made.lastCall : 0));
        if (made.newKernel)
            run("aten::copy_", "void copy<int>(int)", 60);
        events.push_back(traceEvent("user_annotation", made.second, "1", dense, t - dense));
        events.push_back(traceEvent("user_annotation", "forward", "1", begin, t - begin));
        const double back = t;
        run("aten::mm", "gemm", 400 + jitter);
        events.push_back(traceEvent("user_annotation", "backward", "1", back, t - back));
        events.insert(events.begin() + static_cast<std::ptrdiff_t>(mark),
                      traceEvent("user_annotation", "ProfilerStep#" + std::to_string(step), "1", begin, t - begin));
    }
    return kineto(events);
}

struct Judged {
    Verdict verdict;
    std::optional<DrillDown> drill;
};

Result<Judged> judged(const std::string& baseline, const std::string& current, const std::string& name = "rank0.json",
                      const Job& drillJob = {})
{
    const Folder folder;
    const std::vector<std::filesystem::path> a{folder.write("a/" + name, baseline)};
    const std::vector<std::filesystem::path> b{folder.write("b/" + name, current)};
    const auto before = loadRun(a, {}, {});
    const auto after = loadRun(b, {}, {});
    if (!before || !after)
        return fail(ErrorCode::NothingUsable, "test input");
    const auto pair = analyzePair(*before, *after, {}, {});
    if (!pair)
        return tl::unexpected(pair.error());
    Policy policy;
    policy.resamples = 1'000;
    policy.floorNs = 5'000;
    const auto basis = prepareDecision(*pair, policy, {});
    if (!basis)
        return tl::unexpected(basis.error());
    Verdict verdict = decide(**basis, policy);
    auto drill = drillDown(**basis, verdict, drillJob);
    if (!drill)
        return tl::unexpected(drill.error());
    if (*drill)
        attachDrillDown(verdict, **drill);
    return Judged{std::move(verdict), *std::move(drill)};
}

const Finding* drillFinding(const Verdict& verdict)
{
    for (const Finding& finding : verdict.layers[2].findings)
        if (finding.id == "timeline.drill-down")
            return &finding;
    return nullptr;
}

}  // namespace

/// The way from the first regressed stage down to what it calls.
class tst_DrillDown : public QObject {
    Q_OBJECT
private slots:
    void fromStageToKernel()
    {
        const auto result = judged(traceOf({}), traceOf({.slowKernel = 180, .newKernel = true}));
        QVERIFY(result && result->drill);
        const DrillDown& drill = *result->drill;
        QCOMPARE(drill.path, (std::vector<std::string>{"forward", "dense", "aten::relu"}));
        QCOMPARE(drill.levels[0].kind, std::string("annotations"));
        QCOMPARE(drill.levels[1].kind, std::string("operators"));
        QCOMPARE(drill.levels[0].stages.front().stage, std::string("embedding"));
        QVERIFY(drill.levels[0].first->confirmed);
        QVERIFY(drill.levels[0].ranges[0] > 0 && drill.levels[0].ranges[0] == drill.levels[0].ranges[1]);
        QVERIFY(std::abs(drill.levels[0].first->delta - 140'000) < 2'000);
        QVERIFY(std::abs(drill.levels[1].first->delta - 80'000) < 2'000);
        QCOMPARE(drill.kernels.size(), std::size_t(1));
        QVERIFY(drill.kernels[0].kind == CallChangeKind::Slower);
        QVERIFY(std::abs(drill.kernels[0].delta() - 80'000) < 1'000);
        const Finding* finding = drillFinding(result->verdict);
        QVERIFY(finding && finding->statement.english().find("dense \u203a aten::relu") != std::string::npos);
        QVERIFY(finding->statement.english().find("relu<\u2026> takes 98.2 \u00b5s \u2192 178 \u00b5s a call") !=
                std::string::npos);
        QVERIFY(!finding->evidence[0].rank &&
                finding->evidence[0].source.english().starts_with("partition by annotations, p50; its events: "));
        QVERIFY(verdictJson(result->verdict).find("\"drill_down\": {") != std::string::npos);
        QVERIFY(verdictText(result->verdict, false).find("dense \u203a aten::relu") != std::string::npos);
    }

    void evidenceIsOfTheRankThatRegressed()
    {
        const auto result = judged(traceOf({}), traceOf({.slowKernel = 180}));
        QVERIFY(result && result->drill);
        DrillDown drill = *result->drill;
        DrillLevel& level = drill.levels[0];
        level.stages[static_cast<std::size_t>(level.first->index)].regressedIn = RegressedIn{
            Statistic::P50, AcrossRanks::Max, {5}, 1e6, 3e6, 2'000'000, 2.0, std::nullopt, std::nullopt, {}};
        Verdict verdict = result->verdict;
        attachDrillDown(verdict, std::move(drill));
        const Evidence& evidence = drillFinding(verdict)->evidence.front();
        QCOMPARE(evidence.baseline, std::string("1.000"));
        QCOMPARE(evidence.current, std::string("3.000"));
        QCOMPARE(evidence.rank, std::optional(5));
        QVERIFY(evidence.source.english().starts_with("partition by annotations, slowest rank; its events: "));
    }

    void moreCallsAreNamedAsSuch()
    {
        const auto result = judged(traceOf({}), traceOf({.slowCalls = 3}));
        QVERIFY(result && result->drill);
        QCOMPARE(result->drill->path.back(), std::string("aten::relu"));
        QVERIFY(result->drill->kernels[0].kind == CallChangeKind::MoreCalls);
        QCOMPARE(result->drill->kernels[0].current.calls, 3.0);
        QVERIFY(drillFinding(result->verdict)->statement.english().find("1 \u2192 3 times a step") !=
                std::string::npos);
    }

    void callsOfOneNameAreMatchedByOrder()
    {
        const auto result = judged(traceOf({.slowCalls = 3}), traceOf({.slowCalls = 3, .lastCall = 90}));
        QVERIFY(result && result->drill);
        QCOMPARE(result->drill->kernels.size(), std::size_t(1));
        const CallChange& change = result->drill->kernels[0];
        QCOMPARE(change.call, std::size_t(3));
        QCOMPARE(change.of, std::size_t(3));
        QVERIFY(std::abs(change.delta() - 90'000) < 1'000);
        QVERIFY2(drillFinding(result->verdict)->statement.english().find("relu<\u2026> (call 3 of 3) takes") !=
                     std::string::npos,
                 drillFinding(result->verdict)->statement.english().c_str());
        QVERIFY(verdictJson(result->verdict).find("\"calls_of_name\": 3") != std::string::npos);
        // All of them slower alike: one row for the name.
        const auto alike = judged(traceOf({.slowCalls = 3}), traceOf({.slowKernel = 150, .slowCalls = 3}));
        QVERIFY(alike && alike->drill);
        QCOMPARE(alike->drill->kernels.size(), std::size_t(1));
        QCOMPARE(alike->drill->kernels[0].call, std::size_t(0));
    }

    void aStageIsNotOnlyItsAnnotations()
    {
        const auto result = judged(traceOf({}), traceOf({.between = 120}));
        QVERIFY(result && result->drill);
        QCOMPARE(result->drill->path, (std::vector<std::string>{"forward"}));
        QCOMPARE(result->drill->levels.size(), std::size_t(1));
        QCOMPARE(result->drill->levels[0].first->stage, std::string("(rest of forward)"));
        QVERIFY(drillFinding(result->verdict)->statement.english().find("outside its annotations") !=
                std::string::npos);
    }

    void aPartThatIsNewEndsThePath()
    {
        const auto result = judged(traceOf({}), traceOf({.slowKernel = 300, .second = "dense v2"}));
        QVERIFY(result && result->drill);
        QCOMPARE(result->drill->path, (std::vector<std::string>{"forward"}));
        const auto& stages = result->drill->levels[0].stages;
        const auto added = std::ranges::find(stages, "dense v2", &StageVerdict::stage);
        QVERIFY(added != stages.end() && added->state == StageState::New);
        QVERIFY(!result->drill->kernels.empty());
    }

    void whatHardlyChangedIsNotListed()
    {
        // The whole stage is compared, for its part is new: one kernel three times as long, one by 2 %.
        const auto result = judged(traceOf({}), traceOf({.slowKernel = 300, .second = "dense v2", .gemm = 204}));
        QVERIFY(result && result->drill);
        QCOMPARE(result->drill->kernels.size(), std::size_t(1));
        QCOMPARE(result->drill->kernels[0].name, std::string("relu<float>(float*)"));
    }

    void whereNoKernelChangedTheTimeIsBetweenThem()
    {
        const auto result = judged(traceOf({}), traceOf({.between = 120, .gemm = 204}));
        QVERIFY(result && result->drill);
        QVERIFY(result->drill->kernels.empty());
        const std::string text = drillFinding(result->verdict)->statement.english();
        QVERIFY2(text.find("No kernel there changed by more than 5 %: the time grew between kernels (idle ") !=
                     std::string::npos,
                 text.c_str());
    }

    void nothingToLookInto()
    {
        const auto same = judged(traceOf({}), traceOf({}));
        QVERIFY(same && !same->drill);
        std::string before = "step,stage,duration_ms\n";
        std::string after = before;
        for (int step = 0; step < kSteps; ++step) {
            before += fmt::format("{},forward,{}\n", step, 10 + 0.01 * (step % 3));
            after += fmt::format("{},forward,{}\n", step, 20 + 0.01 * (step % 3));
        }
        const auto metrics = judged(before, after, "m.csv");
        QVERIFY(metrics && metrics->verdict.firstRegressed && !metrics->drill);
        QVERIFY(verdictJson(metrics->verdict).find("\"drill_down\": null") != std::string::npos);
    }

    void isCancelled()
    {
        std::stop_source stop;
        stop.request_stop();
        Job job;
        job.stop = stop.get_token();
        const auto result = judged(traceOf({}), traceOf({.slowKernel = 180}), "rank0.json", job);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }

    void kernelNames_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* expected) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(expected);
        };
        row("ampere_sgemm_128x64_tn", "ampere_sgemm_128x64_tn");
        row("void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, unsigned int, 2>(float*, int)",
            "CatArrayBatchedCopy<\u2026>");
        row("void split_embedding<float, Array<char*, 2> >(A<float>, long)", "split_embedding<\u2026>");
        row("bounds_check(int)", "bounds_check");
        row("(anonymous namespace)::", "(anonymous namespace)::");
        row("", "");
        row("a very long name that goes on and on until it is longer than sixty bytes",
            "a very long name that goes on and on until it is longer than\u2026");
    }
    void kernelNames()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(shortKernelName(name.constData())), expected);
    }
};

QTEST_APPLESS_MAIN(tst_DrillDown)
#include "tst_DrillDown.moc"
