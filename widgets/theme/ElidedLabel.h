// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace headwater {

/// A line of plain text in a place that may be too narrow for it: then it ends in an ellipsis instead of within a
/// letter, and its tip says it whole. text() and what a screen reader reads stay whole.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    using QLabel::QLabel;

    /// What there is room for now.
    [[nodiscard]] QString shownText() const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace headwater
