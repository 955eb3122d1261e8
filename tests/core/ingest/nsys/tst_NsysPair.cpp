// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "tests/core/TraceText.h"
#include "tests/core/ingest/nsys/NsysInput.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr int kSteps = 6;

/// One training loop, seen by PyTorch's profiler: steps of 1000 µs with forward 300 and backward 500.
std::string baseline()
{
    std::vector<std::string> events;
    for (int i = 0; i < kSteps; ++i) {
        const double t = 1000.0 * i;
        events.push_back(traceEvent("user_annotation", "ProfilerStep#" + std::to_string(i), "1", t, 1000));
        events.push_back(traceEvent("user_annotation", "forward", "1", t, 300));
        events.push_back(traceEvent("user_annotation", "backward", "1", t + 300, 700));
        for (const std::string& event : launched(2 * i, "gemm", "1", t + 5, t + 10, 290))
            events.push_back(event);
        for (const std::string& event : launched(2 * i + 1, "gemm", "1", t + 305, t + 310, 490))
            events.push_back(event);
    }
    return kineto(events);
}

/// The same loop, slower in forward, seen by Nsight Systems.
NsysInput current()
{
    NsysInput input;
    input.session(1'700'000'000'000'000'000).system("Hostname", "node-1");
    input.sql("INSERT INTO TARGET_INFO_GPU VALUES (0, 'Test GPU')").environment("RANK=0").environment("WORLD_SIZE=1");
    for (int i = 0; i < kSteps; ++i) {
        const std::int64_t t = 1'200'000LL * i;
        input.range(4, t, t + 1'200'000, "iter " + std::to_string(i));
        input.range(4, t, t + 500'000, "forward").range(4, t + 500'000, t + 1'200'000, "backward");
        input.launch(4, t + 5'000, t + 10'000, t + 500'000, "gemm");
        input.launch(4, t + 505'000, t + 510'000, t + 1'000'000, "gemm");
    }
    return input;
}

Ns spanOf(const StageCube& cube, std::string_view stage, std::size_t step)
{
    const auto index = std::ranges::find(cube.stages(), stage) - cube.stages().begin();
    return cube.at(Quantity::Span, static_cast<std::size_t>(index), 0, step);
}

}  // namespace

/// A baseline of one profiler and a current run of the other.
class tst_NsysPair : public QObject {
    Q_OBJECT

private slots:
    void kinetoAgainstNsight()
    {
        const Folder folder;
        const std::filesystem::path before = folder.write("before/rank0.json", baseline());
        const std::filesystem::path after = current().write(folder.root() / "after/report.sqlite");
        const auto a = loadRun(std::span(&before, 1), {}, {});
        const auto b = loadRun(std::span(&after, 1), {}, {});
        QVERIFY(a && b);
        QCOMPARE((*b)->worldSize, 1);
        QCOMPARE((*a)->manifest.at("gpu").value, (*b)->manifest.at("gpu").value);

        const auto pair = analyzePair(*a, *b, {}, {});
        QVERIFY2(pair, pair ? "" : describe(pair.error()).c_str());
        QCOMPARE(pair->baseline->stageSource, std::string("annotations"));
        QCOMPARE(pair->current->stepSource, std::string("inferred from the annotations iter N"));
        const StageCube& old = pair->baseline->cube;
        const StageCube& slow = pair->current->cube;
        QCOMPARE(old.stages(), slow.stages());
        QCOMPARE(slow.steps().size(), std::size_t(kSteps));
        for (std::size_t step = 0; step < kSteps; ++step) {
            QCOMPARE(spanOf(old, "forward", step), Ns(300'000));
            QCOMPARE(spanOf(slow, "forward", step), Ns(500'000));
            QCOMPARE(spanOf(old, "backward", step), Ns(700'000));
            QCOMPARE(spanOf(slow, "backward", step), Ns(700'000));
            QCOMPARE(slow.duration(0, step), Ns(1'200'000));
        }
    }
};

QTEST_GUILESS_MAIN(tst_NsysPair)
#include "tst_NsysPair.moc"
