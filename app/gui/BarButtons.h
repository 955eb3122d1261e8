// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QAction;
class QPushButton;
class QToolButton;

namespace headwater {

class Actions;

/// Opens the command palette; shows its key.
[[nodiscard]] QPushButton* makeSearchButton(const Actions& actions, QWidget* parent);
/// Every action in submenus, by F10 where the button is visible.
[[nodiscard]] QToolButton* makeMenuButton(const Actions& actions, QWidget* parent);

/// An action as a button with its name.
[[nodiscard]] QToolButton* actionButton(QAction* action, QWidget* parent);

/// The upper edge of the window while no investigation is shown: its name, the palette, the menu.
class FrontBar : public QFrame {
    Q_OBJECT
public:
    FrontBar(const Actions& actions, QWidget* parent);

    [[nodiscard]] QToolButton* menuButton() const { return m_menu; }

private:
    QToolButton* m_menu = nullptr;
};

}  // namespace headwater
