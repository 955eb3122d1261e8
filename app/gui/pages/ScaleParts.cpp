// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/pages/ScalePage.h"
#include "app/gui/pages/ScaleSizes.h"
#include "app/gui/pages/ScaleStart.h"
#include "widgets/panels/Card.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/scale/IsolationPanel.h"
#include "widgets/scale/PairPanel.h"
#include "widgets/scale/ResultEntry.h"
#include "widgets/scale/TopologyMap.h"
#include "widgets/theme/ElidedLabel.h"

// What stands where on the Scale page.

namespace headwater {

using namespace Qt::StringLiterals;

ScalePage::ScalePage(JobRunner& jobs, ScaleBoard& board, QAction* undo, QWidget* parent)
    : Page(parent)
    , m_jobs(jobs)
    , m_board(board)
{
    setAcceptDrops(true);
    QVBoxLayout* column = scrolledColumn(this, Qt::ScrollBarAlwaysOff);
    column->setSpacing(fontMetrics().height() * 3 / 4);
    m_back = new QPushButton(tr("Back to the start"), column->parentWidget());
    m_back->setProperty("flat", true);
    m_back->hide();
    column->addWidget(m_back, 0, Qt::AlignLeft);
    m_trouble = new QLabel(column->parentWidget());
    m_trouble->setTextFormat(Qt::PlainText);
    m_trouble->setWordWrap(true);
    m_trouble->hide();
    column->addWidget(m_trouble);
    column->addWidget(makeBusy(column->parentWidget()));
    m_start = new ScaleStart(column->parentWidget());
    m_work = makeWork(undo, column->parentWidget());
    column->addWidget(m_start);
    column->addWidget(m_work);
    column->addStretch(1);
    connectParts();
    follow();
}

/// Shown while something is read or planned.
QWidget* ScalePage::makeBusy(QWidget* parent)
{
    m_busy = new QWidget(parent);
    auto* row = new QHBoxLayout(m_busy);
    row->setContentsMargins(0, 0, 0, 0);
    m_progress = new ElidedLabel(m_busy);
    m_progress->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_stop = new QPushButton(tr("Stop"), m_busy);
    row->addWidget(m_progress, 1);
    row->addWidget(m_stop);
    m_busy->hide();
    return m_busy;
}

QWidget* ScalePage::makeWork(QAction* undo, QWidget* parent)
{
    auto* work = new QWidget(parent);
    auto* column = new QVBoxLayout(work);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(fontMetrics().height() * 3 / 4);
    m_banner = makeBanner(work);
    column->addWidget(m_banner.card);
    column->addWidget(makeTools(undo, work));
    m_map = new TopologyMap(work);
    m_ranksNote = new ElidedLabel(work);
    m_ranksNote->setProperty("tone", u"muted"_s);
    m_ranksNote->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_ranksNote->setAlignment(Qt::AlignRight);
    QWidget* card = chartCard(tr("Topology"), {}, m_map, work);
    card->layout()->addWidget(m_ranksNote);
    column->addWidget(card);
    addNext(column);
    addDone(column);
    return work;
}

QWidget* ScalePage::makeTools(QAction* undo, QWidget* parent)
{
    auto* tools = new QWidget(parent);
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(0, 0, 0, 0);
    m_sizes = new ScaleSizes(tools);
    row->addWidget(m_sizes, 1);
    auto* open = new QPushButton(tr("Open…"), tools);
    open->setToolTip(tr("A topology, results of experiments and isolation tests (headwater.scale-results/1), or what "
                        "nccl-tests printed; several at once; dropping them will do too"));
    connect(open, &QPushButton::clicked, this, &ScalePage::fileWanted);
    m_nodes = new QPushButton(tr("Nodes…"), tools);
    m_nodes->setToolTip(tr("Which nodes the slow job ran on, where they are not the first of the topology"));
    auto* back = new QToolButton(tools);
    back->setDefaultAction(undo);
    back->setFocusPolicy(Qt::StrongFocus);
    m_clear = new QPushButton(tr("Start over"), tools);
    m_clear->setProperty("flat", true);
    for (QWidget* one : std::initializer_list<QWidget*>{m_nodes, open, back, m_clear})
        row->addWidget(one);
    return tools;
}

void ScalePage::addNext(QVBoxLayout* column)
{
    QWidget* inside = column->parentWidget();
    m_nextHead = addSection(column, tr("Next experiment"));
    m_next = new RowsTable(tr("Groups of the next experiment"), inside);
    column->addWidget(m_next);
    auto* buttons = new QHBoxLayout;
    m_copy = new QPushButton(tr("Copy commands"), inside);
    m_copy->setToolTip(tr("One line a group; run them at the same time"));
    m_simulate = new QPushButton(tr("Run it on the simulated cluster"), inside);
    m_simulate->setProperty("accent", true);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_simulate);
    buttons->addStretch(1);
    column->addLayout(buttons);
    m_entry = new ResultEntry(inside);
    column->addWidget(m_entry);
    m_outcomeHead = addSection(column, tr("What it may show"));
    m_outcomes = new RowsTable(tr("What it may show"), inside);
    column->addWidget(m_outcomes);
}

void ScalePage::addDone(QVBoxLayout* column)
{
    QWidget* inside = column->parentWidget();
    m_pairHead = addSection(column, tr("Pairs of nodes"));
    m_pairs = new PairPanel(inside);
    column->addWidget(m_pairs);
    m_doneHead = addSection(column, tr("Experiments done"));
    m_done = new RowsTable(tr("Experiments done"), inside);
    column->addWidget(m_done);
    m_remove = new QPushButton(tr("Take out the last result"), inside);
    column->addWidget(m_remove, 0, Qt::AlignLeft);
    m_isolationHead = addSection(column, tr("To tell suspects apart, at any size"));
    m_isolation = new IsolationPanel(inside);
    column->addWidget(m_isolation);
}

}  // namespace headwater
