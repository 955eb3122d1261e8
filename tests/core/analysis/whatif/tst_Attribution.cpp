// SPDX-License-Identifier: GPL-3.0-or-later
#include <numeric>

#include <QtTest>

#include "core/analysis/whatif/Attribution.h"
#include "core/analysis/whatif/DelayCost.h"
#include "core/analysis/whatif/Savings.h"
#include "core/analysis/whatif/Slowdown.h"
#include "core/stats/Quantile.h"

using namespace headwater;
using namespace headwater::whatif;

namespace {

bool near(double value, double expected, double tolerance = 1e-9)
{
    return std::abs(value - expected) <= tolerance;
}

/// Each stage's time is taken of one side; `step` makes a step time of them.
template <class Step>
StepTimesOf pairOf(std::vector<double> baseline, std::vector<double> current, Step step)
{
    return [=](const std::vector<bool>& isCurrent) {
        std::vector<double> times;
        for (std::size_t k = 0; k < baseline.size(); ++k)
            times.push_back(isCurrent[k] ? current[k] : baseline[k]);
        return std::vector<double>{step(times)};
    };
}

const auto kSum = [](const std::vector<double>& times) { return std::accumulate(times.begin(), times.end(), 0.0); };

/// End of a pipeline of four micro-batches whose stage k takes times[k] each.
const auto kPipeline = [](const std::vector<double>& times) {
    std::vector<double> end(4, 0);
    for (const double time : times)
        for (std::size_t m = 0; m < end.size(); ++m)
            end[m] = std::max(end[m], m > 0 ? end[m - 1] : 0.0) + time;
    return end.back();
};

/// Vector V17c as a replay model, in µs: 3 stages, 4 micro-batches.
ReplayModel pipelineModelOf(const std::vector<Ns>& times)
{
    ReplayModel model;
    DependencyGraph graph;
    graph.ops = 12;
    for (OpIndex op = 0; op < 12; ++op) {
        const std::uint32_t stage = op / 4;
        if (op % 4 > 0)
            graph.depend(op, op - 1);
        if (stage > 0)
            graph.depend(op, op - 4);
        model.duration.push_back(times[stage]);
        model.cellOf.push_back(op);
        model.cells.push_back({0, stage, 0, 0, op % 4, 0, times[stage], times[stage]});
    }
    model.plan = planReplay(graph).value();
    model.stages = {"0", "1", "2"};
    model.workers = {"0"};
    model.types = {"compute"};
    model.medianPool = {0};
    model.pipeline = true;
    model.steps = {{{kNoOp, 11}}};
    model.stepNumbers = {0};
    return model;
}

}  // namespace

/// What stages have to do with a change, and what fixing them could save (METHODS 4, 3.7).
class TestAttribution : public QObject {
    Q_OBJECT
private slots:
    void parallel()  // V17
    {
        const auto out =
            attribute(2, pairOf({10, 8}, {14, 13}, [](const auto& t) { return std::max(t[0], t[1]); }), {}, {});
        QVERIFY(out && out->exact);
        QCOMPARE(out->baseline, 10.0);
        QCOMPARE(out->current, 14.0);
        QVERIFY(near(*out->stages[0].removal, 0.25) && near(*out->stages[1].removal, 0));
        QVERIFY(near(*out->stages[0].addition, 1) && near(*out->stages[1].addition, 0.75));
        QVERIFY(near(out->stages[0].shapley, 2.5) && near(out->stages[1].shapley, 1.5));
    }

    void serial()  // V17b
    {
        const auto out = attribute(5, pairOf({20, 5, 60, 90, 15}, {20, 5, 72, 99, 15}, kSum), {}, {});
        const std::vector<double> shapley{0, 0, 12, 9, 0};
        for (std::size_t k = 0; k < 5; ++k) {
            QVERIFY(near(out->stages[k].shapley, shapley[k]));
            QVERIFY(near(*out->stages[k].removal, shapley[k] / 21));
            QVERIFY(near(*out->stages[k].addition, shapley[k] / 21));
        }
    }

    void pipeline()  // V17c
    {
        const auto out = attribute(3, pairOf({2, 2, 2}, {2, 3, 2.5}, kPipeline), {}, {});
        QVERIFY(near(out->baseline, 12) && near(out->current, 16.5));
        const std::vector<double> removal{0, 0.5555555555555556, 0.1111111111111111};
        const std::vector<double> addition{0, 0.8888888888888888, 0.4444444444444444};
        const std::vector<double> shapley{0, 3.25, 1.25};
        for (std::size_t k = 0; k < 3; ++k) {
            QVERIFY(near(*out->stages[k].removal, removal[k]));
            QVERIFY(near(*out->stages[k].addition, addition[k]));
            QVERIFY(near(out->stages[k].shapley, shapley[k]));
        }
    }

    void manyStagesAreSampled()
    {
        AttributionOptions options;
        options.mostExact = 2;
        const auto times = pairOf({2, 2, 2}, {2, 3, 2.5}, kPipeline);
        const auto out = attribute(3, times, options, {});
        QVERIFY(out && !out->exact);
        double sum = 0;
        const std::vector<double> shapley{0, 3.25, 1.25};
        for (std::size_t k = 0; k < 3; ++k) {
            sum += out->stages[k].shapley;
            QVERIFY(near(out->stages[k].shapley, shapley[k], 0.2));
            QVERIFY(out->stages[k].shapleyCi && out->stages[k].shapleyCi->lo <= out->stages[k].shapley);
        }
        QVERIFY(near(sum, 4.5));  // every order adds up to the change
        QCOMPARE(attribute(3, times, options, {})->stages[1].shapley, out->stages[1].shapley);
    }

    void nothingChanged()
    {
        const auto out = attribute(2, pairOf({1, 2}, {1, 2}, kSum), {}, {});
        QVERIFY(!out->stages[0].removal && !out->stages[1].addition);
        QCOMPARE(out->stages[0].shapley, 0.0);
    }

    void meanIdeal()  // V17c, V17d
    {
        const ReplayModel model = pipelineModelOf({2000, 3000, 2500});
        const auto out = slowdownOf(model, {});
        QVERIFY(out);
        QVERIFY(near(out->slowdown, 1.1) && near(out->waste, 0.09090909090909094));
        QVERIFY(near(out->ideal.front(), 15000));
        QVERIFY(near(out->byStage[0].slowdown, 0.9666666666666667));
        QVERIFY(near(out->byStage[1].slowdown, 1.1333333333333333));
        QVERIFY(near(out->byStage[2].slowdown, 1.0));
        QVERIFY(near(out->byWorker[0].slowdown, 1.1));
        QCOMPARE(out->slowest, std::vector<std::string>{"0 at stage 1"});
        QVERIFY(out->lastStage && near(*out->lastStage, 0));  // its time is the average already
    }

    void evenRunsLoseNothing()
    {
        const auto out = slowdownOf(pipelineModelOf({2000, 2000, 2000}), {});
        QCOMPARE(out->slowdown, 1.0);
        QVERIFY(!out->slowestWorkers && !out->lastStage);
    }

    void savings()  // V18
    {
        const Range whole = savingBounds(12, 12, 72);
        QVERIFY(whole.lo == 12 && whole.hi == 12);
        QVERIFY(near(*throughputGain(227, whole.hi) * 100, 5.581395348837215));
        const Range slack = savingBounds(7, 12, 72);
        QVERIFY(slack.lo == 7 && slack.hi == 12);
        QVERIFY(near(*throughputGain(227, slack.lo) * 100, 3.1818181818181746));
        QCOMPARE(savingBounds(7, 12, 9).hi, 9.0);
        QCOMPARE(savingBounds(-3, -5, 9).hi, 0.0);
        QVERIFY(!throughputGain(10, 10));
    }

    void intervals()
    {
        QVERIFY(!meanInterval(std::vector<double>{5}, 42));
        const std::vector<double> flat(20, 5);
        const auto same = meanInterval(flat, 42);
        QVERIFY(same && same->lo == 5 && same->hi == 5);
        std::vector<double> values;
        for (int i = 0; i < 30; ++i)
            values.push_back((i * 7) % 30);
        const auto range = meanInterval(values, 42);
        QVERIFY(range->lo < 14.5 && range->hi > 14.5 && range->hi - range->lo < 10);
    }

    void delayChain()  // V16: process 0 delays 1, which delays 2
    {
        const auto costs = delayCosts(3, {{1, 0, 4, 4, {}}, {2, 1, 4, 0, {0}}});
        QVERIFY(near(costs[0].shortTerm, 4) && near(costs[0].longTerm, 4));
        QVERIFY(near(costs[1].shortTerm, 0) && near(costs[1].longTerm, 0));
        QVERIFY(near(costs[2].shortTerm + costs[2].longTerm, 0));
    }

    void delayOfItsOwn()  // V16b: process 1 is late by 1 of its own
    {
        const auto costs = delayCosts(3, {{1, 0, 4, 4, {}}, {2, 1, 5, 1, {0}}});
        QVERIFY(near(costs[1].shortTerm, 1));
        QVERIFY(near(costs[0].shortTerm, 4) && near(costs[0].longTerm, 4));
    }
};

QTEST_APPLESS_MAIN(TestAttribution)
#include "tst_Attribution.moc"
