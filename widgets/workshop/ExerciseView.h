// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QWidget>

#include "core/workshop/Grade.h"
#include "core/workshop/KeptSheet.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace headwater {

class RubricView;
class ScoreView;
class VectorView;
class VetoBox;

/// The exercise of the course: vectors with their first regression, an explanation, three questions. What is right is
/// told when the student asks for it, and the answers stay as they are from then on.
class ExerciseView : public QWidget {
    Q_OBJECT
public:
    explicit ExerciseView(std::shared_ptr<const workshop::Library> library, QWidget* parent = nullptr);

    /// The vectors of a seed, nothing answered.
    void begin(std::uint64_t seed);
    /// As somebody left it.
    void goOnWith(const workshop::KeptSheet& sheet);
    [[nodiscard]] workshop::KeptSheet kept() const;
    [[nodiscard]] workshop::Answers answers() const;
    [[nodiscard]] workshop::Grade grade() const;
    [[nodiscard]] bool isRevealed() const { return m_revealed; }

    [[nodiscard]] const std::vector<VectorView*>& vectors() const { return m_vectors; }
    [[nodiscard]] const std::map<std::string, RubricView*>& questions() const { return m_questions; }
    [[nodiscard]] VetoBox* vetoes() const { return m_vetoes; }
    [[nodiscard]] ScoreView* score() const { return m_score; }
    [[nodiscard]] QPushButton* checkButton() const { return m_check; }
    [[nodiscard]] QPushButton* againButton() const { return m_again; }
    [[nodiscard]] QPushButton* saveButton() const { return m_save; }

signals:
    void saveWanted(const QString& json);
    void changed();      ///< kept() is another
    void toldOrBegun();  ///< other things are to be seen than before

private:
    void addQuestion(const std::string& id, const workshop::OpenQuestion& question, QVBoxLayout* column);
    void addButtons(QVBoxLayout* column);
    void reveal();
    void showMissing();
    void showScore();
    void touched();

    std::shared_ptr<const workshop::Library> m_library;
    std::uint64_t m_seed = 1;
    bool m_revealed = false;
    bool m_filling = false;  ///< nobody says anything: what was said is put back
    QVBoxLayout* m_tasks = nullptr;
    std::vector<VectorView*> m_vectors;
    std::map<std::string, RubricView*> m_questions;
    VetoBox* m_vetoes = nullptr;
    ScoreView* m_score = nullptr;
    QLineEdit* m_student = nullptr;
    QLabel* m_missing = nullptr;  ///< what is to be answered before the answers are shown
    QPushButton* m_check = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_save = nullptr;
};

}  // namespace headwater
