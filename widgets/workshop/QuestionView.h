// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

#include <QWidget>

#include "core/workshop/Library.h"

class QAbstractButton;
class QButtonGroup;
class QLabel;
class QVBoxLayout;

namespace headwater {

/// Asks what to do at a node and answers each choice at once: right, or what the mistake is. A wrong turn can be taken
/// back; every choice is kept in the order made.
class QuestionView : public QWidget {
    Q_OBJECT
public:
    explicit QuestionView(QWidget* parent = nullptr);

    void ask(const workshop::Question& question, const std::set<std::string>& facts, const workshop::Library& library);
    [[nodiscard]] const std::vector<std::string>& choices() const { return m_made; }
    [[nodiscard]] bool isSolved() const { return m_solved; }
    [[nodiscard]] QString feedback() const;
    /// Stands right beneath the choice that was made last.
    [[nodiscard]] QLabel* feedbackLabel() const { return m_feedback; }
    /// The arrows move among the choices.
    void focusFirst();
    [[nodiscard]] QAbstractButton* button(int index) const;
    /// Makes these choices again, in their order; what is not offered any more is passed over.
    void repeat(const std::vector<std::string>& choices);
    /// As if the user clicked that choice.
    void choose(int index);

signals:
    void answered(bool right);

private:
    void judge(int index);

    workshop::Question m_question;
    std::set<std::string> m_facts;
    std::vector<workshop::Mistake> m_mistakes;
    std::vector<std::string> m_made;
    bool m_solved = false;
    QLabel* m_ask = nullptr;
    QLabel* m_feedback = nullptr;
    QVBoxLayout* m_list = nullptr;
    QButtonGroup* m_buttons = nullptr;
};

}  // namespace headwater
