// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/JsonSplitter.h"
#include "core/ingest/KinetoEvent.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using test::json;

class tst_KinetoEvent : public QObject {
    Q_OBJECT
    KinetoEventParser m_parser;
    std::string m_text;

    bool parse(std::string text, KinetoEvent& event)
    {
        const std::size_t length = text.size();
        m_text = std::move(text) + std::string(JsonSplitter::kPadding, 'x');
        return m_parser.parse(std::string_view(m_text).substr(0, length), event);
    }

private slots:
    void readsEveryField()
    {
        KinetoEvent e;
        QVERIFY(
            parse(json("{'ph':'X','cat':'kernel','name':'k\\'é','pid':0,'tid':'stream 7','ts':1712195495502094.123,"
                       "'dur':'2.5','args':{'correlation':77,'Collective name':'allreduce','dtype':'Float','Seq':12,"
                       "'Process Group Ranks':[0, 1],'In msg nelems':5,'Out msg nelems':6,'Group size':2,'bad':inf}}"),
                  e));
        QCOMPARE(e.phase, 'X');
        QCOMPARE(e.category, std::string_view("kernel"));
        QCOMPARE(e.name, std::string_view("k\"é"));
        QCOMPARE(e.pid, std::string_view("0"));
        QCOMPARE(e.tid, std::string_view("stream 7"));
        QCOMPARE(*e.timestamp, Ns(1712195495502094123));
        QCOMPARE(*e.duration, Ns(2500));
        QCOMPARE(e.correlation, 77);
        QCOMPARE(e.collective, std::string_view("allreduce"));
        QCOMPARE(e.groupRanks, std::string_view("[0, 1]"));
        QCOMPARE(e.inElements, 5);
        QCOMPARE(e.sequence, 12);
    }

    void integersBeyondInt64()
    {
        KinetoEvent e;
        QVERIFY(parse(json("{'ph':'X','args':{'Comms Id':10159970886766084423,'correlation':3}}"), e));
        QCOMPARE(e.correlation, 3);
    }

    void repairsControlCharactersAndBadUtf8()
    {
        KinetoEvent e;
        const auto before = m_parser.repaired();
        QVERIFY(parse("{\"ph\":\"X\",\"name\":\"a\x01z\"}", e));
        QCOMPARE(e.name, std::string_view("a z"));
        QVERIFY(parse("{\"ph\":\"X\",\"name\":\"a\xff\xc3z\"}", e));
        QCOMPARE(e.name, std::string_view("a??z"));
        QCOMPARE(m_parser.repaired(), before + 2);
    }

    void badTimesAreSaid()
    {
        KinetoEvent e;
        QVERIFY(parse(json("{'ph':'X','ts':'never'}"), e));
        QVERIFY(e.badTime && !e.timestamp);
        QVERIFY(parse(json("{'ph':'X','ts':NaN,'dur':1}"), e));
        QVERIFY(e.badTime);
    }

    void whatIsNoObjectIsRefused()
    {
        KinetoEvent e;
        for (const std::string& text :
             std::vector<std::string>{"[1]", "12", "\"x\"", "{", "{\"a\":}", json("{'name':'a' b','ph':'X'}")})
            QVERIFY2(!parse(text, e), text.c_str());
    }
};

QTEST_APPLESS_MAIN(tst_KinetoEvent)
#include "tst_KinetoEvent.moc"
