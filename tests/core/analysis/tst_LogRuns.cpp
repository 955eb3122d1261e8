// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "core/run/LogCube.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr Ns kMs = 1'000'000;

std::string iteration(int step, double ms, double loss = 2.5)
{
    return fmt::format(" iteration {:8}/    1000 | consumed samples: {:12} | elapsed time per iteration (ms): {:.1f} | "
                       "learning rate: 1.497E-04 | global batch size:    64 | lm loss: {:.6E} | loss scale: 1.0 | grad "
                       "norm: 1.250 | number of skipped iterations:   0 | number of nan iterations:   0 |\n",
                       step, step * 64, ms, loss);
}

std::string timers(double forward, double backward)
{
    return fmt::format("time (ms) | forward-compute: {:.2f} | backward-compute: {:.2f} | optimizer: 10.00\n", forward,
                       backward);
}

std::string megatron(int steps, double forward, double backward, bool withTimers)
{
    std::string text;
    for (int step = 1; step <= steps; ++step) {
        text += iteration(step, forward + backward + 15 + step % 3);
        if (withTimers)
            text += timers(forward, backward);
    }
    return text;
}

Result<RunPtr> load(const std::filesystem::path& path)
{
    return loadRun(std::span(&path, 1), {}, {});
}

const Problem* problem(const Problems& problems, const char* code)
{
    const auto found = std::ranges::find(problems, std::string(code), &Problem::code);
    return found == problems.end() ? nullptr : &*found;
}

}  // namespace

/// A run that left nothing but logs.
class tst_LogRuns : public QObject {
    Q_OBJECT
    Folder m_folder;

private slots:
    void aLogWithTimersHasStages()
    {
        const auto run = load(m_folder.write("timed/train.log", megatron(12, 30, 50, true)));
        QVERIFY(run);
        QVERIFY((*run)->metricsFromLogs);
        QCOMPARE((*run)->logs.size(), std::size_t(1));
        QCOMPARE((*run)->ranks.size(), std::size_t(1));
        QVERIFY((*run)->manifest.contains("global_batch_size") ||
                (*run)->logs[0].steps[0].values.contains("global_batch_size"));
        const auto analysis = analyzeRun(*run, {}, {});
        QVERIFY(analysis);
        const StageCube& cube = (*analysis)->cube;
        QCOMPARE(cube.stages(), (std::vector<std::string>{"forward-compute", "backward-compute", "optimizer",
                                                          std::string(kOutsideStages)}));
        QCOMPARE(cube.steps().size(), std::size_t(12));
        QCOMPARE(cube.at(Quantity::Span, 1, 0, 0), 50 * kMs);
        QCOMPARE((*analysis)->stageSource, std::string("timers of the megatron log, in host time"));
        QCOMPARE((*analysis)->ranks[0].steps.size(), std::size_t(12));
    }

    void onlySomeSteps()
    {
        const auto run = load(m_folder.write("some/train.log", megatron(12, 30, 50, false)));
        AnalysisOptions options;
        options.firstStep = 3;
        options.lastStep = 5;
        const auto analysis = analyzeRun(*run, options, {});
        QCOMPARE((*analysis)->cube.steps(), (std::vector<std::int64_t>{3, 4, 5}));
    }

    void unlikeStagesAreComparedAsWholeSteps()
    {
        const auto a = load(m_folder.write("a/train.log", megatron(12, 30, 50, true)));
        const auto b = load(m_folder.write("b/train.log", megatron(12, 30, 60, false)));
        const auto pair = analyzePair(*a, *b, {}, {});
        QVERIFY(pair);
        for (const RunAnalysisPtr& side : {pair->baseline, pair->current}) {
            QCOMPARE(side->cube.stages(), std::vector<std::string>{std::string(kWholeStep)});
            QVERIFY(problem(side->problems, "step-only"));
        }
        QCOMPARE(pair->baseline->cube.at(Quantity::Span, 0, 0, 0), 96 * kMs);
        QCOMPARE(pair->current->cube.at(Quantity::Span, 0, 0, 0), 106 * kMs);
        const auto alike = analyzePair(*a, *a, {}, {});
        QCOMPARE(alike->baseline->cube.stages().size(), std::size_t(4));
    }

    void aTraceAndALogAreComparedAsWholeSteps()
    {
        std::vector<std::string> events;
        for (int step = 0; step < 6; ++step)
            events.push_back(
                traceEvent("user_annotation", fmt::format("ProfilerStep#{}", step), "1", step * 1000, 1000));
        const auto trace = load(m_folder.write("trace/rank-0.json", kineto(events)));
        const auto log = load(m_folder.write("log/train.log", megatron(6, 1, 1, true)));
        const auto pair = analyzePair(*trace, *log, {}, {});
        QVERIFY(pair);
        QCOMPARE(pair->baseline->cube.stages(), std::vector<std::string>{std::string(kWholeStep)});
        QCOMPARE(pair->baseline->cube.at(Quantity::Span, 0, 0, 0), 1 * kMs);
    }

    void theEndOfTheRunIsKept()
    {
        const auto path = m_folder.write(
            "died/train.log", megatron(3, 30, 50, false) + "Traceback (most recent call last):\n  File \"x.py\"\n" +
                                  "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB\n");
        const auto run = load(path);
        QVERIFY(run);
        const Problem* died = problem((*run)->problems, "ended-out-of-memory");
        QVERIFY(died);
        QCOMPARE(died->severity, Severity::Warning);
        QCOMPARE(died->position, std::string("line 6"));
        QCOMPARE(died->file, path.string());
        QVERIFY(problem((*run)->sources[0].problems, "ended-out-of-memory"));
    }

    void aTraceBesideTheLogIsWhatIsAnalysed()
    {
        m_folder.write("both/train.log", megatron(3, 30, 50, true));
        m_folder.write("both/rank-0.json", kineto({traceEvent("kernel", "k", "7", 0, 1)}));
        const auto run = load(m_folder.root() / "both");
        QVERIFY(run);
        QVERIFY(!(*run)->metrics && !(*run)->metricsFromLogs);
        QCOMPARE((*run)->logs.size(), std::size_t(1));
    }

    void aLogWithoutTimesCannotBeAnalysedAndSaysWhy()
    {
        const auto run = load(m_folder.write("losses.csv", "train_loss,val_loss,epoch,step\n1.5,,0,9\n1.4,,0,19\n"));
        QVERIFY(!run);
        QCOMPARE(run.error().code, ErrorCode::NothingUsable);
        QVERIFY2(run.error().what.find("step time") != std::string::npos, run.error().what.c_str());
    }
};

QTEST_GUILESS_MAIN(tst_LogRuns)
#include "tst_LogRuns.moc"
