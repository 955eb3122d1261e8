// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <QRegularExpression>
#include <QTemporaryDir>

#include "app/gui/pages/ReportPage.h"
#include "app/gui/pages/TimelinePage.h"
#include "tests/app/gui/Investigation.h"
#include "widgets/panels/FindingsPanel.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineView.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// What a reference of a report opens shows what the report says.
class TestReferences : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void aStepOfNeitherRunIsShownOfBoth();
    void everyReferenceOfTheReportOpens();

private:
    template <class T>
    T* page(const QString& name)
    {
        return qobject_cast<T*>(fixtures::settled(*m_window, name));
    }
    [[nodiscard]] const ViewRef& view() const { return m_window->session().view(); }
    [[nodiscard]] std::int64_t lastStep() const { return m_window->session().pair().current->cube.steps().back(); }
    [[nodiscard]] bool numbersInSight(const ViewRef& place) const;

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestReferences::initTestCase()
{
    m_window = fixtures::windowOf(m_folder, "thermal-rank");
    QVERIFY(m_window);
}

/// The finding is marked in the panel beside the page, its beginning in sight and all its evidence open: what the
/// report says stands there, whichever statistic the page shows.
bool TestReferences::numbersInSight(const ViewRef& place) const
{
    const Finding* finding = findingOf(*m_window->session().verdict(), place.finding);
    const auto& cards = m_window->findChild<FindingsPanel*>()->cards();
    const auto card = std::ranges::find(cards, QString::fromStdString(place.finding), &FindingCard::id);
    if (!finding || card == cards.end())
        return false;
    const auto shown = [&] { return (*card)->visibleRegion().contains(QPoint((*card)->width() / 2, 10)); };
    return QTest::qWaitFor(shown, fixtures::kPatience) && (*card)->selected() && (*card)->expanded() &&
           std::ranges::all_of(finding->evidence, [&](const Evidence& evidence) {
               return (*card)->accessibleDescription().contains(evidenceText(evidence));
           });
}

/// A stage, a step and a rank of neither run: both runs show that step, the stage and the rank are marked.
void TestReferences::aStepOfNeitherRunIsShownOfBoth()
{
    const auto* timeline = page<TimelinePage>(u"timeline"_s);
    QVERIFY(timeline);
    const Result<ViewRef> place =
        viewRefFromText("headwater:timeline?stage=backward&ranks=2&steps=" + std::to_string(lastStep() - 2));
    QVERIFY(place);
    m_window->workbench()->follow(*place);
    const TimelineView& view = *timeline->view();
    QTRY_VERIFY_WITH_TIMEOUT(view.state().stageTimes, fixtures::kPatience);
    QCOMPARE(view.state().mode, TimelineMode::ByStep);
    const auto [from, to] = std::pair(view.state().start, view.state().start + view.state().length);
    for (const Side side : {Side::Baseline, Side::Current}) {
        const TimelineRank& rank = view.data()->run(side).ranks[2];
        const auto step = stepWindow(rank, lastStep() - 2);
        QVERIFY(step);
        const Ns origin = originOf(*view.data(), view.state(), side, 2);
        QVERIFY(static_cast<double>(step->start - origin) >= from && static_cast<double>(step->end - origin) <= to);
        // The stage lies in that step, and its bar is drawn there.
        const auto* times = stageTimesOf(view.state(), side, 2);
        QVERIFY(times);
        const auto inStep = std::ranges::find_if(
            *times, [&](const Interval& time) { return time.start >= step->start && time.end <= step->end; });
        QVERIFY(inStep != times->end() && inStep->length() > 0);
        const QImage picture = timeline->view()->grab().toImage();
        const TimelineLayout& layout = view.timelineLayout();
        const auto row = std::ranges::find_if(layout.rows, [&](const TimelineRow& one) {
            return one.kind == TimelineRow::Kind::Rank && one.side == side && one.rank == 2;
        });
        QVERIFY(row != layout.rows.end());
        const double x = layout.xOf(static_cast<double>((inStep->start + inStep->end) / 2 - origin), view.state());
        const QPointF bar = QPointF(x, row->box.top() + 3) * picture.devicePixelRatio();
        QCOMPARE(picture.pixelColor(bar.toPoint()), lightPalette().text);
    }
    QVERIFY(view.timelineLayout().stageText.contains(u"backward"_s));
    QCOMPARE(timeline->marked().stage, std::string("backward"));
}

void TestReferences::everyReferenceOfTheReportOpens()
{
    const auto* report = page<ReportPage>(u"report"_s);
    QVERIFY(report);
    const QString html = QString::fromUtf8(report->exported(u"html"_s));
    static const QRegularExpression link(u"href=\"([^\"]*)\""_s);
    std::set<QString> pages;
    for (auto found = link.globalMatch(html); found.hasNext();) {
        QString reference = found.next().captured(1);
        reference.replace(u"&amp;"_s, u"&"_s);
        const Result<ViewRef> place = viewRefFromText(reference.toStdString());
        QVERIFY2(place, qPrintable(reference));
        m_window->workbench()->goTo(*place);
        QVERIFY2(view() == *place, qPrintable(reference));
        QCOMPARE(m_window->workbench()->pageShown(), QString::fromStdString(place->page));
        if (!place->finding.empty())
            QVERIFY2(numbersInSight(*place), qPrintable(reference));
        pages.insert(m_window->workbench()->pageShown());
    }
    QVERIFY(pages.size() >= 4);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestReferences)
#include "tst_gui_References.moc"
