// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QFrame>

#include "core/run/Run.h"
#include "core/triage/Policy.h"
#include "core/triage/Verdict.h"

class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QHBoxLayout;
class QPushButton;
class QSlider;
class QToolButton;

namespace headwater {

class Actions;
class RunChip;
class SegmentBar;

/// Which runs, and the settings of the decision. Moving ε judges live.
class TopBar : public QFrame {
    Q_OBJECT
public:
    TopBar(const Actions& actions, QWidget* parent);

    void show(const VerdictPtr& verdict, const Policy& policy, const QString& stages);

    [[nodiscard]] QToolButton* menuButton() const { return m_menu; }
    [[nodiscard]] QPushButton* searchButton() const { return m_search; }

    QSize minimumSizeHint() const override;

signals:
    void chipClicked(headwater::Side side);
    void stagesChosen(const QString& spec);
    void ruleFileWanted();
    void statisticChosen(headwater::Statistic statistic);
    void epsilonMoved(std::int64_t ppm);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    [[nodiscard]] QWidget* makeIdentity();
    [[nodiscard]] QWidget* makeSettings();
    void addStages(QHBoxLayout* row);
    void addEpsilon(QHBoxLayout* row);
    void showStages(const QString& stages);

    QWidget* m_identity = nullptr;  ///< name and chips
    QWidget* m_settings = nullptr;
    QPushButton* m_search = nullptr;
    QToolButton* m_menu = nullptr;
    QGridLayout* m_grid = nullptr;
    std::array<RunChip*, 2> m_chips{};
    QComboBox* m_stages = nullptr;
    SegmentBar* m_statistic = nullptr;
    QSlider* m_slider = nullptr;
    QDoubleSpinBox* m_spin = nullptr;
};

}  // namespace headwater
