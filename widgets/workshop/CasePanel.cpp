// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/CasePanel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include "core/workshop/Print.h"
#include "widgets/panels/ArrowCombo.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/ConclusionForm.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/QuestionView.h"
#include "widgets/workshop/RubricView.h"
#include "widgets/workshop/ScoreView.h"
#include "widgets/workshop/StageSheet.h"
#include "widgets/workshop/StepStack.h"
#include "widgets/workshop/TickLine.h"
#include "widgets/workshop/VetoBox.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

enum Step { kAlert, kNode, kConclusion };

/// The page on which a node of the flowchart is answered; none that answers it in its headline.
QString pageOf(const std::string& node)
{
    if (node == "alert")
        return u"inputs"_s;
    if (node == "outcome")
        return u"timeline"_s;
    return QString::fromStdString(node);
}

QVBoxLayout* bare(QWidget* widget)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    return column;
}

}  // namespace

CasePanel::CasePanel(QWidget* parent) : QWidget(parent)
{
    auto* outer = bare(this);
    m_area = new QScrollArea(this);
    m_area->setWidgetResizable(true);
    m_area->setAccessibleName(tr("Case"));
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(m_area, 1);
    auto* inside = new QWidget;
    m_area->setWidget(inside);
    auto* column = new QVBoxLayout(inside);
    const int line = fontMetrics().height();
    column->setContentsMargins(line, line, line, line);
    column->setSpacing(line * 2 / 3);
    m_title = wrappedLabel(inside);
    m_title->setFont(scaled(font(), 1.4, QFont::DemiBold));
    m_title->setProperty("tone", u"title"_s);
    column->addWidget(m_title);
    m_progress = wrappedLabel(inside);
    m_progress->setProperty("tone", u"muted"_s);
    column->addWidget(m_progress);
    m_alert = wrappedLabel(inside);
    column->addWidget(m_alert);
    m_sheet = new StageSheet(inside);
    column->addWidget(m_sheet);
    m_steps = new StepStack(inside);
    column->addWidget(m_steps);
    buildAlert();
    m_question = new QuestionView(m_steps);
    m_steps->addWidget(m_question);
    connect(m_question, &QuestionView::answered, this, &CasePanel::refresh);
    buildConclusion();
    m_hintText = wrappedLabel(inside);
    column->addWidget(m_hintText);
    m_score = new ScoreView(inside);
    column->addWidget(m_score);
    column->addStretch(1);

    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(line, line / 2, line, line / 2);
    auto* leave = new QPushButton(tr("Leave"), this);
    m_hint = new QPushButton(tr("Hint"), this);
    m_save = new QPushButton(tr("Save answers…"), this);
    m_next = new QPushButton(this);
    m_next->setProperty("accent", true);
    for (QPushButton* button : {leave, m_hint, m_save, m_next})
        buttons->addWidget(button);
    m_missing = wrappedLabel(this);
    m_missing->setContentsMargins(line, line / 2, line, 0);
    outer->addWidget(m_missing);
    outer->addLayout(buttons);
    connect(leave, &QPushButton::clicked, this, &CasePanel::left);
    connect(m_hint, &QPushButton::clicked, this, &CasePanel::addHint);
    connect(m_save, &QPushButton::clicked, this,
            [this] { emit saveWanted(QString::fromStdString(workshop::answersJson(answers()))); });
    connect(m_next, &QPushButton::clicked, this, &CasePanel::goOn);
}

/// Room for the questions; the minimum is what is inside, in whichever font (see refresh).
QSize CasePanel::sizeHint() const
{
    constexpr int kChars = 52;
    const QSize least = minimumSizeHint();
    return {std::max(least.width(), fontMetrics().averageCharWidth() * kChars), QWidget::sizeHint().height()};
}

void CasePanel::buildAlert()
{
    auto* step = new QWidget(m_steps);
    auto* column = bare(step);
    QLabel* ask = wrappedLabel(step);
    ask->setText(
        tr("Before you look: which stage is the first that regressed? A guess will do; you will see how far it "
           "was right."));
    ask->setFont(scaled(font(), 1, QFont::DemiBold));
    column->addWidget(ask);
    m_prediction = new ArrowCombo(step);
    m_prediction->setPlaceholderText(tr("choose…"));
    m_prediction->setAccessibleName(tr("Prediction"));
    fillStages(m_prediction);
    column->addWidget(m_prediction);
    QLabel* why = wrappedLabel(step);
    why->setText(tr("And why?"));
    column->addWidget(why);
    m_reason = new QPlainTextEdit(step);
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(fontMetrics().height() * 5);
    m_reason->setAccessibleName(tr("Reason of the prediction"));
    column->addWidget(m_reason);
    column->addStretch(1);
    m_steps->addWidget(step);
    connect(m_prediction, &QComboBox::currentIndexChanged, this, &CasePanel::refresh);
    connect(m_reason, &QPlainTextEdit::textChanged, this, &CasePanel::refresh);
}

void CasePanel::buildConclusion()
{
    auto* step = new QWidget(m_steps);
    auto* column = bare(step);
    m_form = new ConclusionForm(step);
    m_why = new RubricView(step);
    m_experiment = new RubricView(step);
    m_vetoes = new VetoBox(step);
    m_student = new QLineEdit(step);
    m_student->setPlaceholderText(tr("Your name, for the answer file"));
    m_student->setAccessibleName(m_student->placeholderText());
    for (QWidget* widget : std::initializer_list<QWidget*>{m_form, m_why, m_experiment, m_vetoes, m_student})
        column->addWidget(widget);
    column->addStretch(1);
    m_steps->addWidget(step);
    connect(m_form, &ConclusionForm::changed, this, &CasePanel::refresh);
    connect(m_why, &RubricView::changed, this, &CasePanel::refresh);
    connect(m_experiment, &RubricView::changed, this, &CasePanel::refresh);
    connect(m_vetoes, &VetoBox::changed, this, &CasePanel::refresh);
}

void CasePanel::begin(std::shared_ptr<const workshop::Library> library, workshop::Case opened)
{
    m_library = std::move(library);
    m_case = std::move(opened);
    m_decisions.clear();
    m_node = 0;
    m_hints = 0;
    m_made = 0;
    m_ready = false;
    m_revealed = false;
    m_title->setText(local(m_case.spec.title));
    m_alert->setText(local(m_case.spec.alert));
    m_sheet->hide();
    m_hintText->clear();
    m_score->clear();
    m_prediction->setCurrentIndex(-1);
    m_reason->clear();
    m_form->clear();
    m_form->setEnabled(true);
    m_why->ask(whyOf(*m_library, m_case.spec));
    m_experiment->ask(nextOf(*m_library, m_case.spec));
    m_vetoes->begin(*m_library);
    m_vetoes->hide();
    m_steps->setCurrentIndex(kAlert);
    refresh();
}

void CasePanel::setVerdict(const VerdictPtr& verdict)
{
    m_ready = verdict != nullptr;
    refresh();
}

void CasePanel::setTimes(const workshop::StageTable& table)
{
    m_sheet->setTable(*m_library, table);
}

void CasePanel::addHint()
{
    if (m_hints < m_case.spec.hints.size())
        ++m_hints;
    QStringList said;
    for (std::size_t i = 0; i < m_hints; ++i)
        said << tr("Hint %1: %2").arg(i + 1).arg(local(m_case.spec.hints[i]));
    m_hintText->setText(said.join(u'\n'));
    refresh();
    // After the layout has made room for it: below the fold it would seem that nothing happened.
    QTimer::singleShot(0, m_hintText, [this] { m_area->ensureWidgetVisible(m_hintText); });
}

void CasePanel::goOn()
{
    if (m_steps->currentIndex() == kAlert)
        return showNode(0);
    if (m_steps->currentIndex() == kConclusion)
        return reveal();
    m_decisions[m_case.questions[m_node].node] = m_question->choices();
    if (m_node + 1 < m_case.questions.size())
        return showNode(m_node + 1);
    m_steps->setCurrentIndex(kConclusion);
    showTop();
    refresh();
}

void CasePanel::showNode(std::size_t index)
{
    m_node = index;
    const workshop::Question& question = m_case.questions[index];
    m_question->ask(question, workshop::factsOf(m_case), *m_library);
    m_steps->setCurrentIndex(kNode);
    m_sheet->show();
    emit pageWanted(pageOf(question.node));
    m_question->focusFirst();  // and not something on the page that came up
    showTop();
    refresh();
}

void CasePanel::reveal()
{
    m_revealed = true;
    m_form->setEnabled(false);
    m_why->reveal();
    m_experiment->reveal();
    m_vetoes->show();
    emit revealed();
    showTop();
    refresh();
}

void CasePanel::refresh()
{
    const int step = m_steps->currentIndex();
    // As wide as what is inside needs in this font: there is no scrolling sideways.
    m_area->setMinimumWidth(m_area->widget()->minimumSizeHint().width() +
                            m_area->verticalScrollBar()->sizeHint().width());
    const bool predicted = m_prediction->currentIndex() >= 0 && !m_reason->toPlainText().trimmed().isEmpty();
    const bool can = step == kAlert  ? predicted && m_ready
                     : step == kNode ? m_question->isSolved()
                                     : m_form->isComplete();
    m_progress->setText(whatNext(can));
    m_next->setText(step == kAlert ? tr("Start the search") : step == kNode ? tr("Go on") : tr("Reveal"));
    m_next->setEnabled(can && !m_revealed);
    m_missing->setText(m_revealed ? QString() : whatIsMissing(can));
    m_missing->setVisible(!m_missing->text().isEmpty());
    m_next->setToolTip(m_missing->text());
    m_next->setVisible(!m_revealed);
    m_save->setVisible(m_revealed);
    m_hint->setVisible(!m_revealed);
    m_hint->setEnabled(m_hints < m_case.spec.hints.size());
    if (m_revealed)
        showScore();
}

/// What the student is to do now; why the button is grey.
QString CasePanel::whatNext(bool can) const
{
    const int step = m_steps->currentIndex();
    if (m_revealed)
        return tr("Revealed: %1 of 10 so far. Tick what your texts say; what the points are for stands at the end.")
            .arg(grade().total);
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
    if (m_prediction->currentIndex() < 0)
        missing << tr("a stage");
    if (m_reason->toPlainText().trimmed().isEmpty())
        missing << tr("why you think so");
    QStringList lines;
    if (!m_ready)
        lines << (m_made < 100 ? tr("The runs are being made: %1 %").arg(m_made)
                               : tr("The runs are made and are being read\u2026"));
    if (!missing.isEmpty())
        lines << tr("Still missing: %1.").arg(missing.join(tr(", ")));
    return lines.join(u'\n');
}

void CasePanel::setMade(int percent)
{
    m_made = percent;
    refresh();
}

void CasePanel::showTop()
{
    m_area->verticalScrollBar()->setValue(0);
}

workshop::Answers CasePanel::answers() const
{
    workshop::Answers sheet = workshop::emptySheet(m_case);
    sheet.student = m_student->text().toStdString();
    sheet.predicted = m_prediction->currentIndex() >= 0;
    sheet.predictedStage = m_prediction->currentData().toString().toStdString();
    sheet.predictedWhy = m_reason->toPlainText().toStdString();
    for (const auto& [node, choices] : m_decisions)
        sheet.decisions[node] = choices;
    sheet.conclusion = m_form->conclusion();
    sheet.why = m_why->answer();
    sheet.next = m_experiment->answer();
    sheet.vetoes = m_vetoes->ticked();
    return sheet;
}

workshop::Grade CasePanel::grade() const
{
    return workshop::gradeCase(*m_library, m_case, answers());
}

/// How far the guess was right, in stages, and what it rested on.
QStringList CasePanel::aboutPrediction() const
{
    const int guess = m_prediction->currentIndex();
    const int truth = m_prediction->findData(QString::fromStdString(m_case.truth().firstRegressedStage));
    const int none = m_prediction->findData(QString());
    const char* key = guess == truth  ? "prediction_right"
                      : truth == none ? "prediction_none"
                      : guess == none ? "prediction_missed"
                      : guess > truth ? "prediction_late"
                                      : "prediction_early";
    return {local(workshop::filled(m_library->word(key), {m_prediction->itemText(guess).toStdString(),
                                                          m_prediction->itemText(truth).toStdString(),
                                                          std::to_string(std::abs(guess - truth))})),
            local(workshop::filled(m_library->word("prediction_reason"),
                                   {m_reason->toPlainText().trimmed().toStdString()}))};
}

void CasePanel::showScore()
{
    const workshop::LocalText& explanation = m_case.spec.explanation;
    QStringList before = aboutPrediction();
    before << (explanation.empty() ? format::text(m_case.truth().explanation) : local(explanation));
    m_score->setGrade(*m_library, grade(), before);
}

}  // namespace headwater
