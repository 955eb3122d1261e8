// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/IsolationPanel.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/panels/RowsTable.h"

namespace headwater {

IsolationPanel::IsolationPanel(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(fontMetrics().height() * 3 / 4);
    m_steps = addTable(column, tr("Tests that tell suspects apart"), &IsolationPanel::m_stepNodes);
    m_readings = addTable(column, tr("What tests of groups showed"), &IsolationPanel::m_readingNodes);
    m_hunt = addTable(column, tr("Nodes of the straggler hunt"), &IsolationPanel::m_huntNodes);
    m_remove = new QPushButton(tr("Take out the results of these tests"), this);
    m_baseline = new QPushButton(tr("Baseline of nccl-tests…"), this);
    m_baseline->setToolTip(
        tr("What they printed on the same nodes when all was well: compared by pair and message size"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_baseline);
    row->addWidget(m_remove);
    row->addStretch(1);
    column->addLayout(row);
    connect(m_baseline, &QPushButton::clicked, this, &IsolationPanel::baselineWanted);
    connect(m_remove, &QPushButton::clicked, this, &IsolationPanel::removeWanted);
}

RowsTable* IsolationPanel::addTable(QVBoxLayout* column, const QString& name, Nodes IsolationPanel::*nodes)
{
    auto* table = new RowsTable(name, this);
    column->addWidget(table);
    connect(table, &RowsTable::rowChosen, this,
            [this, nodes](int row) { emit nodesChosen((this->*nodes)[static_cast<std::size_t>(row)]); });
    return table;
}

void IsolationPanel::setPlan(const scale::ScalePlan& plan, const NodeRanks& ranks)
{
    m_stepNodes = isolationNodes(plan);
    m_readingNodes = readingNodes(plan);
    m_huntNodes = huntNodes(plan);
    m_steps->setRows(isolationRows(plan, ranks));
    m_readings->setRows(readingRows(plan, ranks));
    m_hunt->setRows(huntRows(plan, ranks));
    m_readings->setVisible(!m_readingNodes.empty());
    m_hunt->setVisible(!m_huntNodes.empty());
}

void IsolationPanel::showView(const ViewRef& view)
{
    for (RowsTable* table : {m_steps, m_readings, m_hunt})
        table->showView(view);
}

}  // namespace headwater
