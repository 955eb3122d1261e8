// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QFrame>

class QLabel;
class QPushButton;

namespace headwater {

/// One line above a page that says what went wrong and what to do, or offers something; goes away on its button.
class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent);

    void showText(const QString& text);
    /// `accept` on a second button; exactly one of `then` and `otherwise` is called, but where another text or offer
    /// comes first.
    void offer(const QString& text, const QString& accept, std::function<void()> then,
               std::function<void()> otherwise = {});
    [[nodiscard]] QPushButton* acceptButton() const { return m_accept; }
    [[nodiscard]] QPushButton* dismissButton() const { return m_dismiss; }

private:
    void setText(const QString& text, const QColor& colour);
    void finish(bool accepted);

    QLabel* m_text = nullptr;
    QPushButton* m_accept = nullptr;
    QPushButton* m_dismiss = nullptr;
    std::function<void()> m_then, m_otherwise;
};

}  // namespace headwater
