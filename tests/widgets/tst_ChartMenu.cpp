// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QImage>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include "tests/widgets/Fixtures.h"
#include "widgets/charts/ChartMenu.h"
#include "widgets/charts/ChartTable.h"
#include "widgets/charts/DistributionStrip.h"
#include "widgets/charts/StabilityChart.h"
#include "widgets/charts/StageBarChart.h"
#include "widgets/charts/StepSeriesChart.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// Keeps what a chart asks to be saved, as the window would.
class Keeper : public QWidget {
public:
    bool event(QEvent* event) override
    {
        if (event->type() != SaveRequest::kind())
            return QWidget::event(event);
        const auto* request = static_cast<SaveRequest*>(event);
        name = request->name;
        suffix = request->suffix;
        content = request->content;
        return true;
    }
    QString name, suffix;
    QByteArray content;
};

StageBarChart* chartIn(QWidget* parent)
{
    auto* chart = new StageBarChart(parent);
    auto stages = fixtures::recommender();
    stages[2].name = "<script>alert(1)</script> & co";
    stages[3].name = "=HYPERLINK(\"http://x\",1)";
    chart->setData(stageBarData(*fixtures::verdictOf(stages)));
    chart->resize(1'400, 400);
    return chart;
}

QAction* actionOf(const QWidget& chart, int index)
{
    return chart.actions().at(index);
}

}  // namespace

class TestChartMenu : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        // What the offscreen platform says of every menu is not the menu's fault.
        QTest::failOnWarning(QRegularExpression(u"^(?!.*(propagateSizeHints|plugin does not support)).*"_s));
    }
    void cellsAreNoFormulas();
    void commasAndQuotesAreQuoted();
    void controlCCopiesTheNumbers();
    void theMenuOpensByMouseAndKey();
    void theSvgIsWholeAndEscaped();
    void imagesShowWhatIsDrawn();
    void theWindowGetsTheFile();
    void everyChartHasIt();
};

void TestChartMenu::cellsAreNoFormulas()
{
    const QString text = tableText({{u"=1+1"_s, u"+a"_s, u"-a"_s, u"@x"_s, u" =2"_s, u"-1.5"_s, u"a\tb\nc"_s}});
    QCOMPARE(text, u"'=1+1\t'+a\t'-a\t'@x\t' =2\t-1.5\ta b c\n"_s);
}

void TestChartMenu::commasAndQuotesAreQuoted()
{
    QCOMPARE(tableText({{u"\uff1d1+1"_s, u"\uff20x"_s, u"\uff0b1"_s, u"\u22121"_s}}),
             u"'\uff1d1+1\t'\uff20x\t'\uff0b1\t\u22121\n"_s);
    QCOMPARE(csvText(tableText({{u"a;=1+1"_s, u"b"_s}})), u"\"a;=1+1\",b\r\n"_s);
    QCOMPARE(csvText(tableText({{u"a,b"_s, u"say \"x\""_s}, {u""_s, u"2"_s}})),
             u"\"a,b\",\"say \"\"x\"\"\"\r\n,2\r\n"_s);
}

void TestChartMenu::controlCCopiesTheNumbers()
{
    Keeper window;
    StageBarChart* chart = chartIn(&window);
    window.show();
    chart->setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QGuiApplication::clipboard()->clear();
    QTest::keyClick(chart, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), static_cast<qsizetype>(1 + fixtures::recommender().size()));
    const QStringList forward = lines[3].split(u'\t');
    QCOMPARE(forward.size(), lines[0].split(u'\t').size());
    QVERIFY(lines[4].startsWith(u"'=HYPERLINK"_s));
    QCOMPARE(forward[2], QString::number(fixtures::recommender()[2].baseline));
    QVERIFY(forward.contains(QString::number(fixtures::recommender()[2].current)));
}

void TestChartMenu::theMenuOpensByMouseAndKey()
{
    Keeper window;
    StageBarChart* chart = chartIn(&window);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto closeMenu = [chart] {
        auto* menu = chart->findChild<QMenu*>();
        const bool open = menu && menu->isVisible() && menu->actions().size() == 5;
        if (menu)
            menu->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return open;
    };
    QContextMenuEvent click(QContextMenuEvent::Mouse, QPoint(50, 50), chart->mapToGlobal(QPoint(50, 50)));
    QApplication::sendEvent(chart, &click);
    QVERIFY(closeMenu());
    QTest::keyClick(chart, Qt::Key_Menu);
    QVERIFY(closeMenu());
    QTest::keyClick(chart, Qt::Key_F10, Qt::ShiftModifier);
    QVERIFY(closeMenu());
    QVERIFY(!closeMenu());
}

void TestChartMenu::theSvgIsWholeAndEscaped()
{
    Keeper window;
    StageBarChart* chart = chartIn(&window);
    chart->setAccessibleName(u"a <b> & c"_s);
    actionOf(*chart, 2)->trigger();
    QCOMPARE(window.suffix, u"svg"_s);
    QVERIFY(!window.content.contains("<script"));
    QXmlStreamReader reader(window.content);
    QString text;
    QString title;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"title")
            title = reader.readElementText();
        else if (reader.tokenType() == QXmlStreamReader::Characters)
            text += reader.text();
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QCOMPARE(title, u"a <b> & c"_s);
    QVERIFY2(text.contains(u"<script>"_s), qPrintable(text));
}

void TestChartMenu::imagesShowWhatIsDrawn()
{
    Keeper window;
    StageBarChart* chart = chartIn(&window);
    actionOf(*chart, 1)->trigger();
    const QImage copied = QGuiApplication::clipboard()->image();
    QCOMPARE(copied.size(), chart->size() * 2);
    actionOf(*chart, 3)->trigger();
    QCOMPARE(window.suffix, u"png"_s);
    const QImage saved = QImage::fromData(window.content, "PNG");
    QCOMPARE(saved.size(), chart->size() * 2);
    const QPoint bar = chart->chartLayout().columns[4].bar[1].center().toPoint() * 2;
    QVERIFY(saved.pixelColor(bar) != saved.pixelColor(1, 1));
}

void TestChartMenu::theWindowGetsTheFile()
{
    Keeper window;
    StageBarChart* chart = chartIn(&window);
    actionOf(*chart, 4)->trigger();
    QCOMPARE(window.suffix, u"csv"_s);
    QCOMPARE(window.name, chart->accessibleName());
    QVERIFY(window.content.contains("\"'=HYPERLINK(\"\"http://x\"\",1)\""));
}

void TestChartMenu::everyChartHasIt()
{
    const VerdictPtr verdict = fixtures::verdictOf(fixtures::recommender());
    const PairAnalysis pair = fixtures::pairOf(fixtures::recommender(), 8);
    Keeper window;
    auto* steps = new StepSeriesChart(&window);
    auto* strip = new DistributionStrip(&window);
    auto* stability = new StabilityChart(&window);
    steps->setData(stageDetail(pair, *verdict, "forward"));
    strip->setData(stageDetail(pair, *verdict, "forward"));
    stability->setVerdict(*verdict);
    const std::initializer_list<std::pair<QWidget*, int>> charts = {
        {steps, 17}, {strip, 17}, {stability, static_cast<int>(1 + stability->accessibleRows().size())}};
    for (const auto& [chart, lines] : charts) {
        chart->resize(500, 200);
        QCOMPARE(chart->actions().size(), 5);
        actionOf(*chart, 0)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text().count(u'\n'), lines);
        actionOf(*chart, 2)->trigger();
        QVERIFY(window.content.contains("<svg"));
    }
}

}  // namespace headwater

QTEST_MAIN(headwater::TestChartMenu)
#include "tst_ChartMenu.moc"
