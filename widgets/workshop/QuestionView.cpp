// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/QuestionView.h"

#include <algorithm>

#include <QAbstractButton>
#include <QButtonGroup>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

#include "widgets/theme/Theme.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/TickLine.h"

namespace headwater {

QuestionView::QuestionView(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(fontMetrics().height() / 2);
    m_ask = wrappedLabel(this);
    m_ask->setFont(scaled(font(), 1, QFont::DemiBold));
    column->addWidget(m_ask);
    m_list = new QVBoxLayout;
    column->addLayout(m_list);
    m_feedback = wrappedLabel(this);
    m_feedback->setAccessibleName(tr("What that means"));
    m_feedback->setProperty("surface", QStringLiteral("card"));
    m_feedback->setMargin(fontMetrics().height() / 2);
    m_feedback->hide();
    column->addStretch(1);
    m_buttons = new QButtonGroup(this);
    connect(m_buttons, &QButtonGroup::idClicked, this, &QuestionView::judge);
}

void QuestionView::ask(const workshop::Question& question, const std::set<std::string>& facts,
                       const workshop::Library& library)
{
    m_question = question;
    m_facts = facts;
    m_mistakes = library.mistakes;
    m_made.clear();
    m_solved = false;
    m_ask->setText(local(question.ask));
    m_feedback->clear();
    m_feedback->hide();
    m_list->removeWidget(m_feedback);
    while (QLayoutItem* item = m_list->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        const ChoiceLine line = choiceLine(local(question.choices[i].text), this);
        m_buttons->addButton(line.button, static_cast<int>(i));
        m_list->addWidget(line.whole);
    }
}

QAbstractButton* QuestionView::button(int index) const
{
    return m_buttons->button(index);
}

void QuestionView::choose(int index)
{
    if (QAbstractButton* button = m_buttons->button(index))
        button->click();
}

void QuestionView::focusFirst()
{
    if (QAbstractButton* button = m_buttons->button(0))
        button->setFocus(Qt::OtherFocusReason);
}

void QuestionView::repeat(const std::vector<std::string>& choices)
{
    for (const std::string& id : choices) {
        const auto offered = std::ranges::find(m_question.choices, id, &workshop::Choice::id);
        if (offered != m_question.choices.end())
            choose(static_cast<int>(offered - m_question.choices.begin()));
    }
}

QString QuestionView::feedback() const
{
    return m_feedback->text();
}

void QuestionView::judge(int index)
{
    if (m_solved)
        return;
    const workshop::Choice& choice = m_question.choices.at(static_cast<std::size_t>(index));
    m_made.push_back(choice.id);
    m_solved = choice.isRight(m_facts);
    if (m_solved) {
        m_feedback->setText(QStringLiteral("\u2713 ") + tr("Right."));
        for (QAbstractButton* button : m_buttons->buttons())
            button->setEnabled(button->isChecked());
    } else {
        const auto mistake = std::ranges::find(m_mistakes, choice.mistake, &workshop::Mistake::id);
        QStringList said;
        if (mistake != m_mistakes.end())
            said << tr("Wrong turn: %1.").arg(local(mistake->name));
        said << local(choice.feedback.empty() && mistake != m_mistakes.end() ? mistake->why : choice.feedback)
             << tr("Choose again.");
        m_feedback->setText(QStringLiteral("\u2717 ") + said.join(QLatin1Char(' ')));
    }
    // Right beneath what was chosen: an answer at the end of a long list would be out of sight.
    m_list->removeWidget(m_feedback);
    m_list->insertWidget(index + 1, m_feedback);
    m_feedback->show();
    emit answered(m_solved);
}

}  // namespace headwater
