// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FixPanel.h"

#include <memory>

#include <algorithm>

#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>

#include "widgets/panels/SegmentBar.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

std::vector<char> marksOf(const QListWidget* list)
{
    std::vector<char> marks;
    for (int i = 0; i < list->count(); ++i)
        marks.push_back(list->item(i)->checkState() == Qt::Checked ? 1 : 0);
    return marks;
}

void fill(QListWidget* list, const std::vector<std::string>& names)
{
    const QSignalBlocker quiet(list);
    list->clear();
    for (const std::string& name : names) {
        auto* item = new QListWidgetItem(format::text(name), list);
        item->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        item->setCheckState(Qt::Unchecked);
    }
}

}  // namespace

FixPanel::FixPanel(QWidget* parent) : Card(parent)
{
    const int line = fontMetrics().height();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(line, line * 3 / 4, line, line * 3 / 4);
    row->setSpacing(line);
    m_stages = addList(tr("Stages"), this);
    m_workers = addList(tr("Ranks"), this);
    auto* column = new QVBoxLayout;
    m_target = new SegmentBar(this);
    m_target->setAccessibleName(tr("What they are set to"));
    m_target->add(tr("As in the baseline"), tr("What is chosen takes the time that it took in the baseline run"));
    m_target->add(tr("At the average"), tr("What is chosen takes the average time over the ranks that do the same"));
    column->addWidget(m_target, 0, Qt::AlignLeft);
    m_step = new QLabel(this);
    m_step->setFont(scaled(font(), 1.5, QFont::Bold));
    m_step->setTextFormat(Qt::PlainText);
    m_step->setWordWrap(true);
    column->addWidget(m_step);
    m_detail = new QLabel(this);
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setWordWrap(true);
    m_detail->setProperty("tone", u"muted"_s);
    column->addWidget(m_detail);
    column->addStretch(1);
    row->addLayout(column, 3);
    connect(m_target, &SegmentBar::chosen, this, &FixPanel::fixChanged);
}

QListWidget* FixPanel::addList(const QString& name, QWidget* parent)
{
    auto* column = new QVBoxLayout;
    column->addWidget(sectionLabel(name, parent));
    auto* list = new QListWidget(parent);
    list->setAccessibleName(tr("Fix %1").arg(name.toLower()));
    list->setFrameShape(QFrame::NoFrame);
    list->setSpacing(fontMetrics().height() / 8);
    list->setFixedHeight(fontMetrics().height() * 11);
    column->addWidget(list);
    static_cast<QHBoxLayout*>(layout())->addLayout(column, 2);
    connect(list, &QListWidget::itemChanged, this, &FixPanel::fixChanged);
    // A click beside the box ticks it too; one on the box has done so when the item is clicked.
    const auto pressed = std::make_shared<Qt::CheckState>(Qt::Unchecked);
    connect(list, &QListWidget::itemPressed, list, [pressed](QListWidgetItem* item) { *pressed = item->checkState(); });
    connect(list, &QListWidget::itemClicked, list, [pressed](QListWidgetItem* item) {
        if (item->checkState() == *pressed)
            item->setCheckState(*pressed == Qt::Checked ? Qt::Unchecked : Qt::Checked);
    });
    return list;
}

void FixPanel::setModel(const std::vector<std::string>& stages, const std::vector<std::string>& workers, bool baseline)
{
    fill(m_stages, stages);
    fill(m_workers, workers);
    m_target->setCurrent(baseline ? 0 : 1);
    m_target->setVisible(baseline);
    m_step->clear();
    m_detail->clear();
}

whatif::Fix FixPanel::fix() const
{
    return {m_target->current() == 1 ? whatif::FixTo::Average : whatif::FixTo::Baseline, marksOf(m_stages),
            marksOf(m_workers)};
}

void FixPanel::setAnswer(double replayed, const std::optional<whatif::Counterfactual>& answer)
{
    const whatif::Fix now = fix();
    const bool any = std::count(now.stages.begin(), now.stages.end(), 1) > 0 ||
                     std::count(now.workers.begin(), now.workers.end(), 1) > 0;
    if (!answer || !any) {
        m_step->setText(tr("%1 a step").arg(format::duration(replayed)));
        m_detail->setText(answer ? tr("As replayed, with nothing fixed. Tick stages, ranks, or both: stages alone are "
                                      "fixed on every rank, ranks alone in all their stages.")
                                 : tr("This cannot be asked: the runs are not comparable by replay."));
        return;
    }
    const double ratio = replayed > 0 ? -answer->saved / replayed : 0;
    m_step->setText(tr("%1 \u2192 %2 a step").arg(format::duration(replayed), format::duration(answer->step)));
    const QString change =
        tr("%1 (%2), inferred by replay: a ceiling, not a forecast. What else would change is not in it.")
            .arg(format::delta(-answer->saved), format::ratio(ratio));
    m_detail->setText(answer->savedCi
                          ? change + u' ' +
                                tr("95 % interval of the mean over the steps: %1 \u2026 %2.")
                                    .arg(format::delta(-answer->savedCi->hi), format::delta(-answer->savedCi->lo))
                          : change);
}

QString FixPanel::answerText() const
{
    return m_step->text() + u'\n' + m_detail->text();
}

}  // namespace headwater
