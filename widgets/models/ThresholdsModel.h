// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "core/analysis/resources/ResourcePolicy.h"

namespace headwater {

/// The thresholds of the resource checks, editable in place. Keeps none by itself: an edit is told, and shows once it
/// comes back by setPolicy().
class ThresholdsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Key, Value, Default, Meaning, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setPolicy(const ResourcePolicy& policy);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    void edited(const headwater::ResourcePolicy& policy, const QString& what);
    void refused(const QString& why);  ///< no number, or outside of what it may be

private:
    ResourcePolicy m_policy;
};

}  // namespace headwater
