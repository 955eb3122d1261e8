// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/PairPanel.h"

#include <algorithm>

#include <QLabel>
#include <QVBoxLayout>

#include "core/analysis/scale/Isolation.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/panels/ArrowCombo.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

PairPanel::PairPanel(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_which = new ArrowCombo(this);
    m_which->setAccessibleName(tr("Collective and message size"));
    m_map = new HeatMap(this);
    m_map->setAccessibleName(tr("Pairs of nodes"));
    m_table = new RowsTable(tr("Outliers among the pairs"), this);
    m_conclusion = new QLabel(this);
    m_conclusion->setTextFormat(Qt::PlainText);
    m_conclusion->setWordWrap(true);
    column->addWidget(m_which, 0, Qt::AlignLeft);
    column->addWidget(m_conclusion);
    column->addWidget(m_map);
    column->addWidget(m_table);
    connect(m_which, &QComboBox::activated, this, &PairPanel::showMatrix);
    connect(m_map, &HeatMap::rowChosen, this, [this](int node) { emit nodesChosen({node}); });
    connect(m_map, &HeatMap::cellChosen, this, [this](int row, int at) {
        const auto& rows = m_map->data().rows;
        std::vector<int> nodes = {rows[static_cast<std::size_t>(row)].id, rows[static_cast<std::size_t>(at)].id};
        std::ranges::sort(nodes);
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        emit nodesChosen(nodes);
    });
    connect(m_table, &RowsTable::rowChosen, this, &PairPanel::chooseOutlier);
}

void PairPanel::setMatrices(std::vector<scale::PairMatrix> matrices, const Cluster& cluster, const NodeRanks& ranks)
{
    m_matrices = std::move(matrices);
    m_cluster = cluster;
    m_ranks = ranks;
    const int before = std::max(0, m_which->currentIndex());
    m_which->clear();
    for (const scale::PairMatrix& one : m_matrices)
        m_which->addItem(titleOf(one));
    m_which->setCurrentIndex(std::min(before, m_which->count() - 1));
    m_which->setVisible(m_which->count() > 1);
    showMatrix();
}

void PairPanel::showMatrix()
{
    const int at = m_which->currentIndex();
    if (at < 0) {
        m_map->setData({});
        m_table->setRows({});
        return;
    }
    const scale::PairMatrix& matrix = m_matrices[static_cast<std::size_t>(at)];
    m_map->setData(pairMap(matrix, m_cluster));
    constexpr int kMostLines = 28;
    const int lines = std::min(static_cast<int>(matrix.nodes.size()) + 6, kMostLines);
    m_map->setFixedHeight(fontMetrics().height() * std::max(lines, 10));
    RowsData rows = outlierRows(matrix, m_cluster, m_ranks);
    m_table->setVisible(!rows.rows.empty());
    m_conclusion->setText(format::text(scale::conclusionOf(matrix, m_cluster)));
    m_table->setRows(std::move(rows));
}

QString PairPanel::conclusion() const
{
    return m_conclusion->text();
}

void PairPanel::setSelected(const std::vector<int>& nodes)
{
    m_map->setSelected(nodes);
}

void PairPanel::chooseOutlier(int row)
{
    const auto nodes = outlierNodes(m_matrices[static_cast<std::size_t>(m_which->currentIndex())], m_cluster);
    emit nodesChosen(nodes[static_cast<std::size_t>(row)]);
}

}  // namespace headwater
