// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <QtTest>

#include "core/analysis/scale/ScalePlan.h"
#include "tests/core/analysis/scale/BrokenCluster.h"

using namespace headwater;
using namespace headwater::scale;
using namespace headwater::scale_test;

namespace {

struct Noise {
    double effect = 0.2;
    double noise = 0.005;
};

struct Search {
    ScalePlan end;
    std::size_t experiments = 0;
    QString trouble;  ///< an experiment that cannot be run
};

QString troubleOf(const NextExperiment& next, std::size_t nodes)
{
    std::set<int> used;
    for (const NodeSet& group : next.groups) {
        if (group.empty())
            return QStringLiteral("an empty group");
        for (const int node : group)
            if (node < 0 || node >= static_cast<int>(nodes) || !used.insert(node).second)
                return QStringLiteral("node %1 twice or of no cluster").arg(node);
    }
    return next.groups.empty() ? QStringLiteral("no group") : QString();
}

constexpr std::size_t kMost = 40;

/// Without noise: no need to judge.
Search search(const BrokenCluster& site)
{
    std::vector<ExperimentResult> history;
    Search out;
    out.end.cluster = site.cluster;
    for (;;) {
        out.end.state = bisect(site.cluster, history, {});
        const auto& next = out.end.state.next;
        if (!next || history.size() >= kMost)
            break;
        out.trouble = troubleOf(*next, site.cluster.nodes.size());
        if (!out.trouble.isEmpty())
            break;
        ExperimentResult result;
        for (const NodeSet& group : next->groups)
            result.push_back({group, site.isSlow(group) ? GroupState::Bad : GroupState::Good, next->repeat});
        history.push_back(std::move(result));
    }
    out.experiments = history.size();
    return out;
}

/// After so many groups the fault is gone.
Search search(BrokenCluster site, const Noise& noise, stats::SplitMix64& random,
              std::size_t lasts = std::numeric_limits<std::size_t>::max())
{
    std::vector<ScaleExperiment> results;
    Search out;
    std::size_t measured = 0;
    for (;;) {
        out.end = *planScale(site.cluster, true, results, {}, {});
        const auto& next = out.end.state.next;
        if (!next || results.size() >= kMost)
            break;
        out.trouble = troubleOf(*next, site.cluster.nodes.size());
        if (!out.trouble.isEmpty())
            break;
        ScaleExperiment experiment;
        for (const NodeSet& group : next->groups) {
            if (measured++ == lasts)
                site.broken.clear();
            experiment.push_back(measure(site, group, next->repeats, noise.effect, noise.noise, random));
        }
        results.push_back(std::move(experiment));
    }
    out.experiments = results.size();
    return out;
}

bool concluded(const Search& done)
{
    using enum Diagnosis;
    constexpr std::array kNothing{Open, Contradiction, Unsteady, Gone};
    return std::ranges::find(kNothing, done.end.state.diagnosis) == kNothing.end();
}

/// Whether some broken part is at that node.
bool isAt(const BrokenCluster& site, int node)
{
    return std::ranges::any_of(site.broken, [node](const std::string& part) {
        return (part + " ").find(" " + std::to_string(node) + " ") != std::string::npos && part.find("leaf") != 0;
    });
}

/// Of several faults one may be found, but it must be one of them.
bool isOneOf(const BrokenCluster& site, const Hypothesis& fault)
{
    using Kind = Hypothesis::Kind;
    if (fault.kind == Kind::Leaf)
        return std::ranges::find(site.broken, "leaf " + std::to_string(fault.a)) != site.broken.end();
    const bool two = fault.kind == Kind::TwoNodes || fault.kind == Kind::Pair;
    return (fault.kind == Kind::Node || two) && isAt(site, fault.a) && (!two || isAt(site, fault.b));
}

/// Whether groups of these nodes are slow just where the conclusion says so: every two nodes, and many more groups.
QString falsehood(const BrokenCluster& site, const Search& done)
{
    if (site.several && isOneOf(site, done.end.state.alive.front()))
        return {};
    const Leaves leaves = leavesOf(site.cluster);
    const auto nodes = static_cast<int>(leaves.ofNode.size());
    std::vector<NodeSet> groups;
    for (int a = 0; a < nodes; ++a)
        for (int b = a + 1; b < nodes; ++b)
            groups.push_back({a, b});
    stats::SplitMix64 random(17);
    for (int i = 0; i < 100; ++i) {
        std::set<int> some;
        const std::size_t size = 2 + random.index(static_cast<std::size_t>(nodes - 1));
        while (some.size() < size)
            some.insert(static_cast<int>(random.index(static_cast<std::size_t>(nodes))));
        groups.emplace_back(some.begin(), some.end());
    }
    for (const NodeSet& group : groups) {
        const GroupView view(group, leaves);
        const Prediction said = predict(done.end.state.alive.front(), view);
        if (said != Prediction::Either && (said == Prediction::Slow) != site.isSlow(group)) {
            QString text = site.isSlow(group) ? QStringLiteral("slow, not fine:") : QStringLiteral("fine, not slow:");
            for (const int node : group)
                text += QStringLiteral(" n%1").arg(node);
            return text;
        }
    }
    return {};
}

std::vector<int> evenLeaves(int nodes, int perLeaf)
{
    std::vector<int> sizes;
    for (; nodes > 0; nodes -= perLeaf)
        sizes.push_back(std::min(nodes, perLeaf));
    return sizes;
}

}  // namespace

/// The planner against clusters that it knows nothing of: it sees what its experiments measure, with noise.
class TestHiddenFaults : public QObject {
    Q_OBJECT
private slots:
    void asked_data();
    void asked();
    void anything_data();
    void anything();
    void goneMeanwhile_data();
    void goneMeanwhile();
    void neverThere();
    void manyLeaves();
};

void TestHiddenFaults::asked_data()
{
    QTest::addColumn<std::vector<int>>("sizes");
    QTest::addColumn<double>("effect");
    QTest::addColumn<double>("noise");
    QTest::addColumn<int>("beyond");  // log2 of the nodes
    QTest::newRow("8 nodes") << evenLeaves(8, 4) << 0.0 << 0.0 << 3;
    QTest::newRow("9 nodes") << evenLeaves(9, 4) << 0.0 << 0.0 << 3;
    QTest::newRow("13 nodes") << evenLeaves(13, 4) << 0.0 << 0.0 << 3;
    QTest::newRow("16 nodes") << evenLeaves(16, 4) << 0.0 << 0.0 << 3;
    QTest::newRow("17 nodes") << evenLeaves(17, 4) << 0.0 << 0.0 << 3;
    QTest::newRow("25 nodes") << evenLeaves(25, 8) << 0.0 << 0.0 << 3;
    QTest::newRow("32 nodes") << evenLeaves(32, 8) << 0.0 << 0.0 << 3;
    QTest::newRow("64 nodes") << evenLeaves(64, 8) << 0.0 << 0.0 << 3;
    QTest::newRow("128 nodes") << evenLeaves(128, 16) << 0.0 << 0.0 << 3;
    QTest::newRow("uneven leaves") << std::vector<int>{6, 2} << 0.0 << 0.0 << 3;
    QTest::newRow("very uneven leaves") << std::vector<int>{11, 1, 5, 2, 9} << 0.0 << 0.0 << 3;
    QTest::newRow("20 % slower, noise of 3 %") << evenLeaves(32, 8) << 0.2 << 0.03 << 3;
    QTest::newRow("8 % slower, noise of 2 %") << evenLeaves(32, 8) << 0.08 << 0.02 << 3;
    QTest::newRow("10 % slower, noise of 4 %") << evenLeaves(32, 8) << 0.1 << 0.04 << 3;
}

void TestHiddenFaults::asked()
{
    QFETCH(std::vector<int>, sizes);
    QFETCH(double, effect);
    QFETCH(double, noise);
    QFETCH(int, beyond);
    constexpr std::uint64_t kSeeds = 200;
    std::size_t found = 0;
    std::size_t most = 0;
    double sum = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        BrokenCluster site = clusterOf(sizes);
        stats::SplitMix64 random(seed);
        breakOne(site, random);
        const Search done = noise > 0 ? search(site, {effect, noise}, random) : search(site);
        QVERIFY2(done.trouble.isEmpty(), qPrintable(done.trouble));
        const double limit = std::log2(site.cluster.nodes.size()) + beyond;
        const QString lie = concluded(done) ? falsehood(site, done) : QString();
        QVERIFY2(lie.isEmpty(), qPrintable(lie));
        const bool right = concluded(done);
        found += right && static_cast<double>(done.experiments) <= limit ? 1 : 0;
        most = std::max(most, done.experiments);
        sum += static_cast<double>(done.experiments);
        if (!right || static_cast<double>(done.experiments) > limit)
            qInfo("seed %llu, %s: %zu experiments: %s", static_cast<unsigned long long>(seed),
                  site.broken.front().c_str(), done.experiments, conclusionOf(done.end).english().c_str());
    }
    qInfo("%zu found in log2(nodes) + %d; experiments: mean %.1f, most %zu", found, beyond,
          sum / static_cast<double>(kSeeds), most);
    QVERIFY(found >= kSeeds * 95 / 100);
}

void TestHiddenFaults::anything_data()
{
    QTest::addColumn<std::vector<int>>("sizes");
    QTest::newRow("8 nodes") << evenLeaves(8, 4);
    QTest::newRow("13 nodes") << evenLeaves(13, 4);
    QTest::newRow("16 nodes") << evenLeaves(16, 4);
    QTest::newRow("32 nodes") << evenLeaves(32, 4);
    QTest::newRow("one leaf") << std::vector<int>{12};
    QTest::newRow("uneven leaves") << std::vector<int>{6, 2};
    QTest::newRow("very uneven leaves") << std::vector<int>{11, 1, 5, 2, 9};
}

void TestHiddenFaults::anything()
{
    QFETCH(std::vector<int>, sizes);
    constexpr std::uint64_t kSeeds = 200;
    std::map<std::string, std::pair<int, int>> kinds;  // concluded, all
    int wrong = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        BrokenCluster site = clusterOf(sizes);
        stats::SplitMix64 random(seed);
        breakAnything(site, random);
        NodeSet everyone;
        for (int node = 0; node < static_cast<int>(site.leafOf.size()); ++node)
            everyone.push_back(node);
        if (!site.isSlow(everyone))
            continue;
        const Search done = search(site);
        QVERIFY2(done.trouble.isEmpty(), qPrintable(done.trouble));
        ++kinds[site.kind].second;
        if (!concluded(done))
            continue;
        ++kinds[site.kind].first;
        const QString lie = falsehood(site, done);
        wrong += lie.isEmpty() ? 0 : 1;
        if (!lie.isEmpty())
            qInfo("seed %llu, %s %s: %zu experiments: %s But %s", static_cast<unsigned long long>(seed),
                  site.kind.c_str(), site.broken.empty() ? "" : site.broken.front().c_str(), done.experiments,
                  conclusionOf(done.end).english().c_str(), qPrintable(lie));
    }
    for (const auto& [kind, n] : kinds)
        qInfo("%s: %d of %d concluded", kind.c_str(), n.first, n.second);
    QCOMPARE(wrong, 0);
}

void TestHiddenFaults::goneMeanwhile_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<std::size_t>("lasts");
    for (const int nodes : {3, 8, 16, 32})
        for (const std::size_t lasts : {1, 2, 3, 4, 5, 7})
            QTest::addRow("%d nodes, gone after %zu groups", nodes, lasts) << nodes << lasts;
}

void TestHiddenFaults::goneMeanwhile()
{
    QFETCH(int, nodes);
    QFETCH(std::size_t, lasts);
    int conclusions = 0;
    int said = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        BrokenCluster site = clusterOf(evenLeaves(nodes, 4));
        stats::SplitMix64 random(seed);
        breakOne(site, random);
        const Search done = search(site, {}, random, lasts);
        QVERIFY2(done.trouble.isEmpty(), qPrintable(done.trouble));
        const Diagnosis end = done.end.state.diagnosis;
        said += end == Diagnosis::Gone || end == Diagnosis::Unsteady ? 1 : 0;
        if (!concluded(done))
            continue;
        ++conclusions;
        const QString lie = falsehood(site, done);
        if (!lie.isEmpty())
            qInfo("seed %llu %s: %s", static_cast<unsigned long long>(seed), site.broken.front().c_str(),
                  conclusionOf(done.end).english().c_str());
        QVERIFY2(lie.isEmpty(), qPrintable(lie));
    }
    qInfo("%d of 20 concluded, %d said to come and go or to be gone", conclusions, said);
    QCOMPARE(conclusions + said, 20);
}

void TestHiddenFaults::neverThere()
{
    for (const int nodes : {3, 4, 8, 16, 32}) {  // two nodes are no experiment of their own
        const BrokenCluster site = clusterOf(evenLeaves(nodes, 4));
        stats::SplitMix64 random(static_cast<std::uint64_t>(nodes));
        const Search done = search(site, {}, random);
        QVERIFY2(done.trouble.isEmpty(), qPrintable(done.trouble));
        QCOMPARE(done.end.state.diagnosis, Diagnosis::Gone);
    }
}

/// More leaf switches than groups of an experiment: a leaf's own fault and its uplink's are told apart.
void TestHiddenFaults::manyLeaves()
{
    std::size_t found = 0;
    for (int seed = 0; seed < 20; ++seed) {
        BrokenCluster site = clusterOf(evenLeaves(160, 4));
        site.kind = seed % 2 == 0 ? "leaf" : "uplink";
        site.broken = {(seed % 2 == 0 ? "leaf " : "up ") + std::to_string(2 * seed % 40)};
        const Search done = search(site);
        QVERIFY2(done.trouble.isEmpty(), qPrintable(done.trouble));
        QCOMPARE(done.end.state.diagnosis, seed % 2 == 0 ? Diagnosis::Leaf : Diagnosis::Uplink);
        QVERIFY2(falsehood(site, done).isEmpty(), qPrintable(falsehood(site, done)));
        found += static_cast<double>(done.experiments) <= std::log2(160) + 3 ? 1 : 0;
    }
    QVERIFY2(found >= 19, qPrintable(QString::number(found)));
}

QTEST_APPLESS_MAIN(TestHiddenFaults)
#include "tst_HiddenFaults.moc"
