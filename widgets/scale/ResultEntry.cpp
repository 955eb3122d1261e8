// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/ResultEntry.h"

#include <algorithm>
#include <array>

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "widgets/panels/SegmentBar.h"
#include "widgets/scale/ScaleViews.h"

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
    m_grid->setColumnStretch(2, 1);
    m_add = new QPushButton(tr("Add this result"), this);
    m_add->setToolTip(tr("Kept as somebody's word, not as measured; the plan is made anew. Ctrl+Z takes it back"));
    column->addWidget(m_note);
    column->addLayout(m_grid);
    column->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QPushButton::clicked, this, &ResultEntry::submit);
    showReady();
}

void ResultEntry::clear()
{
    m_bars.clear();
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
    for (std::size_t g = 0; byHand && g < groups.size(); ++g) {
        auto* name = new QLabel(tr("Group %1").arg(groupName(g)), this);
        auto* bar = new SegmentBar(this);
        bar->setAccessibleName(tr("Result of group %1").arg(groupName(g)));
        bar->add(tr("Not run"), tr("Nothing is entered for this group yet"));
        bar->add(tr("Good"), tr("As fast as the baseline of its size"));
        bar->add(tr("Slow"), tr("Slower than the baseline of its size"));
        bar->add(tr("Inconclusive"), tr("The repeats leave it open: it will be proposed again with more"));
        bar->setCurrent(0);
        connect(bar, &SegmentBar::chosen, this, &ResultEntry::showReady);
        m_grid->addWidget(name, static_cast<int>(g), 0);
        m_grid->addWidget(bar, static_cast<int>(g), 1);
        m_bars.push_back(bar);
    }
    m_add->setVisible(byHand && !groups.empty());
    showReady();
}

void ResultEntry::showReady()
{
    m_add->setEnabled(!m_bars.empty() &&
                      std::ranges::all_of(m_bars, [](const SegmentBar* bar) { return bar->current() > 0; }));
}

void ResultEntry::submit()
{
    constexpr std::array kSaid{"", "good", "bad", "inconclusive"};
    ScaleExperiment experiment;
    for (std::size_t g = 0; g < m_bars.size(); ++g) {
        GroupMeasurement group;
        for (const int node : m_groups[g])
            group.nodes.push_back(m_cluster.nodes[static_cast<std::size_t>(node)].name);
        group.said = kSaid.at(static_cast<std::size_t>(m_bars[g]->current()));
        experiment.push_back(std::move(group));
    }
    emit entered(experiment);
}

}  // namespace headwater
