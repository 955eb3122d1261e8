// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/Analyzed.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

std::string rankTrace(int rank, const std::vector<std::pair<double, double>>& kernels, std::string_view args = {})
{
    std::vector<std::string> events = {traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 1000),
                                       traceEvent("user_annotation", "work", "1", 0, 1000)};
    int id = 0;
    for (const auto& [start, end] : kernels) {
        const std::string correlation = fmt::format("\"correlation\":{}", ++id);
        events.push_back(traceEvent("cuda_runtime", "cudaLaunchKernel", "1", start - 1, 1, correlation));
        events.push_back(
            traceEvent("kernel", kAllReduce, "7", start, end - start,
                       args.empty() ? correlation : correlation + "," + fmt::format(fmt::runtime(args), id)));
    }
    return kineto(events, rank, 4);
}

}  // namespace

class tst_CollectiveWaits : public QObject {
    Q_OBJECT

    static RunAnalysisPtr analyze(const Folder& folder) { return analyzed(folder.root(), "annotations"); }

private slots:
    void vector13()
    {
        // METHODS vectors V13: the shortest participant is the transfer, the rest waits.
        const Folder folder;
        const std::array<std::pair<double, double>, 4> times = {{{100, 200}, {130, 200.5}, {110, 200.2}, {180, 201}}};
        for (int rank = 0; rank < 4; ++rank)
            folder.write(std::to_string(rank) + ".json", rankTrace(rank, {times[static_cast<std::size_t>(rank)]}));
        const auto a = analyze(folder);
        QVERIFY(a);
        QCOMPARE(a->collectives.matched, std::uint64_t(1));
        QCOMPARE(a->collectives.unmatched, std::uint64_t(0));
        const std::array<Ns, 4> wait = {79'000, 49'500, 69'200, 0};
        for (std::size_t r = 0; r < 4; ++r) {
            QCOMPARE(a->collectives.byRank[r].wait, wait[r]);
            QCOMPARE(a->collectives.byRank[r].transfer, Ns(21'000));
            QCOMPARE(a->cube.at(Quantity::Wait, 0, r, 0), wait[r]);
            QCOMPARE(a->cube.at(Quantity::Transfer, 0, r, 0), Ns(21'000));
            QCOMPARE(a->ranks[r].steps[0].local, Ns(1'000'000) - wait[r]);
        }
        QCOMPARE(a->collectives.byRank[3].timesLast, 1);
        QCOMPARE(unbalanced(a->cube), std::string());
    }

    void differentCountsAreNotMatched()
    {
        const Folder folder;
        folder.write("0.json", rankTrace(0, {{100, 200}, {300, 310}}));
        folder.write("1.json", rankTrace(1, {{150, 200}}));
        const auto a = analyze(folder);
        QCOMPARE(a->collectives.matched, std::uint64_t(0));
        QCOMPARE(a->collectives.unmatched, std::uint64_t(3));
        QCOMPARE(a->ranks[0].steps[0].wait, kMissing);
    }

    void sequenceNumbersMatchWhateverTheOrder()
    {
        const Folder folder;
        constexpr std::string_view kArgs =
            "\"Collective name\":\"allreduce\",\"Process Group Ranks\":\"[0, 1]\",\"Group size\":2,\"Seq\":{}";
        folder.write("0.json", rankTrace(0, {{100, 200}, {300, 310}}, kArgs));
        folder.write("1.json", rankTrace(1, {{150, 200}}, kArgs));
        const auto a = analyze(folder);
        QCOMPARE(a->collectives.matched, std::uint64_t(1));
        QCOMPARE(a->collectives.unmatched, std::uint64_t(1));
        QCOMPARE(a->collectives.byRank[0].wait, Ns(50'000));
        QCOMPARE(a->collectives.groups.at(0).name, std::string("[0, 1]"));
    }

    void otherOperationsInOnePlaceStopTheMatching()
    {
        const Folder folder;
        folder.write("0.json", rankTrace(0, {{100, 200}}, "\"Collective name\":\"allreduce\",\"Group size\":{}"));
        folder.write("1.json", rankTrace(1, {{150, 200}}, "\"Collective name\":\"broadcast\",\"Group size\":{}"));
        QCOMPARE(analyze(folder)->collectives.matched, std::uint64_t(0));
    }

    void oneRankAloneHasNoWait()
    {
        const Folder folder;
        folder.write("0.json", rankTrace(0, {{100, 200}}));
        const auto a = analyze(folder);
        QCOMPARE(a->collectives.matched, std::uint64_t(0));
        QCOMPARE(a->ranks[0].steps[0].wait, kMissing);
        QCOMPARE(a->cube.at(Quantity::Transfer, 0, 0, 0), Ns(100'000));
    }
};

QTEST_GUILESS_MAIN(tst_CollectiveWaits)
#include "tst_CollectiveWaits.moc"
