// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace headwater {

class Actions;

/// Every action that has a shortcut, from the one table, and the keys that charts and the flowchart take. Blocks
/// nothing.
void showShortcuts(QWidget* parent, const Actions& actions);

}  // namespace headwater
