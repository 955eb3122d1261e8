// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/InputModels.h"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>

#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

QString fileName(const std::string& path)
{
    const QString text = format::text(path);
    return text.section(u'/', -1);
}

void SourcesModel::setRuns(RunPtr baseline, RunPtr current)
{
    beginResetModel();
    m_baseline = std::move(baseline);
    m_current = std::move(current);
    m_rows.clear();
    for (const SourceFile& file : m_baseline ? std::span(m_baseline->sources) : std::span<const SourceFile>())
        m_rows.push_back({Side::Baseline, &file});
    for (const SourceFile& file : m_current ? std::span(m_current->sources) : std::span<const SourceFile>())
        m_rows.push_back({Side::Current, &file});
    endResetModel();
}

int SourcesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SourcesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString SourcesModel::text(const Row& row, int column) const
{
    const SourceFile& file = *row.file;
    switch (column) {
    case SideName: return words::of(row.side);
    case File: return fileName(file.path);
    case Format:
        return file.variant.empty() ? format::text(file.format)
                                    : u"%1 \u00b7 %2"_s.arg(format::text(file.format), format::text(file.variant));
    case Size: return format::bytes(file.bytes);
    case Events: return file.events > 0 ? format::count(file.events) : u"\u2014"_s;
    case Ranks: return file.ranks.empty() ? u"\u2014"_s : format::rankList(file.ranks);
    case Steps: return file.steps.empty() ? u"\u2014"_s : format::stepList(file.steps);
    case Note:
        if (!file.used)
            return tr("not used");
        return file.problems.empty()
                   ? tr("ok")
                   : format::counted(static_cast<int>(file.problems.size()), tr("1 problem"), tr("%1 problems"));
    default: return {};
    }
}

QVariant SourcesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool number = index.column() == Size || index.column() == Events;
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::TextAlignmentRole: return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole: return index.column() == File ? format::text(row.file->path) : text(row, index.column());
    case SideRole: return static_cast<int>(row.side);
    default: return {};
    }
}

QVariant SourcesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Size || section == Events ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    const QString names[] = {tr("Run"),    tr("File"),  tr("Format"), tr("Size"),
                             tr("Events"), tr("Ranks"), tr("Steps"),  tr("Note")};
    return section >= 0 && section < ColumnCount ? QVariant(names[section]) : QVariant();
}

void ProblemsModel::add(Side side, const RunAnalysisPtr& analysis)
{
    if (!analysis)
        return;
    // Readers list a file's problems with the file and may repeat them for the run: each is shown once.
    std::set<std::tuple<std::string, std::string, std::string, std::string>> seen;
    const auto take = [&](const Problem& problem, const std::string& path) {
        Row row{side, problem};
        if (row.problem.file.empty())
            row.problem.file = path;
        const Problem& p = row.problem;
        if (seen.emplace(p.code, p.message, p.position, p.file).second)
            m_rows.push_back(std::move(row));
    };
    if (analysis->run) {
        for (const SourceFile& file : analysis->run->sources)
            for (const Problem& problem : file.problems)
                take(problem, file.path);
        for (const Problem& problem : analysis->run->problems)
            take(problem, {});
    }
    for (const Problem& problem : analysis->problems)
        take(problem, {});
}

void ProblemsModel::setAnalyses(const PairAnalysis& pair)
{
    beginResetModel();
    m_rows.clear();
    add(Side::Baseline, pair.baseline);
    add(Side::Current, pair.current);
    std::stable_sort(m_rows.begin(), m_rows.end(),
                     [](const Row& a, const Row& b) { return a.problem.severity > b.problem.severity; });
    endResetModel();
}

int ProblemsModel::count(Severity severity) const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(),
                                          [severity](const Row& row) { return row.problem.severity == severity; }));
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const Problem& problem = row.problem;
    if (role == Qt::ToolTipRole)
        return format::text(problem.message + (problem.file.empty() ? "" : " (" + problem.file + ")"));
    if (role == SourcesModel::SideRole)
        return static_cast<int>(row.side);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Level: return words::of(problem.severity);
    case SideName: return words::of(row.side);
    case Message: return format::text(problem.message);
    case Where: {
        QStringList parts = {fileName(problem.file), format::text(problem.position)};
        parts.removeAll(QString());
        return parts.join(u", "_s);
    }
    default: return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    const QString names[] = {tr("Level"), tr("Run"), tr("What"), tr("Where")};
    return section >= 0 && section < ColumnCount ? QVariant(names[section]) : QVariant();
}

}  // namespace headwater
