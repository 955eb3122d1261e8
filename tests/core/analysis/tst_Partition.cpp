// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

#include "tests/core/analysis/Analyzed.h"

using namespace headwater;
using namespace headwater::test;

namespace {

using Events = std::vector<std::string>;

void add(Events& events, const Events& more)
{
    events.insert(events.end(), more.begin(), more.end());
}

Events twoSteps()
{
    return {traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 90),
            traceEvent("user_annotation", "ProfilerStep#2", "1", 100, 100),
            traceEvent("user_annotation", "## load ##", "1", 0, 20),
            traceEvent("user_annotation", "## forward ##", "1", 20, 30),
            traceEvent("user_annotation", "## backward ##", "1", 50, 40),
            traceEvent("user_annotation", "## load ##", "1", 100, 20),
            traceEvent("user_annotation", "## forward ##", "1", 120, 30)};
}

}  // namespace

class tst_Partition : public QObject {
    Q_OBJECT
    Folder m_folder;

    RunAnalysisPtr analyze(const Events& events, std::string_view spec = "annotations")
    {
        return analyzed(m_folder.write("t.json", kineto(events)), spec);
    }
    static Ns us(const RunAnalysisPtr& a, Quantity q, std::string_view stage, std::size_t step)
    {
        return a->cube.at(q, stageIndex(a->cube, stage), 0, step) / 1000;
    }

private slots:
    void everyRuleOfTheOwnership()
    {
        Events events = twoSteps();
        add(events, launched(1, "gemm", "1", 25, 30, 20));   // forward compute [30, 50)
        add(events, launched(2, "gemm2", "1", 52, 40, 25));  // backward compute [40, 65): forward owns till 50
        add(events,
            launched(3, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "1", 55, 60, 20, 9));  // comm, exposed [65, 80)
        add(events, launched(4, "Memcpy HtoD", "1", 5, 22, 12, 11, "gpu_memcpy"));  // load memcpy, exposed [22, 30)
        add(events, launched(5, "Memset", "1", 5, 18, 6, 12, "gpu_memset"));        // load memset, exposed [18, 22)
        const auto a = analyze(events);
        QVERIFY(a);
        QCOMPARE(unbalanced(a->cube), std::string());
        QCOMPARE(a->cube.stages(), (std::vector<std::string>{"load", "forward", "backward", "(outside stages)"}));
        QCOMPARE(us(a, Quantity::Compute, "forward", 0), 20);
        QCOMPARE(us(a, Quantity::Compute, "backward", 0), 15);
        QCOMPARE(us(a, Quantity::Transfer, "backward", 0), 15);
        QCOMPARE(us(a, Quantity::Memcpy, "load", 0), 8);
        QCOMPARE(us(a, Quantity::Memset, "load", 0), 4);
        QCOMPARE(us(a, Quantity::Idle, "load", 0), 18);              // [0, 18)
        QCOMPARE(us(a, Quantity::Idle, "backward", 0), 10);          // [80, 90)
        QCOMPARE(us(a, Quantity::Idle, "(outside stages)", 0), 10);  // up to the next step's start
        QCOMPARE(us(a, Quantity::Span, "load", 0), 30);
        QCOMPARE(us(a, Quantity::Host, "forward", 0), 30);
        QCOMPARE(a->cube.duration(0, 0), Ns(100'000));
        QCOMPARE(a->cube.duration(0, 1), Ns(100'000));  // the last step ends at its own end
        QCOMPARE(a->ranks[0].steps[0].pureCompute, Ns(35'000));
    }

    void workRunningIntoTheNextStepBelongsToItsStage()
    {
        Events events = twoSteps();
        add(events, launched(1, "gemm", "1", 85, 90, 25));  // launched in backward, runs [90, 115)
        const auto a = analyze(events);
        QCOMPARE(us(a, Quantity::Compute, "backward", 0), 10);
        QCOMPARE(us(a, Quantity::Compute, "backward", 1), 15);
        QCOMPARE(us(a, Quantity::Idle, "load", 1), 5);
        QCOMPARE(unbalanced(a->cube), std::string());
    }

    void autogradThreadOwnsIdleTimeWhereTheStepThreadHasNoStage()
    {
        Events events = {
            traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 100),
            traceEvent("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "1", 0, 10),
            traceEvent("cpu_op", "aten::linear", "1", 12, 10),
            traceEvent("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", "2", 40, 10),
            traceEvent("cpu_op", "autograd::engine::evaluate_function: AccumulateGrad", "2", 55, 10),
            traceEvent("user_annotation", "Optimizer.step#SGD.step", "1", 80, 10)};
        add(events, launched(1, "gemm", "1", 15, 20, 5));
        add(events, launched(2, "gemm", "2", 45, 50, 3));
        const auto a = analyze(events, "canonical");
        QVERIFY(a);
        QCOMPARE(a->cube.stages(),
                 (std::vector<std::string>{"DataLoader", "Forward", "Backward", "Optimizer", "(outside stages)"}));
        QCOMPARE(us(a, Quantity::Span, "DataLoader", 0), 10);
        QCOMPARE(us(a, Quantity::Span, "Forward", 0), 30);  // [10, 40): from the loader to the first backward op
        QCOMPARE(us(a, Quantity::Compute, "Forward", 0), 5);
        QCOMPARE(us(a, Quantity::Span, "Backward", 0), 25);  // [40, 65): the two ops merged
        QCOMPARE(us(a, Quantity::Compute, "Backward", 0), 3);
        QCOMPARE(us(a, Quantity::Span, "Optimizer", 0), 10);
        QCOMPARE(us(a, Quantity::Span, "(outside stages)", 0), 25);
        QCOMPARE(unbalanced(a->cube), std::string());
    }

    void unlinkedWorkBelongsToNoStageAndCanBeLeftOut()
    {
        Events events = twoSteps();
        events.push_back(traceEvent("kernel", "gemm", "7", 30, 10));
        const auto path = m_folder.write("u.json", kineto(events));
        const auto with = analyzed(path, "annotations");
        QCOMPARE(us(with, Quantity::Compute, "(outside stages)", 0), 10);
        QCOMPARE(with->ranks[0].deviceWindow.unlinked, std::uint64_t(1));
        const auto without = analyzed(path, "annotations", nullptr, true);
        QCOMPARE(us(without, Quantity::Compute, "(outside stages)", 0), 0);
        QCOMPARE(without->ranks[0].deviceWindow.activities, std::uint64_t(0));
    }

    void cpuOnlyTracesUseTheHost()
    {
        const auto a = analyze(twoSteps());
        QCOMPARE(us(a, Quantity::Span, "load", 0), 20);
        QCOMPARE(us(a, Quantity::Span, "forward", 0), 30);
        QCOMPARE(us(a, Quantity::Span, "backward", 0), 40);
        QCOMPARE(unbalanced(a->cube), std::string());
    }

    void lostActivitiesMakeAStepUnknown()
    {
        Events events = twoSteps();
        for (int i = 0; i < 10; ++i)
            add(events, launched(i, "gemm", "1", 20 + i, 30 + 2 * i, 1));
        for (int i = 0; i < 10; ++i)
            events.push_back(traceEvent("cuda_runtime", "cudaLaunchKernel", "1", 120 + i, 0.5,
                                        "\"correlation\":" + std::to_string(100 + i)));
        const auto a = analyze(events);
        QCOMPARE(a->cube.status(0, 0), StepStatus::Ok);
        QCOMPARE(a->cube.status(0, 1), StepStatus::Unknown);
    }

    void randomTracesBalance()
    {
        std::mt19937 engine(11);
        const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(engine); };
        for (int round = 0; round < 60; ++round) {
            Events events;
            int at = 0;
            for (int step = 0; step < 4; ++step) {
                const int length = pick(50, 400);
                events.push_back(
                    traceEvent("user_annotation", "ProfilerStep#" + std::to_string(step), "1", at, length));
                for (int i = 0; i < 6; ++i)
                    events.push_back(traceEvent("user_annotation", "s" + std::to_string(pick(0, 4)),
                                                std::to_string(pick(1, 3)), at + pick(0, length), pick(1, 80)));
                at += length + pick(0, 30);
            }
            const std::array<const char*, 4> names = {"gemm", "ncclDevKernel_X", "Memcpy", "Memset"};
            const std::array<const char*, 4> categories = {"kernel", "kernel", "gpu_memcpy", "gpu_memset"};
            for (int i = 0; i < 120; ++i) {
                const auto kind = static_cast<std::size_t>(pick(0, 3));
                const int launch = pick(0, at);
                add(events, launched(i, names[kind], std::to_string(pick(1, 3)), launch, launch + pick(-5, 40),
                                     pick(0, 50), pick(5, 9), categories[kind]));
            }
            for (const char* spec : {"annotations", "canonical"}) {
                const auto a = analyze(events, spec);
                QVERIFY(a);
                QCOMPARE(unbalanced(a->cube), std::string());
                const DeviceWindow& w = a->ranks[0].deviceWindow;
                QCOMPARE(w.compute + w.exposedComm + w.exposedMemcpy + w.exposedMemset + w.idle, w.window);
            }
        }
    }
};

QTEST_GUILESS_MAIN(tst_Partition)
#include "tst_Partition.moc"
