// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/CorrectnessViews.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <QCoreApplication>

#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(headwater::CorrectnessViews)
};

constexpr std::size_t kMostSigns = 300;  ///< events of one kind; more would be a bar of ink

LineSeries lineOf(const LoggedSeries& logged, Side side)
{
    LineSeries line;
    line.side = side;
    for (const LoggedPoint& point : logged.points) {
        const auto x = static_cast<double>(point.step);
        const bool finite = std::isfinite(point.number.value);
        line.x.push_back(x);
        line.y.push_back(finite ? point.number.value : std::numeric_limits<double>::quiet_NaN());
        if (!finite)
            line.notFinite.push_back(x);
    }
    return line;
}

LineMark rule(std::int64_t step, const QString& label, const QString& tip, bool strong)
{
    return {LineMark::Kind::Rule, static_cast<double>(step), label, tip, std::nullopt, strong};
}

QString toleranceText(const ChosenTolerance& tolerance)
{
    const QString text =
        Tr::tr("%1 + %2 \u00b7 |baseline|, for %3")
            .arg(format::significant(tolerance.tolerance.absolute, 3),
                 format::significant(tolerance.tolerance.relative, 3), format::text(nameOf(tolerance.dtype)));
    return tolerance.assumed ? text + Tr::tr(" (assumed: no precision is known)") : text;
}

void addDivergence(LineChartData& chart, const CorrectnessReport& report, LoggedQuantity quantity)
{
    const auto found = std::ranges::find(report.series, quantity, &SeriesComparison::quantity);
    if (found == report.series.end())
        return;
    const auto values = [](const StepPair& pair) {
        return Tr::tr("baseline %1, current %2")
            .arg(format::significant(pair.baseline.number.value, 7), format::significant(pair.current.number.value, 7));
    };
    if (found->firstBeyond)
        chart.marks.push_back(rule(found->firstBeyond->step, Tr::tr("diverges at %1").arg(found->firstBeyond->step),
                                   Tr::tr("First step beyond the tolerance %1: step %2, %3")
                                       .arg(toleranceText(report.tolerance))
                                       .arg(found->firstBeyond->step)
                                       .arg(values(*found->firstBeyond)),
                                   true));
    else if (found->firstDifference)
        chart.marks.push_back(rule(found->firstDifference->step,
                                   Tr::tr("differs from %1").arg(found->firstDifference->step),
                                   Tr::tr("First step with other digits, within the tolerance %1: step %2, %3")
                                       .arg(toleranceText(report.tolerance))
                                       .arg(found->firstDifference->step)
                                       .arg(values(*found->firstDifference)),
                                   false));
}

void addBand(LineChartData& chart, const CorrectnessReport& report)
{
    if (!report.lossBand || report.current.loss.points.empty())
        return;
    const BandVerdict& band = *report.lossBand;
    const auto& points = report.current.loss.points;
    const std::size_t from = points.size() - std::min(points.size(), std::max<std::size_t>(band.windowSteps, 1));
    chart.band = LineBand{static_cast<double>(points[from].step), static_cast<double>(points.back().step),
                          band.window.lo, band.window.hi,
                          Tr::tr("Where the mean of the last %1 steps of one more such run lies in 99 of 100 cases: %2 "
                                 "to %3, from %4 baseline runs")
                              .arg(band.windowSteps)
                              .arg(format::significant(band.window.lo, 5), format::significant(band.window.hi, 5))
                              .arg(band.runs)};
    if (band.leftAt)
        chart.marks.push_back(rule(*band.leftAt, Tr::tr("leaves the band at %1").arg(*band.leftAt),
                                   Tr::tr("From step %1 on outside of the band of %2 baseline runs, %3 steps in a row")
                                       .arg(*band.leftAt)
                                       .arg(band.runs)
                                       .arg(band.longestOutside),
                                   true));
}

void addSigns(LineChartData& chart, const LoggedSide& logged, Side side, LoggedQuantity quantity)
{
    const auto sign = [&](std::int64_t step, const QString& tip, bool strong) {
        chart.marks.push_back({LineMark::Kind::Event,
                               static_cast<double>(step),
                               {},
                               u"%1, %2"_s.arg(words::of(side), tip),
                               side,
                               strong});
    };
    for (std::size_t i = 0; i < std::min(kMostSigns, logged.skippedSteps.size()); ++i)
        sign(logged.skippedSteps[i], Tr::tr("step %1: skipped, no update was made").arg(logged.skippedSteps[i]), false);
    if (quantity != LoggedQuantity::GradNorm)
        return;
    for (std::size_t i = 0; i < std::min(kMostSigns, logged.spikes.size()); ++i)
        sign(logged.spikes[i].step,
             Tr::tr("step %1: spike, %2 times the median of the steps before")
                 .arg(logged.spikes[i].step)
                 .arg(format::significant(logged.spikes[i].ratio, 3)),
             true);
}

QString stateText(CheckState state)
{
    switch (state) {
    case CheckState::Same: return Tr::tr("same");
    case CheckState::Differs: return Tr::tr("differs");
    case CheckState::UnknownInBaseline: return Tr::tr("unknown in the baseline");
    case CheckState::UnknownInCurrent: return Tr::tr("unknown in the current run");
    case CheckState::Unknown: return Tr::tr("unknown");
    }
    return {};
}

RowsCell known(const std::string& value)
{
    return value.empty() ? RowsCell{Tr::tr("unknown"), {}, 0, true} : RowsCell{format::text(value), {}, 0, false};
}

const Manifest& manifestOf(const RunAnalysisPtr& analysis)
{
    static const Manifest kNone;
    return analysis && analysis->run ? analysis->run->manifest : kNone;
}

QString sourceText(const Manifest& baseline, const Manifest& current, const std::string& key)
{
    const auto b = baseline.find(key);
    const auto c = current.find(key);
    const QString from = b == baseline.end() ? QString() : format::text(b->second.source);
    const QString to = c == current.end() ? QString() : format::text(c->second.source);
    if (from == to || to.isEmpty())
        return from;
    return from.isEmpty() ? to : from + u" \u00b7 "_s + to;
}

}  // namespace

LineChartData loggedChart(const CorrectnessReport& report, LoggedQuantity quantity)
{
    const bool loss = quantity == LoggedQuantity::Loss;
    LineChartData chart;
    chart.title = loss ? Tr::tr("Loss") : Tr::tr("Gradient norm");
    chart.xTitle = Tr::tr("step, as the logs count");
    chart.tip = Tr::tr("As logged, one value a step. Both runs are compared step by step at the printed digits; "
                       "the flag stands at the first step that differs by more than %1")
                    .arg(toleranceText(report.tolerance));
    chart.empty = loss ? Tr::tr("No loss is known of either run.\nAdd a training log, a trainer_state.json, a CSV or "
                                "TensorBoard events to the run's folder.")
                       : Tr::tr("No gradient norm is known of either run.\nIt is in the logs of Megatron-LM, "
                                "torchtitan, DeepSpeed and Hugging Face trainers that print it.");
    const LoggedSide* sides[] = {&report.baseline, &report.current};
    for (const Side side : {Side::Baseline, Side::Current}) {
        const LoggedSide& logged = *sides[static_cast<std::size_t>(side)];
        LineSeries line = lineOf(loss ? logged.loss : logged.gradNorm, side);
        if (line.x.empty())
            continue;
        chart.series.push_back(std::move(line));
        addSigns(chart, logged, side, quantity);
    }
    if (chart.series.empty())
        return chart;
    addDivergence(chart, report, quantity);
    if (loss)
        addBand(chart, report);
    return chart;
}

RowsData manifestRows(const PairAnalysis& pair, const Comparability& comparability)
{
    RowsData data;
    data.columns = {{Tr::tr("Setting"), Tr::tr("The setting's name as it was read"), false, 2},
                    {Tr::tr("Baseline"), {}, false, 2},
                    {Tr::tr("Current"), {}, false, 2},
                    {Tr::tr("What it means"), Tr::tr("Whether the difference counts as a changed variable"), false, 2},
                    {Tr::tr("Read from"), Tr::tr("File, or part of a trace, that says it"), false, 2}};
    const Manifest& baseline = manifestOf(pair.baseline);
    const Manifest& current = manifestOf(pair.current);
    std::set<std::string> told;
    const auto add = [&](const std::string& key, const std::string& b, const std::string& c, const QString& means,
                         int tone, bool quiet) {
        RowsRow row;
        row.cells = {{format::text(key), {}, 0, false},
                     known(b),
                     known(c),
                     {means, {}, tone, false},
                     {sourceText(baseline, current, key), {}, 0, true}};
        row.quiet = quiet;
        row.strong = tone > 0;
        data.rows.push_back(std::move(row));
        told.insert(key);
    };
    for (const ManifestChange& change : comparability.changed) {
        const bool oneSided = change.baseline.empty() || change.current.empty();
        const QString means = change.isIdentity   ? Tr::tr("differs: another job")
                              : change.isVolatile ? Tr::tr("differs between any two runs, not counted")
                              : oneSided          ? Tr::tr("known of one run only, not counted")
                                                  : Tr::tr("differs");
        add(change.key, change.baseline, change.current, means, oneSided || change.isVolatile ? 0 : 1, false);
    }
    for (const Manifest* side : {&baseline, &current})
        for (const auto& [key, value] : *side) {
            if (told.contains(key))
                continue;
            const auto b = baseline.find(key);
            const auto c = current.find(key);
            add(key, b == baseline.end() ? std::string() : b->second.value,
                c == current.end() ? std::string() : c->second.value, Tr::tr("same"), 0, true);
        }
    return data;
}

QString manifestSummary(const RowsData& rows, const Comparability& comparability)
{
    if (rows.rows.empty())
        return Tr::tr("Nothing is known of the configuration of either run. Logs, traces with metadata, collect_env "
                      "output or a manifest.json in the run's folder tell it.");
    int counted = 0, same = 0, other = 0;
    for (const RowsRow& row : rows.rows)
        ++(row.quiet ? same : row.strong ? counted : other);
    return u"%1 \u00b7 %2 \u00b7 %3"_s.arg(
        words::of(comparability.status),
        format::counted(counted, Tr::tr("1 setting differs"), Tr::tr("%1 settings differ")),
        Tr::tr("%1 the same, %2 not counted").arg(same).arg(other));
}

RowsData checklistRows(const CorrectnessReport& report)
{
    RowsData data;
    data.columns = {{Tr::tr("Item"), {}, false, 2},
                    {Tr::tr("Baseline"), {}, false, 1.4},
                    {Tr::tr("Current"), {}, false, 1.4},
                    {Tr::tr("State"), {}, false, 1.4},
                    {Tr::tr("Hides"), Tr::tr("What stays undetected while it is unknown or differs"), false, 3}};
    for (const ReproducibilityItem& item : report.checklist) {
        const bool differs = item.state == CheckState::Differs;
        const bool unknown = !differs && item.state != CheckState::Same;
        const QString what = format::text(word(item.what));
        RowsRow row;
        row.cells = {{item.essential ? what : what + Tr::tr(" (some jobs)"),
                      item.key.empty() ? QString() : Tr::tr("read under %1").arg(format::text(item.key)), 0, false},
                     known(item.baseline),
                     known(item.current),
                     {stateText(item.state), {}, differs ? 1 : 0, unknown},
                     {format::text(word(item.hides)), {}, 0, item.state == CheckState::Same}};
        row.strong = differs && item.essential;
        data.rows.push_back(std::move(row));
    }
    return data;
}

RowsData kernelRows(const CorrectnessReport& report)
{
    RowsData data;
    data.columns = {
        {Tr::tr("Operator"), Tr::tr("CPU operator that launched the kernels"), false, 2},
        {Tr::tr("Change"), Tr::tr("Number format or kind of kernel, read off the kernels' names"), false, 2},
        {Tr::tr("Share of it\nnow"), Tr::tr("Share of the operator's classified kernel time that the new kind takes"),
         true, 1},
        {Tr::tr("Share of\ncompute"), Tr::tr("The operator's share of the current run's compute time"), true, 1},
        {Tr::tr("Mean kernel\nbaseline"), {}, true, 1},
        {Tr::tr("Mean kernel\ncurrent"),
         Tr::tr("Mean duration of the operator's kernels; HTA: get_gpu_kernel_breakdown, TraceLens: kernel launchers"),
         true, 1},
        {Tr::tr("Longest kernel now"), {}, false, 3},
        {Tr::tr("Ranks"), {}, false, 1}};
    for (const KernelChange& change : report.kernels) {
        RowsRow row;
        const bool precision = change.aspect == KernelAspect::Precision;
        row.cells = {
            {format::text(change.op), {}, 0, false},
            {u"%1 \u2192 %2"_s.arg(format::text(change.from), format::text(change.to)),
             precision ? Tr::tr("another number format") : Tr::tr("another kind of kernel"), precision ? 1 : 0, false},
            {format::share(change.toCurrent), Tr::tr("baseline %1").arg(format::share(change.toBaseline)), 0, false},
            {format::share(change.currentShare), Tr::tr("baseline %1").arg(format::share(change.baselineShare)), 0,
             false},
            {format::duration(static_cast<double>(change.perLaunchBaseline)), {}, 0, false},
            {format::duration(static_cast<double>(change.perLaunchCurrent)), {}, 0, false},
            {format::text(change.kernelTo), Tr::tr("baseline: %1").arg(format::text(change.kernelFrom)), 0, false},
            {format::rankList(change.ranks), {}, 0, false}};
        row.view.page = "timeline";
        row.view.ranks = change.ranks;
        std::ranges::sort(row.view.ranks);
        data.rows.push_back(std::move(row));
    }
    return data;
}

QString kernelNote(const CorrectnessReport& report)
{
    if (report.kernelRanks.empty())
        return Tr::tr("No rank has a trace on both sides: whether kernels fell back to another precision is not known. "
                      "Load PyTorch Profiler traces of both runs.");
    if (report.kernels.empty())
        return Tr::tr("No operator changed its number format or kind of kernel: %1 operators compared on ranks %2.")
            .arg(report.kernelOperators)
            .arg(format::rankList(report.kernelRanks));
    return Tr::tr("%1 operators compared on ranks %2; inferred from the names of the kernels.")
        .arg(report.kernelOperators)
        .arg(format::rankList(report.kernelRanks));
}

RowsData findingRows(const Verdict& verdict, LayerId layer)
{
    RowsData data;
    data.columns = {{Tr::tr("Finding"), {}, false, 5},
                    {Tr::tr("Known how"), Tr::tr("measured, derived, inferred or assumed"), false, 1.3},
                    {Tr::tr("Next step"), {}, false, 4}};
    for (const Finding& finding : verdict.layers[static_cast<std::size_t>(layer)].findings) {
        const int tone = finding.severity == FindingSeverity::Info ? 0 : 1;
        QString how = words::of(finding.provenance);
        if (finding.conditional)
            how += Tr::tr(", conditional");
        RowsRow row;
        row.cells = {
            {format::text(finding.statement), {}, finding.severity == FindingSeverity::Failure ? tone : 0, false},
            {how, words::explain(finding.provenance), 0, false},
            {format::text(finding.nextStep), {}, 0, false}};
        row.strong = finding.severity == FindingSeverity::Failure;
        row.view.finding = finding.id;
        data.rows.push_back(std::move(row));
    }
    return data;
}

}  // namespace headwater
