// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "core/workshop/Answers.h"

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QVBoxLayout;

namespace headwater {

/// A question to be answered in words. After the reveal the model answer stands below, point by point, to be ticked
/// where the text says it: by the student or the instructor, as the program does not read.
class RubricView : public QWidget {
    Q_OBJECT
public:
    explicit RubricView(QWidget* parent = nullptr);

    void ask(const workshop::OpenQuestion& question);
    /// An answer that was given before, ticks too.
    void fill(const workshop::OpenAnswer& answer);
    void reveal();
    /// Nothing revealed, nothing ticked; the text stays and can be changed.
    void hideModel();
    [[nodiscard]] workshop::OpenAnswer answer() const;
    [[nodiscard]] QPlainTextEdit* editor() const { return m_text; }
    [[nodiscard]] const std::vector<QCheckBox*>& boxes() const { return m_boxes; }

signals:
    void changed();

private:
    workshop::OpenQuestion m_question;
    QLabel* m_ask = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QWidget* m_model = nullptr;
    QVBoxLayout* m_points = nullptr;
    std::vector<QCheckBox*> m_boxes;
};

}  // namespace headwater
