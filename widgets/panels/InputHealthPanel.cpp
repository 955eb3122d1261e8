// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/InputHealthPanel.h"

#include <algorithm>
#include <set>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include "core/base/Messages.h"
#include "widgets/models/InputModels.h"
#include "widgets/panels/Card.h"
#include "widgets/panels/FileEditor.h"
#include "widgets/panels/NumberDelegate.h"
#include "widgets/panels/WrapDelegate.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QTableView* makeTable(QAbstractItemModel* model, const QString& name, QWidget* parent)
{
    auto* table = new QTableView(parent);
    table->setModel(model);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() * 19 / 10);
    table->horizontalHeader()->setHighlightSections(false);
    table->setAccessibleName(name);
    return table;
}

constexpr int kAllOfIt = 100;  ///< stretch: the room below is left only where the rows end

/// The width of the columns together, a scroll bar beside the rows left out where they need one.
int roomOf(const QTableView* view, int rows)
{
    const QSize size = view->maximumViewportSize();
    const int height =
        view->verticalHeader()->defaultSectionSize() * rows + view->horizontalHeader()->sizeHint().height();
    return height > size.height() ? size.width() - view->verticalScrollBar()->sizeHint().width() : size.width();
}

/// No taller than its rows: what follows comes right below.
void limitHeight(QTableView* view, int rows)
{
    view->setMaximumHeight(rows + view->horizontalHeader()->sizeHint().height() + view->fontMetrics().height());
}

}  // namespace

QString inputFacts(const RunAnalysis& analysis)
{
    const Run& run = *analysis.run;
    QStringList parts;
    const std::vector<int> missing = run.missingRanks();
    const auto present = static_cast<int>(run.ranks.empty() ? analysis.cube.ranks().size() : run.ranks.size());
    if (present > 0) {  // else the files were only looked at
        parts << (missing.empty()
                      ? format::counted(present, InputHealthPanel::tr("1 rank"), InputHealthPanel::tr("%1 ranks"))
                      : InputHealthPanel::tr("%1 of %2 ranks, missing %3")
                            .arg(present)
                            .arg(run.worldSize)
                            .arg(format::rankList(missing)));
        parts << format::counted(static_cast<int>(analysis.cube.steps().size()), InputHealthPanel::tr("1 step"),
                                 InputHealthPanel::tr("%1 steps"));
    }
    std::uint64_t events = 0;
    const auto used = std::count_if(run.sources.begin(), run.sources.end(), [&](const SourceFile& file) {
        events += file.used ? file.events : 0;
        return file.used;
    });
    QString files = format::counted(static_cast<int>(used), InputHealthPanel::tr("1 file used"),
                                    InputHealthPanel::tr("%1 files used"));
    if (const auto left = static_cast<int>(run.sources.size()) - static_cast<int>(used); left > 0)
        files += InputHealthPanel::tr(", %1 not").arg(left);
    parts << files;
    if (events > 0)
        parts << InputHealthPanel::tr("%1 events").arg(format::count(events));
    if (!analysis.stageSource.empty())
        parts << InputHealthPanel::tr("stages: %1").arg(format::text(messageText(analysis.stageSource)));
    if (!analysis.stepSource.empty())
        parts << InputHealthPanel::tr("steps: %1").arg(format::text(messageText(analysis.stepSource)));
    return parts.join(u" \u00b7 "_s);
}

InputHealthPanel::InputHealthPanel(QWidget* parent)
    : QWidget(parent)
    , m_sources(new SourcesModel(this))
    , m_problems(new ProblemsModel(this))
{
    auto* column = new QVBoxLayout(this);
    const int line = fontMetrics().height();
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(line * 3 / 4);
    column->addLayout(makeFacts());
    column->addWidget(sectionLabel(tr("Files"), this));
    m_sourceView = makeTable(m_sources, tr("Files of both runs"), this);
    m_sourceView->setItemDelegate(new NumberDelegate(m_sourceView));
    m_sourceView->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_sourceView->setMinimumHeight(line * 8);
    column->addWidget(m_sourceView, kAllOfIt);
    m_editor = new FileEditor(this);
    column->addWidget(m_editor);
    m_problemTitle = sectionLabel(tr("Problems"), this);
    column->addWidget(m_problemTitle);
    m_noProblems = new QLabel(tr("Nothing was repaired, ignored or left out."), this);
    m_noProblems->setProperty("tone", u"muted"_s);
    column->addWidget(m_noProblems);
    m_problemView = makeTable(m_problems, tr("Problems found while reading"), this);
    m_problemView->setItemDelegate(new WrapDelegate(m_problemView));
    m_problemView->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_problemView->setMinimumHeight(line * 8);
    column->addWidget(m_problemView, kAllOfIt);
    column->addStretch(1);
    connect(m_sourceView->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &InputHealthPanel::showSelected);
    connect(m_problemView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { goToFileOf(current.row()); });
}

QHBoxLayout* InputHealthPanel::makeFacts()
{
    auto* sides = new QHBoxLayout;
    const int line = fontMetrics().height();
    sides->setSpacing(line);
    for (std::size_t i = 0; i < 2; ++i) {
        auto* card = new Card(this);
        auto* inner = new QVBoxLayout(card);
        inner->setContentsMargins(line, line * 3 / 4, line, line * 3 / 4);
        m_names[i] = new QLabel(card);
        m_names[i]->setFont(scaled(font(), 1.1, QFont::DemiBold));
        m_names[i]->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_facts[i] = new QLabel(card);
        m_facts[i]->setWordWrap(true);
        m_facts[i]->setTextFormat(Qt::PlainText);
        m_facts[i]->setProperty("tone", u"muted"_s);
        inner->addWidget(m_names[i]);
        inner->addWidget(m_facts[i]);
        inner->addStretch(1);
        sides->addWidget(card, 1);
    }
    return sides;
}

void InputHealthPanel::setInputs(const PairAnalysis& pair)
{
    const RunAnalysisPtr sides[] = {pair.baseline, pair.current};
    for (std::size_t i = 0; i < 2; ++i) {
        if (!sides[i] || !sides[i]->run)
            continue;
        const Side side = static_cast<Side>(i);
        const QColor colour = paletteOf(this).sideText(side);
        m_names[i]->setText(u"<span style=\"color:%1\">%2</span> %3"_s.arg(
            colour.name(), (i == 0 ? u"\u25cf "_s : u"\u25a0 "_s) + words::of(side),
            format::text(sides[i]->run->name).toHtmlEscaped()));
        m_names[i]->setToolTip(format::tip(format::text(sides[i]->run->name)));
        m_facts[i]->setText(inputFacts(*sides[i]));
    }
    // The same file stays selected over a new reading.
    std::set<std::string> selected;
    for (const QModelIndex& row : m_sourceView->selectionModel()->selectedRows())
        selected.insert(m_sources->fileAt(row.row()).path);
    m_sources->setRuns(pair.baseline ? pair.baseline->run : nullptr, pair.current ? pair.current->run : nullptr);
    for (int row = 0; row < m_sources->rowCount(); ++row)
        if (selected.contains(m_sources->fileAt(row).path))
            m_sourceView->selectionModel()->select(m_sources->index(row, 0),
                                                   QItemSelectionModel::Select | QItemSelectionModel::Rows);
    m_problems->setAnalyses(pair);
    const bool any = m_problems->rowCount() > 0;
    m_noProblems->setVisible(!any);
    m_problemView->setVisible(any);
    m_problemTitle->setText(any ? tr("Problems \u00b7 %1").arg(m_problems->rowCount()).toUpper()
                                : tr("Problems").toUpper());
    showSelected();
    fit();
}

void InputHealthPanel::setOverrides(const FileOverrides& overrides)
{
    m_overrides = overrides;
    m_sources->setOverrides(overrides);
    showSelected();
    fitFiles();
}

void InputHealthPanel::showSelected()
{
    std::vector<SelectedFile> files;
    for (const QModelIndex& row : m_sourceView->selectionModel()->selectedRows())
        files.push_back({m_sources->fileAt(row.row()), m_sources->sideAt(row.row())});
    m_editor->show(std::move(files), m_overrides);
}

void InputHealthPanel::goToFileOf(int problem)
{
    if (problem < 0 || problem >= m_problems->rowCount())
        return;
    const int row = m_sources->rowOf(m_problems->problemAt(problem).file);
    if (row >= 0)
        m_sourceView->setCurrentIndex(m_sources->index(row, 0));
}

void InputHealthPanel::fit()
{
    fitFiles();
    fitProblems();
}

void InputHealthPanel::fitFiles()
{
    using Column = SourcesModel::Column;
    const int unit = fontMetrics().averageCharWidth();
    m_sourceView->resizeColumnsToContents();
    const int room = roomOf(m_sourceView, m_sources->rowCount());
    int used = 0;
    for (int column = 0; column < Column::ColumnCount; ++column) {
        m_sourceView->setColumnHidden(column, false);
        const int most = column == Column::Note && room > unit * 140 ? unit * 60 : unit * 30;
        m_sourceView->setColumnWidth(column, std::min(m_sourceView->columnWidth(column) + unit * 2, most));
        used += column == Column::File ? 0 : m_sourceView->columnWidth(column);
    }
    // What matters less gives way; names are cut in the middle, their tool tips are whole.
    for (const Column column : {Column::Size, Column::Events, Column::Steps}) {
        if (used + unit * 22 <= room)
            break;
        used -= m_sourceView->columnWidth(column);
        m_sourceView->setColumnHidden(column, true);
    }
    m_sourceView->setColumnWidth(Column::File, std::max(room - used, unit * 16));
    limitHeight(m_sourceView, m_sourceView->verticalHeader()->defaultSectionSize() * m_sources->rowCount());
}

void InputHealthPanel::fitProblems()
{
    using Column = ProblemsModel::Column;
    const int unit = fontMetrics().averageCharWidth();
    const int room = m_problemView->viewport()->width();
    m_problemView->setColumnWidth(Column::Level, unit * 10);
    m_problemView->setColumnWidth(Column::SideName, unit * 11);
    m_problemView->setColumnWidth(Column::Where, unit * 22);
    const int rest = std::max(room - unit * 43, unit * 40);
    m_problemView->setColumnWidth(Column::Message, rest * 11 / 20);
    m_problemView->setColumnWidth(Column::Advice, rest - rest * 11 / 20);
    m_problemView->resizeRowsToContents();
    int height = 0;
    for (int row = 0; row < m_problems->rowCount(); ++row)
        height += m_problemView->rowHeight(row);
    limitHeight(m_problemView, height);
}

void InputHealthPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fit();
}

void InputHealthPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

}  // namespace headwater
