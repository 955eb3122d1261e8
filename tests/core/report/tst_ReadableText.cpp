// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "Fixtures.h"
#include "core/base/Text.h"
#include "core/report/EvidenceWords.h"
#include "core/report/Report.h"
#include "core/triage/EvidencePlace.h"

using namespace headwater;

namespace {

QString markdownIn(const char* language, const Verdict& verdict)
{
    report::ReportOptions options;
    options.language = *languageFromName(language);
    return QString::fromStdString(markdown(report::verdictReport({verdict}, options)));
}

}  // namespace

/// What a person reads of names and values that other people chose.
class TestReadableText : public QObject {
    Q_OBJECT
private slots:
    void oneStepIsNoRange();
    void aBarIsEscapedInTablesAlone();
    void aValueOfLinesKeepsThem();
    void chineseHasItsOwnSigns();
    void aNameOfAMegabyteLosesItsMiddle();
};

void TestReadableText::oneStepIsNoRange()
{
    EvidencePlace place;
    place.from[1].steps = StepRange{10, 10};
    place.from[1].stepCount = 1;
    QCOMPARE(placeText(place).english(), std::string("step 10"));
    place.from[1].steps = StepRange{10, 12};
    place.from[1].stepCount = 3;
    QCOMPARE(placeText(place).english(), std::string("steps 10\u201312"));
}

void TestReadableText::aBarIsEscapedInTablesAlone()
{
    Verdict verdict = fixtures::verdict();
    verdict.comparability.changed = {{"a|b", "1", "2", false, false}};
    verdict.layers[0].findings.front().evidence = {{}};
    verdict.layers[0].findings.front().evidence.front().what = "c|d";
    const QString text = markdownIn("en", verdict);
    QVERIFY(text.contains("| `a\\|b` |"));
    QVERIFY(text.contains("  - `c|d`"));
}

void TestReadableText::aValueOfLinesKeepsThem()
{
    Verdict verdict = fixtures::verdict();
    verdict.comparability.changed = {{"patch", "one\ntwo", "one\r\nthree", false, false}};
    verdict.policy.acknowledgement = "seen\nby both";
    const QString text = markdownIn("en", verdict);
    QVERIFY2(text.contains("| `one`<br>`two` | `one`<br>`three` |"), qPrintable(text));
    QVERIFY(text.contains("`seen`<br>`by both`"));
}

void TestReadableText::chineseHasItsOwnSigns()
{
    const QString text = markdownIn("zh_CN", fixtures::verdict());
    QVERIFY(text.contains(QString::fromUtf8("（信息、")) || text.contains(QString::fromUtf8("（故障、")));
    QVERIFY(!text.contains(QString::fromUtf8(" (信息")));
}

void TestReadableText::aNameOfAMegabyteLosesItsMiddle()
{
    Verdict verdict = fixtures::verdict();
    const std::string name = "first" + std::string(1'000'000, 'x') + " last";
    verdict.stages[0].stage = name;
    verdict.headline = say("First regressed stage: {}", name);
    report::ReportOptions options;
    const report::Report made = report::verdictReport({verdict}, options);
    QVERIFY2(html(made).size() < 300'000, std::to_string(html(made).size()).c_str());
    QVERIFY2(markdown(made).size() < 200'000, std::to_string(markdown(made).size()).c_str());
    QVERIFY(made.title.starts_with("First regressed stage: firstxxx") && made.title.ends_with("xxx last"));
    // What is private is found before anything is cut.
    verdict.headline = say("{}", "/mnt/home/jane/" + std::string(5'000, 'y'));
    options.redaction.paths = options.redaction.users = true;
    QVERIFY(report::verdictReport({verdict}, options).title.find("jane") == std::string::npos);
}

QTEST_APPLESS_MAIN(TestReadableText)
#include "tst_ReadableText.moc"
