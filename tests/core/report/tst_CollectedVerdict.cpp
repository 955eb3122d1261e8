// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "core/analysis/StragglerSeries.h"
#include "core/analysis/correctness/KernelProfile.h"
#include "core/analysis/summary/Collected.h"
#include "core/analysis/summary/FromSummary.h"
#include "core/analysis/summary/Summarize.h"
#include "core/ingest/CollectedReader.h"
#include "core/run/CollectedCodec.h"
#include "core/run/SummaryCodec.h"
#include "tests/Paths.h"
#include "tests/core/report/Judged.h"

using namespace headwater;
using namespace headwater::test;
namespace fs = std::filesystem;

namespace {

bool write(const fs::path& file, const std::string& bytes)
{
    fs::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    return static_cast<bool>((stream << bytes).flush());
}

/// The choice of stages that two runs come to together.
StageSpec stagesOf(const RunPtr& baseline, const RunPtr& current)
{
    const auto pair = analyzePair(baseline, current, {}, {});
    return *parseStageSpec(pair && (*pair).baseline->stageSource == "annotations" ? "annotations" : "canonical");
}

std::string collected(const RunPtr& run, const StageSpec& stages)
{
    const auto kept = collectRun(run, stages, {});
    return kept ? encodeCollected(**kept, "test") : std::string();
}

Result<CollectedRunPtr> decoded(const std::string& bytes)
{
    std::size_t at = 0;
    const ReadBytes read = [&](std::span<char> out) -> Result<std::size_t> {
        const std::size_t count = std::min(out.size(), bytes.size() - at);
        std::copy_n(bytes.data() + at, count, out.data());
        at += count;
        return count;
    };
    return decodeCollected(read, bytes.size(), "test");
}

}  // namespace

/// A collected run gives the verdict of its traces, and a broken one gives none.
class tst_CollectedVerdict : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void sameVerdict_data();
    void sameVerdict();
    void comesBackAsItWas();
    void collectedPieceByPiece();
    void otherQuestionsAreRefused();
    void cutAnywhereItIsRefused();
    void wrongBytesDoNoHarm();

private:
    std::vector<fs::path> m_runs;  ///< of several ranks
};

void tst_CollectedVerdict::initTestCase()
{
    m_runs = realRuns();
    if (m_runs.empty())
        QSKIP("the shared folder with real traces is absent");
    QVERIFY(m_runs.size() > 2);
}

void tst_CollectedVerdict::sameVerdict_data()
{
    addPairs(m_runs);
}

void tst_CollectedVerdict::sameVerdict()
{
    QFETCH(std::size_t, baseline);
    QFETCH(std::size_t, current);
    const fs::path beforePath = m_runs[baseline];
    const fs::path afterPath = m_runs[current];
    const RunPtr before = loaded(beforePath);
    const RunPtr after = loaded(afterPath);
    const StageSpec stages = stagesOf(before, after);
    const QTemporaryDir out;
    // Named like their folders: a run is called after what it was read from.
    const fs::path beforeFile = fs::path(out.path().toStdString()) / "b" / beforePath.filename();
    const fs::path afterFile = fs::path(out.path().toStdString()) / "c" / afterPath.filename();
    QVERIFY(write(beforeFile, collected(before, stages)) && write(afterFile, collected(after, stages)));
    const nlohmann::json expected = judged(before, after);
    const RunPtr first = loaded(beforeFile);
    const RunPtr second = loaded(afterFile);
    QVERIFY(first && first->collected && second && second->collected);
    const nlohmann::json found = judged(first, second);
    const std::string other = difference(expected, found);
    QVERIFY2(other.empty(), other.c_str());
}

void tst_CollectedVerdict::comesBackAsItWas()
{
    RunPtr run;
    for (const fs::path& path : m_runs)  // not one of the host alone
        if (RunPtr one = loaded(path); !run && !kernelWork(*one->ranks.front().trace).empty())
            run = std::move(one);
    QVERIFY(run);
    const std::string bytes = collected(run, {});
    const auto back = decoded(bytes);
    QVERIFY2(back.has_value(), back ? "" : describe(back.error()).c_str());
    QVERIFY(encodeCollected(**back, "test") == bytes);
    for (std::size_t r = 0; r < run->ranks.size(); ++r) {
        const RankSummary kept = keptOf(**back, r, Kept::Kernels);
        const std::vector<KernelWork> work = kernelWork(*run->ranks[r].trace);
        QCOMPARE(kept.work.size(), work.size());
        for (std::size_t i = 0; i < work.size(); ++i)
            QVERIFY(kept.work[i].name == work[i].name && kept.work[i].median == work[i].median &&
                    kept.work[i].total == work[i].total);
        const KernelProfile kernels = profileKernels(*run->ranks[r].trace);
        QCOMPARE(kept.kernels.computeTime, kernels.computeTime);
        QCOMPARE(kept.kernels.operators.size(), kernels.operators.size());
    }
    QVERIFY(keptOf(**back, (*back)->ranks.size(), Kept::Kernels).work.empty());
}

/// A run of thousands of ranks is collected with most of each summary read only when its turn comes.
void tst_CollectedVerdict::collectedPieceByPiece()
{
    for (const fs::path& folder : m_runs) {
        auto all = std::make_shared<Run>(*loaded(folder));
        if (all->ranks.front().trace == nullptr)
            continue;
        for (RankData& rank : all->ranks) {
            SummarizedRank one = *decodeSummary(encodeSummary(summarizeRank(*rank.trace), "test"));
            one.trace.file = rank.trace->file;
            rank.trace = std::make_shared<const Trace>(std::move(one.trace));
            rank.summary = std::make_shared<const RankSummary>(std::move(one.summary));
        }
        auto thin = std::make_shared<Run>(*all);
        for (RankData& rank : thin->ranks) {
            rank.summary = std::make_shared<const RankSummary>(withoutCells(*rank.summary));
            QVERIFY(rank.summary->exposed.empty() && rank.summary->work.empty());
            QCOMPARE(rank.summary->stages.front().cells.capacity(), std::size_t(0));
        }
        const auto expected = collectRun(all, {}, {});
        std::atomic<int> asked = 0;
        const auto found = collectRun(thin, {}, {}, [&](std::size_t rank) {
            ++asked;
            return all->ranks[rank].summary;
        });
        QCOMPARE(found.has_value(), expected.has_value());
        if (!expected)
            continue;
        QVERIFY(encodeCollected(**found, "") == encodeCollected(**expected, ""));
        QCOMPARE(asked.load(), 2 * static_cast<int>(all->ranks.size()));
        const auto gone = collectRun(
            thin, {}, {}, [&](std::size_t rank) { return rank == 1 ? RankSummaryPtr() : all->ranks[rank].summary; });
        QVERIFY(!gone);
        QCOMPARE(gone.error().code, ErrorCode::NothingUsable);
        QCOMPARE(gone.error().file, all->ranks[1].trace->file);
    }
}

void tst_CollectedVerdict::otherQuestionsAreRefused()
{
    const QTemporaryDir out;
    const fs::path file = fs::path(out.path().toStdString()) / "all.run";
    QVERIFY(write(file, collected(loaded(m_runs.front()), {})));
    const RunPtr run = loaded(file);
    QVERIFY(run && run->collected);
    AnalysisOptions some;
    some.firstStep = 1;
    QCOMPARE(analyzeRun(run, some, {}).error().code, ErrorCode::BadUsage);
    AnalysisOptions linked;
    linked.linkedOnly = true;
    QCOMPARE(analyzeRun(run, linked, {}).error().code, ErrorCode::BadUsage);
    AnalysisOptions other;
    other.stages = *parseStageSpec(run->collected->mode == "annotations" ? "canonical" : "annotations");
    QCOMPARE(analyzeRun(run, other, {}).error().code, ErrorCode::BadUsage);
    QCOMPARE(collectRun(run, {}, {}).error().code, ErrorCode::BadUsage);
    LoadOptions one;
    one.ranks = {run->ranks.front().rank};
    QCOMPARE(loadRun(std::span(&file, 1), one, {}).error().code, ErrorCode::BadUsage);
}

void tst_CollectedVerdict::cutAnywhereItIsRefused()
{
    const std::string bytes = collected(loaded(m_runs.front()), {});
    const std::size_t stride = std::max<std::size_t>(1, bytes.size() / 400);
    for (std::size_t length = 0; length < bytes.size(); length += stride)
        QCOMPARE(decoded(bytes.substr(0, length)).error().code, ErrorCode::Malformed);
}

void tst_CollectedVerdict::wrongBytesDoNoHarm()
{
    const std::string bytes = collected(loaded(m_runs.front()), {});
    int refused = 0;
    const std::size_t stride = std::max<std::size_t>(1, bytes.size() / 1'000);
    for (std::size_t i = 0; i < bytes.size(); i += stride)
        for (const char wrong : {'\xff', '\0', '9'}) {
            std::string changed = bytes;
            changed[i] = wrong;
            const auto read = decoded(changed);
            refused += !read.has_value();
            for (std::size_t r = 0; read && r < (*read)->ranks.size(); ++r)
                static_cast<void>(keptOf(**read, r, Kept::Kernels));
        }
    QVERIFY(refused > 0);
    const auto later = decoded("{\"schema\":\"headwater.run-summary/2\"}\n");
    QCOMPARE(later.error().code, ErrorCode::NotRecognised);
}

QTEST_GUILESS_MAIN(tst_CollectedVerdict)
#include "tst_CollectedVerdict.moc"
