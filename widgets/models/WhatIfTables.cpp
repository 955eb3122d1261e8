// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/WhatIfTables.h"

#include <algorithm>
#include <numeric>

#include <QCoreApplication>

#include "core/base/Messages.h"
#include "core/stats/Quantile.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(headwater::WhatIfTables)
};

RowsCell unknown()
{
    return {u"\u2014"_s, Tr::tr("not known"), 0, true};
}

RowsCell shareCell(const std::optional<double>& share)
{
    return share ? RowsCell{format::share(*share), {}, 0, false} : unknown();
}

RowsCell savedCell(const std::vector<double>& saved, std::size_t worker)
{
    if (worker >= saved.size())
        return unknown();
    return {format::duration(std::max(0.0, saved[worker])),
            saved[worker] < 0 ? Tr::tr("a step would take longer by %1").arg(format::duration(-saved[worker]))
                              : QString(),
            0, false};
}

QString rangeText(const whatif::Range& range)
{
    return format::duration(range.lo) + u" \u2026 "_s + format::duration(range.hi);
}

double slowdownOf(const std::vector<whatif::KeySlowdown>& all, const std::string& key)
{
    const auto found = std::ranges::find(all, key, &whatif::KeySlowdown::key);
    return found == all.end() ? 0 : found->slowdown;
}

RowsCell slowdownCell(double slowdown)
{
    return slowdown > 0 ? RowsCell{format::number(slowdown, 3), {}, slowdown > 1.03 ? 1 : 0, false} : unknown();
}

QString slowdownTip()
{
    return Tr::tr("S_x: slowdown of an otherwise average run in which this one keeps its measured times; 1 costs "
                  "nothing (OSDI'25 what-if study)");
}

RowsData keyRows(const std::vector<whatif::KeySlowdown>& values, const QString& title)
{
    RowsData data;
    data.columns = {{title, {}, false, 3}, {Tr::tr("Slowdown"), slowdownTip(), true, 1}};
    std::vector<whatif::KeySlowdown> sorted = values;
    std::ranges::stable_sort(sorted, std::greater<>(), &whatif::KeySlowdown::slowdown);
    for (const whatif::KeySlowdown& one : sorted) {
        RowsRow row;
        row.cells = {{format::text(one.key), {}, 0, false}, slowdownCell(one.slowdown)};
        data.rows.push_back(std::move(row));
    }
    return data;
}

double measuredStep(const whatif::WhatIf& answer)
{
    return answer.measured.empty() ? 0
                                   : std::accumulate(answer.measured.begin(), answer.measured.end(), 0.0) /
                                         static_cast<double>(answer.measured.size());
}

std::optional<int> rankOf(const std::string& worker)
{
    bool isNumber = false;
    const int rank = QString::fromStdString(worker).toInt(&isNumber);
    return isNumber && rank >= 0 ? std::optional(rank) : std::nullopt;
}

}  // namespace

QString replayText(const whatif::WhatIf& answer)
{
    QString text = Tr::tr("Replay of %1 steps by %2, %3 operations: a step takes %4 measured, %5 replayed")
                       .arg(answer.steps.size())
                       .arg(format::text(word(answer.source)), format::count(answer.ops),
                            format::duration(measuredStep(answer)), format::duration(stats::mean(answer.replayed)));
    text += answer.replayError
                ? Tr::tr(" (replay error %1; above 5 % nothing is said).").arg(format::share(*answer.replayError))
                : u"."_s;
    return text + u' ' +
           Tr::tr("Everything below is inferred by replay. Savings are ceilings, not forecasts, and do not "
                  "add up.");
}

QString refusalText(const whatif::WhatIf& answer)
{
    QStringList lines;
    for (const Problem& problem : answer.problems)
        lines << format::text(messageText(problem.message));
    lines.removeDuplicates();
    return lines.join(u'\n');
}

RowsData slowdownRows(const whatif::WhatIf& answer)
{
    RowsData data;
    if (!answer.slowdown)
        return data;
    const whatif::Slowdown& slowdown = *answer.slowdown;
    data.columns = {{Tr::tr("What unevenness costs"), {}, false, 3},
                    {Tr::tr("Value"), {}, true, 1},
                    {Tr::tr("Meaning"), {}, false, 5}};
    const auto add = [&data](const QString& name, const QString& value, const QString& meaning, bool dim = false) {
        RowsRow row;
        row.cells = {{name, {}, 0, false}, {value, {}, 0, dim}, {meaning, {}, 0, true}};
        data.rows.push_back(std::move(row));
    };
    add(Tr::tr("Slowdown S"), format::number(slowdown.slowdown, 4),
        Tr::tr("step time over that with every rank's work at the average: %1")
            .arg(format::duration(stats::mean(slowdown.ideal))));
    add(Tr::tr("Time lost"), format::share(std::max(0.0, slowdown.waste)), Tr::tr("1 \u2212 1/S"));
    QStringList slowest;
    for (const std::string& worker : slowdown.slowest)
        slowest << format::text(worker);
    add(Tr::tr("M_W, slowest 3 % of workers"),
        slowdown.slowestWorkers ? format::share(*slowdown.slowestWorkers) : u"\u2014"_s,
        slowdown.slowestWorkers
            ? Tr::tr("share of the loss that goes when they work as the average does: %1").arg(slowest.join(u", "_s))
            : Tr::tr("not known: no unevenness, or one worker"),
        !slowdown.slowestWorkers);
    add(Tr::tr("M_S, last pipeline stage"), slowdown.lastStage ? format::share(*slowdown.lastStage) : u"\u2014"_s,
        slowdown.lastStage ? Tr::tr("share of the loss that goes when it works as the average does")
                           : Tr::tr("the run is not replayed as a pipeline"),
        !slowdown.lastStage);
    return data;
}

RowsData stageRows(const whatif::WhatIf& answer)
{
    RowsData data;
    data.columns = {
        {Tr::tr("Stage"), {}, false, 2},
        {Tr::tr("Removal"),
         Tr::tr(
             "Share of the step's change that goes when this stage alone is as in the baseline: what fixing it gives"),
         true, 1},
        {Tr::tr("Addition"), Tr::tr("Share of the change that this stage makes when it alone is as in the current run"),
         true, 1},
        {Tr::tr("Shapley\nvalue"), Tr::tr("Its fair part of the change; the stages' values add up to it"), true, 1},
        {Tr::tr("Saving,\nceiling"),
         Tr::tr("What a fix can save of a step: from what the replay has to all that grew and is exposed"), true, 1},
        {Tr::tr("95 % of\nremoval"), Tr::tr("Interval of the mean over steps, by blocks of steps"), true, 1},
        {Tr::tr("Throughput\nat most"), Tr::tr("Gain for the largest saving"), true, 1},
        {Tr::tr("Slowdown\nS_x"), slowdownTip(), true, 1}};
    const std::vector<whatif::KeySlowdown> slow =
        answer.slowdown ? answer.slowdown->byStage : std::vector<whatif::KeySlowdown>();
    if (!answer.attribution) {
        for (const whatif::KeySlowdown& one : slow) {
            RowsRow row;
            row.cells = {{format::text(one.key), {}, 0, false},
                         unknown(),
                         unknown(),
                         unknown(),
                         unknown(),
                         unknown(),
                         unknown(),
                         slowdownCell(one.slowdown)};
            row.view.stage = one.key;
            data.rows.push_back(std::move(row));
        }
        return data;
    }
    for (const whatif::StageAttribution& stage : answer.attribution->stages) {
        RowsRow row;
        const RowsCell shapley{format::delta(stage.share.shapley),
                               stage.share.shapleyCi
                                   ? Tr::tr("95 %: %1, from sampled orders").arg(rangeText(*stage.share.shapleyCi))
                                   : Tr::tr("exact: all combinations were replayed"),
                               0, false};
        row.cells = {{format::text(stage.stage), {}, 0, false},
                     shareCell(stage.share.removal),
                     shareCell(stage.share.addition),
                     shapley,
                     {rangeText(stage.saving), {}, 0, false},
                     stage.removedCi ? RowsCell{rangeText(*stage.removedCi), {}, 0, false} : unknown(),
                     stage.gainCeiling ? RowsCell{format::ratio(*stage.gainCeiling), {}, 0, false} : unknown(),
                     slowdownCell(slowdownOf(slow, stage.stage))};
        row.view.stage = stage.stage;
        data.rows.push_back(std::move(row));
    }
    return data;
}

RowsData workerRows(const WhatIfAnswer& answer)
{
    RowsData data;
    data.columns = {{Tr::tr("Rank"), Tr::tr("Of a pipeline: the data-parallel rank"), false, 2},
                    {Tr::tr("Slowdown\nS_w"), slowdownTip(), true, 1},
                    {Tr::tr("Saves as in\nthe baseline"),
                     Tr::tr("What a step saves when this rank alone works as in the baseline"), true, 1},
                    {Tr::tr("Saves at\nthe average"),
                     Tr::tr("What a step saves when this rank alone works as the average does"), true, 1}};
    if (!answer.whatIf.model)
        return data;
    const std::vector<std::string>& workers = answer.whatIf.model->workers;
    std::vector<std::size_t> order(workers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto cost = [&](std::size_t i) {
        const double average = i < answer.savedAsAverage.size() ? answer.savedAsAverage[i] : 0;
        return i < answer.savedAsBaseline.size() ? std::max(average, answer.savedAsBaseline[i]) : average;
    };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return cost(a) > cost(b); });
    for (const std::size_t i : order) {
        RowsRow row;
        row.cells = {
            {format::text(workers[i]), {}, 0, false},
            slowdownCell(answer.whatIf.slowdown ? slowdownOf(answer.whatIf.slowdown->byWorker, workers[i]) : 0),
            savedCell(answer.savedAsBaseline, i),
            savedCell(answer.savedAsAverage, i)};
        if (const auto rank = rankOf(workers[i]))
            row.view.ranks = {*rank};
        data.rows.push_back(std::move(row));
    }
    return data;
}

RowsData typeRows(const whatif::WhatIf& answer)
{
    return keyRows(answer.slowdown ? answer.slowdown->byType : std::vector<whatif::KeySlowdown>(),
                   Tr::tr("Kind of work"));
}

}  // namespace headwater
