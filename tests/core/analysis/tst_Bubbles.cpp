// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

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

/// One step [0, 200) µs with compute [0, 100) and [180, 200), the latter launched at `launch` from `thread`.
Events gapOfEighty(double launch, std::string_view thread = "1")
{
    Events events = {traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 200),
                     traceEvent("user_annotation", "work", "1", 0, 200)};
    add(events, launched(1, "gemm", "1", 0, 0, 100));
    add(events, launched(2, "gemm", thread, launch, 180, 20));
    return events;
}

/// What a sum over steps of the partition's parts says of the same time, the partition being an independent way to it.
std::string differsFromPartition(const RunAnalysis& a)
{
    for (std::size_t r = 0; r < a.ranks.size(); ++r) {
        for (const StepAnalysis& step : a.ranks[r].steps) {
            const std::optional<Bubbles> found = a.ranks[r].bubblesOf(step);
            if (!found)
                continue;
            const auto& steps = a.cube.steps();
            const auto t = static_cast<std::size_t>(std::ranges::find(steps, step.step) - steps.begin());
            const auto sum = [&](Quantity q) {
                Ns total = 0;
                for (std::size_t s = 0; s < a.cube.stages().size(); ++s)
                    total += a.cube.at(q, s, r, t);
                return total;
            };
            const Bubbles& b = *found;
            Ns idle = b.total() - b.of(BubbleCause::CommWait) - b.of(BubbleCause::CommTransfer) -
                      b.of(BubbleCause::MemcpyH2d) - b.otherCopies;
            const bool same =
                b.total() == step.window.length() - step.pureCompute &&
                b.of(BubbleCause::CommWait) == sum(Quantity::Wait) &&
                b.of(BubbleCause::CommTransfer) == sum(Quantity::Transfer) &&
                b.of(BubbleCause::MemcpyH2d) + b.otherCopies == sum(Quantity::Memcpy) + sum(Quantity::Memset) &&
                idle == sum(Quantity::Idle);
            if (!same)
                return fmt::format("rank {} step {}: total {} of {}, wait {} of {}, transfer {} of {}, idle {} of {}",
                                   a.ranks[r].rank, step.step, b.total(), step.window.length() - step.pureCompute,
                                   b.of(BubbleCause::CommWait), sum(Quantity::Wait), b.of(BubbleCause::CommTransfer),
                                   sum(Quantity::Transfer), idle, sum(Quantity::Idle));
        }
    }
    return {};
}

}  // namespace

class tst_Bubbles : public QObject {
    Q_OBJECT
    Folder m_folder;

    RunAnalysisPtr analyze(const Events& events) { return analyzed(m_folder.write("t.json", kineto(events)), "auto"); }
    /// Bubbles of the only step, µs by cause; nothing that takes no time.
    std::map<std::string, Ns> split(const Events& events)
    {
        const auto a = analyze(events);
        const Bubbles bubbles = a->ranks[0].bubblesOf(a->ranks[0].steps[0]).value();
        std::map<std::string, Ns> parts;
        for (std::size_t i = 0; i < kBubbleCauses; ++i)
            if (const Ns time = bubbles.byCause[i]; time != 0)
                parts[std::string(nameOf(static_cast<BubbleCause>(i)))] = time / 1000;
        return parts;
    }
    using Parts = std::map<std::string, Ns>;

private slots:
    void vector15()
    {
        Events events = gapOfEighty(165);
        add(events, launched(3, "Memcpy HtoD (Pageable -> Device)", "1", 90, 100, 20, 9, "gpu_memcpy"));
        events.push_back(
            traceEvent("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "1", 110, 40));
        events.push_back(traceEvent("user_annotation", "gc.collect", "1", 150, 10));
        QCOMPARE(
            split(events),
            (Parts{{"memcpy_h2d", 20}, {"io_starvation", 30}, {"gc", 10}, {"launch_delay", 5}, {"unresolved", 15}}));
        const auto a = analyze(events);
        QCOMPARE(a->ranks[0].bubbles()->total(), Ns(80'000));
    }

    void aShortWayToTheDeviceIsLatency()
    {
        QCOMPARE(split(gapOfEighty(172)), (Parts{{"launch_delay", 80}}));
        QCOMPARE(analyze(gapOfEighty(172))->ranks[0].bubbles()->launchLatency, Ns(8'000));
        // Clocks of host and device differ by microseconds: a launch after its kernel's start is no negative time.
        QCOMPARE(split(gapOfEighty(183)), (Parts{{"launch_delay", 80}}));
        QCOMPARE(split(gapOfEighty(20)), (Parts{{"unresolved", 80}}));
    }

    void theLaunchingThreadCounts()
    {
        Events events = gapOfEighty(175, "2");
        events.push_back(traceEvent("user_annotation", "data_loading", "1", 100, 60));
        events.push_back(traceEvent("cuda_runtime", "cudaStreamSynchronize", "2", 110, 30));
        events.push_back(traceEvent("cuda_runtime", "cudaMalloc", "2", 145, 20));
        QCOMPARE(split(events), (Parts{{"sync", 30}, {"allocator", 20}, {"launch_delay", 30}}));
    }

    void theFirstCauseInOrderCounts()
    {
        Events events = gapOfEighty(175);
        events.push_back(traceEvent("user_annotation", "data_loading", "1", 100, 60));
        events.push_back(traceEvent("cuda_runtime", "cudaStreamSynchronize", "1", 110, 60));
        QCOMPARE(split(events), (Parts{{"io_starvation", 60}, {"sync", 10}, {"launch_delay", 10}}));
    }

    void otherDeviceWorkIsADependency()
    {
        // Launched at 20; a copy to the host runs up to the kernel's start: that is what it waited for.
        Events events = gapOfEighty(20);
        add(events, launched(3, "Memcpy DtoH (Device -> Pageable)", "1", 30, 150, 25, 9, "gpu_memcpy"));
        QCOMPARE(split(events), (Parts{{"dependency", 80}}));
        QCOMPARE(analyze(events)->ranks[0].bubbles()->otherCopies, Ns(25'000));
    }

    void communicationComesFirst()
    {
        Events events = gapOfEighty(160);
        add(events, launched(3, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "1", 90, 90, 50, 9));
        add(events, launched(4, "Memcpy HtoD (Pinned -> Device)", "1", 90, 120, 30, 11, "gpu_memcpy"));
        QCOMPARE(split(events),
                 (Parts{{"comm_transfer", 40}, {"memcpy_h2d", 10}, {"launch_delay", 10}, {"unresolved", 20}}));
    }

    void unlinkedKernelsLeaveTheGapOpen()
    {
        Events events = {traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 200),
                         traceEvent("kernel", "gemm", "7", 50, 150)};
        QCOMPARE(split(events), (Parts{{"unresolved", 50}}));
    }

    void afterTheLastKernelTheStepThreadCounts()
    {
        Events events = {traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 200),
                         traceEvent("cuda_runtime", "cudaDeviceSynchronize", "1", 120, 30)};
        add(events, launched(1, "gemm", "1", 0, 0, 100));
        QCOMPARE(split(events), (Parts{{"sync", 30}, {"launch_delay", 70}}));
    }

    void withoutADeviceNothingIsKnown()
    {
        QVERIFY(!analyze({traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 200)})->ranks[0].bubbles());
    }

    void randomTracesAddUp()
    {
        std::mt19937 engine(5);
        const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(engine); };
        for (int round = 0; round < 60; ++round) {
            Events events;
            int at = 0;
            for (int step = 0; step < 4; ++step) {
                const int length = pick(50, 400);
                events.push_back(
                    traceEvent("user_annotation", "ProfilerStep#" + std::to_string(step), "1", at, length));
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
                add(events, launched(i, names[kind], std::to_string(pick(1, 3)), launch, launch + pick(-5, 40),
                                     pick(0, 30), pick(5, 9), categories[kind]));
            }
            const auto a = analyze(events);
            QVERIFY(a);
            QCOMPARE(differsFromPartition(*a), std::string());
        }
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
        for (const bool linkedOnly : {false, true}) {
            std::string error;
            const auto a = analyzed(folder.toStdString(), "auto", &error, linkedOnly);
            QVERIFY2(a, error.c_str());
            QCOMPARE(differsFromPartition(*a), std::string());
        }
    }

    void theDataLoaderPair()
    {
        const auto data = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto/kineto-pair-dataloader";
        if (!std::filesystem::exists(data))
            QSKIP("the shared folder with real traces is absent");
        const auto before = analyzed(data / "num_workers_4", "auto")->ranks[0].bubbles();
        const auto after = analyzed(data / "num_workers_0", "auto")->ranks[0].bubbles();
        QVERIFY(after->of(BubbleCause::IoStarvation) > after->total() / 2);
        QVERIFY(before->of(BubbleCause::IoStarvation) < after->of(BubbleCause::IoStarvation) / 20);
    }
};

QTEST_GUILESS_MAIN(tst_Bubbles)
#include "tst_Bubbles.moc"
