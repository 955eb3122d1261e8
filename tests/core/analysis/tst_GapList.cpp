// SPDX-License-Identifier: GPL-3.0-or-later
#include <numeric>
#include <random>

#include "core/analysis/GapList.h"
#include "core/analysis/Partition.h"
#include "tests/Paths.h"
#include "tests/core/analysis/Analyzed.h"

using namespace headwater;
using namespace headwater::test;

namespace {

using Events = std::vector<std::string>;

void add(Events& events, const Events& more)
{
    events.insert(events.end(), more.begin(), more.end());
}

bool same(const Bubbles& a, const Bubbles& b)
{
    return a.byCause == b.byCause && a.launchLatency == b.launchLatency && a.periodic == b.periodic &&
           a.otherCopies == b.otherCopies;
}

/// The first way in which the gaps disagree with the sums of the steps, which are cut out step by step.
std::string disagrees(const RunAnalysis& a, const GapOptions& options)
{
    const auto lists = listGaps(a, options, {});
    for (std::size_t r = 0; r < a.ranks.size(); ++r) {
        const GapList& list = (*lists)[r];
        std::map<std::int64_t, Bubbles> bySteps;
        Bubbles all = list.rest;
        Ns end = std::numeric_limits<Ns>::min();
        for (const Gap& gap : list.gaps) {
            if (gap.time.start < end || gap.split.total() != gap.time.length() || gap.time.length() <= 0)
                return fmt::format("gap at {}: {} ns of {}", gap.time.start, gap.split.total(), gap.time.length());
            if (gap.time.start < gap.whole.start || gap.time.end > gap.whole.end || gap.host.size() > options.rows)
                return fmt::format("gap at {} is badly framed", gap.time.start);
            std::array<Ns, kBubbleCauses> pieces{};
            Ns at = gap.time.start;
            for (const GapPiece& piece : gap.pieces) {
                if (piece.time.start != at)
                    return fmt::format("gap at {}: its pieces leave a hole at {}", gap.time.start, at);
                at = piece.time.end;
                pieces[static_cast<std::size_t>(piece.cause)] += piece.time.length();
            }
            if (at != gap.time.end || pieces != gap.split.byCause)
                return fmt::format("gap at {}: its pieces are not its split", gap.time.start);
            end = gap.time.end;
            bySteps[gap.step] += gap.split;
            all += gap.split;
        }
        Bubbles expected;
        for (const StepAnalysis& step : a.ranks[r].steps) {
            const std::optional<Bubbles> bubbles = a.ranks[r].bubblesOf(step);
            if (!bubbles)
                continue;
            expected += *bubbles;
            if (options.longest == 0 && !same(bySteps[step.step], *bubbles))
                return fmt::format("rank {} step {}: {} ns of {}", a.ranks[r].rank, step.step,
                                   bySteps[step.step].total(), bubbles->total());
        }
        if (!same(all, expected) || (options.longest == 0 && list.restCount != 0))
            return fmt::format("rank {}: {} ns of {}", a.ranks[r].rank, all.total(), expected.total());
    }
    return {};
}

Events randomEvents(std::mt19937& engine)
{
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(engine); };
    Events events;
    int at = 0;
    for (int step = 0; step < 4; ++step) {
        const int length = pick(50, 400);
        events.push_back(traceEvent("user_annotation", "ProfilerStep#" + std::to_string(step), "1", at, length));
        events.push_back(traceEvent("user_annotation", "data_loading", "1", at + pick(0, length), pick(1, 80)));
        events.push_back(traceEvent("cuda_runtime", "cudaStreamSynchronize", std::to_string(pick(1, 3)),
                                    at + pick(0, length), pick(1, 80)));
        at += length + pick(0, 30);
    }
    const std::array<const char*, 4> names = {"gemm", "ncclDevKernel_X", "Memcpy HtoD", "Memset"};
    const std::array<const char*, 4> categories = {"kernel", "kernel", "gpu_memcpy", "gpu_memset"};
    for (int i = 0; i < 60; ++i) {
        const auto kind = static_cast<std::size_t>(pick(0, 3));
        const int launch = pick(0, at);
        add(events, launched(i, names[kind], std::to_string(pick(1, 3)), launch, launch + pick(-5, 40), pick(0, 30),
                             pick(5, 9), categories[kind]));
    }
    return events;
}

}  // namespace

class tst_GapList : public QObject {
    Q_OBJECT
    Folder m_folder;

    RunAnalysisPtr analyze(const Events& events) { return analyzed(m_folder.write("t.json", kineto(events)), "auto"); }

private slots:
    void aGapAndWhatStandsAroundIt()
    {
        Events events = {traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 200),
                         traceEvent("user_annotation", "forward", "1", 0, 90),
                         traceEvent("user_annotation", "data_loading", "1", 90, 60),
                         traceEvent("user_annotation", "next", "1", 150, 50)};
        add(events, launched(1, "gemm_before", "1", 0, 0, 100));
        add(events, launched(2, "Memcpy HtoD (Pageable -> Device)", "1", 155, 160, 15, 9, "gpu_memcpy"));
        add(events, launched(3, "gemm_after", "1", 170, 180, 20));
        const auto a = analyze(events);
        const auto lists = listGaps(*a, {}, {});
        QCOMPARE(lists->size(), 1U);
        QCOMPARE(lists->front().gaps.size(), 1U);
        const Gap& gap = lists->front().gaps[0];
        const Trace& trace = *a->run->ranks[0].trace;
        QCOMPARE(gap.time.length(), Ns(80'000));
        QCOMPARE(gap.whole, gap.time);
        QCOMPARE(gap.step, 1);
        QCOMPARE(gap.split.of(BubbleCause::IoStarvation), Ns(50'000));
        QCOMPARE(gap.split.of(BubbleCause::MemcpyH2d), Ns(15'000));
        QCOMPARE(trace.activityName(gap.before), std::string_view("gemm_before"));
        QCOMPARE(trace.activityName(gap.after), std::string_view("gemm_after"));
        QCOMPARE(a->cube.stages()[gap.stage], std::string("data_loading"));
        QCOMPARE(gap.device.size(), 1U);
        QCOMPARE(trace.activityName(gap.device[0]), std::string_view("Memcpy HtoD (Pageable -> Device)"));
        std::vector<std::string> host;
        for (const Row row : gap.host)
            host.emplace_back(trace.hostName(row));
        QVERIFY(std::ranges::find(host, "data_loading") != host.end());
        QVERIFY(std::ranges::find(host, "forward") == host.end());
        QCOMPARE(host.front(), std::string("ProfilerStep#1"));
        QVERIFY(std::ranges::is_sorted(gap.host));
    }

    void aGapOverAStepsEndIsOneOfEach()
    {
        Events events = {traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 100),
                         traceEvent("user_annotation", "ProfilerStep#2", "1", 100, 100)};
        add(events, launched(1, "gemm", "1", 0, 0, 80));
        add(events, launched(2, "gemm", "1", 135, 140, 60));
        const auto lists = listGaps(*analyze(events), {}, {});
        const std::vector<Gap>& gaps = lists->front().gaps;
        QCOMPARE(gaps.size(), 2U);
        QCOMPARE(gaps[0].time.length(), Ns(20'000));
        QCOMPARE(gaps[1].time.length(), Ns(40'000));
        QCOMPARE(gaps[0].whole, gaps[1].whole);
        QCOMPARE(gaps[0].whole.length(), Ns(60'000));
        QCOMPARE(gaps[1].before, gaps[0].before);
        QCOMPARE(gaps[1].after, gaps[0].after);
    }

    void randomTracesAddUp()
    {
        std::mt19937 engine(11);
        for (int round = 0; round < 60; ++round) {
            const auto a = analyze(randomEvents(engine));
            QVERIFY(a);
            QCOMPARE(disagrees(*a, {}), std::string());
            QCOMPARE(disagrees(*a, {5, 2}), std::string());
        }
    }

    void theLongestStay()
    {
        std::mt19937 engine(3);
        const auto a = analyze(randomEvents(engine));
        const auto all = listGaps(*a, {}, {})->front();
        const auto some = listGaps(*a, {4, 12}, {})->front();
        QVERIFY(all.gaps.size() > 8);
        QCOMPARE(some.gaps.size(), 4U);
        QCOMPARE(some.restCount, all.gaps.size() - 4);
        std::vector<Ns> lengths;
        for (const Gap& gap : all.gaps)
            lengths.push_back(gap.time.length());
        std::ranges::sort(lengths, std::greater());
        for (const Gap& gap : some.gaps) {
            QVERIFY(gap.time.length() >= lengths[3]);
            const auto twin = std::ranges::find(all.gaps, gap.time.start, [](const Gap& g) { return g.time.start; });
            QCOMPARE(twin->before, gap.before);
            QCOMPARE(twin->after, gap.after);
            QCOMPARE(twin->host, gap.host);
            QCOMPARE(twin->device, gap.device);
            QCOMPARE(twin->stage, gap.stage);
        }
    }

    void stagesAreThoseOfThePartition()
    {
        // Of every gap, compared with a walk over all pieces.
        std::mt19937 engine(8);
        const auto a = analyze(randomEvents(engine));
        const std::size_t stages = a->cube.stages().size() - 1;
        const auto pieces = stagePieces(
            {*a->run->ranks[0].trace, a->basis->steps[0], a->basis->ranges[0], stages, false, a->basis->waits[0]});
        const auto lists = listGaps(*a, {}, {});
        for (const Gap& gap : lists->front().gaps) {
            std::vector<Ns> owned(stages + 1, 0);
            for (const StagePiece& piece : pieces.pieces)
                owned[std::min<std::size_t>(piece.stage, stages)] += std::max<Ns>(
                    0, std::min(piece.time.end, gap.time.end) - std::max(piece.time.start, gap.time.start));
            QCOMPARE(std::accumulate(owned.begin(), owned.end(), Ns(0)), gap.time.length());
            QCOMPARE(owned[gap.stage], *std::ranges::max_element(owned));
        }
    }

    void withoutADeviceThereAreNone()
    {
        const auto lists = listGaps(*analyze({traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 200)}), {}, {});
        QVERIFY(lists->front().gaps.empty());
        QCOMPARE(lists->front().rest.total(), Ns(0));
    }

    void itStops()
    {
        std::stop_source source;
        source.request_stop();
        std::mt19937 engine(3);
        const auto lists = listGaps(*analyze(randomEvents(engine)), {}, {source.get_token(), {}, 1});
        QVERIFY(!lists);
        QCOMPARE(lists.error().code, ErrorCode::Cancelled);
    }

    void realTracesAddUp_data()
    {
        QTest::addColumn<QByteArray>("folder");
        const auto data = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto";
        if (!std::filesystem::exists(data))
            QSKIP("the shared folder with real traces is absent");
        for (const auto& entry : std::filesystem::directory_iterator(data))
            QTest::addRow("%s", entry.path().filename().c_str()) << QByteArray::fromStdString(entry.path().string());
    }
    void realTracesAddUp()
    {
        QFETCH(QByteArray, folder);
        std::string error;
        const auto a = analyzed(folder.toStdString(), "auto", &error);
        QVERIFY2(a, error.c_str());
        QCOMPARE(disagrees(*a, {}), std::string());
        QCOMPARE(disagrees(*a, {100, 12}), std::string());
    }
};

QTEST_GUILESS_MAIN(tst_GapList)
#include "tst_GapList.moc"
