// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include <QWidget>

class QComboBox;
class QPlainTextEdit;

namespace headwater {

/// What a student expects before looking: the first regressed stage, and why.
class PredictionForm : public QWidget {
    Q_OBJECT
public:
    explicit PredictionForm(QWidget* parent = nullptr);

    void clear();
    /// What was filled in, by name; fill() takes it back.
    [[nodiscard]] std::map<std::string, std::string> fields() const;
    void fill(const std::map<std::string, std::string>& fields);
    [[nodiscard]] bool isReasoned() const;
    [[nodiscard]] bool isComplete() const;
    [[nodiscard]] QComboBox* stage() const { return m_stage; }
    [[nodiscard]] QPlainTextEdit* reason() const { return m_reason; }

signals:
    void changed();

private:
    QComboBox* m_stage = nullptr;
    QPlainTextEdit* m_reason = nullptr;
};

}  // namespace headwater
