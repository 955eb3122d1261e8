// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace headwater {

/// Pages of which the one that is shown says how small the window may get; those behind it do not.
class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    explicit PageStack(QWidget* parent);
    [[nodiscard]] QSize minimumSizeHint() const override;
};

/// `inside` in a frame that may be smaller than it: a window fits any screen, with large type and a case beside the
/// page too, and what has no room is reached by scrolling. No stop of the Tab key.
[[nodiscard]] QWidget* wideArea(QWidget* inside, QWidget* parent);

}  // namespace headwater
