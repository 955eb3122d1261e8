// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/ResultEntry.h"

#include <algorithm>
#include <array>

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "core/stats/Quantile.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/scale/ScaleViews.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kMostGroups = 12;  ///< that a person enters by hand

}  // namespace

ResultEntry::ResultEntry(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_note = new QLabel(this);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setProperty("tone", u"muted"_s);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(fontMetrics().height());
    m_grid->setColumnStretch(4, 1);
    m_add = new QPushButton(tr("Add this result"), this);
    m_add->setToolTip(tr("A word is kept as such, not as measured; the plan is made anew. Ctrl+Z takes it back"));
    column->addWidget(m_note);
    column->addLayout(m_grid);
    column->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QPushButton::clicked, this, &ResultEntry::submit);
    showReady();
}

void ResultEntry::clear()
{
    m_bars.clear();
    m_rows.clear();
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
}

void ResultEntry::setPlan(const scale::ScalePlan& plan)
{
    const std::vector<NodeSet> groups = plan.state.next ? plan.state.next->groups : std::vector<NodeSet>();
    if (groups == m_groups && plan.cluster == m_cluster)
        return;
    m_groups = groups;
    m_cluster = plan.cluster;
    clear();
    const bool byHand = groups.size() <= kMostGroups;
    m_note->setText(
        byHand ? QString()
               : tr("%1 groups: give their results as a file (headwater.scale-results/1).").arg(groups.size()));
    m_note->setVisible(!byHand);
    for (std::size_t g = 0; byHand && g < groups.size(); ++g)
        addRow(g);
    m_add->setVisible(byHand && !groups.empty());
    showReady();
}

void ResultEntry::addRow(std::size_t g)
{
    auto* name = new QLabel(tr("Group %1").arg(groupName(g)), this);
    auto* bar = new SegmentBar(this);
    bar->setAccessibleName(tr("Result of group %1").arg(groupName(g)));
    bar->add(tr("Not run"), tr("Nothing is entered for this group yet"));
    bar->add(tr("Good"), tr("As fast as the baseline of its size"));
    bar->add(tr("Slow"), tr("Slower than the baseline of its size"));
    bar->add(tr("Inconclusive"), tr("The repeats leave it open: it will be proposed again with more"));
    bar->setCurrent(0);
    connect(bar, &SegmentBar::chosen, this, &ResultEntry::showReady);
    Row row;
    row.said = new QLabel(this);
    row.said->setTextFormat(Qt::PlainText);
    row.measure = new QPushButton(tr("Measured…"), this);
    row.measure->setToolTip(tr("Runs, outputs of nccl-tests or numbers, next to a baseline of the same size"));
    row.measure->setAccessibleName(tr("What was measured of group %1").arg(groupName(g)));
    row.takeOut = new QPushButton(tr("Take out"), this);
    row.takeOut->setProperty("flat", true);
    row.takeOut->setAccessibleName(tr("Take out what was measured of group %1").arg(groupName(g)));
    connect(row.measure, &QPushButton::clicked, this, [this, g] { emit measureWanted(g); });
    connect(row.takeOut, &QPushButton::clicked, this, [this, g] {
        m_rows[g].measured.reset();
        showRow(g);
        m_rows[g].measure->setFocus();
    });
    const int at = static_cast<int>(g);
    m_grid->addWidget(name, at, 0);
    m_grid->addWidget(bar, at, 1);
    m_grid->addWidget(row.said, at, 1);
    m_grid->addWidget(row.measure, at, 2, Qt::AlignLeft);
    m_grid->addWidget(row.takeOut, at, 3, Qt::AlignLeft);
    m_bars.push_back(bar);
    m_rows.push_back(std::move(row));
    showRow(g);
}

void ResultEntry::showRow(std::size_t g)
{
    const Row& row = m_rows[g];
    row.said->setText(measuredText(g));
    row.said->setVisible(row.measured.has_value());
    row.takeOut->setVisible(row.measured.has_value());
    m_bars[g]->setVisible(!row.measured);
    showReady();
}

QString ResultEntry::measuredText(std::size_t group) const
{
    const auto& measured = m_rows[group].measured;
    if (!measured)
        return {};
    const auto median = [](const std::vector<double>& values) { return stats::median(values); };
    return tr("%1: median %2 of %3, baseline %4 of %5")
        .arg(format::text(measured->metric), format::number(median(measured->current.values), 1))
        .arg(measured->current.values.size())
        .arg(format::number(median(measured->baseline.values), 1))
        .arg(measured->baseline.values.size());
}

std::vector<std::string> ResultEntry::nodesOf(std::size_t group) const
{
    std::vector<std::string> out;
    for (const int node : m_groups[group])
        out.push_back(m_cluster.nodes[static_cast<std::size_t>(node)].name);
    return out;
}

void ResultEntry::setMeasured(const GroupMeasurement& measured)
{
    for (std::size_t g = 0; g < m_rows.size(); ++g)
        if (nodesOf(g) == measured.nodes) {
            m_rows[g].measured = measured;
            showRow(g);
        }
}

void ResultEntry::showReady()
{
    bool ready = !m_bars.empty();
    for (std::size_t g = 0; g < m_rows.size(); ++g)
        ready = ready && (m_rows[g].measured || m_bars[g]->current() > 0);
    m_add->setEnabled(ready);
}

void ResultEntry::submit()
{
    constexpr std::array kSaid{"", "good", "bad", "inconclusive"};
    ScaleExperiment experiment;
    for (std::size_t g = 0; g < m_bars.size(); ++g) {
        if (m_rows[g].measured) {
            experiment.push_back(*m_rows[g].measured);
            continue;
        }
        GroupMeasurement group;
        group.nodes = nodesOf(g);
        group.said = kSaid.at(static_cast<std::size_t>(m_bars[g]->current()));
        experiment.push_back(std::move(group));
    }
    emit entered(experiment);
}

}  // namespace headwater
