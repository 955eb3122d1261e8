// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/InputHealthPanel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/models/InputModels.h"
#include "widgets/panels/Card.h"
#include "widgets/panels/NumberDelegate.h"
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
    table->setItemDelegate(new NumberDelegate(table));
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

}  // namespace

QString inputFacts(const RunAnalysis& analysis)
{
    const Run& run = *analysis.run;
    QStringList parts;
    const std::vector<int> missing = run.missingRanks();
    const auto present = static_cast<int>(run.ranks.empty() ? analysis.cube.ranks().size() : run.ranks.size());
    if (missing.empty())
        parts << format::counted(present, InputHealthPanel::tr("1 rank"), InputHealthPanel::tr("%1 ranks"));
    else
        parts << InputHealthPanel::tr("%1 of %2 ranks, missing %3")
                     .arg(present)
                     .arg(run.worldSize)
                     .arg(format::rankList(missing));
    parts << format::counted(static_cast<int>(analysis.cube.steps().size()), InputHealthPanel::tr("1 step"),
                             InputHealthPanel::tr("%1 steps"));
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
        parts << InputHealthPanel::tr("stages: %1").arg(format::text(analysis.stageSource));
    if (!analysis.stepSource.empty())
        parts << InputHealthPanel::tr("steps: %1").arg(format::text(analysis.stepSource));
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
    auto* sides = new QHBoxLayout;
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
        m_facts[i]->setProperty("tone", u"muted"_s);
        inner->addWidget(m_names[i]);
        inner->addWidget(m_facts[i]);
        inner->addStretch(1);
        sides->addWidget(card, 1);
    }
    column->addLayout(sides);
    column->addWidget(sectionLabel(tr("Files"), this));
    m_sourceView = makeTable(m_sources, tr("Files of both runs"), this);
    column->addWidget(m_sourceView, 3);
    m_problemTitle = sectionLabel(tr("Problems"), this);
    column->addWidget(m_problemTitle);
    m_noProblems = new QLabel(tr("Nothing was repaired, ignored or left out."), this);
    m_noProblems->setProperty("tone", u"muted"_s);
    column->addWidget(m_noProblems);
    m_problemView = makeTable(m_problems, tr("Problems found while reading"), this);
    column->addWidget(m_problemView, 2);
    column->addStretch(1);
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
        m_facts[i]->setText(inputFacts(*sides[i]).toHtmlEscaped());
    }
    m_sources->setRuns(pair.baseline ? pair.baseline->run : nullptr, pair.current ? pair.current->run : nullptr);
    m_problems->setAnalyses(pair);
    const bool any = m_problems->rowCount() > 0;
    m_noProblems->setVisible(!any);
    m_problemView->setVisible(any);
    m_problemTitle->setText(any ? tr("Problems \u00b7 %1").arg(m_problems->rowCount()).toUpper()
                                : tr("Problems").toUpper());
    fit();
}

void InputHealthPanel::fit()
{
    const int unit = fontMetrics().averageCharWidth();
    m_sourceView->resizeColumnsToContents();
    m_problemView->resizeColumnsToContents();
    const auto fill = [unit](QTableView* view, int stretch, int least) {
        int used = 0;
        for (int column = 0; column < view->model()->columnCount(); ++column) {
            view->setColumnWidth(column, view->columnWidth(column) + unit * 2);
            used += column == stretch ? 0 : view->columnWidth(column);
        }
        view->setColumnWidth(stretch, std::max(view->viewport()->width() - used, unit * least));
        // No taller than its rows: what follows comes right below.
        const int rows = view->verticalHeader()->defaultSectionSize() * view->model()->rowCount();
        view->setMaximumHeight(rows + view->horizontalHeader()->sizeHint().height() + view->fontMetrics().height());
    };
    fill(m_sourceView, SourcesModel::File, 24);
    fill(m_problemView, ProblemsModel::Message, 40);
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
