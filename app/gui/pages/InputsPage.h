// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/pages/Page.h"
#include "core/run/FileOverride.h"

class QAction;
class QLabel;
class QPushButton;

namespace headwater {

class InputHealthPanel;

/// Files of both runs, their ranks and steps, everything that was odd while reading, and what the user says about it.
class InputsPage : public Page {
    Q_OBJECT
public:
    enum class Purpose {
        Show,    ///< what a verdict was made from
        Repair,  ///< what could not be read: say more about it and compare
    };
    InputsPage(Purpose purpose, QAction* undo, QAction* redo, QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict = {}) override;
    void setOverrides(const FileOverrides& overrides);
    void setRuleFile(const QString& path);
    void setTrouble(const QString& text);  ///< Repair: why they could not be read
    [[nodiscard]] InputHealthPanel* panel() const { return m_panel; }
    [[nodiscard]] QPushButton* compareButton() const { return m_compare; }

signals:
    void overridesChosen(const headwater::FileOverrides& overrides, const QString& what);
    void ruleFileWanted();
    void compareRequested();
    void backRequested();

private:
    QLayout* repairButtons(QWidget* inside);

    InputHealthPanel* m_panel = nullptr;
    QLabel* m_trouble = nullptr;
    QPushButton* m_compare = nullptr;
};

}  // namespace headwater
