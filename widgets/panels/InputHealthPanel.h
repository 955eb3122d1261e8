// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QWidget>

#include "core/analysis/RunAnalysis.h"
#include "core/run/FileOverride.h"

class QHBoxLayout;
class QLabel;
class QTableView;

namespace headwater {

class FileEditor;
class ProblemsModel;
class SourcesModel;

/// How good the material is: per run its ranks, steps and sources; every file and what the user says about it;
/// everything odd, where, and what to do. A problem that is chosen selects its file.
class InputHealthPanel : public QWidget {
    Q_OBJECT
public:
    explicit InputHealthPanel(QWidget* parent = nullptr);

    void setInputs(const PairAnalysis& pair);
    /// What the user says about the files.
    void setOverrides(const FileOverrides& overrides);

    [[nodiscard]] FileEditor* editor() const { return m_editor; }
    [[nodiscard]] QTableView* files() const { return m_sourceView; }
    [[nodiscard]] QTableView* problems() const { return m_problemView; }

private:
    void fit();
    void fitFiles();
    void fitProblems();
    void showSelected();
    void goToFileOf(int problem);
    [[nodiscard]] QHBoxLayout* makeFacts();
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

    FileOverrides m_overrides;
    FileEditor* m_editor = nullptr;
    std::array<QLabel*, 2> m_names{};
    std::array<QLabel*, 2> m_facts{};
    SourcesModel* m_sources = nullptr;
    ProblemsModel* m_problems = nullptr;
    QTableView* m_sourceView = nullptr;
    QTableView* m_problemView = nullptr;
    QLabel* m_problemTitle = nullptr;
    QLabel* m_noProblems = nullptr;
};

/// "4 of 4 ranks · 6 steps · 2 files, 218,011 events · stages from annotations".
[[nodiscard]] QString inputFacts(const RunAnalysis& analysis);

}  // namespace headwater
