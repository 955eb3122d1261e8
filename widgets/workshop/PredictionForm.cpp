// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/PredictionForm.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "widgets/panels/ArrowCombo.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/ConclusionForm.h"
#include "widgets/workshop/TickLine.h"

namespace headwater {

namespace {

const std::string kPredicted = "prediction";
const std::string kReason = "reason";

}  // namespace

PredictionForm::PredictionForm(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    QLabel* ask = wrappedLabel(this);
    ask->setText(
        tr("Before you look: which stage is the first that regressed? A guess will do; you will see how far it "
           "was right."));
    ask->setFont(scaled(font(), 1, QFont::DemiBold));
    column->addWidget(ask);
    m_stage = new ArrowCombo(this);
    m_stage->setPlaceholderText(tr("choose…"));
    m_stage->setAccessibleName(tr("Prediction"));
    fillStages(m_stage);
    column->addWidget(m_stage);
    QLabel* why = wrappedLabel(this);
    why->setText(tr("And why?"));
    column->addWidget(why);
    m_reason = new QPlainTextEdit(this);
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(fontMetrics().height() * 5);
    m_reason->setAccessibleName(tr("Reason of the prediction"));
    column->addWidget(m_reason);
    column->addStretch(1);
    connect(m_stage, &QComboBox::currentIndexChanged, this, &PredictionForm::changed);
    connect(m_reason, &QPlainTextEdit::textChanged, this, &PredictionForm::changed);
}

void PredictionForm::clear()
{
    m_stage->setCurrentIndex(-1);
    m_reason->clear();
}

std::map<std::string, std::string> PredictionForm::fields() const
{
    std::map<std::string, std::string> filled;
    if (m_stage->currentIndex() >= 0)
        filled[kPredicted] = m_stage->currentData().toString().toStdString();
    if (isReasoned())
        filled[kReason] = m_reason->toPlainText().toStdString();
    return filled;
}

void PredictionForm::fill(const std::map<std::string, std::string>& fields)
{
    clear();
    if (const auto stage = fields.find(kPredicted); stage != fields.end())
        m_stage->setCurrentIndex(m_stage->findData(QString::fromStdString(stage->second)));
    if (const auto reason = fields.find(kReason); reason != fields.end())
        m_reason->setPlainText(QString::fromStdString(reason->second));
}

bool PredictionForm::isReasoned() const
{
    return !m_reason->toPlainText().trimmed().isEmpty();
}

bool PredictionForm::isComplete() const
{
    return m_stage->currentIndex() >= 0 && isReasoned();
}

}  // namespace headwater
