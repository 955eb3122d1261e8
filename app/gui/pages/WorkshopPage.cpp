// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/WorkshopPage.h"

#include <algorithm>

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "core/workshop/Print.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/ConceptView.h"
#include "widgets/workshop/Content.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr int kId = Qt::UserRole;

QTreeWidgetItem* branch(QTreeWidget* list, const QString& name)
{
    auto* item = new QTreeWidgetItem(list, {name});
    item->setFlags(Qt::ItemIsEnabled);
    item->setFont(0, scaled(list->font(), 1, QFont::DemiBold));
    item->setExpanded(true);
    return item;
}

void leaf(QTreeWidgetItem* parent, const std::string& id, const workshop::LocalText& title)
{
    auto* item = new QTreeWidgetItem(parent, {local(title)});
    item->setData(0, kId, QString::fromStdString(id));
}

QScrollArea* scrolled(QWidget* inside, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    area->setWidget(inside);
    return area;
}

}  // namespace

WorkshopPage::WorkshopPage(std::shared_ptr<const workshop::Library> library, QWidget* parent)
    : QWidget(parent)
    , m_library(std::move(library))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    const int line = fontMetrics().height();
    auto* left = new QWidget(this);
    auto* leftColumn = new QVBoxLayout(left);
    left->setFixedWidth(fontMetrics().averageCharWidth() * 42);
    m_list = new QTreeWidget(left);
    m_list->setHeaderHidden(true);
    m_list->setAccessibleName(tr("Cases, ideas and the exercise"));
    leftColumn->addWidget(sectionLabel(tr("Workshop"), left));
    leftColumn->addWidget(m_list, 1);
    auto* file = new QPushButton(tr("Open a case file…"), left);
    leftColumn->addWidget(file);
    auto* sheets = new QPushButton(tr("Progress of a class…"), left);
    sheets->setToolTip(tr("From the answer files that students saved"));
    leftColumn->addWidget(sheets);
    connect(sheets, &QPushButton::clicked, this, &WorkshopPage::classWanted);
    row->addWidget(left);

    m_right = new QStackedWidget(this);
    auto* story = new QWidget;
    auto* column = new QVBoxLayout(story);
    column->setContentsMargins(line * 2, line * 2, line * 2, line * 2);
    column->setSpacing(line);
    m_title = new QLabel(story);
    m_title->setFont(scaled(font(), 1.6, QFont::DemiBold));
    m_text = new QLabel(story);
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        column->addWidget(label);
    }
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addCaseButtons(story, column);
    column->addStretch(1);
    m_concept = new ConceptView;
    m_right->addWidget(scrolled(story, m_right));
    m_right->addWidget(scrolled(m_concept, m_right));
    row->addWidget(m_right, 1);

    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) { showItem(item); });
    connect(file, &QPushButton::clicked, this, &WorkshopPage::fileWanted);
    fillList();
}

void WorkshopPage::addCaseButtons(QWidget* story, QVBoxLayout* column)
{
    m_caseButtons = new QWidget(story);
    auto* row = new QHBoxLayout(m_caseButtons);
    row->setContentsMargins(0, 0, 0, 0);
    m_start = new QPushButton(tr("Take this case"), m_caseButtons);
    m_start->setProperty("accent", true);
    auto* blank = new QPushButton(tr("Handout as PDF…"), m_caseButtons);
    auto* told = new QPushButton(tr("Handout with answers…"), m_caseButtons);
    for (QPushButton* button : {m_start, blank, told})
        row->addWidget(button);
    row->addStretch(1);
    column->addWidget(m_caseButtons);
    connect(m_start, &QPushButton::clicked, this, [this] { emit caseWanted(chosen()); });
    connect(blank, &QPushButton::clicked, this, [this] { emit handoutWanted(chosen(), false); });
    connect(told, &QPushButton::clicked, this, [this] { emit handoutWanted(chosen(), true); });
}

QString WorkshopPage::chosen() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item != nullptr ? item->data(0, kId).toString() : QString();
}

void WorkshopPage::showText(const QString& title, const QString& text)
{
    m_right->setCurrentIndex(0);
    m_caseButtons->hide();
    m_title->setText(title);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));  // it has columns
    m_text->setText(text);
}

void WorkshopPage::fillList()
{
    for (int level = 1; level <= 3; ++level) {
        QTreeWidgetItem* parent = branch(m_list, tr("Cases, level %1").arg(level));
        for (const workshop::CaseSpec& spec : m_library->cases)
            if (spec.level == level)
                leaf(parent, spec.id, spec.title);
    }
    QTreeWidgetItem* ideas = branch(m_list, tr("Ideas"));
    for (const workshop::Concept& idea : m_library->concepts)
        leaf(ideas, idea.id, idea.title);
    leaf(branch(m_list, tr("Exercise")), m_library->exerciseId, m_library->exerciseTitle);
    m_list->setCurrentItem(m_list->topLevelItem(0)->child(0));
}

void WorkshopPage::choose(const QString& id)
{
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        for (int j = 0; j < m_list->topLevelItem(i)->childCount(); ++j)
            if (QTreeWidgetItem* item = m_list->topLevelItem(i)->child(j); item->data(0, kId).toString() == id)
                m_list->setCurrentItem(item);
}

void WorkshopPage::showItem(const QTreeWidgetItem* item)
{
    if (item == nullptr)
        return;
    const std::string id = item->data(0, kId).toString().toStdString();
    const auto idea = std::ranges::find(m_library->concepts, id, &workshop::Concept::id);
    if (idea != m_library->concepts.end()) {
        m_concept->setConcept(*idea);
        m_right->setCurrentIndex(1);
        return;
    }
    m_right->setCurrentIndex(0);
    m_text->setFont(font());
    const workshop::CaseSpec* spec = m_library->find(id);
    m_caseButtons->setVisible(spec != nullptr);
    if (spec != nullptr) {
        m_title->setText(local(spec->title));
        m_text->setText(local(spec->alert));
    } else if (id == m_library->exerciseId) {
        workshop::PrintOptions options;
        options.language = contentLanguage();
        m_title->setText(local(m_library->exerciseTitle));
        m_text->setText(QString::fromStdString(workshop::exerciseText(*m_library, options)));
    }
}

}  // namespace headwater
