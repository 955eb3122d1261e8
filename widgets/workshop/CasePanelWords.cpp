// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel of a case says: what to do now, what is missing, what came of it.
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>

#include "core/workshop/TruthWords.h"
#include "widgets/workshop/CasePanel.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/PredictionForm.h"
#include "widgets/workshop/ScoreView.h"
#include "widgets/workshop/StepStack.h"

namespace headwater {

using namespace Qt::StringLiterals;

QString CasePanel::asked() const
{
    if (m_revealed)
        return tr("Revealed");
    if (m_steps->currentIndex() == kConclusion)
        return tr("Your conclusion");
    return tr("Question %1 of %2: %3")
        .arg(m_node + 1)
        .arg(m_case.questions.size())
        .arg(local(m_case.questions.at(m_node).ask));
}

/// What the student is to do now; why the button is grey.
QString CasePanel::whatNext(bool can) const
{
    const int step = m_steps->currentIndex();
    if (m_revealed)
        return tr("Revealed: %1 of 10 so far. Tick what your texts say; what the points are for stands at the end.")
            .arg(grade().total);
    if (m_waiting)
        return tr("You go on where you were as soon as the two runs are there, which takes a few seconds\u2026");
    if (step == kAlert && !m_ready)
        return tr("The two runs are being made, which takes a few seconds\u2026");
    if (step == kAlert)
        return can ? tr("The runs are ready.") : tr("The runs are ready. Choose a stage and say why.");
    if (step == kConclusion)
        return can ? tr("Your conclusion, before the reveal. The texts count as well.")
                   : tr("Your conclusion, before the reveal: stage, ranks, layer and end of the flowchart.");
    const QString at = tr("Question %1 of %2").arg(m_node + 1).arg(m_case.questions.size());
    const std::string& node = m_case.questions[m_node].node;
    if (can)
        return at;
    return node == "alert" || node == "outcome"
               ? tr("%1. Choose; a wrong turn can be taken back, but the first choice is the one that counts.").arg(at)
               : tr("%1. Look at the page beside, then choose; a wrong turn can be taken back, but the first choice is "
                    "the one that counts.")
                     .arg(at);
}

/// Why the button is grey, said beside it: the line at the top may be scrolled away.
QString CasePanel::whatIsMissing(bool can) const
{
    if (can)
        return {};
    const int step = m_steps->currentIndex();
    if (step == kConclusion)
        return tr("Still missing: the conclusion, every line of it.");
    if (step == kNode)
        return tr("Still missing: a right choice.");
    QStringList missing;
    if (prediction()->currentIndex() < 0)
        missing << tr("a stage");
    if (!m_prediction->isReasoned())
        missing << tr("why you think so");
    QStringList lines;
    if (!m_ready)
        lines << (m_made < 100 ? tr("The runs are being made: %1 %").arg(m_made)
                               : tr("The runs are made and are being read\u2026"));
    if (!missing.isEmpty())
        lines << tr("Still missing: %1.").arg(missing.join(tr(", ")));
    return lines.join(u'\n');
}

/// How far the guess was right, in stages, and what it rested on.
QStringList CasePanel::aboutPrediction() const
{
    const int guess = prediction()->currentIndex();
    const int truth = prediction()->findData(QString::fromStdString(m_case.truth().firstRegressedStage));
    const int none = prediction()->findData(QString());
    const char* key = guess == truth  ? "prediction_right"
                      : truth == none ? "prediction_none"
                      : guess == none ? "prediction_missed"
                      : guess > truth ? "prediction_late"
                                      : "prediction_early";
    return {local(workshop::filled(m_library->word(key), {prediction()->itemText(guess).toStdString(),
                                                          prediction()->itemText(truth).toStdString(),
                                                          std::to_string(std::abs(guess - truth))})),
            local(workshop::filled(m_library->word("prediction_reason"),
                                   {reason()->toPlainText().trimmed().toStdString()}))};
}

void CasePanel::showScore()
{
    QStringList before = aboutPrediction();
    before << local(workshop::explanationOf(m_case));
    m_score->setGrade(*m_library, grade(), before);
}

}  // namespace headwater
