// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ReferenceTrouble.h"

#include <algorithm>
#include <filesystem>

#include <QCoreApplication>
#include <QStringList>

#include "app/gui/PageTable.h"
#include "widgets/models/StageBars.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(ReferenceTrouble)
};

bool hasPage(const std::string& name)
{
    const auto& table = pageTable();
    return std::any_of(table.begin(), table.end(),
                       [&name](const PageRow& row) { return row.name == QString::fromStdString(name); });
}

bool hasRank(const PairAnalysis& pair, int rank)
{
    const auto has = [rank](const RunAnalysisPtr& side) {
        return side && std::ranges::find(side->run->ranks, rank, &RankData::rank) != side->run->ranks.end();
    };
    return has(pair.baseline) || has(pair.current);
}

/// A run is called by its folder, wherever that was when the reference was written.
bool hasRun(const std::vector<JudgedRun>& runs, const std::string& name)
{
    const auto folder = [](const std::string& path) { return std::filesystem::path(path).filename(); };
    return std::ranges::any_of(runs, [&](const JudgedRun& run) { return folder(run.name) == folder(name); });
}

}  // namespace

QString referenceTrouble(const ViewRef& view, const Verdict& verdict, const PairAnalysis& pair)
{
    QStringList missing;
    if (!view.page.empty() && !hasPage(view.page))
        missing << Tr::tr("a page \u201c%1\u201d").arg(format::text(view.page));
    if (!view.stage.empty() && positionOf(verdict, view.stage) < 0)
        missing << Tr::tr("a stage \u201c%1\u201d").arg(format::text(view.stage));
    std::vector<int> ranks;
    std::ranges::copy_if(view.ranks, std::back_inserter(ranks), [&pair](int rank) { return !hasRank(pair, rank); });
    if (!ranks.empty())
        missing << Tr::tr("rank %1").arg(format::rankList(ranks));
    if (!view.finding.empty() && !findingOf(verdict, view.finding))
        missing << Tr::tr("a finding \u201c%1\u201d").arg(format::text(view.finding));
    for (std::size_t side = 0; side < 2; ++side)
        if (!view.runs[side].empty() && !hasRun(verdict.runs[side], view.runs[side]))
            missing << (side == 0 ? Tr::tr("the run \u201c%1\u201d as the baseline")
                                  : Tr::tr("the run \u201c%1\u201d as the current run"))
                           .arg(format::text(view.runs[side]));
    if (missing.isEmpty())
        return {};
    return Tr::tr("The reference names what is not in this comparison: %1. Everything else of it is shown; see whether "
                  "it belongs to other runs.")
        .arg(missing.join(u", "_s));
}

}  // namespace headwater
