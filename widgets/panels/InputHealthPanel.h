// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QWidget>

#include "core/analysis/RunAnalysis.h"

class QLabel;
class QTableView;

namespace headwater {

class Card;
class ProblemsModel;
class SourcesModel;

/// How good the material is: per run its ranks, steps and sources; every file; everything odd.
class InputHealthPanel : public QWidget {
    Q_OBJECT
public:
    explicit InputHealthPanel(QWidget* parent = nullptr);

    void setInputs(const PairAnalysis& pair);

private:
    void fit();
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

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
