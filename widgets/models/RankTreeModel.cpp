// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/RankTreeModel.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <QFont>

#include "core/stats/Quantile.h"
#include "widgets/charts/ChartTable.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr quintptr kGroup = 0;  ///< internal id of a group; of a rank: its group's row + 1

QString zText(double z)
{
    return std::abs(z) >= 999.5 ? format::number(z, 0) : format::number(z, std::abs(z) >= 99.5 ? 0 : 1);
}

Side otherSide(Side side)
{
    return side == Side::Baseline ? Side::Current : Side::Baseline;
}

int alignment(int column)
{
    const bool words = column == RankTreeModel::Name || column == RankTreeModel::Class;
    return static_cast<int>((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QString className(StragglerClass cls, StragglerSide side)
{
    QString text;
    switch (cls) {
    case StragglerClass::Fixed: text = RankTreeModel::tr("fixed"); break;
    case StragglerClass::Group: text = RankTreeModel::tr("group"); break;
    case StragglerClass::Self: text = RankTreeModel::tr("self"); break;
    case StragglerClass::None: return u"\u2014"_s;
    }
    if (side == StragglerSide::Device)
        text += u", "_s + RankTreeModel::tr("device");
    else if (side == StragglerSide::Host)
        text += u", "_s + RankTreeModel::tr("host");
    return text;
}

}  // namespace

QString RankTreeModel::nameOf(const RankStraggler& rank) const
{
    if (m_by == By::Role)
        return rank.role.empty() ? tr("all ranks") : format::text(rank.role);
    if (m_by == By::Host)
        return rank.host.empty() ? tr("host unknown") : format::text(rank.host);
    const auto found = std::ranges::find(m_own->series.ranks, rank.rank, &RankSeries::rank);
    return found == m_own->series.ranks.end() || found->rack.empty() ? tr("rack unknown") : format::text(found->rack);
}

const PeerStanding* RankTreeModel::standing(const RankStraggler& rank) const
{
    if (m_which == OwnTime::Local)
        return &rank.local;
    return rank.pure ? &*rank.pure : nullptr;
}

void RankTreeModel::setData(const OwnTimesPair& own, Side shown, OwnTime which, By by)
{
    beginResetModel();
    m_own = own[static_cast<std::size_t>(shown)];
    m_shown = shown;
    m_which = which;
    m_other.clear();
    const OwnTimesPtr& other = own[static_cast<std::size_t>(otherSide(shown))];
    for (std::size_t i = 0; other && i < other->series.ranks.size(); ++i)
        if (const double time = other->typical(which)[i]; std::isfinite(time))
            m_other.emplace(other->series.ranks[i].rank, time);
    m_by = by;
    m_groups.clear();
    double largest = 0;
    std::map<QString, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; m_own && i < m_own->report.ranks.size(); ++i) {
        const RankStraggler& rank = m_own->report.ranks[i];
        groups[nameOf(rank)].push_back(i);
        if (const PeerStanding* s = standing(rank))
            largest = std::max(largest, s->value);
    }
    m_unit = format::unitFor(largest);
    for (auto& [name, ranks] : groups) {
        Group group{name, std::move(ranks), 0, false};
        std::vector<double> ratios;
        for (const std::size_t i : group.ranks) {
            group.flag |= m_own->report.ranks[i].flagged;
            if (const PeerStanding* s = standing(m_own->report.ranks[i]))
                ratios.push_back(s->ratio);
        }
        group.ratio = stats::medianInPlace(ratios);
        std::ranges::stable_sort(group.ranks, std::greater(), [&](std::size_t i) {
            const PeerStanding* s = standing(m_own->report.ranks[i]);
            return s == nullptr ? -1 : s->ratio;
        });
        m_groups.push_back(std::move(group));
    }
    std::ranges::stable_sort(m_groups, std::greater(),
                             [](const Group& g) { return std::isnan(g.ratio) ? -1 : g.ratio; });
    m_places.clear();
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        for (std::size_t i = 0; i < m_groups[g].ranks.size(); ++i)
            m_places[m_own->report.ranks[m_groups[g].ranks[i]].rank] = {static_cast<int>(g), static_cast<int>(i)};
    endResetModel();
}

QModelIndex RankTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kGroup);
}

QModelIndex RankTreeModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == kGroup)
        return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, kGroup);
}

int RankTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalId() != kGroup || parent.column() != 0)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].ranks.size());
}

int RankTreeModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QString RankTreeModel::text(const Group& group, int column) const
{
    if (column == Name)
        return tr("%1 (%2)").arg(group.name, format::count(group.ranks.size()));
    if (column == Ratio)
        return std::isnan(group.ratio) ? u"\u2014"_s : format::number(group.ratio, 3);
    return {};
}

QString RankTreeModel::text(const RankStraggler& rank, int column) const
{
    const PeerStanding* s = standing(rank);
    switch (column) {
    case Name: return tr("rank %1").arg(rank.rank);
    case Other: {
        const auto other = m_other.find(rank.rank);
        return other == m_other.end() ? u"\u2014"_s : format::inUnit(other->second, m_unit);
    }
    case Change: {
        const auto other = m_other.find(rank.rank);
        if (s == nullptr || other == m_other.end())
            return u"\u2014"_s;
        const double more = s->value - other->second;
        return format::delta(m_shown == Side::Current ? more : -more);
    }
    case Persistence: return rank.peers < 2 ? u"\u2014"_s : format::share(rank.persistence);
    case Class: return className(rank.cls, rank.side);
    default: break;
    }
    if (s == nullptr)
        return tr("no data");
    if (column == Own)
        return format::inUnit(s->value, m_unit);
    if (rank.peers < 2)
        return u"\u2014"_s;  // nobody to stand against
    switch (column) {
    case Ratio: return format::number(s->ratio, 3);
    case Z: return format::number(s->z, 2);
    case Robust: return zText(s->modifiedZ);
    case LeaveOneOut: return std::isfinite(s->leaveOneOut) ? zText(s->leaveOneOut) : u"\u221e"_s;
    default: return {};
    }
}

QString RankTreeModel::toolTip(const RankStraggler& rank, int column) const
{
    if (column == Name && !rank.host.empty())
        return tr("on %1").arg(format::text(rank.host));
    if (column == Persistence)
        return tr("slowest in %1 of %2 steps; chance of that for equal ranks %3")
            .arg(rank.timesSlowest)
            .arg(m_own->steps.size())
            .arg(format::probability(rank.slowestP));
    return {};
}

QVariant RankTreeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const bool isGroup = index.internalId() == kGroup;
    const Group& group = m_groups[isGroup ? static_cast<std::size_t>(index.row()) : index.internalId() - 1];
    const RankStraggler* rank =
        isGroup ? nullptr : &m_own->report.ranks[group.ranks[static_cast<std::size_t>(index.row())]];
    const bool flag = isGroup ? group.flag : rank->flagged;
    const QString shown = isGroup ? text(group, index.column()) : text(*rank, index.column());
    switch (role) {
    case Qt::DisplayRole: return !isGroup && index.column() == Name && flag ? u"\u2691 "_s + shown : shown;
    case Qt::ToolTipRole: return isGroup ? QString() : format::tip(toolTip(*rank, index.column()));
    case Qt::AccessibleTextRole:
        return index.column() == Name ? shown + (flag ? u", "_s + tr("flagged") : QString())
                                      : headerData(index.column(), Qt::Horizontal).toString() + u": "_s + shown;
    case Qt::TextAlignmentRole: return alignment(index.column());
    case Qt::FontRole: {
        QFont font;
        font.setBold(isGroup || flag);
        return font;
    }
    case RankRole: return isGroup ? QVariant() : QVariant(rank->rank);
    case FlagRole: return flag;
    default: return {};
    }
}

QVariant RankTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QAbstractItemModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return alignment(section);
    const bool tip = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !tip)
        return {};
    switch (section) {
    case Name: return tip ? tr("Ranks, the slowest first") : tr("Rank");
    case Own:
        return tip ? tr("Median over the steps, without waiting for others; HTA and TraceLens give times with waiting")
                   : tr("own, %1").arg(m_unit.symbol);
    case Other: {
        const QString run = words::of(otherSide(m_shown)).toLower();
        return tip ? tr("The same of this rank in the %1 run").arg(run) : tr("%1, %2").arg(run, m_unit.symbol);
    }
    case Change: return tip ? tr("Current minus baseline") : tr("change");
    case Ratio: return tip ? tr("Own time over the median of the ranks of its role") : tr("\u00d7median");
    case Z: return tip ? tr("Of the 3\u03c3 rule: deviations from the mean; bounded by the number of ranks") : tr("z");
    case Robust: return tip ? tr("Modified z: by median and MAD, which an outlier does not move") : tr("robust z");
    case LeaveOneOut: return tip ? tr("t of the rank against the mean and deviation of all others") : tr("left out");
    case Persistence: return tip ? tr("Share of the windows of steps in which it was slow") : tr("persists");
    case Class:
        return tip ? tr("fixed: the same rank all along; group: its host or rack; self: slower than its own baseline; "
                        "and whether its kernels or its host are slow")
                   : tr("class");
    default: return {};
    }
}

QModelIndex RankTreeModel::indexOf(int rank) const
{
    const auto found = m_places.find(rank);
    if (found == m_places.end())
        return {};
    return createIndex(found->second.second, 0, static_cast<quintptr>(found->second.first) + 1);
}

std::vector<int> RankTreeModel::ranksOf(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() != kGroup)
        return {index.data(RankRole).toInt()};
    std::vector<int> ranks;
    for (const std::size_t i : m_groups[static_cast<std::size_t>(index.row())].ranks)
        ranks.push_back(m_own->report.ranks[i].rank);
    std::ranges::sort(ranks);
    return ranks;
}

QString RankTreeModel::table() const
{
    QList<QStringList> rows = {{}};
    for (int column = 0; column < ColumnCount; ++column)
        rows.front() << headerData(column, Qt::Horizontal).toString();
    for (const Group& group : m_groups) {
        rows.emplace_back();
        for (int column = 0; column < ColumnCount; ++column)
            rows.back() << text(group, column);
        for (const std::size_t i : group.ranks) {
            rows.emplace_back();
            for (int column = 0; column < ColumnCount; ++column)
                rows.back() << text(m_own->report.ranks[i], column);
        }
    }
    return tableText(rows);
}

}  // namespace headwater
