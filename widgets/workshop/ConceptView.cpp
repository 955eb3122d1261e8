// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/ConceptView.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/ConceptChart.h"
#include "widgets/workshop/Content.h"

namespace headwater {

namespace {

QLabel* paragraph(QVBoxLayout* column, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
    return label;
}

}  // namespace

ConceptView::ConceptView(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    const int line = fontMetrics().height();
    column->setContentsMargins(line, line, line, line);
    column->setSpacing(line);
    m_title = paragraph(column, this);
    m_title->setFont(scaled(font(), 1.5, QFont::DemiBold));
    m_body = paragraph(column, this);
    m_chart = new ConceptChart(this);
    column->addWidget(m_chart);
    m_conclusion = paragraph(column, this);
    m_conclusion->setFont(scaled(font(), 1.1, QFont::DemiBold));
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    column->addLayout(m_form);
    m_readings = paragraph(column, this);
    column->addStretch(1);
    connect(m_chart, &ConceptChart::dragged, this,
            [this](int handle, double value) { m_boxes.at(static_cast<std::size_t>(handle))->setValue(value); });
    connect(m_chart, &ConceptChart::nudged, this,
            [this](int handle, int steps) { m_boxes.at(static_cast<std::size_t>(handle))->stepBy(steps); });
}

void ConceptView::setConcept(const workshop::Concept& idea)
{
    m_idea = idea;
    m_handles = workshop::handlesOf(idea.id);
    m_title->setText(local(idea.title));
    QStringList body;
    for (const workshop::LocalText& text : idea.body)
        body << local(text);
    m_body->setText(body.join(QStringLiteral("\n\n")));
    buildBoxes();
    draw();
}

void ConceptView::buildBoxes()
{
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
    m_boxes.clear();
    for (const workshop::ConceptHandle& handle : m_handles) {
        auto* box = new QDoubleSpinBox(this);
        box->setRange(handle.least, handle.most);
        box->setSingleStep(handle.step);
        box->setDecimals(handle.step < 1 ? 1 : 0);
        if (!handle.unit.empty())
            box->setSuffix(QLatin1Char(' ') + format::text(handle.unit));
        box->setValue(handle.value);
        connect(box, &QDoubleSpinBox::valueChanged, this, &ConceptView::draw);
        m_form->addRow(local(m_idea.word(handle.id)), box);
        m_boxes.push_back(box);
    }
}

void ConceptView::draw()
{
    std::vector<double> values;
    for (const QDoubleSpinBox* box : m_boxes)
        values.push_back(box->value());
    workshop::ConceptFigure figure = workshop::figureOf(m_idea, values);
    QStringList readings;
    for (const workshop::ConceptReading& reading : figure.readings)
        readings << QStringLiteral("%1: %2").arg(local(reading.what), format::text(reading.value));
    m_readings->setText(readings.join(QLatin1Char('\n')));
    m_conclusion->setText(local(figure.conclusion));
    m_chart->setFigure(&m_idea, std::move(figure));
}

QString ConceptView::conclusion() const
{
    return m_conclusion->text();
}

}  // namespace headwater
