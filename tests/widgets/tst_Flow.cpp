// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/Fixtures.h"
#include "widgets/models/FindingView.h"
#include "widgets/models/FlowNodes.h"
#include "widgets/models/FuzzyMatch.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/panels/NotesPanel.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

Verdict failing()
{
    Verdict verdict = *fixtures::verdictOf(fixtures::recommender());
    verdict.layers[0].status = LayerStatus::Fail;
    return verdict;
}

}  // namespace

class TestFlow : public QObject {
    Q_OBJECT
private slots:
    void aFailingLayerMarksWhatFollows();
    void aLayerWithoutDataMarksWhatFollows();
    void anOutcomeDoesNotDependOnWhatItNames();
    void theNextStepFollowsWhatWasSeen();
    void nothingIsProposedWhereNothingChanged();
    void blockedUntilSomebodyGoesOn();
    void everythingDrawnOfANodeCanBeClicked();
    void factsNeverClip();
    void findingsSelectTheirEvidence();
    void stagesAreWholeWords();
    void lettersInOrderMatch();
    void betterMatchesComeFirst();
    void placesInWords();
    void notesShowTheirPlace();
    void titlesAreNotCut();
};

void TestFlow::aFailingLayerMarksWhatFollows()
{
    const auto nodes = flowNodes(failing());
    QVERIFY(!nodes[0].conditional && !nodes[1].conditional);
    for (std::size_t i = 2; i < nodes.size(); ++i)
        QVERIFY(nodes[i].conditional);
}

void TestFlow::aLayerWithoutDataMarksWhatFollows()
{
    Verdict verdict = failing();
    for (Layer& layer : verdict.layers)
        layer.status = LayerStatus::Pass;
    verdict.layers[1].status = LayerStatus::NoData;
    verdict.outcomeNode = "input-pipeline";
    const auto nodes = flowNodes(verdict);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        QCOMPARE(nodes[i].conditional, i >= 3);
    QVERIFY2(nodes[4].condition.contains(u"has no data"_s), qPrintable(nodes[4].condition));
    verdict.layers[0].status = LayerStatus::Fail;  // both are said
    const QString both = flowNodes(verdict)[4].condition;
    QVERIFY2(both.contains(u"fails"_s) && both.contains(u"has no data"_s), qPrintable(both));
    // Drawn and said, folded or not. A question that was not asked is dashed anyway.
    FlowNodeData open = nodes[3];
    open.facts = {u"a fact"_s};
    FlowNodeData plain = open;
    plain.conditional = false;
    plain.detail = u"conditional \u00b7 "_s + plain.detail;  // the same words, so that the frame alone differs
    FlowNode drawn;
    drawn.resize(260, 60);
    drawn.setNode(plain);
    const QImage solid = drawn.grab().toImage();
    drawn.setNode(open);
    QVERIFY(drawn.grab().toImage() != solid);
    QVERIFY(drawn.accessibleDescription().contains(open.condition));
    QVERIFY(drawn.toolTip().contains(open.condition));
    drawn.setExpanded(true);
    QVERIFY(drawn.expanded() && drawn.accessibleDescription().contains(open.condition));
}

void TestFlow::anOutcomeDoesNotDependOnWhatItNames()
{
    Verdict verdict = failing();
    for (Layer& layer : verdict.layers)
        layer.status = LayerStatus::Pass;
    const auto outcomeOf = [&](const char* node) {
        verdict.outcomeNode = node;
        return flowNodes(verdict).back();
    };
    verdict.layers[3].status = LayerStatus::Fail;
    QCOMPARE(outcomeOf("straggler").id, u"outcome"_s);
    QVERIFY(!outcomeOf("straggler").conditional);
    verdict.layers[1].status = LayerStatus::Fail;
    QVERIFY(outcomeOf("straggler").conditional);
    QVERIFY(!outcomeOf("resource-fault").conditional);
    QVERIFY(outcomeOf("device-compute").conditional);
    verdict.layers[0].status = LayerStatus::Fail;
    QVERIFY(outcomeOf("resource-fault").conditional);
    QVERIFY(!outcomeOf("correctness").conditional);
}

void TestFlow::theNextStepFollowsWhatWasSeen()
{
    Verdict verdict = failing();
    FlowState state;
    QCOMPARE(proposeNext(verdict, state).node, u"correctness"_s);
    state.visited = {u"correctness"_s};
    QCOMPARE(proposeNext(verdict, state).node, u"correctness"_s);  // looking at it clears nothing
    state.continued = {LayerId::Correctness};
    for (Layer& layer : verdict.layers)
        if (layer.id != LayerId::Correctness)
            layer.status = layer.id == LayerId::Timeline ? LayerStatus::Warn : LayerStatus::Pass;
    QCOMPARE(proposeNext(verdict, state).node, u"timeline"_s);
    state.visited << u"timeline"_s;
    QCOMPARE(proposeNext(verdict, state).node, u"outcome"_s);
    state.visited << u"outcome"_s;
    QVERIFY(proposeNext(verdict, state).node.isEmpty());
    QVERIFY(!proposeNext(verdict, state).sentence.isEmpty());
}

void TestFlow::nothingIsProposedWhereNothingChanged()
{
    Verdict verdict = failing();
    for (Layer& layer : verdict.layers)
        layer.status = LayerStatus::Pass;
    verdict.firstRegressed.reset();
    verdict.outcome = Outcome::Equivalent;
    verdict.nextSteps.clear();
    const FlowProposal none = proposeNext(verdict, {});
    QVERIFY2(none.node.isEmpty() && none.sentence.contains(u"no layer asks"_s), qPrintable(none.sentence));
    Layer& timeline = verdict.layers[2];
    timeline.status = LayerStatus::Warn;
    timeline.findings.assign(1, {});
    timeline.findings[0].id = "timeline.latent";
    timeline.findings[0].severity = FindingSeverity::Warning;
    QCOMPARE(proposeNext(verdict, {}).node, u"timeline"_s);  // hidden, and worth a look
    FlowState dismissed;
    dismissed.dismissed = {u"timeline.latent"_s};
    QVERIFY(proposeNext(verdict, dismissed).node.isEmpty());
    verdict.nextSteps.push_back(say("Fetch more steps."));
    QCOMPARE(proposeNext(verdict, dismissed).node, u"outcome"_s);
}

void TestFlow::blockedUntilSomebodyGoesOn()
{
    Verdict verdict = failing();
    verdict.layers[2].status = LayerStatus::Fail;
    QVERIFY(!blockingLayer(verdict, u"alert"_s, {}));
    QVERIFY(!blockingLayer(verdict, u"correctness"_s, {}));
    QCOMPARE(blockingLayer(verdict, u"resources"_s, {}), std::optional(LayerId::Correctness));
    QCOMPARE(blockingLayer(verdict, u"outcome"_s, {LayerId::Correctness}), std::optional(LayerId::Timeline));
    QVERIFY(!blockingLayer(verdict, u"timeline"_s, {LayerId::Correctness}));
}

void TestFlow::everythingDrawnOfANodeCanBeClicked()
{
    FlowRail rail;
    rail.setVerdict(failing());
    rail.resize(260, 900);
    rail.show();
    QVERIFY(QTest::qWaitForWindowExposed(&rail));
    for (FlowNode* node : rail.nodes()) {
        QSignalSpy spy(&rail, &FlowRail::nodeActivated);
        const FlowNodeLayout layout = node->nodeLayout();
        for (const QRectF& part : {layout.title, layout.badge, layout.detail}) {
            QVERIFY(layout.box.contains(part.center()));
            if (!part.isEmpty())
                QTest::mouseClick(node, Qt::LeftButton, {}, part.center().toPoint());
        }
        QCOMPARE(spy.count(), layout.badge.isEmpty() ? 2 : 3);
        QCOMPARE(spy[0][0].toString(), node->node().id);
        if (layout.chevron.isEmpty())
            continue;
        QTest::mouseClick(node, Qt::LeftButton, {}, layout.chevron.center().toPoint());
        QVERIFY(node->expanded());
        QVERIFY(spy.count() <= 3);
    }
}

void TestFlow::factsNeverClip()
{
    FlowNodeData data;
    data.id = u"timeline"_s;
    data.title = u"3 Timeline"_s;
    data.facts = {QString(200, u'x'), u"a fact of many words "_s.repeated(20), u"short"_s};
    FlowNode node;
    node.setNode(data);
    node.setExpanded(true);
    for (const int width : {160, 240, 400}) {
        node.resize(width, node.heightForWidth(width));
        const FlowNodeLayout layout = node.nodeLayout();
        QVERIFY(layout.facts.bottom() <= node.height());
        QVERIFY(layout.facts.height() >= QFontMetrics(node.font()).height() * 6);
    }
    QVERIFY(node.heightForWidth(160) > node.heightForWidth(400));
}

void TestFlow::findingsSelectTheirEvidence()
{
    const Verdict verdict = *fixtures::verdictOf(fixtures::recommender());
    Finding finding;
    finding.id = "x.y";
    finding.statement = "Something happened";
    finding.evidence = {{"backward of rank", "1", "2", "ms", 5, 7, ""},
                        {"wait", "", "", "", 2, 4, ""},
                        {"wait", "", "", "", 5, {}, ""}};
    const ViewRef view = viewOf(finding, verdict);
    QCOMPARE(view.finding, std::string("x.y"));
    QCOMPARE(view.stage, std::string("backward"));
    QCOMPARE(view.ranks, (std::vector<int>{2, 5}));
    QVERIFY(view.steps == (StepRange{4, 7}));
    QVERIFY(view.page.empty());
    finding.evidence.clear();
    QVERIFY(viewOf(finding, verdict).stage.empty());
    QVERIFY(!findingOf(verdict, "no such"));
}

void TestFlow::stagesAreWholeWords()
{
    Verdict verdict = *fixtures::verdictOf(fixtures::recommender());
    verdict.stages[0].stage = "for";
    Finding finding;
    finding.statement = "forward grew";
    QCOMPARE(viewOf(finding, verdict).stage, std::string("forward"));
    finding.statement = "forwarding grew, backward_all too";
    QVERIFY(viewOf(finding, verdict).stage.empty());
    finding.statement = "backward, once";
    QCOMPARE(viewOf(finding, verdict).stage, std::string("backward"));
    // A word of ours that a stage is called like is no name.
    verdict.stages[0].stage = "loss";
    finding.statement = say("the {} is {} in step {}", word("loss"), "NaN", 3);
    QVERIFY(viewOf(finding, verdict).stage.empty());
    finding.statement = say("time in {} grew", std::string("loss"));
    QCOMPARE(viewOf(finding, verdict).stage, std::string("loss"));
}

void TestFlow::lettersInOrderMatch()
{
    QVERIFY(fuzzyMatch(u""_s, u"anything"_s));
    QVERIFY(fuzzyMatch(u"opinv"_s, u"Open investigation\u2026"_s));
    QVERIFY(fuzzyMatch(u"INV open"_s, u"Open investigation\u2026"_s));
    QVERIFY(fuzzyMatch(u"ete"_s, u"\u00c9t\u00e9"_s));
    QVERIFY(!fuzzyMatch(u"xyz"_s, u"Open investigation\u2026"_s));
    QVERIFY(!fuzzyMatch(u"openn"_s, u"open"_s));
}

void TestFlow::betterMatchesComeFirst()
{
    const auto score = [](const char* typed, const char* text) {
        return fuzzyMatch(QString::fromLatin1(typed), QString::fromLatin1(text)).value_or(-1'000);
    };
    QVERIFY(score("rank 2", "rank 2") > score("rank 2", "rank 12"));
    QVERIFY(score("in", "Inputs") > score("in", "Reading"));
    QVERIFY(score("oi", "Open investigation") > score("oi", "Do it"));
    QVERIFY(score("dark", "Dark theme") > score("dark", "darn old dusk"));
}

void TestFlow::placesInWords()
{
    ViewRef view;
    QVERIFY(placeText(view).isEmpty());
    view.stage = "forward";
    view.steps = StepRange{4, 6};
    view.ranks = {2, 5, 6};
    view.side = Side::Current;
    QCOMPARE(placeText(view), u"forward \u00b7 steps 4\u20136 \u00b7 ranks 2, 5\u20136 \u00b7 Current"_s);
}

/// In the column as narrow as a small window has it the status gives way, not the title.
void TestFlow::titlesAreNotCut()
{
    FlowRail rail;
    rail.setVerdict(failing());
    rail.resize(rail.fontMetrics().averageCharWidth() * 31, 900);
    rail.show();
    QVERIFY(QTest::qWaitForWindowExposed(&rail));
    bool shortened = false;
    for (const FlowNode* node : rail.nodes()) {
        QFont bold = node->font();
        bold.setWeight(QFont::DemiBold);
        const FlowNodeLayout layout = node->nodeLayout();
        const double needed = QFontMetricsF(bold).horizontalAdvance(node->node().title);
        QVERIFY2(needed <= layout.title.width(), qPrintable(node->node().title));
        shortened = shortened || layout.badgeText != node->node().badge;
    }
    QVERIFY(shortened);
}

void TestFlow::notesShowTheirPlace()
{
    Notes notes;
    notes.notes.resize(1);
    notes.notes[0].text = "look here";
    notes.notes[0].at.page = "timeline";
    notes.notes[0].at.ranks = {3};
    NotesPanel panel;
    panel.setNotes(notes);
    const QList<QLabel*> labels = panel.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(),
                        [](const QLabel* label) { return label->text() == u"Timeline: rank 3"_s; }));
}

}  // namespace headwater

QTEST_MAIN(headwater::TestFlow)
#include "tst_Flow.moc"
