// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <map>
#include <string>

#include <QtTest>

#include "core/simulate/Coupling.h"
#include "core/simulate/RankTimeline.h"
#include "core/simulate/Scenarios.h"

using namespace headwater;

namespace {

/// What one rank did, all recorded steps: per step, ms.
struct Seen {
    std::vector<double> step;
    std::map<std::string, std::vector<double>> compute;  ///< device compute by the stage that launched it
    std::vector<double> comm;                            ///< time in all-reduce kernels
    std::vector<double> loaderWait;
    std::vector<double> forwardHost;
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double most(const std::vector<double>& values)
{
    return *std::max_element(values.begin(), values.end());
}

double milliseconds(Ns time)
{
    return static_cast<double>(time) / 1e6;
}

/// Stage whose range on the main thread was open at `time`.
std::string stageAt(const std::vector<SimEvent>& events, Ns time)
{
    for (const SimEvent& event : events) {
        const bool stage = event.label->kind == EventKind::Annotation && event.track == SimTrack::Main;
        if (stage && event.start <= time && time <= event.end)
            return std::string(event.label->name);
    }
    return {};
}

void look(const StepEvents& events, Seen& seen)
{
    std::map<std::uint32_t, Ns> launchedAt;
    std::map<std::string, double> compute;
    double comm = 0;
    for (const SimEvent& event : events) {
        if (event.label->kind == EventKind::Launch)
            launchedAt[event.correlation] = event.start;
    }
    for (const SimEvent& event : events) {
        const double time = milliseconds(event.end - event.start);
        if (event.label->kind == EventKind::Kernel)
            compute[stageAt(events, launchedAt.at(event.correlation))] += time;
        else if (event.label->kind == EventKind::CommKernel)
            comm += time;
        else if (event.label == &labels::kLoaderNext)
            seen.loaderWait.push_back(time);
        else if (event.label == &labels::kForward)
            seen.forwardHost.push_back(time);
        else if (event.label->kind == EventKind::Step)
            seen.step.push_back(time);
    }
    seen.comm.push_back(comm);
    for (const auto& [stage, time] : compute)
        seen.compute[stage].push_back(time);
}

std::vector<Seen> run(const JobModel& model)
{
    const auto coupling = Coupling::of(model, {});
    std::vector<Seen> seen(static_cast<std::size_t>(model.ranks));
    for (int rank = 0; rank < model.ranks; ++rank) {
        RankTimeline timeline(model, rank);
        StepEvents events;
        for (int step = 0; step < model.warmupSteps + model.steps; ++step) {
            events.clear();
            StepEvents* sink = step < model.warmupSteps ? nullptr : &events;
            timeline.runToBackwardEnd(step, sink);
            timeline.finishStep(step, coupling->ends(step), sink);
            if (sink != nullptr)
                look(events, seen[static_cast<std::size_t>(rank)]);
        }
    }
    return seen;
}

struct Pair {
    std::vector<Seen> baseline, current;
    Truth truth;
};

Pair pairOf(std::string_view scenario, int ranks, int steps)
{
    SimulationOptions options;
    options.ranks = ranks;
    options.steps = steps;
    const auto experiment = makeExperiment(scenario, options);
    return {run(experiment->baseline), run(experiment->current), experiment->truth};
}

double growth(const std::vector<double>& baseline, const std::vector<double>& current)
{
    return median(current) - median(baseline);
}

double ratio(const std::vector<double>& baseline, const std::vector<double>& current)
{
    return median(current) / median(baseline) - 1;
}

const std::array<const char*, 5> kComputing{"embedding", "forward", "loss", "backward", "optimizer"};

}  // namespace

/// The fault is one number of the model; what the tests look at follows from it.
class TestScenarios : public QObject {
    Q_OBJECT
private slots:
    void noChange()
    {
        const Pair pair = pairOf("no-change", 4, 40);
        for (std::size_t rank = 0; rank < 4; ++rank) {
            QVERIFY(std::abs(ratio(pair.baseline[rank].step, pair.current[rank].step)) < 0.01);
            for (const char* stage : kComputing) {
                const auto& b = pair.baseline[rank].compute.at(stage);
                QVERIFY2(std::abs(ratio(b, pair.current[rank].compute.at(stage))) < 0.03, stage);
            }
        }
    }

    void slowDataLoader()
    {
        const Pair pair = pairOf("slow-data-loader", 4, 40);
        for (std::size_t rank = 0; rank < 4; ++rank) {
            const Seen& b = pair.baseline[rank];
            const Seen& c = pair.current[rank];
            QVERIFY(median(b.loaderWait) < 1.0);
            const double waiting = growth(b.loaderWait, c.loaderWait);
            QVERIFY2(waiting > 20 && waiting < 80, std::to_string(waiting).c_str());
            QVERIFY(std::abs(growth(b.step, c.step) - waiting) < 5);
            for (const char* stage : kComputing)
                QVERIFY2(std::abs(ratio(b.compute.at(stage), c.compute.at(stage))) < 0.03, stage);
        }
    }

    void slowForwardHasALargerVictim()
    {
        const Pair pair = pairOf("slow-forward", 4, 30);
        for (std::size_t rank = 0; rank < 4; ++rank) {
            const auto& b = pair.baseline[rank].compute;
            const auto& c = pair.current[rank].compute;
            QVERIFY(std::abs(ratio(b.at("embedding"), c.at("embedding"))) < 0.03);
            QVERIFY(ratio(b.at("forward"), c.at("forward")) > 0.12);
            const double forward = growth(b.at("forward"), c.at("forward"));
            QVERIFY(growth(b.at("backward"), c.at("backward")) > 2.5 * forward);
            QVERIFY(std::abs(ratio(b.at("optimizer"), c.at("optimizer"))) < 0.03);
        }
    }

    void slowRankMakesTheOthersWait()
    {
        const Pair pair = pairOf("slow-rank", 8, 20);
        QCOMPARE(pair.truth.ranks.size(), std::size_t{1});
        const auto slow = static_cast<std::size_t>(pair.truth.ranks.front());
        for (std::size_t rank = 0; rank < 8; ++rank) {
            const Seen& b = pair.baseline[rank];
            const Seen& c = pair.current[rank];
            for (const char* stage : kComputing) {
                const double change = ratio(b.compute.at(stage), c.compute.at(stage));
                QVERIFY2(rank == slow ? change > 0.15 : std::abs(change) < 0.03, stage);
            }
            const double waiting = growth(b.comm, c.comm);
            QVERIFY2(rank == slow ? waiting < 2.0 : waiting > 10.0, std::to_string(waiting).c_str());
        }
        // All ranks take the same time: step time alone does not tell who is slow.
        QVERIFY(std::abs(ratio(pair.current[0].step, pair.current[slow].step)) < 0.01);
    }

    void tailOnly()
    {
        const Pair pair = pairOf("tail-only", 2, 420);
        const Seen& b = pair.baseline[0];
        const Seen& c = pair.current[0];
        QVERIFY(std::abs(ratio(b.step, c.step)) < 0.015);
        QVERIFY(most(b.forwardHost) < 5);
        int slow = 0;
        for (const double time : c.forwardHost)
            slow += time > 25;
        QVERIFY2(slow >= 15 && slow <= 18, std::to_string(slow).c_str());
    }

    void slowLink()
    {
        const Pair pair = pairOf("slow-link", 4, 20);
        QVERIFY(ratio(pair.baseline[0].comm, pair.current[0].comm) > 1.5);
        QVERIFY(growth(pair.baseline[0].step, pair.current[0].step) > 5);
        for (const char* stage : kComputing)
            QVERIFY(std::abs(ratio(pair.baseline[0].compute.at(stage), pair.current[0].compute.at(stage))) < 0.03);
    }

    void slowHosts()
    {
        const Pair all = pairOf("slow-dispatch", 4, 20);
        for (std::size_t rank = 0; rank < 4; ++rank)
            QVERIFY(growth(all.baseline[rank].forwardHost, all.current[rank].forwardHost) > 25);
        QVERIFY(growth(all.baseline[0].step, all.current[0].step) > 10);

        const Pair one = pairOf("slow-rank-host", 8, 20);
        const auto slow = static_cast<std::size_t>(one.truth.ranks.front());
        for (std::size_t rank = 0; rank < 8; ++rank) {
            const double host = growth(one.baseline[rank].forwardHost, one.current[rank].forwardHost);
            QVERIFY(rank == slow ? host > 25 : host < 2);
            QVERIFY(rank == slow || growth(one.baseline[rank].comm, one.current[rank].comm) > 10);
        }
    }

    void pausesRotate()
    {
        const Pair pair = pairOf("gc-pauses", 8, 120);
        int paused = 0;
        for (std::size_t rank = 0; rank < 8; ++rank) {
            QVERIFY(most(pair.baseline[rank].forwardHost) < 5);
            paused += most(pair.current[rank].forwardHost) > 30;
        }
        QVERIFY(paused >= 6);
    }

    void throttlingComesWithTime()
    {
        const Pair pair = pairOf("thermal-throttle", 8, 40);
        QVERIFY(!pair.truth.ranks.empty() && pair.truth.ranks.size() < 8);
        const auto hot = static_cast<std::size_t>(pair.truth.ranks.front());
        const std::vector<double>& forward = pair.current[hot].compute.at("forward");
        QVERIFY(forward.back() / forward.front() > 1.15);
        const std::vector<double>& cool = pair.current[0].compute.at("forward");
        QVERIFY(std::abs(cool.back() / cool.front() - 1) < 0.05);
    }

    void aFullQueueHoldsTheHost()
    {
        JobModel model;
        model.ranks = 1;
        model.warmupSteps = 0;
        model.steps = 1;
        model.launchQueue = 4;
        const auto coupling = Coupling::of(model, {});
        RankTimeline timeline(model, 0);
        StepEvents events;
        timeline.runToBackwardEnd(0, &events);
        timeline.finishStep(0, coupling->ends(0), &events);
        std::vector<Ns> launches, starts;
        for (const SimEvent& event : events) {
            if (event.label->kind == EventKind::Launch && event.label != &labels::kLaunchKernelEx)
                launches.push_back(event.end);
            const bool work = event.label->kind == EventKind::Kernel || event.label->kind == EventKind::Memcpy;
            if (work && event.track == SimTrack::ComputeStream)
                starts.push_back(event.start);
        }
        QCOMPARE(launches.size(), starts.size());
        QVERIFY(launches.size() > 20);
        for (std::size_t i = 4; i < launches.size(); ++i)
            QVERIFY(launches[i] >= starts[i - 4]);
    }
};

QTEST_APPLESS_MAIN(TestScenarios)
#include "tst_Scenarios.moc"
