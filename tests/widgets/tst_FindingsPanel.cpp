// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>

#include "tests/widgets/Fixtures.h"
#include "widgets/panels/FindingCard.h"
#include "widgets/panels/FindingsPanel.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestFindingsPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void findingsFollowTheLayer();
    void findingOpens();
    void selectedFindingIsInSight();
};

void TestFindingsPanel::findingsFollowTheLayer()
{
    FindingsPanel panel;
    panel.setVerdict(fixtures::verdictOf(fixtures::recommender()));
    const auto shown = [&] {
        QStringList names;
        for (const FindingCard* card : panel.findChildren<FindingCard*>())
            if (!card->isHidden())
                names << card->accessibleName();
        return names;
    };
    QCOMPARE(shown().size(), 3);
    QCOMPARE(shown().first(), u"Forward does more device work"_s);  // the failure comes first
    panel.setLayer(LayerId::Correctness);
    QCOMPARE(shown(), QStringList{u"Runs are different jobs"_s});
    panel.setLayer(LayerId::Resources);
    QVERIFY(shown().isEmpty());
    panel.setLayer(std::nullopt);
    QCOMPARE(shown().size(), 3);
}

/// Past the layer that is chosen and the cards before it, with all its evidence; somebody who scrolls is left alone.
void TestFindingsPanel::selectedFindingIsInSight()
{
    Verdict verdict = *fixtures::verdictOf(fixtures::recommender());
    for (int i = 0; i < 30; ++i) {
        Finding more = verdict.layers[2].findings[0];
        more.id = "timeline.more-" + std::to_string(i);
        verdict.layers[2].findings.push_back(more);
    }
    FindingsPanel panel;
    connect(&panel, &FindingsPanel::showAllRequested, &panel, [&panel] { panel.setLayer(std::nullopt); });
    panel.resize(320, 500);
    panel.setVerdict(std::make_shared<const Verdict>(verdict));
    panel.setLayer(LayerId::Correctness);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.setSelected(u"timeline.more-20"_s);
    const auto chosen = [&panel] {
        const auto found = std::ranges::find_if(panel.cards(), &FindingCard::selected);
        return found == panel.cards().end() ? nullptr : *found;
    };
    QScrollBar* bar = panel.findChild<QScrollArea*>()->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 1000);  // the cards have their heights
    QTRY_VERIFY(chosen() && chosen()->visibleRegion().boundingRect().height() == chosen()->height());
    QCOMPARE(chosen()->id(), u"timeline.more-20"_s);
    QVERIFY(chosen()->expanded());
    QWheelEvent wheel({20, 100}, panel.mapToGlobal(QPointF(20, 100)), {}, {0, 2400}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    for (int page = 0; page < 4; ++page)
        QCoreApplication::sendEvent(bar, &wheel);
    const int away = bar->value();
    QVERIFY(chosen()->visibleRegion().isEmpty());
    panel.cards().front()->setExpanded(true);
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    QVERIFY(chosen()->visibleRegion().isEmpty() && bar->value() <= away);
}

void TestFindingsPanel::findingOpens()
{
    const Finding finding = fixtures::verdictOf(fixtures::recommender())->layers[2].findings[0];
    FindingCard card(finding, nullptr);
    card.resize(300, 200);
    card.show();
    QVERIFY(!card.accessibleDescription().contains(u"kernels 412"_s));
    QTest::keyClick(&card, Qt::Key_Return);
    QVERIFY(card.expanded());
    QVERIFY(card.accessibleDescription().contains(u"kernels 412 \u2192 431"_s));
    QTest::mouseClick(&card, Qt::LeftButton);
    QVERIFY(!card.expanded());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestFindingsPanel)
#include "tst_FindingsPanel.moc"
