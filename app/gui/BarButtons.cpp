// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/BarButtons.h"

#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include "app/gui/Actions.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(TopBar)
};

}  // namespace

QPushButton* makeSearchButton(const Actions& actions, QWidget* parent)
{
    QAction* action = actions[ActionId::Palette];
    auto* button = new QPushButton(parent);
    button->setToolTip(action->toolTip());
    button->setAccessibleName(action->text());
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    button->setText(action->text() + u"   "_s + action->shortcut().toString(QKeySequence::NativeText));
    return button;
}

QToolButton* makeMenuButton(const Actions& actions, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(Tr::tr("Menu"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setShortcut(QKeySequence(Qt::Key_F10));
    button->setToolTip(Tr::tr("All actions (F10)"));
    auto* menu = new QMenu(button);
    actions.fill(menu);
    button->setMenu(menu);
    return button;
}

QToolButton* actionButton(QAction* action, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

FrontBar::FrontBar(const Actions& actions, QWidget* parent) : QFrame(parent)
{
    setProperty("surface", u"panel"_s);
    setProperty("edge", u"bottom"_s);
    auto* row = new QHBoxLayout(this);
    const int line = fontMetrics().height();
    row->setContentsMargins(line, line * 5 / 8, line, line * 5 / 8);
    row->setSpacing(line * 3 / 4);
    auto* name = new QLabel(u"Headwater"_s, this);
    name->setFont(scaled(font(), 1.15, QFont::Bold));
    row->addWidget(name);
    row->addStretch(1);
    row->addWidget(makeSearchButton(actions, this));
    m_menu = makeMenuButton(actions, this);
    row->addWidget(m_menu);
}

}  // namespace headwater
