// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/whatif/Replay.h"

using namespace headwater;
using namespace headwater::whatif;

namespace {

std::vector<Ns> endsOf(const DependencyGraph& graph, const std::vector<Ns>& duration)
{
    std::vector<Ns> end;
    replay(planReplay(graph).value(), duration, end);
    return end;
}

/// The 3-stage, 4-micro-batch pipeline of vector V17c: op (stage, batch) after (stage, batch − 1) and (stage − 1,
/// batch).
DependencyGraph pipeline()
{
    DependencyGraph graph;
    graph.ops = 12;
    for (OpIndex s = 0; s < 3; ++s)
        for (OpIndex m = 0; m < 4; ++m) {
            if (m > 0)
                graph.depend(s * 4 + m, s * 4 + m - 1);
            if (s > 0)
                graph.depend(s * 4 + m, (s - 1) * 4 + m);
        }
    return graph;
}

}  // namespace

/// Dependency replay (METHODS 4).
class TestReplay : public QObject {
    Q_OBJECT
private slots:
    void pipelineEnds()  // V17c, times in tenths
    {
        std::vector<Ns> current(12, 20);
        std::fill(current.begin() + 4, current.begin() + 8, 30);
        std::fill(current.begin() + 8, current.end(), 25);
        QVERIFY(endsOf(pipeline(), current) == (std::vector<Ns>{20, 40, 60, 80, 50, 80, 110, 140, 75, 105, 135, 165}));
        QCOMPARE(endsOf(pipeline(), std::vector<Ns>(12, 20)).back(), Ns(120));
    }

    void groupsEndTogether()
    {
        // Two workers compute 5 and 9, meet in a collective with transfers 2 and 3, go on for 1 each.
        DependencyGraph graph;
        graph.ops = 6;
        graph.edges = {{0, 2}, {1, 3}, {2, 4}, {3, 5}};
        graph.groups = {{2, 3}};
        QVERIFY(endsOf(graph, {5, 9, 2, 3, 1, 1}) == (std::vector<Ns>{5, 9, 11, 12, 12, 13}));
    }

    void orderDoesNotMatter()
    {
        DependencyGraph graph;
        graph.ops = 4;
        graph.edges = {{3, 2}, {2, 1}, {1, 0}};
        QVERIFY(endsOf(graph, {1, 2, 3, 4}) == (std::vector<Ns>{10, 9, 7, 4}));
    }

    void nothing()
    {
        QVERIFY(endsOf({}, {}).empty());
        DependencyGraph emptyGroup;
        emptyGroup.ops = 1;
        emptyGroup.groups = {{}};
        QVERIFY(endsOf(emptyGroup, {7}) == std::vector<Ns>{7});
    }

    void cyclesAreNamed()
    {
        DependencyGraph graph;
        graph.ops = 5;
        graph.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4}};
        const auto plan = planReplay(graph);
        QVERIFY(!plan);
        std::vector<OpIndex> cycle = plan.error();
        QCOMPARE(cycle.size(), std::size_t(3));
        for (std::size_t i = 0; i < cycle.size(); ++i)  // each waits for the one before it
            QVERIFY(std::ranges::find(graph.edges, std::pair(cycle[i], cycle[(i + 1) % 3])) != graph.edges.end());
        graph.edges = {{4, 4}};
        QVERIFY(planReplay(graph).error() == std::vector<OpIndex>{4});
    }

    void aGroupCanCloseACycle()
    {
        // Worker A has collective 0 before 1, worker B collective 3 before 2; 0 with 2, and 1 with 3, never end.
        DependencyGraph graph;
        graph.ops = 4;
        graph.edges = {{0, 1}, {3, 2}};
        graph.groups = {{0, 2}, {1, 3}};
        QVERIFY(!planReplay(graph));
        QCOMPARE(planReplay(graph).error().size(), std::size_t(2));
    }
};

QTEST_APPLESS_MAIN(TestReplay)
#include "tst_Replay.moc"
