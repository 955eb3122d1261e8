// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QTemporaryDir>

#include "core/analysis/HostPauses.h"
#include "core/analysis/StragglerSeries.h"
#include "core/analysis/correctness/KernelProfile.h"
#include "core/analysis/summary/Summarize.h"
#include "core/base/FileFingerprint.h"
#include "core/ingest/RankSummaryReader.h"
#include "core/run/SummaryCodec.h"
#include "core/run/SummaryColumns.h"
#include "tests/Paths.h"
#include "tests/core/analysis/Analyzed.h"

using namespace headwater;
using namespace headwater::test;

namespace fs = std::filesystem;

namespace {

const fs::path kData = fs::path(HEADWATER_SHARED_DATA) / "kineto";

RunPtr loaded(const fs::path& path)
{
    const auto run = loadRun(std::span(&path, 1), {}, {});
    if (!run)
        qWarning("%s", describe(run.error()).c_str());
    return run ? *run : nullptr;
}

/// Writes a summary of every rank, each by itself as a job of its own would. False where nothing could be.
bool summarizeInto(const fs::path& folder, const Run& run)
{
    for (std::size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i].trace)
            return false;
        std::ofstream file(folder / fmt::format("{:05}.summary", i), std::ios::binary);
        file << encodeSummary(summarizeRank(*run.ranks[i].trace), "test");
        if (!file.flush())
            return false;
    }
    return !run.ranks.empty();
}

std::string cubeDifference(const StageCube& a, const StageCube& b)
{
    if (a.stages() != b.stages() || a.ranks() != b.ranks() || a.steps() != b.steps())
        return "other stages, ranks or steps";
    for (std::size_t r = 0; r < a.ranks().size(); ++r)
        for (std::size_t t = 0; t < a.steps().size(); ++t) {
            const std::string at = fmt::format("rank {} step {}", a.ranks()[r], a.steps()[t]);
            if (a.duration(r, t) != b.duration(r, t) || a.status(r, t) != b.status(r, t))
                return at + ": duration or status";
            for (std::size_t s = 0; s < a.stages().size(); ++s)
                for (std::size_t q = 0; q < kQuantities; ++q)
                    if (a.at(static_cast<Quantity>(q), s, r, t) != b.at(static_cast<Quantity>(q), s, r, t))
                        return fmt::format("{} stage {} quantity {}: {} and {}", at, a.stages()[s], q,
                                           a.at(static_cast<Quantity>(q), s, r, t),
                                           b.at(static_cast<Quantity>(q), s, r, t));
        }
    return {};
}

std::string stepDifference(const RankAnalysis& rankA, const RankAnalysis& rankB, std::size_t i)
{
    const StepAnalysis& a = rankA.steps[i];
    const StepAnalysis& b = rankB.steps[i];
    const std::optional<Bubbles> ours = rankA.bubblesOf(a);
    const std::optional<Bubbles> theirs = rankB.bubblesOf(b);
    const bool same = a.step == b.step && a.window == b.window && a.status == b.status &&
                      a.pureCompute == b.pureCompute && a.wait == b.wait && a.local == b.local &&
                      a.syncLocal == b.syncLocal && ours.has_value() == theirs.has_value();
    if (!same)
        return fmt::format("step {}", a.step);
    if (ours)
        for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
            if (ours->byCause[cause] != theirs->byCause[cause])
                return fmt::format("step {}: {} {} and {}", a.step, nameOf(static_cast<BubbleCause>(cause)),
                                   ours->byCause[cause], theirs->byCause[cause]);
    return {};
}

std::string rankDifference(const RankAnalysis& a, const RankAnalysis& b)
{
    if (a.rank != b.rank || a.host != b.host || a.device != b.device || a.role != b.role)
        return "other identity";
    if (a.deviceWindow.window != b.deviceWindow.window || a.deviceWindow.idle != b.deviceWindow.idle ||
        a.deviceWindow.unlinked != b.deviceWindow.unlinked ||
        a.deviceWindow.unclassified != b.deviceWindow.unclassified)
        return "device window";
    if (a.peerViews.hta.has_value() != b.peerViews.hta.has_value() ||
        (a.peerViews.hta && (a.peerViews.hta->nonCompute != b.peerViews.hta->nonCompute ||
                             a.peerViews.hta->streams.size() != b.peerViews.hta->streams.size())))
        return "peer views";
    if (a.steps.size() != b.steps.size())
        return "number of steps";
    for (std::size_t i = 0; i < a.steps.size(); ++i)
        if (const std::string step = stepDifference(a, b, i); !step.empty())
            return step;
    return {};
}

std::string collectiveDifference(const CollectiveSummary& a, const CollectiveSummary& b)
{
    if (a.matched != b.matched || a.unmatched != b.unmatched || a.groups.size() != b.groups.size() ||
        a.clocks.size() != b.clocks.size() || a.clockClosure != b.clockClosure)
        return fmt::format("{} of {} matched and {} of {}", a.matched, a.unmatched, b.matched, b.unmatched);
    for (std::size_t i = 0; i < a.byRank.size(); ++i)
        if (a.byRank[i].wait != b.byRank[i].wait || a.byRank[i].transfer != b.byRank[i].transfer ||
            a.byRank[i].timesLast != b.byRank[i].timesLast || a.byRank[i].blame != b.byRank[i].blame)
            return fmt::format("waiting of rank {}", a.byRank[i].rank);
    for (std::size_t i = 0; i < a.groups.size(); ++i)
        if (a.groups[i].name != b.groups[i].name || a.groups[i].matched != b.groups[i].matched ||
            a.groups[i].operations.size() != b.groups[i].operations.size())
            return "group " + a.groups[i].name;
    return {};
}

/// NaN equals NaN.
bool sameValues(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::ranges::equal(a, b, [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

std::string seriesDifference(const RunAnalysis& a, const RunAnalysis& b)
{
    const StragglerSeries x = stragglerSeries(a, allSteps(a.cube));
    const StragglerSeries y = stragglerSeries(b, allSteps(b.cube));
    if (x.metric != y.metric)
        return "metric of stragglers";
    for (std::size_t r = 0; r < x.ranks.size(); ++r)
        if (!sameValues(x.ranks[r].local, y.ranks[r].local) || !sameValues(x.ranks[r].pure, y.ranks[r].pure) ||
            x.ranks[r].score != y.ranks[r].score)
            return fmt::format("series of rank {}", x.ranks[r].rank);
    const auto pauses = [](const RunAnalysis& run) {
        std::vector<std::tuple<int, std::int64_t, Ns, bool>> out;
        for (const HostPause& pause : findHostPauses(run, 100'000))
            out.emplace_back(pause.rank, pause.step, pause.length, pause.collector);
        return out;
    };
    return pauses(a) == pauses(b) ? std::string() : "host pauses";
}

std::string difference(const RunAnalysis& a, const RunAnalysis& b)
{
    if (a.stageSource != b.stageSource || a.stepSource != b.stepSource)
        return "sources of stages or steps";
    if (const std::string cube = cubeDifference(a.cube, b.cube); !cube.empty())
        return cube;
    for (std::size_t r = 0; r < a.ranks.size(); ++r)
        if (const std::string rank = rankDifference(a.ranks[r], b.ranks[r]); !rank.empty())
            return fmt::format("rank {}: {}", a.ranks[r].rank, rank);
    if (const std::string collectives = collectiveDifference(a.collectives, b.collectives); !collectives.empty())
        return collectives;
    return seriesDifference(a, b);
}

std::vector<std::tuple<std::string, Ns, std::uint64_t, std::size_t>> flat(const KernelProfile& profile)
{
    std::vector<std::tuple<std::string, Ns, std::uint64_t, std::size_t>> out;
    for (const auto& [name, op] : profile.operators)
        out.emplace_back(name, op.time, op.launches, op.byDtype.size() + op.byFamily.size());
    return out;
}

}  // namespace

/// A summary gives the numbers of the trace that it was made of.
class tst_Summary : public QObject {
    Q_OBJECT

private slots:
    void columns();
    void cutColumns();
    void realRuns_data();
    void realRuns();
    void mixedRun();
    void someSteps();
    void whatNeedsTheTrace();
    void damaged();
    void laterVersion();
    void fingerprint();
};

void tst_Summary::columns()
{
    constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
    constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
    const Column column{0, 1, -1, kHigh, kLow, 0, kLow, kHigh, 1'700'000'000'000'000'000};
    std::string bytes;
    appendColumn(bytes, column);
    appendColumn(bytes, {7, 7, 7});
    std::string_view rest = bytes;
    QCOMPARE(*takeColumn(rest, column.size()), column);
    QCOMPARE(rest.size(), std::size_t(3));  // a regular column is a byte a number
    QCOMPARE(*takeColumn(rest, 3), (Column{7, 7, 7}));
    QVERIFY(rest.empty());
}

void tst_Summary::cutColumns()
{
    for (const std::string& bytes : {std::string(), std::string("\x80", 1), std::string(11, '\xff')}) {
        std::string_view rest = bytes;
        QVERIFY(!takeColumn(rest, 1));
        QVERIFY(!takeColumn(rest, std::numeric_limits<std::uint64_t>::max()));
    }
}

void tst_Summary::realRuns_data()
{
    if (!fs::exists(kData))
        QSKIP("the shared folder with real traces is absent");
    QTest::addColumn<QByteArray>("folder");
    QTest::addColumn<QByteArray>("stages");
    for (const auto& entry : fs::directory_iterator(kData))
        for (const char* stages : {"auto", "annotations", "canonical"})
            QTest::addRow("%s %s", entry.path().filename().c_str(), stages)
                << QByteArray::fromStdString(entry.path().string()) << QByteArray(stages);
}

void tst_Summary::realRuns()
{
    QFETCH(QByteArray, folder);
    QFETCH(QByteArray, stages);
    const RunPtr run = loaded(folder.toStdString());
    QVERIFY(run);
    if (run->ranks.front().trace == nullptr)
        return;
    const QTemporaryDir out;
    QVERIFY(summarizeInto(out.path().toStdString(), *run));
    const RunPtr summaries = loaded(out.path().toStdString());
    QVERIFY(summaries);
    QVERIFY(std::ranges::all_of(summaries->ranks, [](const RankData& rank) { return rank.summary != nullptr; }));
    QCOMPARE(summaries->worldSize, run->worldSize);
    QCOMPARE(summaries->manifest, run->manifest);
    AnalysisOptions options;
    options.stages = *parseStageSpec(stages.toStdString());
    const auto expected = analyzeRun(run, options, {});
    const auto found = analyzeRun(summaries, options, {});
    QCOMPARE(found.has_value(), expected.has_value());
    if (!expected)
        return;
    QCOMPARE(difference(**expected, **found), std::string());
    QVERIFY(!(*found)->basis);
    for (std::size_t r = 0; r < run->ranks.size(); ++r)
        QCOMPARE(flat(summaries->ranks[r].summary->kernels), flat(profileKernels(*run->ranks[r].trace)));
}

/// One rank of four still has its trace.
void tst_Summary::mixedRun()
{
    if (!fs::exists(kData))
        QSKIP("the shared folder with real traces is absent");
    const RunPtr run = loaded(kData / "torchrec-4rank-sleep");
    const QTemporaryDir out;
    QVERIFY(summarizeInto(out.path().toStdString(), *run));
    const RunPtr summaries = loaded(out.path().toStdString());
    auto mixed = std::make_shared<Run>(*summaries);
    QVERIFY(mixed->ranks.size() == 4);
    mixed->ranks[1] = run->ranks[1];
    const auto expected = analyzeRun(run, {}, {});
    const auto found = analyzeRun(mixed, {}, {});
    QVERIFY(expected && found);
    QVERIFY((*expected)->collectives.matched > 0);
    QCOMPARE(difference(**expected, **found), std::string());
    const auto note = std::ranges::find((*found)->problems, "summaries", &Problem::code);
    QVERIFY(note != (*found)->problems.end() && note->message.starts_with("3 of 4"));
}

/// A step chosen has the spans that it has among all steps. (Of a trace, work that the step before launched counts as
/// outside all stages once that step is left out; a summary knows better.)
void tst_Summary::someSteps()
{
    if (!fs::exists(kData))
        QSKIP("the shared folder with real traces is absent");
    const RunPtr run = loaded(kData / "torchrec-4rank-sleep");
    const QTemporaryDir out;
    QVERIFY(summarizeInto(out.path().toStdString(), *run));
    const RunPtr summaries = loaded(out.path().toStdString());
    const auto all = analyzeRun(run, {}, {});
    QVERIFY(all && (*all)->cube.steps().size() > 1);
    AnalysisOptions options;
    options.firstStep = options.lastStep = (*all)->cube.steps()[1];
    const auto found = analyzeRun(summaries, options, {});
    QVERIFY(found);
    const StageCube& whole = (*all)->cube;
    const StageCube& one = (*found)->cube;
    QCOMPARE(one.steps(), std::vector<std::int64_t>{*options.firstStep});
    QCOMPARE(one.stages(), whole.stages());
    for (std::size_t r = 0; r < whole.ranks().size(); ++r)
        for (std::size_t s = 0; s < whole.stages().size(); ++s)
            for (const Quantity q : {Quantity::Span, Quantity::Compute, Quantity::Idle, Quantity::Host})
                QCOMPARE(one.at(q, s, r, 0), whole.at(q, s, r, 1));
}

void tst_Summary::whatNeedsTheTrace()
{
    if (!fs::exists(kData))
        QSKIP("the shared folder with real traces is absent");
    const QTemporaryDir out;
    QVERIFY(summarizeInto(out.path().toStdString(), *loaded(kData / "hta-ddp-nccl-meta")));
    const RunPtr summaries = loaded(out.path().toStdString());
    AnalysisOptions linked;
    linked.linkedOnly = true;
    const auto refused = analyzeRun(summaries, linked, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::BadUsage);
    AnalysisOptions rules;
    rules.stages.mode = StageMode::Rules;
    rules.stages.rules = canonicalStageRules();
    QVERIFY(!analyzeRun(summaries, rules, {}));
}

/// Cut anywhere, with any byte changed or with more behind it, a summary is refused.
void tst_Summary::damaged()
{
    Trace trace;
    trace.rank = 3;
    trace.host = {{0, 10},
                  {10, 20},
                  {trace.names.intern("ProfilerStep#1"), trace.names.intern("ProfilerStep#2")},
                  {TrackId{}, TrackId{}},
                  {HostKind::Annotation, HostKind::Annotation}};
    trace.tracks.emplace_back();
    trace.extent = {0, 20};
    const std::string bytes = encodeSummary(summarizeRank(trace), "test");
    const auto whole = decodeSummary(bytes);
    QVERIFY2(whole, whole ? "" : describe(whole.error()).c_str());
    QCOMPARE(whole->summary.steps.size(), std::size_t(2));
    QCOMPARE(whole->trace.rank, std::optional(3));
    QCOMPARE(encodeSummary(*whole, "test"), bytes);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        const auto cut = decodeSummary(std::string_view(bytes).substr(0, length));
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Malformed);
    }
    for (std::size_t i = 0; i < bytes.size(); ++i)
        for (const char wrong : {'\xff', '\0', '9', static_cast<char>(bytes[i] ^ 1)}) {
            std::string changed = bytes;
            changed[i] = wrong;
            QVERIFY2(wrong == bytes[i] || !decodeSummary(changed), std::to_string(i).c_str());
        }
    QVERIFY(!decodeSummary(bytes + "x"));
    QVERIFY(!decodeSummary(bytes + bytes));
}

void tst_Summary::laterVersion()
{
    const auto read = decodeSummary("{\"schema\":\"headwater.rank-summary/2\"}\n");
    QVERIFY(!read);
    QVERIFY(read.error().what.find("version") != std::string::npos);
}

void tst_Summary::fingerprint()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const std::string& text) {
        const fs::path path = fs::path(folder.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << text;
        return *fingerprintOf(path);
    };
    const std::string large(300'000, 'x');
    QCOMPARE(write("a", large), write("b", large));
    QVERIFY(write("a", large) != write("b", large + "x"));
    QVERIFY(write("a", large + "x") != write("b", large + "y"));
    QVERIFY(write("a", "") != write("b", "x"));
    QVERIFY(!fingerprintOf(fs::path(folder.path().toStdString()) / "absent"));
}

QTEST_GUILESS_MAIN(tst_Summary)
#include "tst_Summary.moc"
