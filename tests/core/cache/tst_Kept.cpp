// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "core/analysis/summary/FromSummary.h"
#include "core/analysis/summary/Summarize.h"
#include "core/cache/DrillCodec.h"
#include "core/cache/FileState.h"
#include "core/cache/KeptDrill.h"
#include "core/cache/KeptTrace.h"
#include "core/ingest/LoadRun.h"
#include "core/ingest/ReadFile.h"
#include "core/report/Gzip.h"
#include "core/report/Report.h"
#include "core/run/SummaryCodec.h"
#include "core/simulate/Simulate.h"
#include "core/triage/Decide.h"
#include "core/triage/DrillDown.h"

using namespace headwater;
namespace fs = std::filesystem;

namespace {

struct Answer {
    std::string json;
    bool kept = false;
    bool needsTraces = false;
    std::string path;
};

/// The first trace of a simulated pair that lies in `folder`.
fs::path firstTrace(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file())
            files.push_back(entry.path());
    return *std::ranges::min_element(files);
}

}  // namespace

/// A run that the cache knows gives the documents of its traces; what it cannot give, it says.
class tst_Kept : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void secondOpen();
    void otherFile();
    void otherOptions();
    void otherJudgement();
    void smallFile();
    void packedFile();
    void damagedEntry();
    void drillCodec();
    void traceOfSummary();

private:
    [[nodiscard]] Answer judged(Policy policy = {}, bool cached = true) const;

    QTemporaryDir m_runs;
    QTemporaryDir m_keeping;
    CacheFolder m_cache;
    fs::path m_folder;
};

void tst_Kept::initTestCase()
{
    m_folder = m_runs.path().toStdString();
    m_cache = {m_keeping.path().toStdString()};
    m_cache.leastFile = 0;
    SimulationOptions options;
    options.ranks = 2;
    options.steps = 30;
    options.eventsPerStep = 200;
    options.compress = false;
    QVERIFY(simulate("slow-forward", m_folder, options, {}));
}

Answer tst_Kept::judged(Policy policy, bool cached) const
{
    LoadOptions load;
    if (cached)
        load.read = [this](const fs::path& path, const ReadOptions& options, const Job& job) {
            return readOrKept(m_cache, path, options, job);
        };
    SavedInvestigation saved;
    saved.baseline = {m_folder / "baseline"};
    saved.current = {m_folder / "current"};
    saved.policy = policy;
    const auto baseline = loadRun(saved.baseline, load, {});
    const auto current = loadRun(saved.current, load, {});
    const auto pair = analyzePair(*baseline, *current, {}, {});
    const auto basis = prepareDecision(*pair, policy, {});
    Verdict verdict = decide(**basis, policy);
    auto inside = drillOrKept(&m_cache, saved, **basis, verdict, {});
    Answer answer;
    answer.kept = hasKept(**baseline) && hasKept(**current);
    answer.needsTraces = inside->needsTraces;
    if (inside->drill) {
        answer.path = inside->drill->path.front();
        attachDrillDown(verdict, *std::move(inside->drill));
    }
    answer.json = verdictJson(verdict);
    return answer;
}

void tst_Kept::secondOpen()
{
    const Answer read = judged({}, false);
    const Answer first = judged();
    const Answer second = judged();
    QVERIFY(!read.kept && !first.kept && second.kept);
    QCOMPARE(read.path, std::string("forward"));
    QVERIFY(!second.needsTraces);
    QCOMPARE(QString::fromStdString(first.json), QString::fromStdString(read.json));
    QCOMPARE(QString::fromStdString(second.json), QString::fromStdString(read.json));
}

/// The time of change is part of what a file is known by: an edit in the middle that leaves its size is seen.
void tst_Kept::otherFile()
{
    const fs::path file = firstTrace(m_folder / "baseline");
    QVERIFY(!readOrKept(m_cache, file, {}, {}).summaries.empty());
    const auto before = fs::last_write_time(file);
    fs::last_write_time(file, before + std::chrono::seconds(1));
    QVERIFY(readOrKept(m_cache, file, {}, {}).summaries.empty());
    fs::last_write_time(file, before);
    QVERIFY(!readOrKept(m_cache, file, {}, {}).summaries.empty());
    const fs::path copy = m_folder / ("other-" + file.filename().string());  // a name may say the rank
    fs::copy_file(file, copy);
    fs::last_write_time(copy, before);
    QVERIFY(readOrKept(m_cache, copy, {}, {}).summaries.empty());
    fs::remove(copy);
}

void tst_Kept::otherOptions()
{
    const fs::path file = firstTrace(m_folder / "baseline");
    ReadOptions rank;
    rank.rank = 7;
    for (const bool again : {false, true}) {
        const FileContent content = readOrKept(m_cache, file, rank, {});
        QCOMPARE(!content.summaries.empty(), again);
        QCOMPARE(content.traces.front()->rank, std::optional(7));
        QCOMPARE(content.source.ranks, readFile(file, rank, {}).source.ranks);
    }
    ReadOptions rules;
    rules.ruleFile = "rules.json";
    for (int i = 0; i < 2; ++i)
        QVERIFY(readOrKept(m_cache, file, rules, {}).summaries.empty());
}

/// Judged otherwise, what is inside the first stage is not known: the traces are needed, once.
void tst_Kept::otherJudgement()
{
    static_cast<void>(judged());
    Policy policy;
    policy.epsilonPpm = 30'000;
    const Answer second = judged(policy);
    QVERIFY(second.kept && second.needsTraces && second.path.empty());
    const Answer read = judged(policy, false);
    QVERIFY(!read.kept && !read.needsTraces);
    const Answer third = judged(policy);
    QVERIFY(third.kept && !third.needsTraces);
    QCOMPARE(QString::fromStdString(third.json), QString::fromStdString(read.json));
}

void tst_Kept::smallFile()
{
    const QTemporaryDir out;
    CacheFolder cache{out.path().toStdString()};
    const fs::path file = firstTrace(m_folder / "current");
    cache.leastFile = fs::file_size(file) + 1;
    for (int i = 0; i < 2; ++i)
        QVERIFY(readOrKept(cache, file, {}, {}).summaries.empty());
    QVERIFY(fs::is_empty(cache.path));
}

/// What counts is what has to be read: a packed trace by what it unpacks to.
void tst_Kept::packedFile()
{
    const QTemporaryDir out;
    const fs::path trace = firstTrace(m_folder / "current");
    std::ifstream stream(trace, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const fs::path file = fs::path(out.path().toStdString()) / "packed.json.gz";
    const auto packed = gzip(text);
    QVERIFY(packed && packed->size() < text.size() / 4);
    std::ofstream(file, std::ios::binary) << *packed;

    CacheFolder cache{fs::path(out.path().toStdString()) / "cache"};
    cache.leastFile = text.size();
    QVERIFY(readOrKept(cache, file, {}, {}).summaries.empty());
    const FileContent known = readOrKept(cache, file, {}, {});
    QCOMPARE(known.summaries.size(), 1U);
    Run run;
    run.sources = {known.source};
    QVERIFY(isLarge(cache, run));
    cache.leastFile = text.size() + 1;
    QVERIFY(!isLarge(cache, run));
    QVERIFY(readOrKept(cache, file, {}, {}).summaries.empty());
}

void tst_Kept::damagedEntry()
{
    const QTemporaryDir out;
    CacheFolder cache{out.path().toStdString()};
    cache.leastFile = 0;
    const fs::path file = firstTrace(m_folder / "current");
    QVERIFY(readOrKept(cache, file, {}, {}).summaries.empty());
    const fs::path entry = fs::directory_iterator(cache.path)->path();
    fs::resize_file(entry, fs::file_size(entry) - 1);
    QVERIFY(readOrKept(cache, file, {}, {}).summaries.empty());
    QVERIFY(!readOrKept(cache, file, {}, {}).summaries.empty());  // and was kept anew
}

void tst_Kept::drillCodec()
{
    DrillDown drill;
    drill.path = {"forward", "attention"};
    drill.ranks = {1, 3};
    DrillLevel level{"forward", "modules", std::vector<StageVerdict>(2), FirstRegressed{}};
    level.stages[1].ci95 = RatioInterval{0.1, std::numeric_limits<double>::infinity()};
    level.stages[1].regressedIn = RegressedIn{};
    level.stages[1].regressedIn->ranks = {5};
    level.stages[1].stateBy[2] = StageState::Latent;
    level.first->ratio = 1.0 / 3;
    drill.levels.push_back(level);
    CallChange change;
    change.name = "gemm";
    change.current.inOrder = {1.5, 2.5};
    drill.kernels.push_back(change);
    const std::string bytes = encodeDrill(drill);
    const auto known = decodeDrill(bytes);
    QVERIFY(known && *known);
    QCOMPARE(encodeDrill(*known), bytes);
    QCOMPARE((*known)->path, drill.path);
    QCOMPARE((*known)->levels[0].stages[1].ci95->hi, std::numeric_limits<double>::infinity());
    QCOMPARE(*(*known)->levels[0].first->ratio, 1.0 / 3);
    QCOMPARE((*known)->levels[0].stages[1].stateBy[2], StageState::Latent);
    QCOMPARE((*known)->kernels[0].current.inOrder, change.current.inOrder);
    const auto none = decodeDrill(encodeDrill(std::nullopt));
    QVERIFY(none && !*none);
    for (std::size_t length = 0; length < bytes.size(); ++length)
        QVERIFY(!decodeDrill(bytes.substr(0, length)));
}

/// A summary leads to its trace as long as that is what it was, also beside the summary.
void tst_Kept::traceOfSummary()
{
    const QTemporaryDir out;
    const fs::path folder = out.path().toStdString();
    const fs::path trace = folder / "rank0.pt.trace.json";
    fs::copy_file(firstTrace(m_folder / "current"), trace);
    SummarizedRank rank = summarizeRank(*readFile(trace, {}, {}).traces.front());
    rank.summary.source = "/gone/rank0.pt.trace.json";
    rank.summary.fingerprint = textOf(*fingerprintOf(trace));
    const fs::path summary = folder / "rank0.summary";
    std::ofstream(summary, std::ios::binary) << encodeSummary(rank, "test");
    QVERIFY(!readFile(summary, {}, {}).summaries.empty());
    const FileContent whole = readTraceOf(summary, {}, {});
    QVERIFY(whole.summaries.empty());
    QCOMPARE(whole.source.path, trace.string());
    QVERIFY(whole.traces.front()->host.size() > rank.trace.host.size());
    std::ofstream(trace, std::ios::app) << "\n";
    QVERIFY(!readTraceOf(summary, {}, {}).summaries.empty());
}

QTEST_GUILESS_MAIN(tst_Kept)
#include "tst_Kept.moc"
