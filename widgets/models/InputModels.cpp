// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/InputModels.h"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>

#include "core/base/Messages.h"
#include "widgets/models/ProblemAdvice.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

QString describeOverride(const FileOverride& said)
{
    QStringList parts;
    if (said.rank)
        parts << SourcesModel::tr("rank %1").arg(*said.rank);
    if (!said.unit.empty())
        parts << SourcesModel::tr("times in %1").arg(format::text(said.unit == "us" ? "\u00b5s" : said.unit));
    if (!said.zone.empty())
        parts << SourcesModel::tr("time zone %1").arg(format::text(said.zone));
    if (!said.ruleFile.empty())
        parts << SourcesModel::tr("rules %1").arg(fileName(said.ruleFile));
    switch (said.place) {
    case FileOverride::Place::AsFound: break;
    case FileOverride::Place::Ignored: parts << SourcesModel::tr("ignored"); break;
    case FileOverride::Place::Baseline: parts << SourcesModel::tr("in the baseline"); break;
    case FileOverride::Place::Current: parts << SourcesModel::tr("in the current run"); break;
    }
    return parts.join(u", "_s);
}

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
        return file.variant.empty()
                   ? format::text(file.format)
                   : u"%1 \u00b7 %2"_s.arg(format::text(file.format), format::text(messageText(file.variant)));
    case Size: return format::bytes(file.bytes);
    case Events: return file.events > 0 ? format::count(file.events) : u"\u2014"_s;
    case Ranks: return file.ranks.empty() ? u"\u2014"_s : format::rankList(file.ranks);
    case Steps: return file.steps.empty() ? u"\u2014"_s : format::stepList(file.steps);
    case Note: return note(file);
    default: return {};
    }
}

QString SourcesModel::note(const SourceFile& file) const
{
    QStringList parts;
    if (!file.used)
        parts << tr("not used");
    else if (file.problems.empty())
        parts << tr("ok");
    else
        parts << format::counted(static_cast<int>(file.problems.size()), tr("1 problem"), tr("%1 problems"));
    if (const QString said = describeOverride(overrideOf(m_overrides, file.path)); !said.isEmpty())
        parts << tr("yours: %1").arg(said);
    return parts.join(u" \u00b7 "_s);
}

void SourcesModel::setOverrides(FileOverrides overrides)
{
    m_overrides = std::move(overrides);
    if (!m_rows.empty())
        emit dataChanged(index(0, Note), index(rowCount() - 1, Note));
}

int SourcesModel::rowOf(const std::string& path) const
{
    const auto at = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.file->path == path; });
    return at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
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
    case Qt::ToolTipRole:
        return format::tip(index.column() == File ? format::text(row.file->path) : text(row, index.column()));
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
    const QString names[] = {tr("Run"),   tr("File"),  tr("Note"),   tr("Format"),
                             tr("Ranks"), tr("Steps"), tr("Events"), tr("Size")};
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

namespace {

/// The window has no options: it says otherwise how the unit is given.
std::string withoutOption(std::string message)
{
    constexpr std::string_view kOption = ", or give --unit";
    if (const std::size_t at = message.find(kOption); at != std::string::npos)
        message.erase(at, kOption.size());
    return message;
}

}  // namespace

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
        return format::tip(format::text(messageText(problem.message)) +
                           (problem.file.empty() ? QString() : u" ("_s + format::text(problem.file) + u')'));
    if (role == SourcesModel::SideRole)
        return static_cast<int>(row.side);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Level: return words::of(problem.severity);
    case SideName: return words::of(row.side);
    case Message: return format::text(messageText(withoutOption(problem.message)));
    case Advice: return adviceFor(problem);
    case Where: {
        QStringList parts = {fileName(problem.file), format::text(messageText(problem.position))};
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
    const QString names[] = {tr("Level"), tr("Run"), tr("What"), tr("Where"), tr("What to do")};
    return section >= 0 && section < ColumnCount ? QVariant(names[section]) : QVariant();
}

}  // namespace headwater
