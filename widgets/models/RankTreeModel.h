// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unordered_map>
#include <utility>

#include <QAbstractItemModel>

#include "widgets/models/OwnTimeViews.h"
#include "widgets/theme/Format.h"

namespace headwater {

/// The ranks of one run under their roles, hosts or racks; the slowest first within each.
class RankTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Own, Other, Change, Ratio, Z, Robust, LeaveOneOut, Persistence, Class, ColumnCount };
    enum class By { Role, Host, Rack };
    enum Role { RankRole = Qt::UserRole + 1, FlagRole };

    using QAbstractItemModel::QAbstractItemModel;

    /// The ranks of `shown`, beside their times in the other run.
    void setData(const OwnTimesPair& own, Side shown, OwnTime which, By by);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Where a rank stands; invalid where it does not.
    [[nodiscard]] QModelIndex indexOf(int rank) const;
    /// All ranks of an index: one, or those of a group.
    [[nodiscard]] std::vector<int> ranksOf(const QModelIndex& index) const;
    /// Every row as cells between tabs.
    [[nodiscard]] QString table() const;

private:
    struct Group {
        QString name;
        std::vector<std::size_t> ranks;  ///< into StragglerReport::ranks
        double ratio = 0;                ///< median of its ranks' times over their peers'
        bool flag = false;
    };
    using QObject::parent;
    [[nodiscard]] QString nameOf(const RankStraggler& rank) const;
    [[nodiscard]] const PeerStanding* standing(const RankStraggler& rank) const;
    [[nodiscard]] QString text(const RankStraggler& rank, int column) const;
    [[nodiscard]] QString text(const Group& group, int column) const;
    [[nodiscard]] QString toolTip(const RankStraggler& rank, int column) const;

    OwnTimesPtr m_own;
    std::unordered_map<int, double> m_other;  ///< ns, by rank, in the other run
    Side m_shown = Side::Current;
    OwnTime m_which = OwnTime::Local;
    By m_by = By::Role;
    std::vector<Group> m_groups;
    std::unordered_map<int, std::pair<int, int>> m_places;  ///< of each rank: group and row in it
    format::Unit m_unit;
};

}  // namespace headwater
