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

    void sendsMatchReceivesInGroupsOfTwo()
    {
        const auto args = [](const char* operation, int size) {
            return fmt::format("\"Collective name\":\"{}\",\"Process Group Ranks\":\"[0, 1]\",\"Group size\":{},"
                               "\"Seq\":{{}}",
                               operation, size);
        };
        const auto matched = [&](const char* first, const char* second, int size) {
            const Folder folder;
            folder.write("0.json", rankTrace(0, {{100, 200}}, args(first, size)));
            folder.write("1.json", rankTrace(1, {{150, 200}}, args(second, size)));
            const auto a = analyze(folder);
            return std::pair(a->collectives.matched, a->collectives.byRank[0].wait);
        };
        QCOMPARE(matched("send", "recv", 2), (std::pair<std::uint64_t, Ns>(1, 50'000)));
        QCOMPARE(matched("send", "recv", 4).first, std::uint64_t(0));  // who the peer is, nobody says
        QCOMPARE(matched("send", "send", 2).first, std::uint64_t(0));
    }

    void otherOperationsInOnePlaceStopTheMatching()
    {
        const Folder folder;
        folder.write("0.json", rankTrace(0, {{100, 200}}, "\"Collective name\":\"allreduce\",\"Group size\":{}"));
        folder.write("1.json", rankTrace(1, {{150, 200}}, "\"Collective name\":\"broadcast\",\"Group size\":{}"));
        QCOMPARE(analyze(folder)->collectives.matched, std::uint64_t(0));
    }

    void bothMethodsAndBlame()
    {
        // V13 again, through files: the aligned ends lie within 1 µs, so method B is believed and agrees.
        const Folder folder;
        const std::array<std::pair<double, double>, 4> times = {{{100, 200}, {130, 200.5}, {110, 200.2}, {180, 201}}};
        for (int rank = 0; rank < 4; ++rank)
            folder.write(std::to_string(rank) + ".json", rankTrace(rank, {times[static_cast<std::size_t>(rank)]}));
        const CollectiveSummary c = analyze(folder)->collectives;
        QCOMPARE(c.methods.compared, std::uint64_t(4));
        QCOMPARE(c.methods.agree, std::uint64_t(4));
        QCOMPARE(c.methods.waitByDuration, Ns(197'700));
        Ns blamed = 0;
        for (const CollectiveSummary::ByRank& rank : c.byRank)
            blamed += rank.blame;
        QVERIFY(std::abs(blamed - 197'700) <= 4);  // each rank is rounded
        QVERIFY(c.byRank[3].blame > Ns(160'000));
        QCOMPARE(c.byRank[0].blame, Ns(0));
    }

    void clocksOfOtherHostsAreAligned()
    {
        // Ranks of two hosts; the second one's clock is 500 µs ahead. Both methods see 10 µs of waiting on rank 0.
        const Folder folder;
        const auto write = [&](int rank, const char* host, double ahead, double late) {
            std::vector<std::pair<double, double>> kernels;
            for (int i = 0; i < 8; ++i)
                kernels.emplace_back(40 * i + ahead + late, 40 * i + ahead + 30);
            folder.write(fmt::format("{}_{}.1.pt.trace.json", host, rank), rankTrace(rank, kernels));
        };
        write(0, "hosta", 100, 0);
        write(1, "hostb", 600, 10);
        const CollectiveSummary c = analyze(folder)->collectives;
        QCOMPARE(c.clocks.size(), std::size_t(2));
        QCOMPARE(c.clocks[1].offset, Ns(500'000));
        QCOMPARE(c.clocks[1].residual, Ns(0));
        QVERIFY(c.clocks[1].applied);
        QCOMPARE(c.clocks[1].n, std::uint64_t(8));
        QCOMPARE(c.methods.untrusted, std::uint64_t(0));
        QCOMPARE(c.methods.compared, c.methods.agree);
        QCOMPARE(c.methods.waitByClock, Ns(80'000));
    }

    void groupsWithTheSameRanksAreKeptApart()
    {
        const Folder folder;
        const auto kernel = [](int id, double start, double end, const char* group, int seq) {
            const std::string correlation = fmt::format("\"correlation\":{}", id);
            return std::vector<std::string>{
                traceEvent("cuda_runtime", "cudaLaunchKernel", "1", start - 1, 1, correlation),
                traceEvent("kernel", kAllReduce, "7", start, end - start,
                           fmt::format("{},\"Collective name\":\"allreduce\",\"Process Group Ranks\":\"[0, 1]\","
                                       "\"Process Group Name\":\"{}\",\"Group size\":2,\"Seq\":{},"
                                       "\"In msg nelems\":1000,\"Out msg nelems\":1000,\"dtype\":\"Float\"",
                                       correlation, group, seq))};
        };
        for (int rank = 0; rank < 2; ++rank) {
            std::vector<std::string> events = {traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 1000)};
            const double late = rank * 10;
            for (const auto& event : kernel(1, 100 + late, 150, rank == 0 ? "0" : "default", 1))
                events.push_back(event);
            for (const auto& event : kernel(2, 200 + late, 300, rank == 0 ? "1" : "second", 1))
                events.push_back(event);
            folder.write(std::to_string(rank) + ".json", kineto(events, rank, 2));
        }
        const CollectiveSummary c = analyze(folder)->collectives;
        QCOMPARE(c.matched, std::uint64_t(2));
        QCOMPARE(c.groups.size(), std::size_t(2));
        QCOMPARE(c.groups[1].name, std::string("[0, 1] #1"));
        QCOMPARE(c.byRank[0].wait, Ns(20'000));
        const CollectiveSummary::Operation& operation = c.groups[0].operations.at(0);
        QCOMPARE(operation.bytes, std::optional<std::int64_t>(4000));
        QCOMPARE(operation.transfer, Ns(40'000));
        QVERIFY(std::abs(*operation.busBandwidth - 0.1) < 1e-12);  // 4000 B in 40 µs, factor 1 for two ranks
    }

    void matchingStopsWhereSizesDiffer()
    {
        const Folder folder;
        const auto write = [&](int rank, std::initializer_list<int> sizes) {
            std::vector<std::string> events = {traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 1000)};
            int i = 0;
            for (const int size : sizes) {
                const std::string correlation = fmt::format("\"correlation\":{}", ++i);
                events.push_back(traceEvent("cuda_runtime", "cudaLaunchKernel", "1", 100 * i - 1, 1, correlation));
                events.push_back(
                    traceEvent("kernel", kAllReduce, "7", 100 * i, 50,
                               fmt::format("{},\"Collective name\":\"allreduce\",\"Process Group Ranks\":\"[0, 1]\","
                                           "\"Group size\":2,\"In msg nelems\":{}",
                                           correlation, size)));
            }
            folder.write(std::to_string(rank) + ".json", kineto(events, rank, 2));
        };
        write(0, {8, 16, 32});
        write(1, {8, 32, 32});
        const auto a = analyze(folder);
        QCOMPARE(a->collectives.matched, std::uint64_t(1));
        QCOMPARE(a->collectives.unmatched, std::uint64_t(4));
        QCOMPARE(a->collectives.groups.at(0).unmatched, std::uint64_t(4));
        const bool said = std::ranges::any_of(a->problems, [](const Problem& problem) {
            return problem.code == "collectives-differ" && problem.message.find("16") != std::string::npos;
        });
        QVERIFY(said);
    }

    /// The step after one in which matching stopped is matched by its own order, and checked like any other.
    void theNextStepBeginsAnew()
    {
        const Folder folder;
        const auto write = [&](int rank, const std::vector<std::vector<int>>& steps) {
            std::vector<std::string> events;
            int i = 0;
            for (std::size_t step = 0; step < steps.size(); ++step) {
                const double begin = 1000.0 * static_cast<double>(step);
                events.push_back(
                    traceEvent("user_annotation", fmt::format("ProfilerStep#{}", step + 1), "1", begin, 1000));
                double at = begin;
                for (const int size : steps[step]) {
                    const std::string correlation = fmt::format("\"correlation\":{}", ++i);
                    at += 100;
                    events.push_back(traceEvent("cuda_runtime", "cudaLaunchKernel", "1", at - 1, 1, correlation));
                    events.push_back(
                        traceEvent("kernel", kAllReduce, "7", at, 50,
                                   fmt::format("{},\"Collective name\":\"allreduce\",\"Process Group Ranks\":"
                                               "\"[0, 1]\",\"Group size\":2,\"In msg nelems\":{}",
                                               correlation, size)));
                }
            }
            folder.write(std::to_string(rank) + ".json", kineto(events, rank, 2));
        };
        write(0, {{8, 16, 32}, {8, 16, 32}, {8, 16}});
        write(1, {{8, 32, 32}, {8, 16, 32}, {8, 16, 32}});
        const auto a = analyze(folder);
        // One of the first step and none that comes after the difference.
        QCOMPARE(a->collectives.matched, std::uint64_t(1));
        QCOMPARE(a->collectives.unmatched, std::uint64_t(4 + 6 + 5));
        const auto said = [&](const char* code, const char* what) {
            return std::ranges::any_of(a->problems, [&](const Problem& problem) {
                return problem.code == code && problem.message.find(what) != std::string::npos;
            });
        };
        QVERIFY(said("collectives-differ", "from there on that group is not matched"));
        QVERIFY(said("unmatched-collectives", "1 times because ranks differ"));
    }

    void aRootNeedNotWait()
    {
        const Folder folder;
        constexpr std::string_view kArgs =
            "\"Collective name\":\"broadcast\",\"Process Group Ranks\":\"[0, 1]\",\"Group size\":2,\"Seq\":{}";
        folder.write("0.json", rankTrace(0, {{100, 110}}, kArgs));
        folder.write("1.json", rankTrace(1, {{100, 200}}, kArgs));
        const auto a = analyze(folder);
        QCOMPARE(a->collectives.matched, std::uint64_t(1));
        QCOMPARE(a->collectives.byRank[1].wait, Ns(0));
        QCOMPARE(a->cube.at(Quantity::Transfer, 0, 1, 0), Ns(100'000));
        QCOMPARE(a->ranks[1].steps[0].syncLocal, kMissing);
    }

    void syncToSyncLocalTime()
    {
        const Folder folder;
        folder.write("0.json", rankTrace(0, {{100, 200}, {300, 310}}));
        folder.write("1.json", rankTrace(1, {{150, 200}, {300, 310}}));
        const auto a = analyze(folder);
        QCOMPARE(a->ranks[0].steps[0].syncLocal, Ns(890'000));
        QCOMPARE(a->ranks[1].steps[0].syncLocal, Ns(940'000));
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
