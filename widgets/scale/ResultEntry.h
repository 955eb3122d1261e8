// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "core/analysis/scale/ScalePlan.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace headwater {

class SegmentBar;

/// Somebody's word on the next experiment: each group good, slow or inconclusive. Of more groups than a person enters
/// by hand it says that a file is needed.
class ResultEntry : public QWidget {
    Q_OBJECT
public:
    explicit ResultEntry(QWidget* parent = nullptr);

    /// What was entered stays where the groups are the same.
    void setPlan(const scale::ScalePlan& plan);
    [[nodiscard]] const std::vector<SegmentBar*>& bars() const { return m_bars; }
    [[nodiscard]] QPushButton* addButton() const { return m_add; }

signals:
    void entered(const headwater::ScaleExperiment& experiment);

private:
    void clear();
    void showReady();
    void submit();

    std::vector<NodeSet> m_groups;
    Cluster m_cluster;
    std::vector<SegmentBar*> m_bars;
    QGridLayout* m_grid = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_add = nullptr;
};

}  // namespace headwater
