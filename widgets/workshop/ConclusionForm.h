// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <QWidget>

#include "core/workshop/Answers.h"

class QComboBox;
class QLineEdit;

namespace headwater {

/// What a student says in the end: stage, ranks, layer, end of the flowchart.
class ConclusionForm : public QWidget {
    Q_OBJECT
public:
    explicit ConclusionForm(QWidget* parent = nullptr);

    void clear();
    /// What was filled in, by name, a form half done too; fill() takes it back.
    [[nodiscard]] std::map<std::string, std::string> fields() const;
    void fill(const std::map<std::string, std::string>& fields);
    [[nodiscard]] workshop::Conclusion conclusion() const;
    [[nodiscard]] bool isComplete() const;  ///< stage, scope and outcome are chosen
    [[nodiscard]] QComboBox* stage() const { return m_stage; }
    [[nodiscard]] QComboBox* scope() const { return m_scope; }
    [[nodiscard]] QComboBox* layer() const { return m_layer; }
    [[nodiscard]] QComboBox* outcome() const { return m_outcome; }
    [[nodiscard]] QLineEdit* ranks() const { return m_ranks; }

signals:
    void changed();

private:
    [[nodiscard]] std::vector<std::pair<std::string, QComboBox*>> choices() const;

    QComboBox* m_stage = nullptr;
    QComboBox* m_scope = nullptr;
    QLineEdit* m_ranks = nullptr;
    QComboBox* m_layer = nullptr;
    QComboBox* m_outcome = nullptr;
};

/// A list of the stages with "none" at the end; nothing is chosen at first. The data of each is its name.
void fillStages(QComboBox* box);

}  // namespace headwater
