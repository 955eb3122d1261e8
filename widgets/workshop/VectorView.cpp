// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/VectorView.h"

#include <algorithm>
#include <cmath>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "widgets/panels/ArrowCombo.h"
#include "widgets/theme/Format.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/TickLine.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

// Data of what is no index.
constexpr int kNone = -1;
constexpr int kError = -2;
constexpr double kNsPerMs = 1e6;

}  // namespace

VectorView::VectorView(const workshop::VectorTask& task, QWidget* parent) : QWidget(parent), m_id(task.id)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(fontMetrics().height() / 3);
    addNumbers(task);
    const QString name = format::text(task.id);
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("First regressed:"), this));
    m_index = new ArrowCombo(this);
    m_index->setPlaceholderText(tr("choose\u2026"));
    for (int i = 0; i < static_cast<int>(std::max(task.baseline.size(), task.current.size())); ++i)
        m_index->addItem(tr("index %1").arg(i), i);
    m_index->addItem(tr("none regressed"), kNone);
    m_index->addItem(tr("cannot be compared"), kError);
    m_index->setCurrentIndex(-1);
    m_index->setAccessibleName(tr("First regressed stage of %1").arg(name));
    row->addWidget(m_index);
    row->addWidget(new QLabel(tr("by"), this));
    m_increase = new QDoubleSpinBox(this);
    m_increase->setRange(0, 100'000);
    m_increase->setDecimals(3);
    m_increase->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_increase->setSuffix(u" ms"_s);
    m_increase->setEnabled(false);
    m_increase->setAccessibleName(tr("Increase of %1").arg(name));
    row->addWidget(m_increase);
    row->addStretch(1);
    column->addLayout(row);
    QLabel* digits = wrappedLabel(this);  // below: beside it there is no room on a projector
    digits->setText(tr("to two decimals or more"));
    column->addWidget(digits);
    m_feedback = wrappedLabel(this);
    m_feedback->hide();
    column->addWidget(m_feedback);
    connect(m_index, &QComboBox::currentIndexChanged, this,
            [this] { m_increase->setEnabled(m_index->currentIndex() >= 0 && m_index->currentData().toInt() >= 0); });
    connect(m_index, &QComboBox::currentIndexChanged, this, &VectorView::changed);
    connect(m_increase, &QDoubleSpinBox::valueChanged, this, &VectorView::changed);
}

void VectorView::addNumbers(const workshop::VectorTask& task)
{
    const auto cells = [](const QString& head, const QStringList& values) {
        QString row = u"<tr><td>%1</td>"_s.arg(head);
        for (const QString& value : values)
            row += u"<td align=\"right\">%1</td>"_s.arg(value);
        return row + u"</tr>"_s;
    };
    const auto numbers = [](const std::vector<Ns>& times) {
        QStringList said;
        for (const Ns time : times)
            said << QString::fromStdString(workshop::milliseconds(time));
        return said;
    };
    QStringList indices;
    for (std::size_t i = 0; i < std::max(task.baseline.size(), task.current.size()); ++i)
        indices << QString::number(i);
    auto* table = new QLabel(this);
    table->setTextFormat(Qt::RichText);
    table->setText(u"<table cellspacing=\"0\" cellpadding=\"4\">%1%2%3</table>"_s.arg(
        cells(u"<b>%1</b>"_s.arg(format::text(task.id).toHtmlEscaped()), indices),
        cells(tr("baseline, ms").toHtmlEscaped(), numbers(task.baseline)),
        cells(tr("current, ms").toHtmlEscaped(), numbers(task.current))));
    table->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout()->addWidget(table);
}

workshop::VectorAnswer VectorView::answer() const
{
    using Answer = workshop::VectorAnswer;
    if (m_index->currentIndex() < 0)
        return {};
    const int said = m_index->currentData().toInt();
    if (said == kNone)
        return {Answer::Kind::None, 0, 0};
    if (said == kError)
        return {Answer::Kind::Error, 0, 0};
    return {Answer::Kind::Index, static_cast<std::size_t>(said), std::llround(m_increase->value() * kNsPerMs)};
}

void VectorView::fill(const workshop::VectorAnswer& answer)
{
    using Answer = workshop::VectorAnswer;
    const int said = answer.kind == Answer::Kind::None    ? kNone
                     : answer.kind == Answer::Kind::Error ? kError
                                                          : static_cast<int>(answer.index);
    m_index->setCurrentIndex(answer.kind == Answer::Kind::NotAnswered ? -1 : m_index->findData(said));
    m_increase->setValue(static_cast<double>(answer.increase) / kNsPerMs);
}

void VectorView::tell(bool right, const workshop::LocalText& feedback)
{
    m_index->setEnabled(false);
    m_increase->setEnabled(false);
    m_feedback->setText((right ? u"\u2713 "_s : u"\u2717 "_s) + local(feedback));
    m_feedback->show();
}

}  // namespace headwater
