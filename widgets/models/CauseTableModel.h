// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include <QAbstractTableModel>

#include "core/analysis/BubbleShares.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Palette.h"

namespace headwater {

/// The causes of time without compute a step: both runs, the difference, and shares of the step. The last row is their
/// sum.
class CauseTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Baseline, Current, Delta, BaselineShare, CurrentShare, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Means over the compared steps; nothing: unknown.
    void setData(const std::array<std::optional<StepBubbles>, 2>& means, const Palette& palette);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QString table() const;

private:
    [[nodiscard]] std::optional<Ns> value(int row, std::size_t side) const;
    [[nodiscard]] QString text(int row, int column) const;

    std::array<std::optional<StepBubbles>, 2> m_means;
    std::vector<BubbleCause> m_causes;  ///< those that either run has
    Palette m_palette;
};

}  // namespace headwater
