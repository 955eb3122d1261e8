// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace headwater {

/// A combo box with our own arrow, because the style sheet takes the style's away. The wheel scrolls the page under it
/// unless it has the focus.
class ArrowCombo : public QComboBox {
    Q_OBJECT
public:
    explicit ArrowCombo(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
};

}  // namespace headwater
