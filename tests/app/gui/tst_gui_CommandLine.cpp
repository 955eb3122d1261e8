// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "app/gui/CommandLine.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestCommandLine : public QObject {
    Q_OBJECT
private slots:
    void pathsRunUpToTheNextOption();
    void everyOption();
    void aHandoutNeedsNoWindow();
    void whatAnExportedReportHas();
    void nonsenseIsRefused_data();
    void nonsenseIsRefused();
    void helpNamesEveryOption();
    void aReferenceIsAPlace();
    void theWorkshopIsAPage();
    void picturesOfTracesNeedThem();
};

void TestCommandLine::pathsRunUpToTheNextOption()
{
    const auto line =
        parseCommandLine({u"--baseline"_s, u"a"_s, u"b"_s, u"--current"_s, u"c"_s, u"--theme"_s, u"dark"_s});
    QVERIFY(line);
    QCOMPARE(line->baseline, (QStringList{u"a"_s, u"b"_s}));
    QCOMPARE(line->current, QStringList{u"c"_s});
    QCOMPARE(*line->theme, ThemeChoice::Dark);
    QVERIFY(!line->unattended());
}

void TestCommandLine::everyOption()
{
    const auto line = parseCommandLine(
        {u"x.headwater"_s,   u"--page=inputs"_s, u"--screenshot"_s,  u"o.png"_s, u"--size"_s,    u"1280x800"_s,
         u"--epsilon"_s,     u"0.1"_s,           u"--statistic"_s,   u"p95"_s,   u"--stages"_s,  u"canonical"_s,
         u"--acknowledge"_s, u"same model"_s,    u"--language"_s,    u"en"_s,    u"--measure"_s, u"host"_s,
         u"--settings"_s,    u"s.ini"_s,         u"--export-html"_s, u"r.html"_s});
    QVERIFY(line);
    QCOMPARE(line->file, u"x.headwater"_s);
    QCOMPARE(line->page, u"inputs"_s);
    QCOMPARE(line->size, QSize(1280, 800));
    QCOMPARE(*line->epsilonPpm, 100'000);
    QCOMPARE(*line->statistic, Statistic::P95);
    QCOMPARE(*line->measure, Measure::Host);
    QCOMPARE(*line->acknowledge, u"same model"_s);
    QVERIFY(line->unattended());
}

void TestCommandLine::whatAnExportedReportHas()
{
    const auto parsed = [](const QStringList& more) {
        return parseCommandLine(QStringList{u"--baseline"_s, u"a"_s, u"--current"_s, u"b"_s} + more);
    };
    const auto line = parsed({u"--export-pdf"_s, u"r.pdf"_s, u"--redact"_s, u"hosts,paths"_s, u"--sections"_s,
                              u"summary,inputs"_s, u"--date"_s, u"2026-12-01"_s});
    QVERIFY(line);
    QVERIFY(line->report.redaction == (report::RedactionChoice{true, false, true}));
    QCOMPARE(line->report.sections, (std::vector<std::string>{"summary", "inputs"}));
    QCOMPARE(line->report.date, std::string("2026-12-01"));
    QVERIFY(parsed({u"--export-html"_s, u"r.html"_s, u"--redact"_s, u"all"_s})->report.redaction ==
            (report::RedactionChoice{true, true, true}));
    QVERIFY(!parsed({u"--export-pdf"_s, u"r.pdf"_s, u"--redact"_s, u"hosts,nobody"_s}));
    QVERIFY(!parsed({u"--export-pdf"_s, u"r.pdf"_s, u"--sections"_s, u"epilogue"_s}));
    QVERIFY(!parsed({u"--redact"_s, u"all"_s}));  // nothing is exported: it would be forgotten silently
}

/// Nobody can ask for them afterwards. What comes of a cache else is the same.
void TestCommandLine::picturesOfTracesNeedThem()
{
    const auto needed = [](const QStringList& more) {
        const auto line = parseCommandLine(QStringList{u"--baseline"_s, u"a"_s, u"--current"_s, u"b"_s} + more);
        return line && line->needsTraces();
    };
    const QStringList picture{u"--screenshot"_s, u"o.png"_s};
    for (const QString& page : {u"timeline"_s, u"bubbles"_s, u"whatif"_s}) {
        QVERIFY(pageNames().contains(page));
        QVERIFY(needed(picture + QStringList{u"--page"_s, page}));
        QVERIFY(needed(picture + QStringList{u"--at"_s, u"headwater:"_s + page}));
        QVERIFY(!needed({u"--page"_s, page}));  // there is a button for it
    }
    QVERIFY(!needed(picture));
    QVERIFY(!needed(picture + QStringList{u"--page"_s, u"overview"_s}));
}

void TestCommandLine::aHandoutNeedsNoWindow()
{
    const auto line = parseCommandLine({u"new-image"_s, u"--handout"_s, u"x.pdf"_s, u"--answers"_s});
    QVERIFY(line && line->answers && line->unattended());
    QCOMPARE(line->file, u"new-image"_s);
    QCOMPARE(line->handout, u"x.pdf"_s);
}

void TestCommandLine::nonsenseIsRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("one side") << QStringList{u"--baseline"_s, u"a"_s};
    QTest::newRow("unknown option") << QStringList{u"--frobnicate"_s};
    QTest::newRow("handout of nothing") << QStringList{u"--handout"_s, u"x.pdf"_s};
    QTest::newRow("answers of nothing") << QStringList{u"new-image"_s, u"--answers"_s};
    QTest::newRow("no value") << QStringList{u"--theme"_s};
    QTest::newRow("bad theme") << QStringList{u"--theme"_s, u"blue"_s};
    QTest::newRow("bad size") << QStringList{u"--size"_s, u"1280"_s};
    QTest::newRow("bad epsilon") << QStringList{u"--epsilon"_s, u"-1"_s};
    QTest::newRow("nan epsilon") << QStringList{u"--epsilon"_s, u"nan"_s};
    QTest::newRow("no reference") << QStringList{u"--at"_s, u"rank 5"_s};
    QTest::newRow("bad page") << QStringList{u"--page"_s, u"nowhere"_s};
    QTest::newRow("two files") << QStringList{u"a.headwater"_s, u"b.headwater"_s};
    QTest::newRow("file and runs") << QStringList{u"a.headwater"_s, u"--baseline"_s, u"a"_s, u"--current"_s, u"b"_s};
    QTest::newRow("report of nothing") << QStringList{u"--export-html"_s, u"r.html"_s};
}

void TestCommandLine::nonsenseIsRefused()
{
    QFETCH(QStringList, arguments);
    const auto line = parseCommandLine(arguments);
    QVERIFY(!line);
    QCOMPARE(line.error().code, ErrorCode::BadUsage);
    QVERIFY(!line.error().what.empty());
}

void TestCommandLine::helpNamesEveryOption()
{
    const QString help = commandLineHelp();
    for (const char* option :
         {"--baseline", "--current", "--stages", "--epsilon", "--statistic", "--acknowledge", "--page", "--at",
          "--theme", "--language", "--settings", "--screenshot", "--size", "--export-html", "--version"})
        QVERIFY2(help.contains(QLatin1StringView(option)), option);
}

void TestCommandLine::aReferenceIsAPlace()
{
    const auto line = parseCommandLine({u"x.headwater"_s, u"--at"_s, u"headwater:timeline?steps=7-7&ranks=0-2,4"_s});
    QVERIFY(line && line->at);
    QCOMPARE(line->at->page, std::string("timeline"));
    QCOMPARE(line->at->ranks, (std::vector<int>{0, 1, 2, 4}));
}

void TestCommandLine::theWorkshopIsAPage()
{
    QCOMPARE(pageNames().last(), u"workshop"_s);
    const auto line = parseCommandLine({u"--page"_s, u"workshop"_s});
    QVERIFY(line);
    QCOMPARE(line->page, u"workshop"_s);
    QVERIFY(commandLineHelp().contains(u"workshop"_s));
}

}  // namespace headwater

QTEST_APPLESS_MAIN(headwater::TestCommandLine)
#include "tst_gui_CommandLine.moc"
