// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "core/ingest/scale/ScaleFiles.h"

using namespace headwater;

class TestScaleFiles : public QObject {
    Q_OBJECT
private slots:
    void topology();
    void brokenTopology_data();
    void brokenTopology();
    void results();
    void brokenResults_data();
    void brokenResults();

private:
    [[nodiscard]] std::filesystem::path written(QByteArray text) const;

    QTemporaryDir m_folder;
};

/// Single quotes stand for double ones.
std::filesystem::path TestScaleFiles::written(QByteArray text) const
{
    QFile file(m_folder.filePath(QStringLiteral("f.json")));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(text.replace('\'', '"'));
    return file.fileName().toStdString();
}

void TestScaleFiles::topology()
{
    const auto cluster = readCluster(written("{'schema':'headwater.topology/1','gpus_per_node':4,'nodes':["
                                             "{'name':'a','leaf':'l1','spine':'s'},{'name':'b'}]}"),
                                     {});
    QVERIFY(cluster);
    QCOMPARE(cluster->gpus(), 8);
    QCOMPARE(cluster->nodes[0].spine, std::string("s"));
    QCOMPARE(cluster->nodes[1].leaf, std::string());
}

void TestScaleFiles::brokenTopology_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("where");
    const QByteArray head = "{'schema':'headwater.topology/1',";
    QTest::newRow("schema") << QByteArray("{'schema':'x','nodes':[]}") << QByteArray("schema");
    QTest::newRow("no nodes") << head + "'nodes':[]}" << QByteArray("nodes");
    QTest::newRow("no name") << head + "'nodes':[{'leaf':'x'}]}" << QByteArray("nodes[0]");
    QTest::newRow("no object") << head + "'nodes':[7]}" << QByteArray("nodes[0]");
    QTest::newRow("twice") << head + "'nodes':[{'name':'a'},{'name':'a'}]}" << QByteArray("nodes[1]");
    QTest::newRow("gpus") << head + "'gpus_per_node':0,'nodes':[{'name':'a'}]}" << QByteArray("gpus_per_node");
    QTest::newRow("cut") << head + "'nodes':[{'name':'a'}," << QByteArray("byte 55");
}

void TestScaleFiles::brokenTopology()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, where);
    const auto cluster = readCluster(written(text), {});
    QVERIFY(!cluster);
    QCOMPARE(QByteArray::fromStdString(cluster.error().where), where);
    QVERIFY(!cluster.error().file.empty());
}

void TestScaleFiles::results()
{
    const auto experiments =
        readScaleResults(written("{'schema':'headwater.scale-results/1','experiments':[{'groups':[{'nodes':['a','b'],"
                                 "'metric':'busbw_gbps','higher_is_better':true,'baseline':{'values':[380,381],"
                                 "'invariants':{'message_bytes':67108864,'algo':'ring'}},'current':{'values':[300.5]}},"
                                 "{'nodes':['c'],'said':'good'}]}]}"),
                         {});
    QVERIFY(experiments);
    const GroupMeasurement& group = experiments->front().front();
    QVERIFY(group.higherIsBetter);
    QCOMPARE(group.baseline.values, (std::vector<double>{380, 381}));
    QCOMPARE(group.baseline.invariants.at("message_bytes"), std::string("67108864"));
    QCOMPARE(group.current.values, std::vector<double>{300.5});
    QCOMPARE(experiments->front()[1].said, std::string("good"));
}

void TestScaleFiles::brokenResults_data()
{
    QTest::addColumn<QByteArray>("groups");
    QTest::addColumn<QByteArray>("where");
    QTest::newRow("no groups") << QByteArray("[]") << QByteArray("experiments[0]");
    QTest::newRow("no nodes") << QByteArray("[{'said':'good'}]") << QByteArray("experiments[0].groups[0]");
    QTest::newRow("a number") << QByteArray("[{'nodes':[1],'said':'good'}]")
                              << QByteArray("experiments[0].groups[0].nodes[0]");
    QTest::newRow("neither") << QByteArray("[{'nodes':['a'],'said':'fine'}]") << QByteArray("experiments[0].groups[0]");
    QTest::newRow("text") << QByteArray("[{'nodes':['a'],'metric':'t_ms','current':{'values':[1,'x']}}]")
                          << QByteArray("experiments[0].groups[0].current.values[1]");
    QTest::newRow("which is better") << QByteArray("[{'nodes':['a'],'metric':'score','current':{'values':[1]}}]")
                                     << QByteArray("experiments[0].groups[0].higher_is_better");
    QTest::newRow("backwards") << QByteArray("[{'nodes':['a'],'metric':'tokens_per_s','higher_is_better':false}]")
                               << QByteArray("experiments[0].groups[0].higher_is_better");
    QTest::newRow("one run twice") << QByteArray("[{'nodes':['a'],'current':{'runs':['x','./x']}}]")
                                   << QByteArray("experiments[0].groups[0].runs");
    QTest::newRow("no list") << QByteArray("[{'nodes':['a'],'metric':'t_ms','current':{'values':3}}]")
                             << QByteArray("experiments[0].groups[0].current.values");
}

void TestScaleFiles::brokenResults()
{
    QFETCH(QByteArray, groups);
    QFETCH(QByteArray, where);
    const auto experiments = readScaleResults(
        written("{'schema':'headwater.scale-results/1','experiments':[{'groups':" + groups + "}]}"), {});
    QVERIFY(!experiments);
    QCOMPARE(QByteArray::fromStdString(experiments.error().where), where);
}

QTEST_APPLESS_MAIN(TestScaleFiles)
#include "tst_ScaleFiles.moc"
