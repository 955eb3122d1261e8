// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/RubricView.h"

#include <algorithm>

#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/TickLine.h"

namespace headwater {

RubricView::RubricView(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_ask = wrappedLabel(this);
    m_ask->setFont(scaled(font(), 1, QFont::DemiBold));
    column->addWidget(m_ask);
    m_text = new QPlainTextEdit(this);
    m_text->setTabChangesFocus(true);
    m_text->setFixedHeight(fontMetrics().height() * 5);
    column->addWidget(m_text);
    m_model = new QWidget(this);
    m_points = new QVBoxLayout(m_model);
    m_points->setContentsMargins(0, 0, 0, 0);
    QLabel* model = wrappedLabel(m_model);
    model->setText(tr("Model answer. Tick each point that the text above makes:"));
    model->setProperty("tone", QStringLiteral("muted"));
    m_points->addWidget(model);
    column->addWidget(m_model);
    m_model->hide();
    connect(m_text, &QPlainTextEdit::textChanged, this, &RubricView::changed);
}

void RubricView::ask(const workshop::OpenQuestion& question)
{
    m_question = question;
    m_ask->setText(local(question.ask));
    m_text->setAccessibleName(local(question.ask));
    m_text->clear();
    m_text->setReadOnly(false);
    m_model->hide();
    for (QCheckBox* box : m_boxes)
        delete box->parentWidget();
    m_boxes.clear();
    for (const workshop::RubricPoint& point : question.points) {
        const QString text = local(point.text);
        const TickLine line =
            tickLine(point.points == 1 ? tr("%1 (1 point)").arg(text)
                                       : tr("%1 (%2 points)").arg(text, format::significant(point.points, 2)),
                     m_model);
        m_points->addWidget(line.whole);
        m_boxes.push_back(line.box);
        connect(line.box, &QCheckBox::toggled, this, &RubricView::changed);
    }
}

void RubricView::fill(const workshop::OpenAnswer& answer)
{
    m_text->setPlainText(QString::fromStdString(answer.text));
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        m_boxes[i]->setChecked(std::ranges::find(answer.ticked, m_question.points[i].id) != answer.ticked.end());
}

void RubricView::hideModel()
{
    for (QCheckBox* box : m_boxes)
        box->setChecked(false);
    m_model->hide();
    m_text->setReadOnly(false);
}

void RubricView::reveal()
{
    m_text->setReadOnly(true);
    m_model->show();
}

workshop::OpenAnswer RubricView::answer() const
{
    workshop::OpenAnswer answer{m_text->toPlainText().toStdString(), {}};
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        if (m_boxes[i]->isChecked())
            answer.ticked.push_back(m_question.points[i].id);
    return answer;
}

}  // namespace headwater
