// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineView.h"

#include <algorithm>
#include <cmath>

#include <QAccessible>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "widgets/charts/ChartMenu.h"
#include "widgets/charts/ChartTable.h"
#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Format.h"
#include "widgets/timeline/TimelinePaint.h"
#include "widgets/timeline/TimelineText.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kSearchRows = 400'000;

}  // namespace

TimelineView::TimelineView(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    enableAccessibleRows();
    setAccessibleName(tr("Timeline of both runs"));
    setAccessibleDescription(
        tr("Up and down go from rank to rank, left and right from slice to slice, W A S D zoom and "
           "pan, F frames the selection, Enter opens a rank."));
    addChartMenu(
        this, [this](QPainter& painter, QSize size) { paint(painter, size); }, [this] { return table(); });
    m_scrollBar = new QScrollBar(Qt::Vertical, this);
    m_scrollBar->setFocusPolicy(Qt::NoFocus);  // the keys of the view scroll
    m_scrollBar->hide();
    connect(m_scrollBar, &QScrollBar::valueChanged, this, [this](int value) { scrollTo(value); });
    m_searchLater.setInterval(0);
    connect(&m_searchLater, &QTimer::timeout, this, &TimelineView::searchMore);
}

void TimelineView::setData(TimelineDataPtr data)
{
    m_data = std::move(data);
    m_search = TimelineSearch();
    m_searchLater.stop();
    const TimelineMode mode = m_state.mode;
    m_state = TimelineState();
    m_state.mode = mode;
    m_row = 1;
    if (m_data) {
        for (const TimelineRun& run : m_data->runs)
            if (!run.ranks.empty() && !run.ranks[0].steps.empty())
                m_state.anchor = run.ranks[0].steps.front().step;
        showEverything(m_state, *m_data);
    }
    changed();
}

void TimelineView::setMode(TimelineMode mode)
{
    if (mode == m_state.mode || !m_data)
        return;
    if (mode == TimelineMode::ByStep && m_state.selected) {
        const TimelineRank& rank = m_data->run(m_state.selected->side).ranks[m_state.selected->rank];
        if (const auto step = stepAt(rank, timeOf(*m_data, *m_state.selected).start))
            m_state.anchor = step->step;
    }
    m_state.mode = mode;
    if (mode == TimelineMode::ByStep) {
        double longest = 0;
        for (const TimelineRun& run : m_data->runs)
            for (const TimelineRank& rank : run.ranks)
                if (const auto window = stepWindow(rank, m_state.anchor))
                    longest = std::max(longest, static_cast<double>(window->length()));
        if (longest > 0)
            frame(m_state, *m_data, -longest * 0.02, longest);
    } else {
        showEverything(m_state, *m_data);
    }
    changed();
}

void TimelineView::setAnchor(std::int64_t step)
{
    m_state.anchor = step;
    changed();
}

void TimelineView::select(const std::optional<TimelinePick>& pick)
{
    m_state.selected = pick;
    update();
}

void TimelineView::setMarked(const std::vector<int>& ranks, std::optional<StepRange> steps)
{
    if (ranks == m_state.ranks && steps == m_state.steps)
        return;
    m_state.ranks = ranks;
    m_state.steps = steps;
    update();
}

void TimelineView::setStage(const QString& name, std::shared_ptr<const StageTimes> times)
{
    m_state.stage = name;
    m_state.stageTimes = std::move(times);
    changed();
}

void TimelineView::alignSteps(const StepRange& steps)
{
    if (!m_data)
        return;
    m_state.mode = TimelineMode::ByStep;
    m_state.anchor = steps.first;
    double longest = 0;
    for (const TimelineRun& run : m_data->runs)
        for (const TimelineRank& rank : run.ranks) {
            const auto first = stepWindow(rank, steps.first);
            const auto last = stepWindow(rank, steps.last);
            if (first && last)
                longest = std::max(longest, static_cast<double>(last->end - first->start));
        }
    if (longest > 0)
        frame(m_state, *m_data, -longest * 0.02, longest);
    changed();
}

void TimelineView::showAll()
{
    if (!m_data)
        return;
    showEverything(m_state, *m_data);
    changed();
}

void TimelineView::setExpanded(Side side, std::size_t rank, bool expanded)
{
    if (expanded)
        m_state.expanded.insert({side, rank});
    else
        m_state.expanded.erase({side, rank});
    changed();
}

void TimelineView::changed()
{
    m_layout.reset();
    if (m_data) {
        const TimelineLayout& layout = timelineLayout();
        const double last = std::max(0.0, layout.contentHeight - layout.plot.height());
        if (m_state.scroll > last || m_state.scroll < 0) {
            m_state.scroll = std::clamp(m_state.scroll, 0.0, last);
            m_layout.reset();
        }
    }
    placeScrollBar();
    update();
    emit windowChanged();
}

/// Beside the rows, where they do not fit.
void TimelineView::placeScrollBar()
{
    const TimelineLayout& layout = timelineLayout();
    const int last = m_data ? static_cast<int>(std::ceil(layout.contentHeight - layout.plot.height())) : 0;
    const int width = fontMetrics().height() / 2;
    m_scrollBar->setGeometry(this->width() - width, static_cast<int>(layout.plot.top()), width,
                             static_cast<int>(layout.plot.height()));
    m_scrollBar->setVisible(last > 0);
    const QSignalBlocker quiet(m_scrollBar);
    m_scrollBar->setRange(0, std::max(last, 0));
    m_scrollBar->setPageStep(static_cast<int>(layout.plot.height()));
    m_scrollBar->setValue(static_cast<int>(std::lround(m_state.scroll)));
}

void TimelineView::scrollTo(double scroll)
{
    m_state.scroll = scroll;
    changed();
}

TimelineLayout TimelineView::layOut(const QRectF& area, double ratio) const
{
    return layOutTimeline(*m_data, m_state, area, QFontMetricsF(font()), ratio);
}

std::vector<TimelineRow> TimelineView::allRows() const
{
    const double line = QFontMetricsF(font()).height();
    return timelineRows(*m_data, m_state, line, roomForRows(height(), line));
}

const TimelineLayout& TimelineView::timelineLayout() const
{
    if (!m_layout)
        m_layout = m_data ? layOut(QRectF(rect()), devicePixelRatioF()) : TimelineLayout();
    return *m_layout;
}

void TimelineView::paintEvent(QPaintEvent*)
{
    if (!m_data)
        return;
    QPainter painter(this);
    const TimelineLayout& layout = timelineLayout();
    paintTimeline(painter, *m_data, layout, m_state, {paletteOf(this), font(), hasFocus(), currentRow()}, m_buffer);
}

void TimelineView::paint(QPainter& painter, const QSizeF& size) const
{
    if (!m_data)
        return;
    QImage buffer;
    paintTimeline(painter, *m_data, layOut(QRectF(QPointF(), size), 2), m_state, {paletteOf(this), font(), false, -1},
                  buffer);
}

QString TimelineView::table() const
{
    QList<QStringList> rows{{tr("row"), tr("busy"), tr("bubbles")}};
    for (const AccessibleRow& row : accessibleRows())
        rows << QStringList{row.name, row.value, row.description};
    return tableText(rows);
}

std::vector<AccessibleRow> TimelineView::accessibleRows() const
{
    std::vector<AccessibleRow> rows;
    if (m_data)
        for (const TimelineRow& row : timelineLayout().rows)
            rows.push_back(describeRow(*m_data, timelineLayout(), m_state, row));
    return rows;
}

int TimelineView::currentRow() const
{
    if (!m_data)
        return -1;
    const auto& rows = timelineLayout().rows;
    const auto at = std::ranges::find(rows, m_row, &TimelineRow::index);
    return at == rows.end() ? -1 : static_cast<int>(at - rows.begin());
}

void TimelineView::chooseRow(int row)
{
    const auto& rows = timelineLayout().rows;
    if (row < 0 || row >= static_cast<int>(rows.size()))
        return;
    m_row = rows[static_cast<std::size_t>(row)].index;
    announceRow(this, row);
    update();
}

QSize TimelineView::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 24};
}

QSize TimelineView::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 10};
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    changed();
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        changed();
    QWidget::changeEvent(event);
}

QString TimelineView::tipAt(QPointF point) const
{
    if (!m_data)
        return {};
    const TimelineLayout& layout = timelineLayout();
    for (const TimelineLayout::Cause& entry : layout.legend)
        if (entry.box.contains(point))
            return cause::word(entry.cause) + u'\n' + cause::explain(entry.cause);
    const auto pick = pickAt(*m_data, layout, point);
    return pick ? describe(*m_data, *pick) : QString();
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = tipAt(help->pos());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), format::tip(text), this);
    return true;
}

void TimelineView::choose(const std::optional<TimelinePick>& pick)
{
    update();
    if (pick == m_state.selected)
        return;
    m_state.selected = pick;
    QString text = pick ? describe(*m_data, *pick) : tr("nothing selected");
    setAccessibleDescription(text.replace(u'\n', u", "_s));
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    emit picked(pick);
}

void TimelineView::search(const QString& text)
{
    m_search = TimelineSearch(m_data, text);
    m_searchLater.start();
    emit searchChanged();
}

void TimelineView::searchMore()
{
    if (!m_search.advance(kSearchRows))
        m_searchLater.stop();
    emit searchChanged();
}

void TimelineView::goToHit(bool forward)
{
    if (!m_data)
        return;
    const auto hit = m_search.next(m_state, m_state.start + m_state.length / 2, m_state.selected, forward);
    if (!hit)
        return;
    const TimelineRank& rank = m_data->run(hit->side).ranks[hit->rank];
    const bool inRankRow =
        hit->kind == TimelinePick::Kind::Activity && rank.trace->device.activity[hit->row] == ActivityClass::Compute;
    if (!inRankRow)
        m_state.expanded.insert({hit->side, hit->rank});
    choose(hit);
    bringIntoSight(*hit);
    emit searchChanged();
}

}  // namespace headwater
