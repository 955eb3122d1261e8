// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/ConclusionForm.h"

#include <algorithm>

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QRegularExpressionValidator>

#include "core/workshop/Case.h"
#include "core/workshop/Print.h"
#include "widgets/panels/ArrowCombo.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QComboBox* combo(QFormLayout* form, const QString& name, QWidget* parent)
{
    auto* box = new ArrowCombo(parent);
    box->setPlaceholderText(ConclusionForm::tr("choose…"));
    form->addRow(name, box);
    box->setAccessibleName(name);
    return box;
}

/// The ends of the flowchart as a student would say them.
QString outcomeText(const std::string& name)
{
    const std::pair<const char*, QString> texts[] = {
        {"correctness", ConclusionForm::tr("correctness: stop there")},
        {"confounded", ConclusionForm::tr("several things changed: cause not stated")},
        {"resource-fault", ConclusionForm::tr("fault of a device or a host")},
        {"input-pipeline", ConclusionForm::tr("input pipeline")},
        {"device-compute", ConclusionForm::tr("device compute")},
        {"host-dispatch", ConclusionForm::tr("host dispatch")},
        {"communication", ConclusionForm::tr("communication")},
        {"straggler", ConclusionForm::tr("straggler")},
        {"no-regression", ConclusionForm::tr("no regression")}};
    for (const auto& [id, text] : texts)
        if (name == id)
            return text;
    return QString::fromStdString(name);
}

}  // namespace

void fillStages(QComboBox* box)
{
    for (const std::string& name : workshop::stageNames())
        box->addItem(QString::fromStdString(name), QString::fromStdString(name));
    box->addItem(ConclusionForm::tr("none regressed"), QString());
    box->setCurrentIndex(-1);
}

ConclusionForm::ConclusionForm(QWidget* parent) : QWidget(parent)
{
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_stage = combo(form, tr("First regressed stage"), this);
    fillStages(m_stage);
    m_scope = combo(form, tr("On which ranks"), this);
    m_scope->addItem(tr("all alike"), u"systemic"_s);
    m_scope->addItem(tr("these ranks only"), u"localised"_s);
    m_scope->addItem(tr("one at a time, each time another"), u"both"_s);
    m_scope->addItem(tr("none"), QString());
    m_ranks = new QLineEdit(this);
    m_ranks->setPlaceholderText(tr("such as 5 or 4, 5, 6, 7"));
    static const QRegularExpression list(u"[0-9, ]*"_s);
    m_ranks->setValidator(new QRegularExpressionValidator(list, m_ranks));
    form->addRow(tr("Ranks"), m_ranks);
    m_layer = combo(form, tr("Layer"), this);
    m_layer->addItem(tr("correctness"), u"correctness"_s);
    m_layer->addItem(tr("resources"), u"resources"_s);
    m_layer->addItem(tr("timeline"), u"timeline"_s);
    m_layer->addItem(tr("stragglers"), u"stragglers"_s);
    m_layer->addItem(tr("none"), QString());
    m_outcome = combo(form, tr("The flowchart ends at"), this);
    for (const std::string& name : workshop::outcomeNames())
        m_outcome->addItem(outcomeText(name), QString::fromStdString(name));
    for (QComboBox* box : {m_stage, m_scope, m_layer, m_outcome})
        connect(box, &QComboBox::currentIndexChanged, this, &ConclusionForm::changed);
    connect(m_ranks, &QLineEdit::textChanged, this, &ConclusionForm::changed);
    clear();
}

void ConclusionForm::clear()
{
    for (QComboBox* box : {m_stage, m_scope, m_layer, m_outcome})
        box->setCurrentIndex(-1);
    m_ranks->clear();
}

std::vector<std::pair<std::string, QComboBox*>> ConclusionForm::choices() const
{
    return {{"stage", m_stage}, {"scope", m_scope}, {"layer", m_layer}, {"outcome", m_outcome}};
}

std::map<std::string, std::string> ConclusionForm::fields() const
{
    std::map<std::string, std::string> filled;
    for (const auto& [name, box] : choices())
        if (box->currentIndex() >= 0)
            filled[name] = box->currentData().toString().toStdString();
    if (!m_ranks->text().isEmpty())
        filled["ranks"] = m_ranks->text().toStdString();
    return filled;
}

void ConclusionForm::fill(const std::map<std::string, std::string>& fields)
{
    clear();
    for (const auto& [name, box] : choices())
        if (const auto said = fields.find(name); said != fields.end())
            box->setCurrentIndex(box->findData(QString::fromStdString(said->second)));
    if (const auto ranks = fields.find("ranks"); ranks != fields.end())
        m_ranks->setText(QString::fromStdString(ranks->second));
}

bool ConclusionForm::isComplete() const
{
    return m_stage->currentIndex() >= 0 && m_scope->currentIndex() >= 0 && m_layer->currentIndex() >= 0 &&
           m_outcome->currentIndex() >= 0;
}

workshop::Conclusion ConclusionForm::conclusion() const
{
    const auto value = [](const QComboBox* box) { return box->currentData().toString().toStdString(); };
    workshop::Conclusion said;
    said.given = isComplete();
    said.stage = value(m_stage);
    said.scope = value(m_scope);
    said.layer = value(m_layer);
    said.outcome = value(m_outcome);
    if (said.scope == "localised")
        for (const QString& rank : m_ranks->text().split(u',', Qt::SkipEmptyParts))
            said.ranks.push_back(rank.trimmed().toInt());
    std::ranges::sort(said.ranks);
    return said;
}

}  // namespace headwater
