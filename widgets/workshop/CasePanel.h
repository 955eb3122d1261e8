// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QWidget>

#include "core/triage/Verdict.h"
#include "core/workshop/Grade.h"
#include "core/workshop/KeptSheet.h"
#include "core/workshop/StageTable.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace headwater {

class ConclusionForm;
class PredictionForm;
class QuestionView;
class RubricView;
class ScoreView;
class StageSheet;
class StepStack;
class VetoBox;

/// Leads a student through one case: alert and prediction, a question at each node beside the real pages, conclusion,
/// reveal and score.
class CasePanel : public QWidget {
    Q_OBJECT
public:
    explicit CasePanel(QWidget* parent = nullptr);

    void begin(std::shared_ptr<const workshop::Library> library, workshop::Case opened);
    /// After begin(): as somebody left it. What was asked comes up again as soon as the runs are read.
    void goOnWith(const workshop::KeptSheet& sheet);
    /// What goOnWith() takes. Worth to be kept where somebody isBegun().
    [[nodiscard]] workshop::KeptSheet kept() const;
    [[nodiscard]] bool isBegun() const;
    /// The keys go to what is asked.
    void focusFirst();
    /// The runs are read and judged: the search can start.
    void setVerdict(const VerdictPtr& verdict);
    /// What the student applies the rule to.
    void setTimes(const workshop::StageTable& table);
    /// How far the making of the runs is; 100: they are being read.
    void setMade(int percent);
    [[nodiscard]] workshop::Answers answers() const;
    [[nodiscard]] workshop::Grade grade() const;
    [[nodiscard]] bool isRevealed() const { return m_revealed; }
    QSize sizeHint() const override;
    [[nodiscard]] const std::string& caseId() const { return m_case.spec.id; }

    /// A button above the case, at the right.
    void addTool(QWidget* tool);
    /// The page that is asked about is not beside the panel: a button leads there.
    void setPageAside(bool aside);
    /// What is asked now, in a line.
    [[nodiscard]] QString asked() const;

    [[nodiscard]] QComboBox* prediction() const;
    [[nodiscard]] QPlainTextEdit* reason() const;
    [[nodiscard]] QPushButton* lookButton() const { return m_look; }
    [[nodiscard]] QPushButton* next() const { return m_next; }
    [[nodiscard]] QPushButton* saveButton() const { return m_save; }
    [[nodiscard]] QuestionView* question() const { return m_question; }
    [[nodiscard]] ConclusionForm* conclusion() const { return m_form; }
    [[nodiscard]] RubricView* why() const { return m_why; }
    [[nodiscard]] RubricView* nextExperiment() const { return m_experiment; }
    [[nodiscard]] StageSheet* times() const { return m_sheet; }
    [[nodiscard]] VetoBox* vetoes() const { return m_vetoes; }
    [[nodiscard]] ScoreView* score() const { return m_score; }
    [[nodiscard]] QLabel* progress() const { return m_progress; }
    [[nodiscard]] QLabel* missing() const { return m_missing; }

signals:
    void pageWanted(const QString& name);  ///< of the workbench
    void revealed();
    void saveWanted(const QString& json);
    void left();
    void lookWanted();   ///< at the page that is asked about
    void stepChanged();  ///< something else is asked
    void changed();      ///< kept() is another

private:
    enum Step { kAlert, kNode, kConclusion };

    void buildFoot(QVBoxLayout* outer);
    void bringUp(QWidget* said);
    void buildConclusion();
    void addHint();
    void showHints();
    void showConclusion();
    void takeUp();
    [[nodiscard]] bool endsRight(const workshop::Question& question, const std::vector<std::string>& choices) const;
    void touched();
    void goOn();
    void showNode(std::size_t index);
    void reveal();
    void refresh();
    [[nodiscard]] QString whatNext(bool can) const;
    [[nodiscard]] QString whatIsMissing(bool can) const;
    void showTop();
    [[nodiscard]] QStringList aboutPrediction() const;
    void showScore();

    std::shared_ptr<const workshop::Library> m_library;
    workshop::Case m_case;
    std::map<std::string, std::vector<std::string>> m_decisions;
    std::size_t m_node = 0;
    std::size_t m_hints = 0;
    int m_made = 0;  ///< per cent of the runs
    bool m_ready = false;
    bool m_revealed = false;
    bool m_filling = false;                        ///< nobody says anything: what was said is put back
    std::optional<workshop::KeptSheet> m_waiting;  ///< for the runs
    bool m_aside = false;

    QScrollArea* m_area = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_progress = nullptr;
    QLabel* m_missing = nullptr;
    StageSheet* m_sheet = nullptr;
    StepStack* m_steps = nullptr;
    QLabel* m_alert = nullptr;
    PredictionForm* m_prediction = nullptr;
    QLabel* m_hintText = nullptr;
    QPushButton* m_hint = nullptr;
    QuestionView* m_question = nullptr;
    ConclusionForm* m_form = nullptr;
    RubricView* m_why = nullptr;
    RubricView* m_experiment = nullptr;
    VetoBox* m_vetoes = nullptr;
    QLineEdit* m_student = nullptr;
    ScoreView* m_score = nullptr;
    QPushButton* m_look = nullptr;
    QPushButton* m_next = nullptr;
    QHBoxLayout* m_tools = nullptr;
    QVBoxLayout* m_column = nullptr;
    QPushButton* m_save = nullptr;
};

}  // namespace headwater
