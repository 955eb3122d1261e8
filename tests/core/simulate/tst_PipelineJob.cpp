// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include <QtTest>

#include "core/simulate/PipelineJob.h"
#include "core/simulate/Scenarios.h"

using namespace headwater;

namespace {

JobModel model()
{
    return makeExperiment("pipeline-imbalance", {})->baseline;
}

Ns computeTime(const StepEvents& events)
{
    Ns time = 0;
    for (const SimEvent& event : events)
        if (event.label->kind == EventKind::Kernel)
            time += event.end - event.start;
    return time;
}

}  // namespace

class TestPipelineJob : public QObject {
    Q_OBJECT
private slots:
    void oneForwardOneBackward()
    {
        QCOMPARE(passesOf(3, 4, 3), (std::vector<int>{0, -1, 1, -2, 2, -3}));
        QCOMPARE(passesOf(2, 4, 3), (std::vector<int>{0, 1, -1, 2, -2, -3}));
        QCOMPARE(passesOf(0, 4, 3), (std::vector<int>{0, 1, 2, -1, -2, -3}));
        for (int stage = 0; stage < 4; ++stage)
            QCOMPARE(passesOf(stage, 4, 8).size(), std::size_t{16});
    }

    void dataArriveAfterTheyWereSent()
    {
        const JobModel job = model();
        PipelineJob pipeline(job);
        std::vector<StepEvents> events(static_cast<std::size_t>(job.ranks));
        for (int step = 0; step < 3; ++step)
            pipeline.runStep(step, &events);
        // Group and sequence number → both kernels.
        std::map<std::pair<std::string, std::int64_t>, std::vector<SimEvent>> pairs;
        for (const StepEvents& rank : events)
            for (const SimEvent& event : rank)
                if (event.label == &labels::kSendReceiveKernel)
                    pairs[{event.group->name, event.number}].push_back(event);
        // Between 4 stages of 2 replicas, 8 micro-batches, to and fro, 3 steps.
        QCOMPARE(pairs.size(), std::size_t{3 * 2 * 8 * 2 * 3});
        for (const auto& [key, kernels] : pairs) {
            QCOMPARE(kernels.size(), std::size_t{2});
            QVERIFY(kernels[0].group->operation != kernels[1].group->operation);
            QCOMPARE(kernels[0].end, kernels[1].end);
            const Ns together = std::max(kernels[0].start, kernels[1].start);
            QVERIFY(kernels[0].end - together > 1'000'000);  // 67 MB take that long
        }
    }

    void streamsDoOneThingAtATime()
    {
        const JobModel job = model();
        PipelineJob pipeline(job);
        std::vector<StepEvents> events(static_cast<std::size_t>(job.ranks));
        pipeline.runStep(0, &events);
        for (const StepEvents& rank : events) {
            std::map<SimTrack, std::vector<std::pair<Ns, Ns>>> streams;
            for (const SimEvent& event : rank) {
                const EventKind kind = event.label->kind;
                if (kind == EventKind::Kernel || kind == EventKind::CommKernel || kind == EventKind::Memcpy)
                    streams[event.track].emplace_back(event.start, event.end);
            }
            for (auto& [track, spans] : streams) {
                std::sort(spans.begin(), spans.end());
                for (std::size_t i = 1; i < spans.size(); ++i)
                    QVERIFY(spans[i].first >= spans[i - 1].second);
            }
        }
    }

    void stagesAreBalancedUntilTheFault()
    {
        const auto experiment = makeExperiment("pipeline-imbalance", {});
        const auto workOf = [](const JobModel& job) {
            PipelineJob pipeline(job);
            std::vector<StepEvents> events(static_cast<std::size_t>(job.ranks));
            pipeline.runStep(0, &events);
            std::vector<double> work;
            for (const StepEvents& rank : events)
                work.push_back(static_cast<double>(computeTime(rank)) / 1e6);
            return work;
        };
        const std::vector<double> before = workOf(experiment->baseline);
        const std::vector<double> after = workOf(experiment->current);
        for (std::size_t rank = 0; rank < before.size(); ++rank) {
            QVERIFY(std::abs(before[rank] / before[3] - 1) < 0.1);
            QVERIFY(rank < 6 ? std::abs(after[rank] / before[rank] - 1) < 0.03 : after[rank] > 1.2 * before[rank]);
        }
    }

    void ranksMustFillTheStages()
    {
        SimulationOptions options;
        options.ranks = 6;
        const auto refused = makeExperiment("pipeline-imbalance", options);
        QVERIFY(!refused && refused.error().code == ErrorCode::BadUsage);
        QVERIFY(refused.error().advice.find("multiple of 4") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestPipelineJob)
#include "tst_PipelineJob.moc"
