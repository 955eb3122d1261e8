// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/CasePanel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include "core/workshop/Print.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/ConclusionForm.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/PredictionForm.h"
#include "widgets/workshop/QuestionView.h"
#include "widgets/workshop/RubricView.h"
#include "widgets/workshop/ScoreView.h"
#include "widgets/workshop/StageSheet.h"
#include "widgets/workshop/StepStack.h"
#include "widgets/workshop/TabOrder.h"
#include "widgets/workshop/TickLine.h"
#include "widgets/workshop/VetoBox.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

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
    const int line = fontMetrics().height();
    m_tools = new QHBoxLayout;
    m_tools->setContentsMargins(line, line / 2, line, 0);
    m_tools->addStretch(1);
    outer->addLayout(m_tools);
    m_area = new QScrollArea(this);
    m_area->setWidgetResizable(true);
    m_area->setAccessibleName(tr("Case"));
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(m_area, 1);
    auto* inside = new QWidget;
    m_area->setWidget(inside);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(line, line / 2, line, line);
    column->setSpacing(line * 2 / 3);
    m_column = column;
    m_title = wrappedLabel(inside);
    m_title->setFont(scaled(font(), 1.4, QFont::DemiBold));
    m_title->setProperty("tone", u"title"_s);
    column->addWidget(m_title);
    m_progress = wrappedLabel(inside);
    m_progress->setProperty("tone", u"muted"_s);
    column->addWidget(m_progress);
    m_alert = wrappedLabel(inside);
    column->addWidget(m_alert);
    m_steps = new StepStack(inside);
    column->addWidget(m_steps);
    m_prediction = new PredictionForm(m_steps);
    m_steps->addWidget(m_prediction);
    connect(m_prediction, &PredictionForm::changed, this, &CasePanel::touched);
    m_question = new QuestionView(m_steps);
    m_steps->addWidget(m_question);
    connect(m_question, &QuestionView::answered, this, [this] {
        touched();
        bringUp(m_question->feedbackLabel());
    });
    buildConclusion();
    m_hintText = wrappedLabel(inside);
    column->addWidget(m_hintText);
    m_sheet = new StageSheet(inside);
    column->addWidget(m_sheet);
    m_score = new ScoreView(inside);
    column->addWidget(m_score);
    column->addStretch(1);

    buildFoot(outer);
}

void CasePanel::buildFoot(QVBoxLayout* outer)
{
    const int line = fontMetrics().height();
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(line, line / 2, line, line / 2);
    auto* leave = new QPushButton(tr("Leave"), this);
    m_hint = new QPushButton(tr("Hint"), this);
    m_save = new QPushButton(tr("Save answers…"), this);
    m_look = new QPushButton(tr("Look at the page"), this);
    m_look->hide();
    m_next = new QPushButton(this);
    m_next->setProperty("accent", true);
    for (QPushButton* button : {leave, m_hint, m_save, m_look, m_next})
        buttons->addWidget(button);
    m_missing = wrappedLabel(this);
    m_missing->setContentsMargins(line, line / 2, line, 0);
    outer->addWidget(m_missing);
    outer->addLayout(buttons);
    connect(leave, &QPushButton::clicked, this, &CasePanel::left);
    connect(m_hint, &QPushButton::clicked, this, &CasePanel::addHint);
    connect(m_look, &QPushButton::clicked, this, &CasePanel::lookWanted);
    connect(m_save, &QPushButton::clicked, this,
            [this] { emit saveWanted(QString::fromStdString(workshop::answersJson(answers()))); });
    connect(m_next, &QPushButton::clicked, this, &CasePanel::goOn);
}

void CasePanel::addTool(QWidget* tool)
{
    m_tools->addWidget(tool);
}

void CasePanel::setPageAside(bool aside)
{
    m_aside = aside;
    refresh();
}

/// What was just said comes into sight, after the layout has made room for it: below the fold it would seem that
/// nothing happened.
void CasePanel::bringUp(QWidget* said)
{
    QTimer::singleShot(0, said, [this, said] {
        m_area->widget()->layout()->activate();
        m_area->ensureWidgetVisible(said, 0, fontMetrics().height());
    });
}

/// Room for the questions; the minimum is what is inside, in whichever font (see refresh).
QSize CasePanel::sizeHint() const
{
    constexpr int kChars = 52;
    const QSize least = minimumSizeHint();
    return {std::max(least.width(), fontMetrics().averageCharWidth() * kChars), QWidget::sizeHint().height()};
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
    connect(m_form, &ConclusionForm::changed, this, &CasePanel::touched);
    connect(m_why, &RubricView::changed, this, &CasePanel::touched);
    connect(m_experiment, &RubricView::changed, this, &CasePanel::touched);
    connect(m_vetoes, &VetoBox::changed, this, &CasePanel::touched);
    connect(m_student, &QLineEdit::textChanged, this, &CasePanel::touched);
}

void CasePanel::begin(std::shared_ptr<const workshop::Library> library, workshop::Case opened)
{
    const QScopedValueRollback<bool> filling(m_filling, true);
    m_library = std::move(library);
    m_case = std::move(opened);
    m_waiting.reset();
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
    m_prediction->clear();
    m_prediction->setEnabled(true);
    m_form->clear();
    m_form->setEnabled(true);
    m_why->ask(whyOf(*m_library, m_case.spec));
    m_experiment->ask(nextOf(*m_library, m_case.spec));
    m_vetoes->begin(*m_library);
    m_vetoes->hide();
    m_steps->setCurrentIndex(kAlert);
    m_column->removeWidget(m_alert);
    m_column->insertWidget(m_column->indexOf(m_steps), m_alert);
    orderTabs(this);
    refresh();
    emit stepChanged();
}

void CasePanel::setVerdict(const VerdictPtr& verdict)
{
    m_ready = verdict != nullptr;
    if (m_ready && m_waiting)
        takeUp();
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
    showHints();
    touched();
    bringUp(m_hintText);
}

void CasePanel::showHints()
{
    QStringList said;
    for (std::size_t i = 0; i < m_hints; ++i)
        said << tr("Hint %1: %2").arg(i + 1).arg(local(m_case.spec.hints[i]));
    m_hintText->setText(said.join(u'\n'));
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
    showConclusion();
}

void CasePanel::showConclusion()
{
    m_steps->setCurrentIndex(kConclusion);
    showTop();
    focusFirst();
    touched();
    emit stepChanged();
}

void CasePanel::showNode(std::size_t index)
{
    m_node = index;
    const workshop::Question& question = m_case.questions[index];
    m_question->ask(question, workshop::factsOf(m_case), *m_library);
    m_steps->setCurrentIndex(kNode);
    orderTabs(this);  // its choices are new
    m_sheet->show();
    // What is asked comes first from now on; what is known already stands below.
    m_column->removeWidget(m_alert);
    m_column->insertWidget(m_column->indexOf(m_sheet), m_alert);
    emit pageWanted(pageOf(question.node));
    focusFirst();  // and not something on the page that came up
    showTop();
    touched();
    emit stepChanged();
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
    focusFirst();
    touched();
    emit stepChanged();
}

void CasePanel::focusFirst()
{
    const int step = m_steps->currentIndex();
    if (step == kAlert)
        prediction()->setFocus(Qt::OtherFocusReason);
    else if (step == kNode)
        m_question->focusFirst();
    else if (!m_revealed)
        m_form->stage()->setFocus(Qt::OtherFocusReason);
    else
        m_save->setFocus(Qt::OtherFocusReason);
}

void CasePanel::touched()
{
    refresh();
    if (!m_filling)
        emit changed();
}

void CasePanel::refresh()
{
    const int step = m_steps->currentIndex();
    // As wide as what is inside needs in this font: there is no scrolling sideways.
    m_area->setMinimumWidth(m_area->widget()->minimumSizeHint().width() +
                            m_area->verticalScrollBar()->sizeHint().width());
    const bool predicted = m_prediction->isComplete();
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
    m_look->setVisible(m_aside && step != kAlert);
    m_hint->setEnabled(m_hints < m_case.spec.hints.size());
    if (m_revealed)
        showScore();
}

QComboBox* CasePanel::prediction() const
{
    return m_prediction->stage();
}

QPlainTextEdit* CasePanel::reason() const
{
    return m_prediction->reason();
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
    sheet.predicted = prediction()->currentIndex() >= 0;
    sheet.predictedStage = prediction()->currentData().toString().toStdString();
    sheet.predictedWhy = reason()->toPlainText().toStdString();
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

}  // namespace headwater
