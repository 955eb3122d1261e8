// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/ChromeRules.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace headwater::test;

namespace {

std::string rules(const std::string& more, const std::string& ranks = "[{'field':'pid'}]",
                  const std::string& events = "[{'pattern':'.','kind':'compute'}]")
{
    return json("{'schema':'headwater.trace-rules/1','ranks':" + ranks + ",'events':" + events + more + "}");
}

}  // namespace

class tst_ChromeRules : public QObject {
    Q_OBJECT

private slots:
    void complete()
    {
        const auto parsed = chromeRulesFromJson(
            rules(json(",'name':'mine','stream':{'field':'tid'},'step':{'field':'args.step'},"
                       "'micro_batch':{'field':'args.mb'},'model_chunk':{'field':'args.mb'},'gaps':'next'"),
                  "[{'name':'pipeline','field':'thread_name','pattern':'PP (\\\\d+)'},{'name':'data','field':'pid'}]",
                  "[{'pattern':'a','kind':'compute'},{'pattern':'b','kind':'p2p'},{'pattern':'c','kind':'comm','group':"
                  "['data']}]"),
            "rules.json");
        QVERIFY2(parsed, parsed ? "" : describe(parsed.error()).c_str());
        QCOMPARE(parsed->name, std::string("mine"));
        QCOMPARE(parsed->ranks.size(), std::size_t(2));
        QVERIFY(parsed->ranks[0].field.pattern.has_value());
        QCOMPARE(parsed->ranks[1].field.source, ChromeField::Source::Process);
        QCOMPARE(parsed->arguments, (std::vector<std::string>{"step", "mb"}));
        QCOMPARE(parsed->modelChunk->argument, std::size_t(1));
        QVERIFY(parsed->waitsBefore && !parsed->sequence);
        QVERIFY(parsed->events[1].pointToPoint);
        QCOMPARE(parsed->events[2].group, (std::vector<std::size_t>{1}));
    }

    void wrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("where");
        const auto row = [](const char* name, const std::string& text, const char* where) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(where);
        };
        row("not JSON", "{", "");
        row("other schema", json("{'schema':'headwater.manifest/1'}"), "");
        row("no ranks", rules("", "[]"), "ranks");
        row("nine ranks", rules("", "[1,2,3,4,5,6,7,8,9]"), "ranks");
        row("rank is text", rules("", "['pid']"), "ranks");
        row("field", rules("", "[{'field':'args.'}]"), "ranks");
        row("pattern", rules("", "[{'field':'pid','pattern':'('}]"), "ranks");
        row("step", rules(",'step':7"), "step");
        row("no events", rules("", "[{'field':'pid'}]", "{}"), "events");
        row("kind", rules("", "[{'field':'pid'}]", "[{'pattern':'a','kind':'gpu'}]"), "events");
        row("event pattern", rules("", "[{'field':'pid'}]", "[{'pattern':'[','kind':'comm'}]"), "events");
        row("group", rules("", "[{'field':'pid'}]", "[{'pattern':'a','kind':'comm','group':['x']}]"), "events");
        row("gaps", rules(",'gaps':'before'"), "gaps");
    }

    void wrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, where);
        const auto parsed = chromeRulesFromJson(json(text.toStdString()), "rules.json");
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, ErrorCode::Malformed);
        QCOMPARE(parsed.error().where, where.toStdString());
        QCOMPARE(parsed.error().file, std::string("rules.json"));
    }

    void files()
    {
        const Folder folder;
        QVERIFY(readChromeRules(folder.write("r.json", rules(""))));
        QCOMPARE(readChromeRules(folder.root() / "none.json").error().code, ErrorCode::NotFound);
        QCOMPARE(readChromeRules(folder.write("big.json", std::string(2'000'000, ' '))).error().code,
                 ErrorCode::TooLarge);
    }

    void builtIn()
    {
        QCOMPARE(stragglerStudyRules().ranks.size(), std::size_t(3));
        QVERIFY(stragglerStudyRules().events.size() >= 5);
    }
};

QTEST_GUILESS_MAIN(tst_ChromeRules)
#include "tst_ChromeRules.moc"
