// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;

namespace headwater {

/// A few choices side by side, one of them taken. Tab goes to that one, ← → take another.
class SegmentBar : public QWidget {
    Q_OBJECT
public:
    explicit SegmentBar(QWidget* parent = nullptr);

    void add(const QString& text, const QString& explanation);
    void setCurrent(int position);
    [[nodiscard]] int current() const;

signals:
    void chosen(int position);  ///< by the user

private:
    void placeTabStop();

    QButtonGroup* m_group = nullptr;
    QHBoxLayout* m_row = nullptr;
};

}  // namespace headwater
