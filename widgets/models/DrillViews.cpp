// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/DrillViews.h"

#include <cmath>

#include <QCoreApplication>

#include "core/triage/RegressedIn.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(headwater::DrillViews)
};

RowsCell unknown()
{
    return {u"\u2014"_s, {}, 0, true};
}

RowsCell valueCell(const StageStatistics& side, Statistic statistic)
{
    const double value = side.value[static_cast<std::size_t>(statistic)];
    return side.n > 0 && std::isfinite(value) ? RowsCell{format::duration(value), {}, 0, false} : unknown();
}

RowsRow partRow(const StageVerdict& given, Statistic statistic)
{
    const StageVerdict part = asRegressed(given, statistic);
    const int tone = part.state == StageState::Regressed ? 1 : part.state == StageState::Improved ? -1 : 0;
    const bool both = part.baseline.n > 0 && part.current.n > 0;
    const Text in = regressedInText(given, statistic);
    const QString state = words::of(part.state);
    RowsRow row;
    row.cells = {
        {format::text(part.stage), format::text(part.stage), 0, false},
        valueCell(part.baseline, statistic),
        valueCell(part.current, statistic),
        both ? RowsCell{format::delta(static_cast<double>(part.delta)), {}, tone, false} : unknown(),
        both && part.ci95 ? RowsCell{format::interval(*part.ci95), {}, tone, false} : unknown(),
        {in.empty() ? state : u"%1 (%2)"_s.arg(state, format::text(in)), words::explain(part.state), tone, false}};
    return row;
}

RowsRow headRow(const DrillLevel& level)
{
    RowsRow row;
    row.strong = true;
    row.cells.resize(6);
    row.cells[0].text = Tr::tr("Inside %1").arg(format::text(level.inside));
    return row;
}

}  // namespace

RowsData drillRows(const Verdict& verdict)
{
    RowsData data;
    if (!verdict.drillDown)
        return data;
    const QString statistic = words::of(verdict.policy.statistic);
    data.columns = {{Tr::tr("Part"), {}, false, 4},
                    {Tr::tr("Baseline"), statistic, true, 1},
                    {Tr::tr("Current"), statistic, true, 1},
                    {Tr::tr("Change"), Tr::tr("Current minus baseline"), true, 1},
                    {Tr::tr("95 % interval, %"), Tr::tr("Of the change, as a share of the baseline"), true, 1},
                    {Tr::tr("State"), {}, false, 2}};
    for (const DrillLevel& level : verdict.drillDown->levels) {
        data.rows.push_back(headRow(level));
        for (const StageVerdict& part : level.stages) {
            data.rows.push_back(partRow(part, verdict.policy.statistic));
            data.rows.back().strong = level.first && level.first->index == part.index;
        }
    }
    return data;
}

}  // namespace headwater
