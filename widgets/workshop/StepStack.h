// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

namespace headwater {

/// One of several widgets is shown and takes the room that it needs itself. A QStackedWidget is as high as the highest
/// of them wherever words wrap, which leaves a hole below the short ones.
class StepStack : public QWidget {
public:
    explicit StepStack(QWidget* parent = nullptr);

    void addWidget(QWidget* step);
    void setCurrentIndex(int index);
    [[nodiscard]] int currentIndex() const { return m_current; }

private:
    std::vector<QWidget*> m_steps;
    int m_current = 0;
};

}  // namespace headwater
