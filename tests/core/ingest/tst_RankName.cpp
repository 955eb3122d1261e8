// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/RankName.h"

using namespace headwater;

class tst_RankName : public QObject {
    Q_OBJECT

private slots:
    void names_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("rank");
        QTest::addColumn<QByteArray>("host");
        QTest::newRow("rank-") << QByteArray("rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz") << 34 << QByteArray();
        QTest::newRow("rank_") << QByteArray("rank_0.trace.json") << 0 << QByteArray();
        QTest::newRow("rank[]") << QByteArray("primus-rank[6].17000.pt.trace.json.gz") << 6 << QByteArray();
        QTest::newRow("trace_rank") << QByteArray("trace_5_rank_2.json") << 2 << QByteArray();
        QTest::newRow("worker") << QByteArray("worker3_step_12.1694128201557.pt.trace.json.gz") << 3 << QByteArray();
        QTest::newRow("worker alone") << QByteArray("worker0.1623143089861.pt.trace.json.gz") << 0 << QByteArray();
        QTest::newRow("host") << QByteArray("node-7.example_19488.1698954910154219890.pt.trace.json") << -1
                              << QByteArray("node-7.example");
        QTest::newRow("nothing") << QByteArray("trace.json") << -1 << QByteArray();
        QTest::newRow("too long a number") << QByteArray("rank_99999999999999999999.json") << 9999999 << QByteArray();
    }

    void names()
    {
        QFETCH(QByteArray, file);
        QFETCH(int, rank);
        QFETCH(QByteArray, host);
        const NameHints hints = hintsFromName(file.toStdString());
        QCOMPARE(hints.rank.value_or(-1), rank);
        QCOMPARE(hints.host, host.toStdString());
    }
};

QTEST_APPLESS_MAIN(tst_RankName)
#include "tst_RankName.moc"
