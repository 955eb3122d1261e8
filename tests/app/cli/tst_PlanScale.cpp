// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/app/cli/Cli.h"

using namespace headwater::cli_test;
using nlohmann::json;

namespace {

/// A cluster of four leaves of four nodes.
json topology()
{
    json nodes = json::array();
    for (int i = 0; i < 16; ++i)
        nodes.push_back({{"name", "n" + std::to_string(i)}, {"leaf", "sw" + std::to_string(i / 4)}});
    return {{"schema", "headwater.topology/1"}, {"gpus_per_node", 8}, {"nodes", nodes}};
}

}  // namespace

/// plan-scale as a person uses it: run what it says, write down what came out, ask again.
class TestPlanScale : public QObject {
    Q_OBJECT
private slots:
    void aHiddenPairIsFound();
    void badUsage_data();
    void badUsage();
    void movedInvariantsAreSaid();
    void textForPeople();
    void runsAreResults();
    void isolationTests();

private:
    Workplace m_place;
};

void TestPlanScale::aHiddenPairIsFound()
{
    const QString cluster = m_place.write(QStringLiteral("cluster.json"), QByteArray::fromStdString(topology().dump()));
    const std::string pair[2] = {"n3", "n14"};
    json results = {{"schema", "headwater.scale-results/1"}, {"experiments", json::array()}};
    json plan;
    for (int round = 0; round < 8; ++round) {
        const QString file = m_place.write(QStringLiteral("so-far.json"), QByteArray::fromStdString(results.dump()));
        const Outcome outcome = runCli({QStringLiteral("plan-scale"), QStringLiteral("--bad"), QStringLiteral("128"),
                                        QStringLiteral("--topology"), cluster, QStringLiteral("--results"), file,
                                        QStringLiteral("--json"), QStringLiteral("-")});
        QCOMPARE(outcome.code, 0);
        plan = parsed(outcome);
        if (plan["next"].is_null())
            break;
        double chances = 0;
        for (const json& one : plan["next"]["outcomes"])
            chances += one["probability"].get<double>();
        QVERIFY(std::abs(chances - 1) < 1e-9);
        json groups = json::array();
        for (const json& group : plan["next"]["groups"]) {
            int members = 0;
            for (const json& node : group["nodes"])
                members += node == pair[0] || node == pair[1] ? 1 : 0;
            const double slow = members == 2 ? 1.3 : 1;
            groups.push_back({{"nodes", group["nodes"]},
                              {"metric", "step_time_ms"},
                              {"baseline", {{"values", {800, 803, 798}}}},
                              {"current", {{"values", {801 * slow, 799 * slow, 802 * slow}}}}});
        }
        results["experiments"].push_back({{"groups", groups}});
    }
    QCOMPARE(plan["diagnosis"], json("pair"));
    QCOMPARE(plan["suspects"]["count"], json(1));
    QCOMPARE(plan["suspects"]["listed"][0]["what"], json("the pair n3 and n14"));
    QVERIFY(results["experiments"].size() <= 7);  // log2(16) + 3
}

void TestPlanScale::badUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    const auto words = [](const char* text) { return QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts); };
    QTest::newRow("no size") << words("") << QByteArray("--bad N");
    QTest::newRow("good is larger") << words("--bad 64 --good 128") << QByteArray("not below");
    QTest::newRow("one node") << words("--bad 8") << QByteArray("fewer than two nodes");
    QTest::newRow("half a node") << words("--bad 100") << QByteArray("no whole number of nodes");
    QTest::newRow("too many") << words("--bad 100000") << QByteArray("more than 4096");
    QTest::newRow("no number") << words("--bad many") << QByteArray("--bad");
    QTest::newRow("no file") << words("--bad 64 --topology missing.json") << QByteArray("missing.json");
}

void TestPlanScale::badUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    const Outcome outcome = runCli(QStringList{QStringLiteral("plan-scale")} + arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(said), outcome.err.constData());
}

void TestPlanScale::movedInvariantsAreSaid()
{
    const QString file = m_place.write(
        QStringLiteral("moved.json"),
        QByteArray("{'schema':'headwater.scale-results/1','experiments':[{'groups':[{'nodes':['node0','node1'],"
                   "'metric':'step_time_ms','baseline':{'values':[1,1,1],'invariants':{'message_bytes':64}},"
                   "'current':{'values':[2,2,2],'invariants':{'message_bytes':32}}}]}]}")
            .replace('\'', '"'));
    const Outcome outcome = runCli({QStringLiteral("plan-scale"), QStringLiteral("--bad"), QStringLiteral("64"),
                                    QStringLiteral("--results"), file});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("invalid, message_bytes: 64"), outcome.out.constData());
}

void TestPlanScale::textForPeople()
{
    const Outcome outcome = runCli({QStringLiteral("plan-scale"), QStringLiteral("--bad"), QStringLiteral("128"),
                                    QStringLiteral("--good"), QStringLiteral("8")});
    QCOMPARE(outcome.code, 0);
    for (const char* part :
         {"group 1: node0", "GPU-hours", "--nodelist=node0", "$JOB", "all_reduce_perf", "switches are not known"})
        QVERIFY2(outcome.out.contains(part), part);
}

/// Both halves measured by runs: folders that `simulate` wrote, one of them with a slow data loader.
void TestPlanScale::runsAreResults()
{
    const auto simulated = [this](const char* scenario) {
        const QString folder = m_place.path(QString::fromLatin1(scenario));
        (void)runCli({QStringLiteral("simulate"), QString::fromLatin1(scenario), QStringLiteral("--out"), folder,
                      QStringLiteral("--ranks"), QStringLiteral("2")});
        return folder.toStdString();
    };
    const std::string slow = simulated("slow-data-loader");
    const auto group = [](const json& nodes, const std::string& current, const std::string& baseline) {
        return json{{"nodes", nodes},
                    {"baseline", {{"runs", {baseline + "/baseline"}}}},
                    {"current", {{"runs", {current + "/current"}}}}};
    };
    json topology = {{"schema", "headwater.topology/1"}, {"gpus_per_node", 1}};
    for (const char* node : {"node01.example.com", "node02", "node03", "node04"})
        topology["nodes"].push_back({{"name", node}, {"leaf", "a"}});
    const QString nodes = m_place.write(QStringLiteral("nodes.json"), QByteArray::fromStdString(topology.dump()));
    const auto planned = [&](const json& names) {
        const json results = {{"schema", "headwater.scale-results/1"},
                              {"experiments", {{{"groups", {group(names, slow, slow)}}}}}};
        const QString file = m_place.write(QStringLiteral("runs.json"), QByteArray::fromStdString(results.dump()));
        return runCli({QStringLiteral("plan-scale"), QStringLiteral("--bad"), QStringLiteral("4"),
                       QStringLiteral("--topology"), nodes, QStringLiteral("--results"), file, QStringLiteral("--json"),
                       QStringLiteral("-")});
    };
    // A run says where it was: it is no result of other nodes, nor of fewer.
    const Outcome elsewhere = planned({"node03", "node02"});
    QCOMPARE(elsewhere.code, 2);
    QVERIFY2(elsewhere.err.contains("ran on node01, node02, the group is node03, node02"), elsewhere.err.constData());
    const Outcome fewer = planned(json::array({"node02"}));
    QCOMPARE(fewer.code, 2);
    QVERIFY2(fewer.err.contains("has 2 ranks, the group node02 has 1 GPUs"), fewer.err.constData());
    const Outcome outcome = planned({"node01.example.com", "node02"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const json one = parsed(outcome)["experiments"][0]["groups"][0];
    QCOMPARE(one["metric"], json("step_time_ms"));
    QCOMPARE(one["runs"], json(1));
    QVERIFY(one["ratio"].get<double>() > 0.05);
    QCOMPARE(one["state"], json("inconclusive"));  // one run is no three
}

void TestPlanScale::isolationTests()
{
    json tests = json::array();
    for (int a = 0; a < 6; ++a)
        for (int b = a + 1; b < 6; ++b) {
            const double value = a == 1 && b == 4 ? 250 : 380 + 0.1 * a + 0.2 * b;
            tests.push_back({{"test", "nccl-tests"},
                             {"nodes", {"n" + std::to_string(a), "n" + std::to_string(b)}},
                             {"metric", "busbw_gbps"},
                             {"higher_is_better", true},
                             {"current", {{"values", {value, value + 1, value - 1}}}}});
        }
    tests.push_back({{"test", "synthetic-data"},
                     {"nodes", {"n0", "n1"}},
                     {"metric", "step_time_ms"},
                     {"baseline", {{"values", {900, 903, 902}}}},
                     {"current", {{"values", {700, 701, 702}}}}});
    const auto group = [](const char* a, const char* b, double time) {
        return json{{"nodes", {a, b}}, {"time", time}};
    };
    tests.push_back({{"test", "straggler-hunt"},
                     {"rounds", {{group("n0", "n1", 5), group("n2", "n3", 5), group("n4", "n5", 15)}}}});
    const json results = {
        {"schema", "headwater.scale-results/1"}, {"experiments", json::array()}, {"isolation", tests}};
    const QString cluster = m_place.write(QStringLiteral("cluster.json"), QByteArray::fromStdString(topology().dump()));
    const QString file = m_place.write(QStringLiteral("isolated.json"), QByteArray::fromStdString(results.dump()));
    const QStringList arguments{QStringLiteral("plan-scale"),
                                QStringLiteral("--bad"),
                                QStringLiteral("128"),
                                QStringLiteral("--topology"),
                                cluster,
                                QStringLiteral("--results"),
                                file};
    const Outcome text = runCli(arguments);
    QCOMPARE(text.code, 0);
    for (const char* part :
         {"n1 and n4: slow together", "! 250", "reading or preparing data", "Pairs of the next round"})
        QVERIFY2(text.out.contains(part), text.out.constData());
    const json plan = parsed(runCli(arguments + QStringList{QStringLiteral("--json"), QStringLiteral("-")}));
    QCOMPARE(plan["pair_matrices"].size(), std::size_t(1));
    const json& matrix = plan["pair_matrices"][0];
    QCOMPARE(matrix["pairs"].size(), std::size_t(15));
    QCOMPARE(matrix["suspect_pairs"], json::array({json::array({"n1", "n4"})}));
    QVERIFY(matrix["pairs"][0]["baseline"].is_null());
    QCOMPARE(plan["isolation_results"].back()["verdict"], json("blamed"));
    QCOMPARE(plan["straggler_hunt"]["next_round"].size(), std::size_t(3));
    for (const json& step : plan["isolation"])
        QVERIFY(step["gpu_hours"].get<double>() > 0 && step["nodes"].size() == 16);
}

QTEST_APPLESS_MAIN(TestPlanScale)
#include "tst_PlanScale.moc"
