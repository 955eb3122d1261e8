// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/ThresholdsModel.h"

#include <QLocale>

#include "widgets/models/RowsModel.h"
#include "widgets/theme/Format.h"

namespace headwater {

namespace {

const ResourceThreshold& thresholdAt(int row)
{
    return resourceThresholds()[static_cast<std::size_t>(row)];
}

QString plain(double value)
{
    return QString::number(value, 'g', 10);
}

QString rangeText(const ResourceThreshold& threshold)
{
    constexpr double kNoLimit = 1e18;
    return threshold.highest >= kNoLimit
               ? ThresholdsModel::tr("from %1").arg(plain(threshold.lowest))
               : ThresholdsModel::tr("from %1 to %2").arg(plain(threshold.lowest), plain(threshold.highest));
}

}  // namespace

void ThresholdsModel::setPolicy(const ResourcePolicy& policy)
{
    m_policy = policy;
    emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ThresholdsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(resourceThresholds().size());
}

int ThresholdsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags ThresholdsModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == Value ? flags | Qt::ItemIsEditable : flags;
}

QVariant ThresholdsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ResourceThreshold& threshold = thresholdAt(index.row());
    const double value = m_policy.*(threshold.value);
    const double standard = ResourcePolicy().*(threshold.value);
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Key: return format::text(threshold.key);
        case Value: return plain(value);
        case Default: return plain(standard);
        case Meaning: return format::text(word(threshold.meaning));
        default: return {};
        }
    case Qt::EditRole: return plain(value);
    case Qt::ToolTipRole:
        return format::tip(format::text(word(threshold.meaning)) + QStringLiteral(", ") + rangeText(threshold));
    case Qt::AccessibleTextRole:
        return QString(headerData(index.column(), Qt::Horizontal).toString() + QStringLiteral(": ") +
                       data(index, Qt::DisplayRole).toString());
    case RowsModel::NumberRole: return index.column() == Value || index.column() == Default;
    case RowsModel::StrongRole: return value != standard;
    case RowsModel::DimRole: return index.column() == Default;
    default: return {};
    }
}

bool ThresholdsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || index.column() != Value || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    const ResourceThreshold& threshold = thresholdAt(index.row());
    const QString text = value.toString().trimmed();
    bool isNumber = false;
    double number = text.toDouble(&isNumber);
    if (!isNumber)
        number = QLocale().toDouble(text, &isNumber);
    if (!isNumber || !(number >= threshold.lowest && number <= threshold.highest)) {
        emit refused(tr("%1 takes a number %2, not \u201c%3\u201d")
                         .arg(format::text(threshold.key), rangeText(threshold), text));
        return false;
    }
    if (number == m_policy.*(threshold.value))
        return false;
    ResourcePolicy policy = m_policy;
    policy.*(threshold.value) = number;
    emit edited(policy, tr("%1 = %2").arg(format::text(threshold.key), plain(number)));
    return true;
}

QVariant ThresholdsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Value || section == Default ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Key: return tr("Threshold");
    case Value: return tr("Value");
    case Default: return tr("Default");
    case Meaning: return tr("Meaning");
    default: return {};
    }
}

}  // namespace headwater
