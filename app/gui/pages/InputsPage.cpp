// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/InputsPage.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/pages/PageColumn.h"
#include "widgets/panels/FileEditor.h"
#include "widgets/panels/InputHealthPanel.h"
#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

QToolButton* buttonOf(QAction* action, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

}  // namespace

InputsPage::InputsPage(Purpose purpose, QAction* undo, QAction* redo, QWidget* parent) : Page(parent)
{
    const int line = fontMetrics().height();
    QVBoxLayout* column = scrolledColumn(this);
    QWidget* inside = column->parentWidget();
    column->setSpacing(line * 3 / 4);
    auto* head = new QHBoxLayout;
    const bool repair = purpose == Purpose::Repair;
    auto* title = new QLabel(repair ? tr("What was found") : tr("What was read"), inside);
    title->setFont(scaled(font(), 1.55, QFont::Bold));
    head->addWidget(title, 1);
    head->addWidget(buttonOf(undo, inside));
    head->addWidget(buttonOf(redo, inside));
    column->addLayout(head);
    m_trouble = new QLabel(inside);
    m_trouble->setTextFormat(Qt::PlainText);
    m_trouble->setWordWrap(true);
    m_trouble->setVisible(repair);
    column->addWidget(m_trouble);
    m_panel = new InputHealthPanel(inside);
    column->addWidget(m_panel, 1);
    connect(m_panel->editor(), &FileEditor::chosen, this, &InputsPage::overridesChosen);
    connect(m_panel->editor(), &FileEditor::ruleFileWanted, this, &InputsPage::ruleFileWanted);
    if (repair)
        column->addLayout(repairButtons(inside));
}

QLayout* InputsPage::repairButtons(QWidget* inside)
{
    auto* buttons = new QHBoxLayout;
    m_compare = new QPushButton(tr("Compare"), inside);
    m_compare->setProperty("accent", true);
    auto* back = new QPushButton(tr("Other files\u2026"), inside);
    buttons->addStretch(1);
    buttons->addWidget(back);
    buttons->addWidget(m_compare);
    connect(m_compare, &QPushButton::clicked, this, &InputsPage::compareRequested);
    connect(back, &QPushButton::clicked, this, &InputsPage::backRequested);
    return buttons;
}

void InputsPage::setResult(const PairAnalysis& pair, const VerdictPtr&)
{
    m_panel->setInputs(pair);
}

void InputsPage::setOverrides(const FileOverrides& overrides)
{
    m_panel->setOverrides(overrides);
}

void InputsPage::setRuleFile(const QString& path)
{
    m_panel->editor()->setRuleFile(path);
}

void InputsPage::setTrouble(const QString& text)
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, paletteOf(this).currentText);
    m_trouble->setPalette(colours);
    m_trouble->setText(text);
}

}  // namespace headwater
