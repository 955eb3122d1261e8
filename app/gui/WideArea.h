// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace headwater {

/// `inside` in a frame that may be smaller than it: a window fits any screen, with large type and a case beside the
/// page too, and what has no room is reached by scrolling. No stop of the Tab key.
[[nodiscard]] QWidget* wideArea(QWidget* inside, QWidget* parent);

}  // namespace headwater
