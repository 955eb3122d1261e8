// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace headwater {

/// One line above a page that says what went wrong and what to do; goes away on its button.
class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent);

    void showText(const QString& text);

private:
    QLabel* m_text = nullptr;
};

}  // namespace headwater
