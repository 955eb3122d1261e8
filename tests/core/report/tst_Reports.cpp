// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include "Fixtures.h"
#include "core/base/Language.h"
#include "core/report/Escape.h"
#include "core/report/Report.h"
#include "core/report/Svg.h"
#include "core/report/model/HistoryReport.h"
#include "core/report/model/ReportModel.h"
#include "tests/Paths.h"

using namespace headwater;
using fixtures::verdictHtml;
using fixtures::verdictJunit;
using fixtures::verdictMarkdown;

class TestReports : public QObject {
    Q_OBJECT

private slots:
    void golden_data();
    void golden();
    void sameBytesTwice();
    void textNamesAllAnswers();
    void textWithoutColourHasNoControls();
    void tailRegressionIsNamed();
    void otherLanguages();
    void linesOfChineseAreWrapped();
    void htmlIsWellFormedAndSelfContained();
    void htmlHasColoursForBothSchemes();
    void htmlMarksFirstAndSlowest();
    void stageChartDrawsPartsAsMeasured();
    void junitCountsAndFailures();
    void junitGivesTheSeriesThatRegressed();
    void junitFailsWithALayer();
    void junitWithoutJudgementSkips();
    void hostileNamesBreakNothing();
    void hostileNamesKeepTablesWhole();
};

namespace {

QByteArray bytes(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// Names and attributes of all elements; nothing when the document is not well-formed.
std::optional<QStringList> elementsOf(const std::string& xml)
{
    QXmlStreamReader reader(bytes(xml));
    QStringList names;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        names << reader.name().toString();
        for (const QXmlStreamAttribute& attribute : reader.attributes())
            names << "@" + attribute.name().toString();
    }
    if (reader.hasError()) {
        qWarning() << reader.errorString() << reader.lineNumber() << reader.columnNumber();
        return std::nullopt;
    }
    return names;
}

int columnsOf(const QString& line)
{
    static const QRegularExpression unescaped(R"((?<!\\)\|)");
    return static_cast<int>(line.count(unescaped));
}

}  // namespace

void TestReports::golden_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("actual");
    const Verdict verdict = fixtures::verdict();
    QTest::newRow("json") << "verdict.json" << bytes(verdictJson(verdict));
    QTest::newRow("markdown") << "verdict.md" << bytes(verdictMarkdown(verdict));
    QTest::newRow("html") << "verdict.html" << bytes(verdictHtml(verdict));
    QTest::newRow("junit") << "verdict.junit.xml" << bytes(verdictJunit(verdict));
    QTest::newRow("history html") << "history.html" << bytes(html(report::historyReport(fixtures::history("forward"))));
    QTest::newRow("history markdown") << "history.md"
                                      << bytes(markdown(report::historyReport(fixtures::history("forward"))));
    QTest::newRow("history json") << "history.json" << bytes(historyJson(fixtures::history("forward")));
    QTest::newRow("history text") << "history.txt" << bytes(historyText(fixtures::history("forward"), Language()));
    QTest::newRow("text") << "verdict.txt" << bytes(verdictText(verdict, false));
    QTest::newRow("empty text") << "empty.txt" << bytes(verdictText(fixtures::emptyVerdict(), false));
    QTest::newRow("inspect json") << "inspect.json" << bytes(inspectJson(fixtures::analysis()));
    QTest::newRow("inspect text") << "inspect.txt" << bytes(inspectText(fixtures::analysis()));
    QTest::newRow("probe json") << "probe.json" << bytes(probeJson(fixtures::files()));
    QTest::newRow("probe text") << "probe.txt" << bytes(probeText(fixtures::files()));
}

void TestReports::golden()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, actual);
    QFile golden(QStringLiteral(HEADWATER_SOURCE_DIR "/tests/core/report/golden/") + file);
    if (qEnvironmentVariableIsSet("HEADWATER_UPDATE_GOLDEN")) {
        QVERIFY(golden.open(QIODevice::WriteOnly));
        QCOMPARE(golden.write(actual), actual.size());
        return;
    }
    QVERIFY2(golden.open(QIODevice::ReadOnly), qPrintable(golden.fileName()));
    const QList<QByteArray> expectedLines = golden.readAll().split('\n');
    const QList<QByteArray> actualLines = actual.split('\n');
    for (qsizetype i = 0; i < std::min(expectedLines.size(), actualLines.size()); ++i)
        QCOMPARE(actualLines[i], expectedLines[i]);
    QCOMPARE(actualLines.size(), expectedLines.size());
}

void TestReports::sameBytesTwice()
{
    QCOMPARE(verdictHtml(fixtures::verdict()), verdictHtml(fixtures::verdict()));
    QCOMPARE(verdictMarkdown(fixtures::verdict()), verdictMarkdown(fixtures::verdict()));
    QCOMPARE(verdictJunit(fixtures::verdict()), verdictJunit(fixtures::verdict()));
    QCOMPARE(verdictText(fixtures::verdict(), true), verdictText(fixtures::verdict(), true));
}

void TestReports::textNamesAllAnswers()
{
    const QString text = QString::fromStdString(verdictText(fixtures::verdict(), false));
    for (const char* part : {"First regressed, confirmed", "First regressed, course rule", "Largest increase",
                             "Slowest", "forward  +16.5 ms", "+66 % [+48, +81] %", "backward  +19.0 ms",
                             "50 % of the step's change", "n 8 / 8", "not comparable", "world_size: 8",
                             "same model, smaller cluster", "Run both with 8 ranks", "p99 needs 299 steps", "at least"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    QVERIFY(!text.contains('{'));
    const QString empty = QString::fromStdString(verdictText(fixtures::emptyVerdict(), false));
    QVERIFY(empty.startsWith("Insufficient data\n"));
    QVERIFY(empty.contains("First regressed, confirmed"));
}

void TestReports::textWithoutColourHasNoControls()
{
    QVERIFY(!bytes(verdictText(fixtures::verdict(), false)).contains('\x1b'));
    QByteArray coloured = bytes(verdictText(fixtures::verdict(), true));
    QVERIFY(coloured.contains("\x1b[1m"));
    for (const char* code : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;33m"})
        coloured.replace(code, "");
    QCOMPARE(coloured, bytes(verdictText(fixtures::verdict(), false)));
}

void TestReports::tailRegressionIsNamed()
{
    QVERIFY(verdictText(fixtures::verdict(), false).find("inconclusive, p95 p99 regressed") != std::string::npos);
    QVERIFY(verdictMarkdown(fixtures::verdict()).find("inconclusive, p95 p99 regressed") != std::string::npos);
    QVERIFY(verdictHtml(fixtures::verdict()).find("inconclusive, p95 p99 regressed") != std::string::npos);
}

void TestReports::htmlIsWellFormedAndSelfContained()
{
    for (const Verdict& verdict : {fixtures::verdict(), fixtures::emptyVerdict()}) {
        const std::string html = verdictHtml(verdict);
        const auto elements = elementsOf(html);
        QVERIFY(elements);
        for (const char* loading : {"script", "link", "img", "iframe", "object", "embed", "image", "use", "base",
                                    "@src", "@onload", "@onclick", "@onerror"})
            QVERIFY2(!elements->contains(QLatin1String(loading)), loading);
        static const QRegularExpression elsewhere("href=\"(?!headwater:)");
        QString text = QString::fromStdString(html);
        QVERIFY(!text.contains(elsewhere));
        text.remove("http://www.w3.org/2000/svg");
        text.remove("http-equiv");
        QVERIFY(!text.contains("http"));
        QVERIFY(!text.contains("@import"));
        static const QRegularExpression loadedUrl(R"(url\((?!#))");
        QVERIFY(!text.contains(loadedUrl));
    }
    QVERIFY(elementsOf(verdictHtml(fixtures::verdict()))->contains("svg"));
    QVERIFY(!elementsOf(verdictHtml(fixtures::emptyVerdict()))->contains("svg"));
}

void TestReports::htmlHasColoursForBothSchemes()
{
    const std::string html = verdictHtml(fixtures::verdict());
    for (const char* part : {"prefers-color-scheme: dark", "@media print", "#0077bb", "#56b4e9", "#d55e00", "#332288",
                             "#f0e442", "#6e6e6e", "#a8a8a8"})
        QVERIFY2(html.find(part) != std::string::npos, part);
}

void TestReports::htmlMarksFirstAndSlowest()
{
    const QString html = QString::fromStdString(verdictHtml(fixtures::verdict()));
    QCOMPARE(html.count("class=\"rule\""), 1);
    QCOMPARE(html.count("class=\"flag\""), 1);
    QCOMPARE(html.count("class=\"slowest\""), 2);  // the bar and the legend
    QCOMPARE(html.count("<g class=\"downstream\">"), 3);
    QCOMPARE(html.count("class=\"nodata\""), 1);  // the new stage has no baseline
    Verdict none = fixtures::verdict();
    none.firstRegressed.reset();
    QVERIFY(!QString::fromStdString(verdictHtml(none)).contains("class=\"rule\""));
}

/// Heights over the axis' scale are the parts' own, and a bar whose parts are not known is not drawn as compute.
void TestReports::stageChartDrawsPartsAsMeasured()
{
    const auto heights = [](const std::string& svg, const QString& cls) {
        static const QString kRect = QStringLiteral("<rect class=\"%1\" x=[^>]* height=\"([0-9.]+)\"/>");
        std::vector<double> found;
        auto all = QRegularExpression(kRect.arg(cls)).globalMatch(QString::fromStdString(svg));
        while (all.hasNext())
            found.push_back(all.next().captured(1).toDouble());
        return found;
    };
    Verdict verdict = fixtures::verdict();
    const std::string svg = stageChartSvgs(verdict).front();
    const std::vector<double> compute = heights(svg, QStringLiteral("current compute"));
    const std::vector<double> transfer = heights(svg, QStringLiteral("current transfer"));
    QCOMPARE(compute.size(), std::size_t{2});  // forward 28 ms, backward 56 ms
    QVERIFY(std::abs(compute[1] / compute[0] - 56.0 / 28) < 1e-3);
    QVERIFY(std::abs(compute[0] / transfer[0] - 28.0 / 6) < 1e-2);
    QVERIFY(svg.find("wait") == std::string::npos);
    QVERIFY(!heights(svg, QStringLiteral("current unsplit")).empty());  // load_batch: its parts are not the bar
    QVERIFY(
        QString::fromStdString(verdictHtml(verdict)).contains(QStringLiteral("Not split: load_batch, sync, metrics;")));
    for (StageVerdict& stage : verdict.stages)
        stage.shownParts = {};
    const std::string plain = stageChartSvgs(verdict).front();
    QVERIFY(plain.find("compute") == std::string::npos && plain.find("unsplit") == std::string::npos);
    QVERIFY(!heights(plain, QStringLiteral("current")).empty());
}

void TestReports::junitCountsAndFailures()
{
    const std::string xml = verdictJunit(fixtures::verdict());
    const auto elements = elementsOf(xml);
    QVERIFY(elements);
    QCOMPARE(elements->count("testcase"), 9);  // 5 stages, 4 layers
    QCOMPARE(elements->count("failure"), 3);   // forward, backward, and sync by its tail
    QCOMPARE(elements->count("skipped"), 2);   // layers without data
    Verdict open = fixtures::verdict();
    open.stages[2].stateBy.fill(StageState::Inconclusive);
    QCOMPARE(elementsOf(verdictJunit(open))->count("failure"), 2);
    QCOMPARE(elementsOf(verdictJunit(open))->count("skipped"), 3);
    QVERIFY(xml.find("failures=\"3\"") != std::string::npos);
    QVERIFY(xml.find("type=\"first regressed\"") != std::string::npos);
    QVERIFY(xml.find("name=\"policy.epsilon\" value=\"5 %\"") != std::string::npos);
}

void TestReports::junitGivesTheSeriesThatRegressed()
{
    Verdict verdict = fixtures::verdict();
    StageVerdict& forward = verdict.stages[1];
    forward.current = forward.baseline;
    forward.delta = 0;
    forward.state = StageState::NotRegressed;
    forward.regressedIn.emplace();
    forward.regressedIn->across = AcrossRanks::Max;
    forward.regressedIn->baseline = 26e6;
    forward.regressedIn->current = 57e6;
    forward.regressedIn->delta = 31'000'000;
    const auto checks = fixtures::reportOf(verdict).checks.list;
    const std::string& message = checks[1].message;
    QVERIFY2(message.find("26.0 ms \u2192 57.0 ms") != std::string::npos, message.c_str());
    QVERIFY2(message.find("slowest rank") != std::string::npos, message.c_str());
    QCOMPARE(checks[1].detail, fixtures::reportOf(verdict).checks.output);
    QCOMPARE(checks[3].type, std::string("regressed"));
    QCOMPARE(checks[3].detail, checks[3].message);  // not the headline, which is about forward
}

void TestReports::junitFailsWithALayer()
{
    Verdict verdict = fixtures::verdict();
    Layer& layer = verdict.layers[0];
    layer.status = LayerStatus::Fail;
    layer.findings[0].severity = FindingSeverity::Failure;
    layer.findings[0].statement = "The loss is NaN from step 7";
    verdict.outcome = Outcome::NotComparable;  // no stage is judged, the layer fails all the same
    const std::string xml = verdictJunit(verdict);
    QCOMPARE(elementsOf(xml)->count("failure"), 1);
    QVERIFY(xml.find("classname=\"headwater.layers\" name=\"correctness\"") != std::string::npos);
    QVERIFY(xml.find(">The loss is NaN from step 7</failure>") != std::string::npos);
}

void TestReports::junitWithoutJudgementSkips()
{
    Verdict verdict = fixtures::verdict();
    verdict.outcome = Outcome::NotComparable;
    const auto elements = elementsOf(verdictJunit(verdict));
    QVERIFY(elements);
    QCOMPARE(elements->count("failure"), 0);
    QCOMPARE(elements->count("skipped"), 8);  // 5 stages, 2 layers without data, the verdict
}

void TestReports::hostileNamesBreakNothing()
{
    const auto withNotes = [](const std::string& name) {
        return fixtures::reportOf(fixtures::verdictNamed(name), name);
    };
    const auto verdictHtml = [&](const std::string& name) { return html(withNotes(name)); };
    const auto verdictMarkdown = [&](const std::string& name) { return markdown(withNotes(name)); };
    // A line break in what somebody wrote is one in the report; no other element arises.
    const auto withoutBreaks = [](QStringList elements) {
        elements.removeAll("br");
        return elements;
    };
    const QStringList htmlExpected = withoutBreaks(*elementsOf(verdictHtml("x")));
    const QStringList historyExpected = *elementsOf(html(report::historyReport(fixtures::history("x"))));
    const QStringList junitExpected = *elementsOf(verdictJunit(fixtures::verdictNamed("x")));
    const auto lines = [](const std::string& text) { return bytes(text).count('\n'); };
    const auto textLines = lines(verdictMarkdown("x"));
    for (const std::string& name : fixtures::hostileNames()) {
        if (name.empty() || name.size() > 1000)
            continue;  // an empty name leaves whole elements out, a long one is tested by length below
        const Verdict verdict = fixtures::verdictNamed(name);
        const auto page = elementsOf(verdictHtml(name));
        QVERIFY2(page && withoutBreaks(*page) == htmlExpected, escapeTerminal(name).c_str());
        const auto nights = elementsOf(html(report::historyReport(fixtures::history(name))));
        QVERIFY2(nights && *nights == historyExpected, escapeTerminal(name).c_str());
        const auto junit = elementsOf(verdictJunit(verdict));
        QVERIFY2(junit && *junit == junitExpected, escapeTerminal(name).c_str());
        QCOMPARE(lines(verdictMarkdown(name)), textLines);
        const std::string text = verdictText(verdict, false);
        QVERIFY(text.find('\x1b') == std::string::npos);
        QCOMPARE(bytes(text).count('\r'), qsizetype(0));
    }
    for (const std::string& name : {fixtures::hostileNames().back(), std::string()}) {
        QVERIFY(elementsOf(verdictHtml(name)));
        QVERIFY(elementsOf(verdictJunit(fixtures::verdictNamed(name))));
        QVERIFY(!verdictText(fixtures::verdictNamed(name), false).empty());
    }
}

void TestReports::hostileNamesKeepTablesWhole()
{
    for (const std::string& name : fixtures::hostileNames()) {
        const QStringList lines = QString::fromStdString(verdictMarkdown(fixtures::verdictNamed(name))).split('\n');
        int columns = 0;
        for (const QString& line : lines) {
            if (!line.startsWith('|')) {
                columns = 0;
                continue;
            }
            if (columns == 0)
                columns = columnsOf(line);
            QVERIFY2(columnsOf(line) == columns, qPrintable(line));
        }
    }
}

void TestReports::otherLanguages()
{
    const Language chinese = *languageFromName("zh_CN");
    Verdict verdict = fixtures::verdict();
    verdict.headline = say("First regressed stage: {}", "forward");
    const QString text = QString::fromStdString(verdictText(verdict, false, chinese));
    for (const char* part : {"最先变慢的阶段：forward", "最先变慢，已确认", "系统性", "告警", "下一步", "95 % 区间"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    QVERIFY(!text.contains("regressed"));
    const QString html = QString::fromStdString(verdictHtml(verdict, chinese));
    QVERIFY(html.contains("<html lang=\"zh-CN\">") && html.contains(QString::fromUtf8("流程图的路径")));
    QCOMPARE(*elementsOf(verdictHtml(verdict, chinese)), *elementsOf(verdictHtml(verdict)));
    const QString markdown = QString::fromStdString(verdictMarkdown(verdict, chinese));
    QVERIFY(markdown.startsWith(QString::fromUtf8("# 最先变慢的阶段：forward")));
    // For machines there is one language.
    QVERIFY(verdictJson(verdict).find("First regressed stage: forward") != std::string::npos);
    const QString pseudo = QString::fromStdString(verdictText(verdict, false, Language::pseudo()));
    QVERIFY(!pseudo.contains("regressed stage") && pseudo.contains("forward"));
}

void TestReports::linesOfChineseAreWrapped()
{
    Verdict verdict = fixtures::verdict();
    std::string sentence;
    for (int i = 0; i < 40; ++i)
        sentence += "中文没有空格，";
    verdict.paragraph = sentence;
    const QString text = QString::fromStdString(verdictText(verdict, false));
    int found = 0;
    for (const QString& line : text.split('\n'))
        if (line.contains(QString::fromUtf8("中文"))) {
            ++found;
            QVERIFY2(line.size() <= 51, qPrintable(line));  // two columns each, and a mark that may hang over
            QVERIFY(!line.startsWith(QChar(0xff0c)));
        }
    QVERIFY(found > 5);
}

QTEST_GUILESS_MAIN(TestReports)
#include "tst_Reports.moc"
