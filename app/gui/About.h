// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace headwater {

/// What this program is, in a box over `window`.
void showAbout(QWidget* window);

}  // namespace headwater
