// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/report/SavedInvestigation.h"

using namespace headwater;

namespace {

ScaleCase example()
{
    ScaleCase given;
    given.cluster = {{{"n \"1\"", "leaf", "spine"}, {"n2", {}, {}}}, 4};
    given.topologyKnown = true;
    given.source = "/cluster/topology.conf";
    given.badGpus = 8;
    given.goodGpus = 4;
    given.minutesPerRun = 7.5;
    given.simulated = 0xfedcba9876543210ULL;
    GroupMeasurement measured;
    measured.nodes = {"n2"};
    measured.metric = "busbw_gbps";
    measured.higherIsBetter = true;
    measured.baseline = {{380, 381.25}, {{"tp", "8"}}, {1024, 2048}};
    measured.current = {{300}, {{"tp", "4"}}, {}};
    GroupMeasurement said;
    said.nodes = {"n \"1\""};
    said.said = "inconclusive";
    GroupMeasurement runs = measured;
    runs.metric = "step_time_ms";
    runs.higherIsBetter = false;
    runs.baseline.runs = {"/runs/b-1", "/runs/b-2"};
    runs.current.runs = {"/elsewhere/c-1"};
    given.experiments = {{measured, said}, {said}, {runs}};
    given.isolation = {{IsolationKind::NcclTests, measured, {}},
                       {IsolationKind::SyntheticData, said, {}},
                       {IsolationKind::StragglerHunt, {}, {{{{{"n \"1\"", "n2"}, 5.25}}}, {{{{"n2"}, 4}}}}}};
    return given;
}

}  // namespace

class TestSavedScale : public QObject {
    Q_OBJECT
private slots:
    void roundTrip();
    void runsMoveAlong();
    void olderFilesHaveNone();
    void refusals_data();
    void refusals();
};

void TestSavedScale::roundTrip()
{
    SavedInvestigation in;
    in.baseline = {"/runs/a"};
    in.scale = example();
    const auto out = investigationFromJson(investigationJson(in, "/elsewhere"), "/elsewhere");
    QVERIFY(out.has_value());
    QVERIFY(out->scale == in.scale);
}

/// Runs that lie below the investigation move with it.
void TestSavedScale::runsMoveAlong()
{
    SavedInvestigation in;
    in.scale = example();
    const auto out = investigationFromJson(investigationJson(in, "/elsewhere"), "/moved");
    QVERIFY(out.has_value());
    const GroupMeasurement& group = out->scale.experiments.back().front();
    QCOMPARE(group.current.runs, std::vector<std::string>{"/moved/c-1"});
    QCOMPARE(group.baseline.runs, (std::vector<std::string>{"/runs/b-1", "/runs/b-2"}));
}

void TestSavedScale::olderFilesHaveNone()
{
    SavedInvestigation in;
    in.baseline = {"/runs/a"};
    const std::string text = investigationJson(in, "/");
    QVERIFY(text.find("\"scale\"") == std::string::npos);
    QVERIFY(investigationFromJson(text, "/")->scale == ScaleCase());
}

void TestSavedScale::refusals_data()
{
    QTest::addColumn<QString>("scale");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const char* scale, const char* where) {
        QTest::newRow(name) << QString::fromLatin1(scale) << QString::fromLatin1(where);
    };
    row("no object", "7", "key scale.scale");
    row("no list of nodes", "{'nodes': 7}", "key scale.nodes");
    row("a node that is none", "{'nodes': [7]}", "key scale.nodes");
    row("a node twice", "{'nodes': [{'name': 'a'}, {'name': 'a'}]}", "key scale.nodes");
    row("GPUs", "{'nodes': [{'name': 'a'}], 'gpus_per_node': 0}", "key scale.gpus_per_node");
    row("a size", "{'bad_gpus': -1}", "key scale.bad_gpus");
    row("a huge size", "{'bad_gpus': 18446744073709551615}", "key scale.bad_gpus");
    row("minutes", "{'minutes_per_run': 0}", "key scale.minutes_per_run");
    row("a seed", "{'simulated_seed': -1}", "key scale.simulated_seed");
    row("no groups", "{'experiments': [{'groups': []}]}", "key scale.experiments");
    row("a group that is none", "{'experiments': [{'groups': [7]}]}", "key scale.groups");
    row("no nodes", "{'experiments': [{'groups': [{'said': 'good'}]}]}", "key scale.groups");
    row("said what", "{'experiments': [{'groups': [{'nodes': ['a'], 'said': 'perhaps'}]}]}", "key scale.groups");
    row("a value", "{'experiments': [{'groups': [{'nodes': ['a'], 'metric': 'm', 'baseline': {'values': ['x']}}]}]}",
        "key scale.values");
    row("a test of another name", "{'isolation': [{'test': 'guess'}]}", "key scale.isolation");
    row("a test that is none", "{'isolation': [7]}", "key scale.isolation");
    row("a hunt without rounds", "{'isolation': [{'test': 'straggler-hunt'}]}", "key scale.isolation");
    row("a round without groups", "{'isolation': [{'test': 'straggler-hunt', 'rounds': [[]]}]}", "key scale.rounds");
    row("a round without a time", "{'isolation': [{'test': 'straggler-hunt', 'rounds': [[{'nodes': ['a']}]]}]}",
        "key scale.rounds");
}

void TestSavedScale::refusals()
{
    QFETCH(QString, scale);
    QFETCH(QString, where);
    const QString text = QStringLiteral("{'schema': 'headwater.investigation/1', 'scale': %1}").arg(scale);
    const auto out = investigationFromJson(QString(text).replace(u'\'', u'"').toStdString(), "/");
    QVERIFY(!out.has_value());
    QCOMPARE(out.error().code, ErrorCode::Malformed);
    QCOMPARE(QString::fromStdString(out.error().where), where);
}

QTEST_APPLESS_MAIN(TestSavedScale)
#include "tst_SavedScale.moc"
