// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel of a case gives to be kept, and how it goes on from there.
#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QLineEdit>
#include <QScopedValueRollback>

#include "widgets/workshop/CasePanel.h"
#include "widgets/workshop/ConclusionForm.h"
#include "widgets/workshop/PredictionForm.h"
#include "widgets/workshop/QuestionView.h"
#include "widgets/workshop/RubricView.h"
#include "widgets/workshop/StepStack.h"
#include "widgets/workshop/VetoBox.h"

namespace headwater {

bool CasePanel::endsRight(const workshop::Question& question, const std::vector<std::string>& choices) const
{
    const auto last = choices.empty() ? question.choices.end()
                                      : std::ranges::find(question.choices, choices.back(), &workshop::Choice::id);
    return last != question.choices.end() && last->isRight(workshop::factsOf(m_case));
}

bool CasePanel::isBegun() const
{
    return m_waiting || m_steps->currentIndex() != kAlert || m_hints > 0 || !m_prediction->fields().empty();
}

workshop::KeptSheet CasePanel::kept() const
{
    if (m_waiting)
        return *m_waiting;
    workshop::KeptSheet sheet;
    sheet.mark = m_case.spec.seal.mark;
    const int step = m_steps->currentIndex();
    sheet.step = step == kAlert ? "alert" : step == kNode ? m_case.questions[m_node].node : "conclusion";
    sheet.hints = static_cast<int>(m_hints);
    sheet.revealed = m_revealed;
    sheet.fields = m_form->fields();
    sheet.fields.merge(m_prediction->fields());
    sheet.answers = answers();
    // A wrong turn counts whether or not somebody leaves before it is taken back.
    if (step == kNode && !m_question->choices().empty())
        sheet.answers.decisions[m_case.questions[m_node].node] = m_question->choices();
    return sheet;
}

void CasePanel::goOnWith(const workshop::KeptSheet& sheet)
{
    const QScopedValueRollback<bool> filling(m_filling, true);
    m_prediction->fill(sheet.fields);
    m_hints = std::min(static_cast<std::size_t>(std::max(sheet.hints, 0)), m_case.spec.hints.size());
    showHints();
    // The pages are not there yet, and what was predicted before they were seen stays as it is.
    if (sheet.step != "alert") {
        m_waiting = sheet;
        m_prediction->setEnabled(false);
    }
    refresh();
}

void CasePanel::takeUp()
{
    const QScopedValueRollback<bool> filling(m_filling, true);
    const workshop::KeptSheet sheet = *std::exchange(m_waiting, std::nullopt);
    m_prediction->setEnabled(true);
    m_form->fill(sheet.fields);
    m_why->fill(sheet.answers.why);
    m_experiment->fill(sheet.answers.next);
    m_vetoes->tick(sheet.answers.vetoes);
    m_student->setText(QString::fromStdString(sheet.answers.student));
    m_decisions.clear();
    for (std::size_t i = 0; i < m_case.questions.size(); ++i) {
        const workshop::Question& question = m_case.questions[i];
        const auto made = sheet.answers.decisions.find(question.node);
        const bool answered = made != sheet.answers.decisions.end();
        if (question.node == sheet.step || !answered || !endsRight(question, made->second)) {
            showNode(i);
            if (answered)
                m_question->repeat(made->second);
            return refresh();
        }
        m_decisions[question.node] = made->second;
    }
    showNode(m_case.questions.size() - 1);
    showConclusion();
    if (sheet.revealed)
        reveal();
}

}  // namespace headwater
