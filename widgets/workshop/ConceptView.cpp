// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/ConceptView.h"

#include <cmath>

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
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
    m_title->setProperty("tone", QStringLiteral("title"));
    m_body = paragraph(column, this);
    // Above all that grows and shrinks with what it says: a slider stays where it is held.
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    column->addLayout(m_form);
    m_chart = new ConceptChart(this);
    column->addWidget(m_chart);
    QLabel* how = paragraph(column, this);
    how->setText(tr("Drag a grip on a bar; or choose a bar with \u2191 \u2193 and move it with \u2190 \u2192."));
    how->setProperty("tone", QStringLiteral("muted"));
    m_conclusion = paragraph(column, this);
    m_conclusion->setFont(scaled(font(), 1.1, QFont::DemiBold));
    m_readings = paragraph(column, this);
    column->addStretch(1);
    connect(m_chart, &ConceptChart::dragged, this, &ConceptView::drag);
    connect(m_chart, &ConceptChart::grabbed, this, &ConceptView::grab);
    connect(m_chart, &ConceptChart::swept, this, &ConceptView::sweep);
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
    m_sliders.clear();
    for (const workshop::ConceptHandle& handle : m_handles)
        addHandle(handle);
}

/// A slider to drag and a field for the exact number, which follow each other.
void ConceptView::addHandle(const workshop::ConceptHandle& handle)
{
    const QString name = local(m_idea.word(handle.id));
    auto* both = new QWidget(this);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    auto* slider = new QSlider(Qt::Horizontal, both);
    slider->setRange(0, static_cast<int>(std::lround((handle.most - handle.least) / handle.step)));
    slider->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    slider->setAccessibleName(name);
    slider->setCursor(Qt::SizeHorCursor);
    auto* box = new QDoubleSpinBox(both);
    box->setRange(handle.least, handle.most);
    box->setSingleStep(handle.step);
    box->setDecimals(handle.step < 1 ? 1 : 0);
    if (!handle.unit.empty())
        box->setSuffix(QLatin1Char(' ') + format::text(handle.unit));
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);  // the slider steps
    box->setAccessibleName(name);
    row->addWidget(slider);
    row->addWidget(box);
    const auto place = [handle](double value) {
        return static_cast<int>(std::lround((value - handle.least) / handle.step));
    };
    connect(slider, &QSlider::valueChanged, box, [box, handle, place](int at) {
        if (place(box->value()) != at)  // a number between two places stays as it was typed
            box->setValue(handle.least + at * handle.step);
    });
    connect(box, &QDoubleSpinBox::valueChanged, slider,
            [slider, place](double value) { slider->setValue(place(value)); });
    box->setValue(handle.value);
    slider->setValue(place(handle.value));
    connect(box, &QDoubleSpinBox::valueChanged, this, &ConceptView::draw);
    m_form->addRow(name, both);
    m_boxes.push_back(box);
    m_sliders.push_back(slider);
}

std::vector<double> ConceptView::values() const
{
    std::vector<double> values;
    for (const QDoubleSpinBox* box : m_boxes)
        values.push_back(box->value());
    return values;
}

/// The number that puts the end of the bar where the mouse is.
void ConceptView::drag(int row, double end)
{
    const std::vector<double> now = values();
    const workshop::ConceptFigure figure = workshop::figureOf(m_idea, now);
    const auto bar = static_cast<std::size_t>(row);
    if (const auto value = workshop::valueAt(m_idea, now, bar, end))
        m_boxes.at(static_cast<std::size_t>(figure.bars.at(bar).handle))->setValue(*value);
}

int ConceptView::handleOf(int row) const
{
    return workshop::figureOf(m_idea, values()).bars.at(static_cast<std::size_t>(row)).handle;
}

void ConceptView::grab(int row)
{
    m_grabbed = m_boxes.at(static_cast<std::size_t>(handleOf(row)))->value();
}

void ConceptView::sweep(int row, double way)
{
    const auto handle = static_cast<std::size_t>(handleOf(row));
    const workshop::ConceptHandle& moved = m_handles.at(handle);
    const double steps = std::round(way * (moved.most - moved.least) / moved.step);
    m_boxes.at(handle)->setValue(m_grabbed + steps * moved.step);
}

void ConceptView::draw()
{
    workshop::ConceptFigure figure = workshop::figureOf(m_idea, values());
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
