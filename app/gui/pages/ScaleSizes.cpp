// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/ScaleSizes.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

namespace headwater {

ScaleSizes::ScaleSizes(QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(fontMetrics().height() / 2);
    m_bad = new QSpinBox(this);
    m_bad->setAccessibleName(tr("GPUs on which the job is slow"));
    m_bad->setToolTip(tr("Whole nodes, the first of the topology"));
    m_good = new QSpinBox(this);
    m_good->setAccessibleName(tr("Largest size at which the job is fine"));
    m_good->setToolTip(tr("Whichever GPUs they are; it rules out faults that would show there"));
    m_good->setSpecialValueText(tr("unknown"));
    m_minutes = new QDoubleSpinBox(this);
    m_minutes->setAccessibleName(tr("Minutes of one run"));
    m_minutes->setToolTip(tr("For the cost of an experiment"));
    m_minutes->setRange(0.1, 10'000);
    m_minutes->setDecimals(1);
    m_minutes->setSuffix(tr(" min"));
    m_perNode = new QSpinBox(this);
    m_perNode->setAccessibleName(tr("GPUs of one node"));
    m_perNode->setToolTip(tr("What Slurm and ibnetdiscover print does not say it: taken to be 8"));
    m_perNode->setRange(1, 1'024);
    m_perNode->setSuffix(tr(" a node"));
    for (QSpinBox* box : {m_bad, m_good})
        box->setSuffix(tr(" GPUs"));
    for (QAbstractSpinBox* box : std::initializer_list<QAbstractSpinBox*>{m_bad, m_perNode, m_good, m_minutes}) {
        box->setKeyboardTracking(false);
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
        box->setAlignment(Qt::AlignRight);
    }
    const auto field = [this, row](const QString& text, QWidget* box) {
        auto* label = new QLabel(text, this);
        row->addWidget(label);
        row->addWidget(box);
        row->addSpacing(fontMetrics().height() / 2);
    };
    field(tr("Slow on"), m_bad);
    row->addWidget(m_perNode);
    row->addSpacing(fontMetrics().height() / 2);
    field(tr("Fine up to"), m_good);
    field(tr("A run takes"), m_minutes);
    row->addStretch(1);
    connect(m_bad, &QSpinBox::valueChanged, this, [this] { choose(tr("the size that is slow")); });
    connect(m_perNode, &QSpinBox::valueChanged, this, [this](int gpus) {
        ScaleCase next = m_case;
        const int nodes = next.badGpus / next.cluster.gpusPerNode;
        next.cluster.gpusPerNode = gpus;
        next.badGpus = nodes * gpus;
        next.goodGpus = next.goodGpus < next.cluster.gpus() ? next.goodGpus : 0;
        emit chosen(next, tr("the GPUs of a node"));
    });
    connect(m_good, &QSpinBox::valueChanged, this, [this] { choose(tr("the size that is fine")); });
    connect(m_minutes, &QDoubleSpinBox::valueChanged, this, [this] { choose(tr("the minutes of a run")); });
}

void ScaleSizes::setCase(const ScaleCase& given)
{
    m_case = given;
    const QSignalBlocker bad(m_bad);
    const QSignalBlocker good(m_good);
    const QSignalBlocker minutes(m_minutes);
    const QSignalBlocker perNode(m_perNode);
    const int per = given.cluster.gpusPerNode;
    const int all = given.cluster.gpus();
    m_bad->setRange(std::min(2 * per, all), all);
    m_bad->setSingleStep(per);
    m_bad->setValue(given.badGpus > 0 ? given.badGpus : all);
    m_good->setRange(0, std::max(0, m_bad->value() - 1));
    m_good->setSingleStep(per);
    m_good->setValue(given.goodGpus);
    m_perNode->setValue(per);
    m_minutes->setValue(given.minutesPerRun);
}

void ScaleSizes::choose(const QString& what)
{
    ScaleCase next = m_case;
    next.badGpus = m_bad->value() == m_bad->maximum() ? 0 : m_bad->value();
    next.goodGpus = m_good->value() < m_bad->value() ? m_good->value() : 0;
    next.minutesPerRun = m_minutes->value();
    emit chosen(next, what);
}

}  // namespace headwater
