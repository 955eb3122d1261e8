// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/StageTable.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/report/TextTable.h"
#include "core/triage/ConfirmedRule.h"
#include "core/triage/Names.h"

namespace headwater::workshop {

namespace {

const SeriesBasis* seriesOf(const StageBasis& stage, AcrossRanks across)
{
    const auto found = std::ranges::find(stage.series, across, &SeriesBasis::across);
    return found == stage.series.end() ? nullptr : &*found;
}

std::vector<BeforeAndNow> valuesOf(const SeriesBasis& series, const std::vector<Statistic>& statistics)
{
    std::vector<BeforeAndNow> values;
    for (const Statistic statistic : statistics) {
        const auto i = static_cast<std::size_t>(statistic);
        values.push_back({series.baseline.estimate.at(i), series.current.estimate.at(i)});
    }
    return values;
}

std::vector<Statistic> statisticsFor(const DecisionBasis& basis, const Policy& policy)
{
    const std::size_t steps = std::min(basis.step.baseline.n(), basis.step.current.n());
    for (const Statistic tail : {Statistic::P99, Statistic::P95})
        if (steps >= stepsNeeded(tail, policy.alpha))
            return {Statistic::P50, tail};
    return {Statistic::P50};
}

}  // namespace

StageTable stageTable(const DecisionBasis& basis, const Policy& policy)
{
    StageTable table{statisticsFor(basis, policy), {}, policy.epsilon(), floorOf(basis, policy)};
    for (std::size_t k = 0; k < basis.stages.size(); ++k) {
        const StageBasis& stage = basis.stages[k];
        if (stage.series.empty())
            continue;
        const SeriesBasis* median = seriesOf(stage, AcrossRanks::Median);
        const SeriesBasis* most = seriesOf(stage, AcrossRanks::Max);
        StageTableRow row{basis.alignment.stages[k].name,
                          valuesOf(median != nullptr ? *median : stage.series.front(), table.statistics),
                          {}};
        if (most != nullptr)
            row.slowest = valuesOf(*most, table.statistics);
        table.rows.push_back(std::move(row));
    }
    return table;
}

LocalText ruleOf(const Library& library, const StageTable& table)
{
    return filled(library.word(table.hasSlowest() ? "table_rule" : "table_rule_one"),
                  {fmt::format("{:g}", table.epsilon * 100), formatDuration(table.floor)});
}

std::string timeInTable(double value)
{
    return std::isfinite(value) ? formatDuration(static_cast<Ns>(std::llround(value))) : "–";
}

std::string stageTableText(const Library& library, const StageTable& table, const std::string& language)
{
    const auto word = [&](const char* key) { return library.word(key).in(language); };
    std::string text;
    for (std::size_t i = 0; i < table.statistics.size(); ++i) {
        std::vector<TextTable::Column> columns{
            {fmt::format("{}, {}", word("table_stage"), nameOf(table.statistics[i])), TextTable::Align::Left}};
        const auto addColumns = [&](const char* who) {
            columns.push_back({word(who) + " " + word("table_before"), TextTable::Align::Right});
            columns.push_back({word("table_now"), TextTable::Align::Right});
        };
        addColumns("table_typical");
        if (table.hasSlowest())
            addColumns("table_slowest");
        TextTable lines(columns);
        for (const StageTableRow& row : table.rows) {
            std::vector<std::string> cells{row.stage};
            for (const auto* values : {&row.typical, &row.slowest})
                if (!values->empty())
                    for (const double time : {values->at(i).before, values->at(i).now})
                        cells.push_back(timeInTable(time));
            lines.addRow(cells);
        }
        text += lines.toString() + "\n";
    }
    return text + "  " + ruleOf(library, table).in(language) + "\n";
}

}  // namespace headwater::workshop
