// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace headwater {

/// Lets Tab go through what is inside `whole` as it is laid out, top to bottom, also where parts were made later than
/// what stands below them: Qt puts those at the end of the window.
void orderTabs(QWidget* whole);

}  // namespace headwater
