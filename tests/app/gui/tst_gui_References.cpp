// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <QAbstractItemView>
#include <QAccessible>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>

#include "app/gui/pages/OverviewPage.h"
#include "app/gui/pages/ReportPage.h"
#include "app/gui/pages/TimelinePage.h"
#include "tests/app/gui/Investigation.h"
#include "widgets/panels/FindingsPanel.h"
#include "widgets/panels/FlowNode.h"
#include "widgets/panels/RowsTable.h"
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
    void theInsideComesWhenItIsLookedAt();
    void numbersOfARowStandWhereItLeads_data();
    void numbersOfARowStandWhereItLeads();

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

namespace {

/// All that can be read on the window, of charts what they tell to who does not see them.
void addTexts(const QAccessibleInterface* at, QString& text)
{
    if (!at || at->state().invisible)
        return;
    for (const auto kind : {QAccessible::Name, QAccessible::Description, QAccessible::Value})
        text += at->text(kind) + u'\n';
    for (int i = 0; i < at->childCount(); ++i)
        addTexts(at->child(i), text);
}

QString textOf(QWidget& window)
{
    QString text;
    addTexts(QAccessible::queryAccessibleInterface(&window), text);
    for (const auto* node : window.findChildren<FlowNode*>())
        text += node->toolTip() + u'\n';  // all of what it tells when it is unfolded
    for (const auto* view : window.findChildren<QAbstractItemView*>())
        if (view->isVisible())
            for (int row = 0; row < view->model()->rowCount(); ++row)
                for (int column = 0; column < view->model()->columnCount(); ++column)
                    text += view->model()->index(row, column).data().toString() + u'\n';
    return text;
}

/// A number as it is printed, and half of its last digit.
struct Printed {
    double value = 0;
    double half = 0;
};

std::optional<Printed> printed(QString text)
{
    static const QRegularExpression pattern(u"^(\\d[\\d,]*)(?:\\.(\\d+))?"_s);
    const auto found = pattern.match(text.remove(u'\u202f'));
    if (!found.hasMatch())
        return std::nullopt;
    const int decimals = static_cast<int>(found.captured(2).size());
    return Printed{found.captured(0).remove(u',').toDouble(), 0.5001 * std::pow(10.0, -decimals)};
}

std::vector<Printed> numbersOf(const QString& text)
{
    static const QRegularExpression pattern(u"\\d[\\d,]*(?:\\.\\d+)?"_s);
    std::vector<Printed> all;
    for (auto found = pattern.globalMatch(text); found.hasNext();)
        if (const auto one = printed(found.next().captured(0)))
            all.push_back(*one);
    return all;
}

/// Whether the number stands there with as many digits, in this unit or in another.
bool isAmong(const QString& text, const std::vector<Printed>& shown)
{
    const auto wanted = printed(text);
    return wanted && std::ranges::any_of(shown, [&](const Printed& one) {
               for (const double scale : {1e-6, 1e-3, 1.0, 1e3, 1e6})
                   if (std::abs(one.value * scale - wanted->value) <= wanted->half + one.half * scale &&
                       one.half * scale <= wanted->half * 1.01 && (one.value > 0 || wanted->value == 0))
                       return true;
               return false;
           });
}

QString plain(const report::Line& line)
{
    QString text;
    for (const report::Span& span : line)
        text += QString::fromStdString(span.text);
    return text;
}

/// The text of a row and the reference that it has.
using Told = std::pair<QString, QString>;

void addLine(const report::Line& line, Told& told)
{
    told.first += plain(line) + u'\n';
    for (const report::Span& span : line)
        if (!span.target.empty() && told.second.isEmpty())
            told.second = QString::fromStdString(span.target);
}

std::vector<Told> toldBy(const report::Report& report)
{
    std::vector<Told> all;
    for (const report::Section& section : report.sections)
        for (const report::Block& block : section.blocks) {
            if (const auto* table = std::get_if<report::Table>(&block))
                for (const report::Row& row : table->rows) {
                    Told told;
                    for (const report::Cell& cell : row.cells)
                        for (const report::Line& line : cell.lines)
                            addLine(line, told);
                    all.push_back({QString::fromStdString(section.id) + u": "_s + told.first, told.second});
                }
            if (const auto* list = std::get_if<report::Bullets>(&block))
                for (const report::Line& line : list->lines) {
                    Told told;
                    addLine(line, told);
                    all.push_back({QString::fromStdString(section.id) + u": "_s + told.first, told.second});
                }
        }
    return all;
}

}  // namespace

/// Below the end of the page it costs nothing; whoever scrolls there, or follows a reference to it, has it.
void TestReferences::theInsideComesWhenItIsLookedAt()
{
    const QTemporaryDir folder;
    const auto window = fixtures::windowOf(folder, "slow-forward");
    QVERIFY(window);
    window->resize(1'200, 700);
    const auto* overview = qobject_cast<OverviewPage*>(fixtures::settled(*window, u"overview"_s));
    QVERIFY(overview && window->session().verdict()->drillDown);
    QTest::qWait(50);
    QVERIFY(!overview->inside()->isVisible());
    auto* bar = overview->findChild<QScrollArea*>()->verticalScrollBar();
    bar->setValue(bar->maximum());
    QTRY_VERIFY(overview->inside()->isVisible());
    QVERIFY(overview->inside()->model()->rowCount() > 2);
}

void TestReferences::numbersOfARowStandWhereItLeads_data()
{
    QTest::addColumn<QByteArray>("scenario");
    for (const char* scenario : {"slow-forward", "thermal-rank", "slow-data-loader", "tail-only", "pipeline-imbalance",
                                 "slow-link", "two-changes"})
        QTest::newRow(scenario) << QByteArray(scenario);
}

void TestReferences::numbersOfARowStandWhereItLeads()
{
    QFETCH(QByteArray, scenario);
    const QTemporaryDir folder;
    auto window = fixtures::windowOf(folder, scenario.constData());
    QVERIFY(window);
    const auto* page = qobject_cast<ReportPage*>(fixtures::settled(*window, u"report"_s));
    QVERIFY(page);
    static const QRegularExpression number(u"\\d[\\d.,\u202f ]*(?:ns|\u00b5s|ms|s|min|%)(?![a-z])"_s);
    const std::vector<Told> rows = toldBy(page->currentReport());
    for (const auto& [text, reference] : rows) {
        auto found = number.globalMatch(text);
        if (!found.hasNext())
            continue;
        // Thresholds are the user's own, and where nothing regressed there is nothing to show.
        if (text.startsWith(u"thresholds: "_s) || text.contains(u"none"_s))
            continue;
        QVERIFY2(!reference.isEmpty(), qPrintable(text));
        const Result<ViewRef> place = viewRefFromText(reference.toStdString());
        QVERIFY2(place, qPrintable(reference));
        window->workbench()->goTo(*place);
        fixtures::settled(*window, QString::fromStdString(place->page));
        const std::vector<Printed> shown = numbersOf(textOf(*window));
        QStringList missing;
        while (found.hasNext())
            if (const QString one = found.next().captured(0).trimmed(); !isAmong(one, shown))
                missing << one;
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u" | "_s) + u" of "_s + text + u" at "_s + reference));
    }
}

}  // namespace headwater

QTEST_MAIN(headwater::TestReferences)
#include "tst_gui_References.moc"
