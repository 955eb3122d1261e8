// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/CauseTableModel.h"

#include <algorithm>
#include <cmath>

#include <QFont>
#include <QPainter>
#include <QPixmap>

#include "widgets/charts/CauseSwatch.h"
#include "widgets/charts/ChartTable.h"
#include "widgets/theme/CauseStyle.h"

namespace headwater {

using namespace Qt::StringLiterals;

void CauseTableModel::setData(const std::array<std::optional<StepBubbles>, 2>& means, const Palette& palette)
{
    beginResetModel();
    m_means = means;
    m_palette = palette;
    m_causes.clear();
    for (std::size_t c = 0; c < kBubbleCauses; ++c) {
        const bool there =
            std::ranges::any_of(m_means, [c](const auto& mean) { return mean && mean->bubbles.byCause[c] > 0; });
        if (there)
            m_causes.push_back(static_cast<BubbleCause>(c));
    }
    endResetModel();
}

int CauseTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || (!m_means[0] && !m_means[1]) ? 0 : static_cast<int>(m_causes.size()) + 1;
}

int CauseTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

std::optional<Ns> CauseTableModel::value(int row, std::size_t side) const
{
    if (!m_means[side])
        return std::nullopt;
    const auto at = static_cast<std::size_t>(row);
    return at < m_causes.size() ? m_means[side]->bubbles.of(m_causes[at]) : m_means[side]->bubbles.total();
}

QString CauseTableModel::text(int row, int column) const
{
    const auto at = static_cast<std::size_t>(row);
    const std::optional<Ns> baseline = value(row, 0);
    const std::optional<Ns> current = value(row, 1);
    // Causes differ by orders of magnitude: each time has its own unit, or the small ones would read as nothing.
    const auto time = [](const std::optional<Ns>& ns) {
        return ns ? format::duration(static_cast<double>(*ns)) : tr("no data");
    };
    const auto share = [this](const std::optional<Ns>& ns, std::size_t side) {
        if (!ns || m_means[side]->duration <= 0)
            return u"\u2014"_s;
        const auto part = static_cast<double>(*ns);
        const auto all = static_cast<double>(m_means[side]->bubbles.total());
        const QString ofStep = format::share(part / static_cast<double>(m_means[side]->duration));
        return all > 0 ? u"%1 (%2)"_s.arg(ofStep, format::share(part / all)) : ofStep;
    };
    switch (column) {
    case Name: return at < m_causes.size() ? cause::word(m_causes[at]) : tr("without compute");
    case Baseline: return time(baseline);
    case Current: return time(current);
    case Delta: return baseline && current ? format::delta(static_cast<double>(*current - *baseline)) : u"\u2014"_s;
    case BaselineShare: return share(baseline, 0);
    case CurrentShare: return share(current, 1);
    default: return {};
    }
}

QVariant CauseTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto at = static_cast<std::size_t>(index.row());
    const bool total = at >= m_causes.size();
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::AccessibleTextRole:
        return headerData(index.column(), Qt::Horizontal).toString().replace(u'\n', u' ') + u": "_s +
               text(index.row(), index.column());
    case Qt::ToolTipRole:
        return total ? tr("HTA and TraceLens: idle + exposed communication + exposed copies")
                     : cause::explain(m_causes[at]);
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(total);
        return font;
    }
    case Qt::DecorationRole: {
        if (index.column() != Name || total)
            return {};
        QPixmap swatch(14, 14);
        QPainter painter(&swatch);
        paintSwatch(painter, swatch.rect(), m_causes[at], m_palette);
        return swatch;
    }
    case Qt::ForegroundRole: {
        const std::optional<Ns> baseline = value(index.row(), 0);
        const std::optional<Ns> current = value(index.row(), 1);
        // What is next to nothing of the sum has no colour.
        constexpr double kLeast = 0.001;
        if (index.column() != Delta || !baseline || !current)
            return {};
        const auto sum = static_cast<double>(std::max(m_means[0]->bubbles.total(), m_means[1]->bubbles.total()));
        if (std::abs(static_cast<double>(*current - *baseline)) <= kLeast * sum)
            return {};
        return *current > *baseline ? m_palette.currentText : m_palette.baselineText;
    }
    default: return {};
    }
}

QVariant CauseTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    const bool tip = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !tip)
        return {};
    switch (section) {
    case Name: return tip ? tr("Why no compute ran on the device; the causes add up exactly") : tr("Cause");
    case Baseline: return tip ? tr("Baseline: mean over the compared steps and the ranks") : tr("Baseline");
    case Current: return tip ? tr("Current: mean over the compared steps and the ranks") : tr("Current");
    case Delta: return tip ? tr("Current minus baseline") : tr("Change");
    case BaselineShare:
        return tip ? tr("Part of the baseline's step; in brackets of its time without compute")
                   : tr("of step\nbaseline");
    case CurrentShare:
        return tip ? tr("Part of the current run's step; in brackets of its time without compute")
                   : tr("of step\ncurrent");
    default: return {};
    }
}

QString CauseTableModel::table() const
{
    QList<QStringList> rows = {{}};
    for (int column = 0; column < ColumnCount; ++column)
        rows.front() << headerData(column, Qt::Horizontal).toString().replace(u'\n', u' ');
    for (int row = 0; row < rowCount(); ++row) {
        rows.emplace_back();
        for (int column = 0; column < ColumnCount; ++column)
            rows.back() << text(row, column);
    }
    return tableText(rows);
}

}  // namespace headwater
