// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QWidget>

#include "core/analysis/scale/ScalePlan.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace headwater {

class SegmentBar;

/// What the next experiment showed: of each group somebody's word (good, slow or inconclusive), or what was measured.
/// Of more groups than a person enters by hand it says that a file is needed.
class ResultEntry : public QWidget {
    Q_OBJECT
public:
    explicit ResultEntry(QWidget* parent = nullptr);

    /// What was entered stays where the groups are the same.
    void setPlan(const scale::ScalePlan& plan);
    [[nodiscard]] const std::vector<SegmentBar*>& bars() const { return m_bars; }
    [[nodiscard]] QPushButton* addButton() const { return m_add; }
    [[nodiscard]] QPushButton* measureButton(std::size_t group) const { return m_rows[group].measure; }
    [[nodiscard]] QPushButton* takeOutButton(std::size_t group) const { return m_rows[group].takeOut; }
    /// The nodes of a group, by name.
    [[nodiscard]] std::vector<std::string> nodesOf(std::size_t group) const;
    /// In place of a word, until it is taken out; a group of other nodes than those proposed is passed over.
    void setMeasured(const GroupMeasurement& measured);
    /// What stands in place of the word; empty: nothing.
    [[nodiscard]] QString measuredText(std::size_t group) const;

signals:
    void measureWanted(std::size_t group);
    void entered(const headwater::ScaleExperiment& experiment);

private:
    void clear();
    void showReady();
    void submit();
    void showRow(std::size_t group);
    void addRow(std::size_t group);

    struct Row {
        QLabel* said = nullptr;
        QPushButton* measure = nullptr;
        QPushButton* takeOut = nullptr;
        std::optional<GroupMeasurement> measured;
    };

    std::vector<Row> m_rows;
    std::vector<NodeSet> m_groups;
    Cluster m_cluster;
    std::vector<SegmentBar*> m_bars;
    QGridLayout* m_grid = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_add = nullptr;
};

}  // namespace headwater
