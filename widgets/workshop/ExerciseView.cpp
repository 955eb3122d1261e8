// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/ExerciseView.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include "core/workshop/Print.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/RubricView.h"
#include "widgets/workshop/ScoreView.h"
#include "widgets/workshop/TabOrder.h"
#include "widgets/workshop/TickLine.h"
#include "widgets/workshop/VectorView.h"
#include "widgets/workshop/VetoBox.h"

namespace headwater {

ExerciseView::ExerciseView(std::shared_ptr<const workshop::Library> library, QWidget* parent)
    : QWidget(parent)
    , m_library(std::move(library))
{
    auto* column = new QVBoxLayout(this);
    const int line = fontMetrics().height();
    column->setContentsMargins(line * 2, line * 2, line * 2, line * 2);
    column->setSpacing(line);
    QLabel* title = wrappedLabel(this);
    title->setFont(scaled(font(), 1.6, QFont::DemiBold));
    title->setText(local(m_library->exerciseTitle));
    column->addWidget(title);
    QLabel* intro = wrappedLabel(this);
    intro->setText(local(m_library->exerciseIntro) + QLatin1Char(' ') + local(m_library->word("scoring")));
    column->addWidget(intro);
    m_tasks = new QVBoxLayout;
    m_tasks->setSpacing(line);
    column->addLayout(m_tasks);
    addQuestion("explain", m_library->explain, column);
    for (const workshop::OpenQuestion& question : m_library->courseQuestions)
        addQuestion(question.id, question, column);
    m_vetoes = new VetoBox(this);
    column->addWidget(m_vetoes);
    connect(m_vetoes, &VetoBox::changed, this, &ExerciseView::touched);
    addButtons(column);
    m_score = new ScoreView(this);
    column->addWidget(m_score);
    column->addStretch(1);
    begin(1);
}

void ExerciseView::addQuestion(const std::string& id, const workshop::OpenQuestion& question, QVBoxLayout* column)
{
    auto* view = new RubricView(this);
    view->ask(question);
    column->addWidget(view);
    m_questions.emplace(id, view);
    connect(view, &RubricView::changed, this, &ExerciseView::touched);
}

void ExerciseView::addButtons(QVBoxLayout* column)
{
    auto* row = new QHBoxLayout;
    m_check = new QPushButton(tr("Check and show the answers"), this);
    m_check->setProperty("accent", true);
    m_student = new QLineEdit(this);
    m_student->setPlaceholderText(tr("Your name, for the answer file"));
    m_student->setAccessibleName(m_student->placeholderText());
    m_save = new QPushButton(tr("Save answers\u2026"), this);
    m_again = new QPushButton(tr("Other numbers"), this);
    m_again->setToolTip(tr("Begin again with vectors not seen yet"));
    row->addWidget(m_check);
    row->addWidget(m_student, 1);
    row->addWidget(m_save);
    row->addWidget(m_again);
    row->addStretch(1);
    column->addLayout(row);
    m_missing = wrappedLabel(this);
    column->addWidget(m_missing);
    connect(m_check, &QPushButton::clicked, this, &ExerciseView::reveal);
    connect(m_student, &QLineEdit::textChanged, this, &ExerciseView::touched);
    connect(m_again, &QPushButton::clicked, this, [this] {
        begin(m_seed + 1);
        touched();
    });
    connect(m_save, &QPushButton::clicked, this,
            [this] { emit saveWanted(QString::fromStdString(workshop::answersJson(answers()))); });
}

void ExerciseView::begin(std::uint64_t seed)
{
    m_seed = seed;
    m_revealed = false;
    qDeleteAll(m_vectors);
    m_vectors.clear();
    for (const workshop::VectorTask& task : workshop::vectorTasks(seed)) {
        m_vectors.push_back(new VectorView(task, this));
        m_tasks->addWidget(m_vectors.back());
        connect(m_vectors.back(), &VectorView::changed, this, &ExerciseView::touched);
    }
    showMissing();
    for (const auto& [id, view] : m_questions)
        view->hideModel();
    m_vetoes->begin(*m_library);
    m_vetoes->hide();
    m_score->hide();
    m_student->hide();
    m_save->hide();
    m_check->show();
    orderTabs(this);
    emit toldOrBegun();
}

void ExerciseView::reveal()
{
    m_revealed = true;
    const workshop::Grade scores = grade();
    for (VectorView* vector : m_vectors)
        for (const workshop::GradeLine& line : scores.parts.front().lines)
            if (line.id == vector->id())
                vector->tell(line.isFull(), line.feedback);
    for (const auto& [id, view] : m_questions)
        view->reveal();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_vetoes, m_score, m_student, m_save})
        widget->show();
    m_check->hide();
    touched();
    emit toldOrBegun();
}

void ExerciseView::touched()
{
    showMissing();
    showScore();
    if (!m_filling)
        emit changed();
}

workshop::KeptSheet ExerciseView::kept() const
{
    workshop::KeptSheet sheet;
    sheet.mark = m_library->exerciseSeal().mark;
    sheet.step = "exercise";
    sheet.revealed = m_revealed;
    sheet.answers = answers();
    return sheet;
}

void ExerciseView::goOnWith(const workshop::KeptSheet& sheet)
{
    const QScopedValueRollback<bool> filling(m_filling, true);
    begin(sheet.answers.seed);
    for (VectorView* vector : m_vectors)
        if (const auto said = sheet.answers.vectors.find(vector->id()); said != sheet.answers.vectors.end())
            vector->fill(said->second);
    for (const auto& [id, view] : m_questions)
        if (const auto said = sheet.answers.questions.find(id); said != sheet.answers.questions.end())
            view->fill(said->second);
    m_vetoes->tick(sheet.answers.vetoes);
    m_student->setText(QString::fromStdString(sheet.answers.student));
    if (sheet.revealed)
        reveal();
    touched();
}

/// Whoever has answered may see what is right: an answer to every vector, as on the command line (mayRevealExercise()).
void ExerciseView::showMissing()
{
    QStringList missing;
    for (const VectorView* vector : m_vectors)
        if (vector->answer().kind == workshop::VectorAnswer::Kind::NotAnswered)
            missing << QString::fromStdString(vector->id());
    m_check->setEnabled(missing.isEmpty());
    m_missing->setText(tr("Still missing: %1.").arg(missing.join(tr(", "))));
    m_missing->setVisible(!missing.isEmpty());
}

void ExerciseView::showScore()
{
    if (m_revealed)
        m_score->setGrade(*m_library, grade());
}

workshop::Answers ExerciseView::answers() const
{
    workshop::Answers sheet = workshop::emptyExercise(*m_library, m_seed);
    sheet.student = m_student->text().toStdString();
    for (const VectorView* vector : m_vectors)
        sheet.vectors[vector->id()] = vector->answer();
    for (const auto& [id, view] : m_questions)
        sheet.questions[id] = view->answer();
    sheet.vetoes = m_vetoes->ticked();
    return sheet;
}

workshop::Grade ExerciseView::grade() const
{
    return workshop::gradeExercise(*m_library, answers());
}

}  // namespace headwater
