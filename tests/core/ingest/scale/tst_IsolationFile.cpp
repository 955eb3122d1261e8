// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "core/ingest/scale/IsolationFile.h"

using namespace headwater;

class TestIsolationFile : public QObject {
    Q_OBJECT
private slots:
    void everyTest();
    void noneIsFine();
    void pairsByTheHostsThatOutputsName();
    void broken_data();
    void broken();

private:
    std::filesystem::path written(const QString& name, QByteArray text) const;

    QTemporaryDir m_folder;
};

namespace {

const QByteArray kHead = "{'schema':'headwater.scale-results/1','experiments':[],'isolation':";

/// What all_reduce_perf prints of one GPU on each of two hosts, cut to what matters.
QByteArray table(const QByteArray& one, const QByteArray& other, double busBandwidth)
{
    return "# nThread 1 nGpus 1 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 "
           "agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n"
           "#  Rank  0 Group  0 Pid  11 on     " +
           one +
           " device  0 [0x0f] NVIDIA H100\n"
           "#  Rank  1 Group  0 Pid  12 on     " +
           other +
           " device  0 [0x0f] NVIDIA H100\n#\n"
           "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   "
           "algbw   busbw #wrong\n"
           "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  "
           "(GB/s)  (GB/s)\n"
           "     1048576        262144     float     sum      -1    100.0   10.49   " +
           QByteArray::number(busBandwidth, 'f', 2) +
           "      0    100.0   10.49   99.00      0\n# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 10\n";
}

}  // namespace

/// Single quotes stand for double ones in JSON.
std::filesystem::path TestIsolationFile::written(const QString& name, QByteArray text) const
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(name.endsWith(QStringLiteral(".json")) ? text.replace('\'', '"') : text);
    return file.fileName().toStdString();
}

void TestIsolationFile::everyTest()
{
    const auto read = readIsolationResults(
        written(QStringLiteral("f.json"),
                kHead + "[{'test':'nccl-tests','nodes':['a','b'],'metric':'busbw_gbps','higher_is_better':true,"
                        "'current':{'values':[380],'invariants':{'message_bytes':8}}},"
                        "{'test':'synthetic-data','nodes':['a'],'metric':'step_time_ms','baseline':{'values':[9,8]}},"
                        "{'test':'straggler-hunt','rounds':[[{'nodes':['a','b'],'time':5.5}],"
                        "[{'nodes':['a'],'time':4},{'nodes':['b'],'time':6}]]}]}"),
        {});
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->size(), std::size_t(3));
    QCOMPARE((*read)[0].kind, IsolationKind::NcclTests);
    QVERIFY((*read)[0].group.higherIsBetter);
    QCOMPARE((*read)[0].group.current.invariants.at("message_bytes"), std::string("8"));
    QCOMPARE((*read)[1].kind, IsolationKind::SyntheticData);
    QCOMPARE((*read)[1].group.baseline.values, (std::vector<double>{9, 8}));
    QCOMPARE((*read)[2].kind, IsolationKind::StragglerHunt);
    QCOMPARE((*read)[2].rounds.size(), std::size_t(2));
    QCOMPARE((*read)[2].rounds[0].groups[0].nodes, (std::vector<std::string>{"a", "b"}));
    QCOMPARE((*read)[2].rounds[1].groups[1].time, 6.0);
}

void TestIsolationFile::noneIsFine()
{
    const auto read = readIsolationResults(
        written(QStringLiteral("f.json"), "{'schema':'headwater.scale-results/1','experiments':[]}"), {});
    QVERIFY(read && read->empty());
}

void TestIsolationFile::pairsByTheHostsThatOutputsName()
{
    written(QStringLiteral("all_reduce_1.log"), table("n2.cluster", "n1.cluster", 380));
    written(QStringLiteral("all_reduce_2.log"), table("n1", "n3", 300));
    written(QStringLiteral("all_reduce_3.log"), table("n1", "n2", 382));
    written(QStringLiteral("all_reduce_4.log"), table("n1", "n2", 390));
    const auto read = readIsolationResults(
        written(QStringLiteral("f.json"),
                kHead + "[{'test':'nccl-tests','current':{'nccl_tests':['all_reduce_1.log','all_reduce_2.log',"
                        "'all_reduce_3.log'],'message_bytes':1048576},"
                        "'baseline':{'nccl_tests':['all_reduce_4.log'],'message_bytes':1048576}}]}"),
        {});
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->size(), std::size_t(2));
    QCOMPARE((*read)[0].group.nodes, (std::vector<std::string>{"n1", "n2"}));
    QCOMPARE((*read)[0].group.current.values, (std::vector<double>{380, 382}));
    QCOMPARE((*read)[0].group.baseline.values, std::vector<double>{390});
    QVERIFY((*read)[0].group.higherIsBetter);
    QCOMPARE((*read)[1].group.nodes, (std::vector<std::string>{"n1", "n3"}));
    QVERIFY((*read)[1].group.baseline.values.empty());
}

void TestIsolationFile::broken_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("where");
    QTest::newRow("no list") << QByteArray("7") << QByteArray("isolation");
    QTest::newRow("no object") << QByteArray("[7]") << QByteArray("isolation[0].test");
    QTest::newRow("another test") << QByteArray("[{'test':'magic'}]") << QByteArray("isolation[0].test");
    QTest::newRow("no nodes") << QByteArray("[{'test':'synthetic-data','metric':'t'}]") << QByteArray("isolation[0]");
    QTest::newRow("no rounds") << QByteArray("[{'test':'straggler-hunt'}]") << QByteArray("isolation[0]");
    QTest::newRow("empty round") << QByteArray("[{'test':'straggler-hunt','rounds':[[]]}]")
                                 << QByteArray("isolation[0].rounds[0]");
    QTest::newRow("no time") << QByteArray("[{'test':'straggler-hunt','rounds':[[{'nodes':['a']}]]}]")
                             << QByteArray("isolation[0].rounds[0][0].time");
    QTest::newRow("negative") << QByteArray("[{'test':'straggler-hunt','rounds':[[{'nodes':['a'],'time':-1}]]}]")
                              << QByteArray("isolation[0].rounds[0][0].time");
    QTest::newRow("no size") << QByteArray("[{'test':'nccl-tests','current':{'nccl_tests':['x']}}]")
                             << QByteArray("isolation[0].current");
    QTest::newRow("no name") << QByteArray("[{'test':'nccl-tests','current':{'nccl_tests':[1],'message_bytes':8}}]")
                             << QByteArray("isolation[0].current.nccl_tests[0]");
}

void TestIsolationFile::broken()
{
    QFETCH(QByteArray, list);
    QFETCH(QByteArray, where);
    const auto read = readIsolationResults(written(QStringLiteral("f.json"), kHead + list + "}"), {});
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Malformed);
    QCOMPARE(QByteArray::fromStdString(read.error().where), where);
}

QTEST_APPLESS_MAIN(TestIsolationFile)
#include "tst_IsolationFile.moc"
