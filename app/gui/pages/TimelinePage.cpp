// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/TimelinePage.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/pages/TracesBar.h"
#include "core/base/Messages.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/theme/ElidedLabel.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/GapInspector.h"
#include "widgets/timeline/TimelineView.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

// Widths that tables and lanes can be read at, in characters.
constexpr int kInspector = 52;
constexpr int kView = 90;

/// What decides where in time to look: another stage or finding moves nothing.
ViewRef placeOf(const ViewRef& view)
{
    ViewRef place;
    place.side = view.side;
    place.time = view.time;
    place.ranks = view.ranks;
    place.steps = view.steps;
    return place;
}

}  // namespace

TimelinePage::TimelinePage(QWidget* parent) : Page(parent)
{
    auto* column = new QVBoxLayout(this);
    const int line = fontMetrics().height();
    column->setContentsMargins(line * 5 / 4, line, line * 5 / 4, line / 2);
    column->setSpacing(line / 2);
    column->addWidget(makeHead());
    m_traces = new TracesBar(this);
    column->addWidget(m_traces);
    m_stack = new QStackedWidget(this);
    m_notice = new QLabel(m_stack);
    m_notice->setAlignment(Qt::AlignCenter);
    m_notice->setWordWrap(true);
    m_notice->setTextFormat(Qt::PlainText);
    m_stack->addWidget(m_notice);
    m_stack->addWidget(makeBody());
    column->addWidget(m_stack, 1);
    say(tr("Nothing to show yet"));
    // Where the focus goes when the page is opened: in the search, letters and Ctrl+E would be the text's.
    m_view->setFocus();
}

QWidget* TimelinePage::makeHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(tr("Timeline"), head);
    title->setFont(scaled(font(), 1.5, QFont::DemiBold));
    row->addWidget(title);
    row->addStretch(1);
    row->addWidget(makeSearch(head));
    m_mode = new SegmentBar(head);
    m_mode->setAccessibleName(tr("What the timeline shows"));
    m_mode->add(tr("Coupled zoom"), tr("Both runs on one axis, each from its first step on"));
    m_mode->add(tr("Align by step"), tr("The selected step begins at zero on every rank of both runs"));
    m_mode->add(tr("Bubbles only"), tr("Leave out what ran: only time without compute, by cause"));
    m_mode->setCurrent(0);
    row->addWidget(m_mode);
    return head;
}

QWidget* TimelinePage::makeSearch(QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    m_hits = new QLabel(box);
    row->addWidget(m_hits);
    m_search = new QLineEdit(box);
    m_search->setPlaceholderText(tr("Search ( / )"));
    m_search->setAccessibleName(tr("Search names"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(fontMetrics().averageCharWidth() * 28);
    row->addWidget(m_search);
    const auto arrow = [&](Qt::ArrowType type, const QString& tip) {
        auto* button = new QToolButton(box);
        button->setArrowType(type);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setEnabled(false);
        row->addWidget(button);
        return button;
    };
    m_previous = arrow(Qt::LeftArrow, tr("Previous hit (Shift+N)"));
    m_next = arrow(Qt::RightArrow, tr("Next hit (N)"));
    return box;
}

QWidget* TimelinePage::makeBody()
{
    auto* body = new QWidget(this);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    m_splitter = new QSplitter(Qt::Horizontal, body);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(fontMetrics().height());
    m_view = new TimelineView(m_splitter);
    auto* area = new QScrollArea(m_splitter);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumWidth(fontMetrics().averageCharWidth() * kInspector);
    m_inspector = new GapInspector;
    area->setWidget(m_inspector);
    m_splitter->setStretchFactor(0, 4);
    m_splitter->setStretchFactor(1, 1);
    column->addWidget(m_splitter, 1);
    auto* foot = new QHBoxLayout;
    m_hover = new ElidedLabel(body);
    m_hover->setTextFormat(Qt::PlainText);
    m_hover->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_slices = new QLabel(body);
    foot->addWidget(m_hover, 1);
    foot->addWidget(m_slices);
    column->addLayout(foot);

    const QString keys = tr("W A S D zoom and pan \u00b7 F frame selection \u00b7 / search \u00b7 Enter opens a rank");
    m_hover->setText(keys);
    connect(m_view, &TimelineView::hoverChanged, this,
            [this, keys](const QString& text) { m_hover->setText(text.isEmpty() ? keys : text); });
    connect(m_view, &TimelineView::picked, this, &TimelinePage::picked);
    connect(m_view, &TimelineView::searchWanted, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    connect(m_view, &TimelineView::searchChanged, this, &TimelinePage::showHits);
    connect(m_mode, &SegmentBar::chosen, this, [this](int i) { m_view->setMode(static_cast<TimelineMode>(i)); });
    connect(m_search, &QLineEdit::textChanged, m_view, &TimelineView::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { m_view->goToHit(true); });
    connect(m_next, &QToolButton::clicked, this, [this] { m_view->goToHit(true); });
    connect(m_previous, &QToolButton::clicked, this, [this] { m_view->goToHit(false); });
    return body;
}

void TimelinePage::say(const QString& text)
{
    m_notice->setText(text);
    m_stack->setCurrentIndex(0);
}

QString TimelinePage::notice() const
{
    return m_stack->currentIndex() == 0 ? m_notice->text() : QString();
}

void TimelinePage::setFlagShown(bool shown)
{
    if (shown == m_flagShown)
        return;
    m_flagShown = shown;
    if (m_pair.baseline && m_pair.current)
        setResult(PairAnalysis(m_pair), VerdictPtr(m_verdict));
}

void TimelinePage::setResult(const PairAnalysis& pair, const VerdictPtr& verdict)
{
    m_pair = pair;
    m_verdict = verdict;
    const bool flags = m_flagShown && verdict && verdict->firstRegressed;
    const std::string flagged = flags ? verdict->firstRegressed->stage : std::string();
    if (pair.baseline == m_baseline && pair.current == m_current && flagged == m_flagged)
        return;
    m_baseline = pair.baseline;
    m_current = pair.current;
    m_flagged = flagged;
    m_jobs.cancelAll();
    m_traces->setResult(pair);
    if (!m_traces->isHidden() && !pair.baseline->basis && !pair.current->basis) {
        say(tr("No timeline without the full traces"));
        return;
    }
    if (!pair.baseline->basis && !pair.current->basis) {
        say(tr("No data: neither run has traces, so nothing says when its devices and threads did what.\nLoad a folder "
               "of PyTorch Profiler traces (.json, .json.gz) or an Nsight Systems export (nsys export --type sqlite) "
               "on the Inputs page."));
        return;
    }
    // A new flag alone is no reason to take the picture away.
    if (!m_data || !m_view->data())
        say(tr("Preparing the timeline\u2026"));
    const std::array<OwnTimesPtr, 2> compared = verdict ? verdict->ownTimes : std::array<OwnTimesPtr, 2>();
    m_jobs.start<TimelineDataPtr>(
        [pair, flagged, compared](const Job& job) { return timelineData(pair, flagged, job, compared); },
        [this](Result<TimelineDataPtr> made) { ready(std::move(made)); },
        [this](double fraction, const QString&) {
            if (m_stack->currentIndex() == 0)
                say(tr("Preparing the timeline\u2026 %1").arg(format::share(fraction)));
        });
}

void TimelinePage::ready(Result<TimelineDataPtr> made)
{
    if (!made) {
        say(format::text(messageText(made.error())));
        return;
    }
    m_view->setData(*made);
    m_inspector->setData(*made);
    m_jobs.release(std::exchange(m_data, *made));
    const QString bubbles = m_data->gapsLeftOut() == 0
                                ? tr("%1 bubbles").arg(format::count(m_data->gapsKept()))
                                : tr("the %1 longest bubbles; %2 shorter ones are in the sums")
                                      .arg(format::count(m_data->gapsKept()), format::count(m_data->gapsLeftOut()));
    m_slices->setText(tr("%1 slices").arg(format::count(m_data->slices())) + u" \u00b7 "_s + bubbles);
    m_stack->setCurrentIndex(1);
    if (!m_search->text().isEmpty())
        m_view->search(m_search->text());
    markStage(std::exchange(m_stage, {}));
    if (m_wanted)
        showView(*std::exchange(m_wanted, std::nullopt));
}

void TimelinePage::showView(const ViewRef& view)
{
    if (!m_data) {
        m_wanted = view;
        return;
    }
    m_view->setMarked(view.ranks, view.steps);
    markStage(view.stage);
    const ViewRef place = placeOf(view);
    if (std::exchange(m_place, place) == place || (!view.steps && !view.time))
        return;
    if (!view.side && !view.time) {  // of neither run: both show the steps
        m_mode->setCurrent(static_cast<int>(TimelineMode::ByStep));
        m_view->alignSteps(*view.steps);
        showRank(view, Side::Current);
        return;
    }
    const Side side = view.side.value_or(Side::Current);
    const auto& ranks = m_data->run(side).ranks;
    if (ranks.empty())
        return;
    std::size_t rank = 0;
    if (!view.ranks.empty())
        rank =
            static_cast<std::size_t>(std::ranges::find(ranks, view.ranks.front(), &TimelineRank::rank) - ranks.begin());
    rank = rank == ranks.size() ? 0 : rank;
    std::optional<Interval> time = view.time;
    if (!time && view.steps) {
        const auto first = stepWindow(ranks[rank], view.steps->first);
        const auto last = stepWindow(ranks[rank], view.steps->last);
        if (first && last)
            time = Interval{first->start, last->end};
        m_view->setAnchor(view.steps->first);
    }
    if (!time)
        return;
    const auto& gaps = ranks[rank].gaps.gaps;
    const auto gap = std::ranges::find(gaps, *time, &Gap::time);
    if (gap != gaps.end()) {
        const TimelinePick pick{side, rank, TimelinePick::Kind::Gap, static_cast<Row>(gap - gaps.begin())};
        m_view->select(pick);
        m_inspector->setPick(pick);
    }
    m_view->frameTime(side, rank, *time);
    showRank(view, side);
}

void TimelinePage::showRank(const ViewRef& view, Side side)
{
    const auto& ranks = m_data->run(side).ranks;
    const auto rank =
        view.ranks.empty() ? ranks.end() : std::ranges::find(ranks, view.ranks.front(), &TimelineRank::rank);
    if (rank != ranks.end())
        m_view->showRank(side, static_cast<std::size_t>(rank - ranks.begin()));
}

/// Found beside the window: every event of every rank is asked for its stage.
void TimelinePage::markStage(const std::string& stage)
{
    if (stage == std::exchange(m_stage, stage))
        return;
    m_view->setStage({}, nullptr);
    if (stage.empty())
        return;
    m_jobs.start<StageTimes>([pair = m_pair, stage](const Job& job) { return stageTimes(pair, stage, job); },
                             [this, stage](Result<StageTimes> made) {
                                 if (made && stage == m_stage)
                                     m_view->setStage(format::text(stage),
                                                      std::make_shared<const StageTimes>(std::move(*made)));
                             });
}

QWidget* TimelinePage::keyTarget() const
{
    return m_view;
}

ViewRef TimelinePage::marked() const
{
    ViewRef out;
    out.ranks = m_view->state().ranks;
    out.steps = m_view->state().steps;
    if (m_view->state().stageTimes)
        out.stage = m_stage;
    return out;
}

void TimelinePage::picked(const std::optional<TimelinePick>& pick)
{
    m_inspector->setPick(pick);
    if (!pick)
        return;
    const TimelineRank& rank = m_data->run(pick->side).ranks[pick->rank];
    ViewRef view;
    view.page = "timeline";
    view.side = pick->side;
    view.time = timeOf(*m_data, *pick);
    view.ranks = {rank.rank};
    if (const auto step = stepAt(rank, view.time->start))
        view.steps = StepRange{step->step, step->step};
    view.stage = stageOf(*m_data, *pick);
    m_place = placeOf(view);
    emit viewWanted(view);
}

void TimelinePage::showHits()
{
    const std::uint64_t count = m_view->hits().count();
    m_next->setEnabled(count > 0);
    m_previous->setEnabled(count > 0);
    if (m_search->text().isEmpty())
        m_hits->clear();
    else if (const auto& selected = m_view->state().selected;
             selected && selected->kind != TimelinePick::Kind::Gap && count > 0 && m_view->hits().contains(*selected))
        m_hits->setText(
            tr("%1 of %2")
                .arg(format::count(m_view->hits().placeOf(*selected, m_view->state())), format::count(count)));
    else
        m_hits->setText(m_view->searching() ? tr("%1 hits\u2026").arg(format::count(count))
                                            : tr("%1 hits").arg(format::count(count)));
}

void TimelinePage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    const bool narrow = width() < fontMetrics().averageCharWidth() * (kView + kInspector);
    if (m_splitter->orientation() == (narrow ? Qt::Vertical : Qt::Horizontal))
        return;
    m_splitter->setOrientation(narrow ? Qt::Vertical : Qt::Horizontal);
    // Below the view the inspector needs height; beside it a column is enough.
    const int length = narrow ? height() : width();
    m_splitter->setSizes(narrow ? QList<int>{length * 65 / 100, length * 35 / 100}
                                : QList<int>{length * 78 / 100, length * 22 / 100});  // never below its minimum
}

void TimelinePage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_search->hasFocus())
        m_view->setFocus();
    else
        Page::keyPressEvent(event);
}

}  // namespace headwater
