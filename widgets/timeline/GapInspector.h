// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "widgets/timeline/TimelineState.h"

class QLabel;

namespace headwater {

class CauseTable;

/// What is known of the gap or slice that is selected, and what a step of both runs loses to each cause.
class GapInspector : public QWidget {
    Q_OBJECT
public:
    explicit GapInspector(QWidget* parent = nullptr);

    void setData(TimelineDataPtr timeline);
    void setPick(const std::optional<TimelinePick>& pick);

    [[nodiscard]] CauseTable* split() const { return m_split; }
    [[nodiscard]] CauseTable* mean() const { return m_mean; }
    [[nodiscard]] QString measure() const;  ///< what the numbers of mean() are
    [[nodiscard]] QString text() const;     ///< everything it says of the selection, for tests and for copying

private:
    [[nodiscard]] QLabel* addLabel(QWidget* parent, double size, bool bold) const;

    TimelineDataPtr m_data;
    QLabel* m_title = nullptr;
    QLabel* m_place = nullptr;
    QLabel* m_around = nullptr;
    QLabel* m_measure = nullptr;
    CauseTable* m_split = nullptr;
    CauseTable* m_mean = nullptr;
    QWidget* m_aroundBox = nullptr;
};

}  // namespace headwater
