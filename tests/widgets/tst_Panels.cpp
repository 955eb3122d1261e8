// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QTextDocumentFragment>

#include "tests/widgets/Fixtures.h"
#include "widgets/charts/DistributionStrip.h"
#include "widgets/charts/StabilityChart.h"
#include "widgets/panels/FindingCard.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/panels/InputHealthPanel.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/panels/StageDetailPanel.h"
#include "widgets/panels/StagePanel.h"
#include "widgets/panels/StatisticsTable.h"
#include "widgets/panels/TagRow.h"
#include "widgets/panels/VerdictBanner.h"
#include "widgets/panels/WrapDelegate.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestPanels : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void bannerAnswersInOneLine();
    void tagsWrapAndStayVisible();
    void bannerEscapesNames();
    void bannerAndRailAgreeOnCorrectness();
    void bannerShowsMarksAsTheyAre();
    void unknownIsNotZero();
    void cutTextsHaveWholeTips();
    void detailSaysStateAndSteps();
    void statisticsAreReadRowByRow();
    void longNamesAreBroken();
    void smallChartsAreReadPartByPart();
    void differentJobsAskForAReason();
    void railShowsThePath();
    void railMovesByKey();
    void tableShowsItsLastColumn();
    void tableEmitsOnlyForTheUser();
    void segmentsChoose();
    void inputFactsCountWhatWasRead();
};

void TestPanels::bannerAnswersInOneLine()
{
    VerdictBanner banner;
    banner.setVerdict(fixtures::verdictOf(fixtures::recommender()));
    QCOMPARE(banner.headlineText(), u"First regressed stage: forward +16.6 ms +66 % [+57, +77]"_s);
    QCOMPARE(banner.accessibleName(), banner.headlineText());
    QStringList tags;
    for (const Tag& tag : headlineTags(*fixtures::verdictOf(fixtures::recommender())))
        tags << tag.text;
    QVERIFY(tags.contains(u"confirmed"_s));
    QVERIFY(tags.contains(u"systemic"_s));
    QVERIFY(tags.contains(u"within-run evidence only"_s));
    banner.setVerdict(fixtures::verdictOf(fixtures::manyStages(3, 9)));
    QCOMPARE(banner.headlineText(), u"No stage regressed"_s);
}

void TestPanels::tagsWrapAndStayVisible()
{
    VerdictBanner banner;
    auto verdict = std::make_shared<Verdict>(*fixtures::verdictOf(fixtures::recommender()));
    verdict->comparability.status = ComparabilityStatus::Comparable;
    banner.setVerdict(verdict);
    auto* row = banner.findChild<TagRow*>();
    const int oneRow = row->sizeHint().height();
    for (const int width : {520, 700, 1'200}) {
        banner.resize(width, banner.heightForWidth(width));
        banner.show();
        QTRY_COMPARE(banner.width(), width);
        QTRY_VERIFY(row->height() >= row->heightForWidth(row->width()));
    }
    QVERIFY(row->heightForWidth(200) > oneRow);
}

void TestPanels::bannerEscapesNames()
{
    auto stages = fixtures::recommender();
    stages[2].name = "<img src=x>&\n";
    VerdictBanner banner;
    banner.setVerdict(fixtures::verdictOf(stages));
    QVERIFY(banner.headlineText().contains(u"<img src=x>&\\x0a"_s));
}

void TestPanels::bannerAndRailAgreeOnCorrectness()
{
    auto verdict = std::make_shared<Verdict>(*fixtures::verdictOf(fixtures::recommender()));
    verdict->outcomeNode = "correctness";
    verdict->headline = "Correctness first: 3 durations are NaN";
    verdict->flowchart.back() = {"outcome", "correctness first: stop here", verdict->headline};
    VerdictBanner banner;
    banner.setVerdict(verdict);
    QCOMPARE(banner.headlineText(), u"Correctness first: 3 durations are NaN"_s);
    const FlowNodeData outcome = flowNodes(*verdict).back();
    QCOMPARE(outcome.detail, u"correctness first: stop here"_s);
    QCOMPARE(outcome.because, banner.headlineText());
    auto open = std::make_shared<Verdict>(*fixtures::verdictOf(fixtures::recommender()));
    open->outcome = Outcome::Inconclusive;
    open->firstRegressed->confirmed = false;
    open->headline = "Not decided: forward may have regressed (+16.6 ms)";
    banner.setVerdict(open);
    QCOMPARE(banner.headlineText(), u"Not decided: forward may have regressed (+16.6 ms)"_s);
}

void TestPanels::bannerShowsMarksAsTheyAre()
{
    auto verdict = std::make_shared<Verdict>(*fixtures::verdictOf(fixtures::recommender()));
    verdict->outcomeNode = "correctness";
    verdict->headline = "impossible duration \"nan\" in fwd & bwd";
    verdict->paragraph = "fwd & \"x\" <b>";
    VerdictBanner banner;
    banner.setVerdict(verdict);
    // A label that guesses whether a text is HTML would show "&quot;" of one that has no tags.
    bool paragraph = false;
    for (const QLabel* label : banner.findChildren<QLabel*>()) {
        paragraph |= label->text() == u"fwd & \"x\" <b>"_s && label->textFormat() == Qt::PlainText;
        QVERIFY(!label->text().contains(u"&quot;"_s) || label->textFormat() == Qt::RichText);
    }
    QVERIFY(paragraph);
    QCOMPARE(banner.headlineText(), u"impossible duration \"nan\" in fwd & bwd"_s);
}

void TestPanels::unknownIsNotZero()
{
    auto verdict = std::make_shared<Verdict>(*fixtures::verdictOf(fixtures::recommender()));
    verdict->stepsCurrent = 0;
    verdict->stepRatio.reset();
    QCOMPARE(flowNodes(*verdict).front().detail, u"step time not measured"_s);
    verdict->comparability = {ComparabilityStatus::Comparable, {}, "no configuration is known of either run"};
    const std::vector<Tag> tags = headlineTags(*verdict);
    QVERIFY(std::ranges::any_of(tags, [](const Tag& tag) { return tag.text == u"configuration unknown"_s; }));
}

void TestPanels::cutTextsHaveWholeTips()
{
    TagRow tags;
    const QString host = u"localised: rank 3, node-with-a-very-long-name-0042.cluster.example"_s;
    tags.setTags({{host, {}, false}, {u"shift"_s, u"the median moved"_s, false}});
    tags.resize(150, tags.heightForWidth(150));
    QVERIFY(tags.minimumSizeHint().width() < tags.sizeHint().width());
    QCOMPARE(tags.tipAt(0), host);
    QCOMPARE(tags.tipAt(1), u"shift\nthe median moved"_s);
    Finding finding;
    finding.statement = "the traces differ";
    finding.evidence = {{"trace_id", std::string(60, 'a'), std::string(60, 'b'), "", {}, {}, ""}};
    FindingCard card(finding, nullptr);
    QVERIFY(card.toolTip().contains(QString(60, u'b')));
    FlowNode node;
    node.setNode({u"outcome"_s, u"Outcome"_s, u"!"_s, u"<img src=x> regressed"_s, {}, FlowNodeData::Tone::Plain});
    QVERIFY(!Qt::mightBeRichText(node.toolTip()));
    const QString tip = format::tip(u"<img src=x> regressed"_s);
    QVERIFY(!tip.contains(u"<img"_s));
    QCOMPARE(QTextDocumentFragment::fromHtml(tip).toPlainText(), u"<img src=x> regressed"_s);
}

void TestPanels::detailSaysStateAndSteps()
{
    const VerdictPtr verdict = fixtures::verdictOf(fixtures::recommender());
    StageDetailPanel panel;
    panel.setStage(fixtures::pairOf(fixtures::recommender(), 6), verdict, 4);
    panel.resize(panel.minimumSizeHint());
    panel.show();
    const auto labels = panel.findChildren<QLabel*>();
    const auto state = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().startsWith(u"regressed \u00b7 downstream of the first \u00b7 n 6 / 6 steps"_s);
    });
    QVERIFY(state != labels.end());
    QVERIFY((*state)->height() >= (*state)->heightForWidth((*state)->width()));
    QVERIFY(!(*state)->text().contains(u"over all ranks"_s));
    // Of some ranks alone: what all of them take together stands there too, for whoever looks for that number.
    auto local = std::make_shared<Verdict>(*verdict);
    local->stages[4].regressedIn = RegressedIn{};
    local->stages[4].regressedIn->ranks = {2};
    panel.setStage(fixtures::pairOf(fixtures::recommender(), 6), local, 4);
    const auto& all = verdict->stages[4];
    QVERIFY2((*state)->text().contains(u"Median over all ranks: p50 %1 \u2192 %2"_s.arg(
                 format::duration(all.baseline.value[0]), format::duration(all.current.value[0]))),
             qPrintable((*state)->text()));
}

void TestPanels::statisticsAreReadRowByRow()
{
    StatisticsTable table;
    table.setStage(fixtures::verdictOf(fixtures::recommender())->stages[2], Statistic::P50);
    table.resize(table.minimumSizeHint());
    table.show();
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&table);
    QVERIFY(list);
    QCOMPARE(list->childCount(), 4);
    QCOMPARE(list->child(0)->text(QAccessible::Name), u"p50"_s);
    QVERIFY(
        list->child(0)->text(QAccessible::Value).startsWith(u"baseline 25.15 ms, current 41.74 ms, change +66 %"_s));
    QCOMPARE(list->child(0)->text(QAccessible::Description), u"regressed"_s);
    QTest::keyClick(&table, Qt::Key_Down);
    QVERIFY(list->child(1)->state().selected);
    QVERIFY(!list->child(0)->state().selected);
}

void TestPanels::smallChartsAreReadPartByPart()
{
    const VerdictPtr verdict = fixtures::verdictOf(fixtures::recommender());
    DistributionStrip strip;
    strip.setData(stageDetail(fixtures::pairOf(fixtures::recommender(), 6), *verdict, "forward"));
    strip.resize(400, 120);
    strip.show();
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&strip);
    QCOMPARE(list->childCount(), 2);
    QCOMPARE(list->child(1)->text(QAccessible::Name), u"Current"_s);
    QVERIFY2(list->child(1)->text(QAccessible::Value).startsWith(u"median 41"_s),
             qPrintable(list->child(1)->text(QAccessible::Value)));
    QTest::keyClick(&strip, Qt::Key_Down);
    QVERIFY(list->child(1)->state().selected);

    auto shared = std::make_shared<Verdict>(*verdict);
    shared->stability = {{2, 0.75}, {4, 0.25}};
    StabilityChart chart;
    chart.setVerdict(*shared);
    chart.resize(200, 60);
    chart.show();
    QAccessibleInterface* shares = QAccessible::queryAccessibleInterface(&chart);
    QCOMPARE(shares->childCount(), 2);
    QCOMPARE(shares->child(0)->text(QAccessible::Name), u"forward"_s);
    QCOMPARE(shares->child(1)->text(QAccessible::Value), u"25 %"_s);
    QTest::keyClick(&chart, Qt::Key_Right);
    QVERIFY(shares->child(1)->state().selected);
}

void TestPanels::longNamesAreBroken()
{
    QStandardItemModel model(1, 1);
    model.setItem(0, 0, new QStandardItem(u"ip-172-31-16-248.us-east-2.compute.internal_19488.pt.trace.json"_s));
    QTableView table;
    table.setModel(&model);
    table.setItemDelegate(new WrapDelegate(&table));
    table.setColumnWidth(0, table.fontMetrics().averageCharWidth() * 24);
    table.resizeRowsToContents();
    QVERIFY(table.rowHeight(0) > table.fontMetrics().height() * 3);
}

void TestPanels::differentJobsAskForAReason()
{
    auto verdict = std::make_shared<Verdict>(*fixtures::verdictOf(fixtures::recommender()));
    verdict->outcome = Outcome::NotComparable;
    verdict->headline = "Not comparable: different jobs";
    verdict->comparability.status = ComparabilityStatus::NotComparable;
    verdict->comparability.changed = {{"world_size", "8", "2", false, true}};
    VerdictBanner banner;
    banner.setVerdict(verdict);
    banner.show();
    const auto buttons = banner.findChildren<QPushButton*>();
    QCOMPARE(buttons.size(), 1);
    QVERIFY(buttons[0]->isVisible());
    QSignalSpy spy(&banner, &VerdictBanner::acknowledgeRequested);
    QTest::mouseClick(buttons[0], Qt::LeftButton);
    QCOMPARE(spy.count(), 1);
    auto judged = std::make_shared<Verdict>(*verdict);
    judged->policy.acknowledgement = "same model, smaller world";
    banner.setVerdict(judged);
    QVERIFY(!buttons[0]->isVisible());
}

void TestPanels::railShowsThePath()
{
    const auto nodes = flowNodes(*fixtures::verdictOf(fixtures::recommender()));
    QCOMPARE(nodes.size(), std::size_t{7});
    QCOMPARE(nodes[0].badge, u"+42 % \u25b2"_s);
    QVERIFY(nodes[0].onPath);
    QCOMPARE(nodes[1].badge, u"1 finding \u25c6"_s);
    QCOMPARE(nodes[2].tone, FlowNodeData::Tone::NoData);
    QVERIFY(nodes[3].onPath);
    QVERIFY(!nodes[4].onPath);
    QVERIFY(nodes[4].question);
    QCOMPARE(nodes[6].detail, u"more device work from forward on"_s);
}

void TestPanels::railMovesByKey()
{
    FlowRail rail;
    rail.setVerdict(*fixtures::verdictOf(fixtures::recommender()));
    rail.show();
    rail.nodes()[0]->setFocus();
    QSignalSpy spy(&rail, &FlowRail::nodeActivated);
    QTest::keyClick(rail.nodes()[0], Qt::Key_Down);
    QTest::keyClick(rail.nodes()[1], Qt::Key_Return);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy[0][0].toString(), u"correctness"_s);
    for (const FlowNode* node : rail.nodes())
        QVERIFY(!node->accessibleName().isEmpty());
}

void TestPanels::tableShowsItsLastColumn()
{
    StagePanel table;
    auto stages = fixtures::manyStages(3, 9);
    for (auto& stage : stages)
        stage.name = "load";
    table.setVerdict(fixtures::verdictOf(stages));
    table.show();
    const int least = table.minimumSizeHint().width();
    for (int width = least; width < least + 400; width += 5) {
        table.resize(width, 400);
        QVERIFY2(table.horizontalHeader()->length() <= table.viewport()->width(), qPrintable(QString::number(width)));
    }
}

void TestPanels::tableEmitsOnlyForTheUser()
{
    StagePanel table;
    table.setVerdict(fixtures::verdictOf(fixtures::recommender()));
    table.resize(800, 300);
    table.show();
    QSignalSpy spy(&table, &StagePanel::stageSelected);
    table.setSelected(3);
    QCOMPARE(spy.count(), 0);
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy[0][0].toInt(), 4);
    // No room: what matters less gives way, name, both values, change and state stay.
    table.resize(table.minimumSizeHint().width(), 300);
    QTRY_VERIFY(table.isColumnHidden(StageTableModel::PValue));
    for (const int column : {StageTableModel::Name, StageTableModel::Baseline, StageTableModel::Ratio,
                             StageTableModel::Steps, StageTableModel::State})
        QVERIFY(!table.isColumnHidden(column));
}

void TestPanels::segmentsChoose()
{
    SegmentBar bar;
    for (const QString& text : {u"p50"_s, u"mean"_s, u"p95"_s})
        bar.add(text, text);
    bar.setCurrent(0);
    bar.show();
    QSignalSpy spy(&bar, &SegmentBar::chosen);
    const auto buttons = bar.findChildren<QAbstractButton*>();
    QTest::mouseClick(buttons[2], Qt::LeftButton);
    QCOMPARE(bar.current(), 2);
    QCOMPARE(spy.count(), 1);
    bar.setCurrent(1);
    QCOMPARE(spy.count(), 1);
}

void TestPanels::inputFactsCountWhatWasRead()
{
    const PairAnalysis pair = fixtures::pairOf(fixtures::recommender(), 6);
    const QString facts = inputFacts(*pair.baseline);
    QVERIFY2(facts.contains(u"1 of 8 ranks, missing 0\u20132, 4\u20137"_s), qPrintable(facts));
    QVERIFY(facts.contains(u"6 steps"_s));
    QVERIFY(facts.contains(u"1 file used, 1 not"_s));
    InputHealthPanel panel;
    panel.setInputs(pair);
    panel.resize(900, 600);
    QVERIFY(!panel.grab().isNull());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestPanels)
#include "tst_Panels.moc"
