// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/ResourceTables.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/analysis/resources/CheckThresholds.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(headwater::ResourceTables)
};

QString statusText(ResourceStatus status)
{
    switch (status) {
    case ResourceStatus::Unknown: return Tr::tr("unknown");
    case ResourceStatus::Pass: return Tr::tr("pass");
    case ResourceStatus::Info: return Tr::tr("note");
    case ResourceStatus::Warn: return Tr::tr("warn");
    case ResourceStatus::Fail: return Tr::tr("fail");
    }
    return {};
}

QString provenanceText(ResourceProvenance provenance)
{
    switch (provenance) {
    case ResourceProvenance::Measured: return words::of(Provenance::Measured);
    case ResourceProvenance::Derived: return words::of(Provenance::Derived);
    case ResourceProvenance::Inferred: return words::of(Provenance::Inferred);
    case ResourceProvenance::Assumed: return words::of(Provenance::Assumed);
    }
    return {};
}

QString thresholdText(const ResourceCheck& check, const ResourcePolicy& policy)
{
    QStringList parts;
    for (const ResourceThreshold* threshold : thresholdsOf(check.id))
        parts << u"%1 %2"_s.arg(format::text(threshold->key), format::significant(policy.*(threshold->value), 6));
    return parts.isEmpty() ? Tr::tr("any") : parts.join(u", "_s);
}

QString thresholdTip(const ResourceCheck& check)
{
    QStringList parts;
    for (const ResourceThreshold* threshold : thresholdsOf(check.id))
        parts << format::text(threshold->key) + u": "_s + format::text(word(threshold->meaning));
    return parts.isEmpty() ? Tr::tr("Any occurrence or difference is reported") : parts.join(u'\n');
}

RowsCell foundCell(const ResourceCheck& check)
{
    if (check.status == ResourceStatus::Unknown)
        return {Tr::tr("needs %1").arg(format::text(check.missing)), {}, 0, true};
    const QString looked =
        check.baselineDevices == check.devices
            ? Tr::tr("%1 looked at").arg(check.devices)
            : Tr::tr("%1 looked at, %2 in the baseline").arg(check.devices).arg(check.baselineDevices);
    if (check.hits.empty())
        return {Tr::tr("nothing found (%1)").arg(looked), {}, 0, false};
    QStringList all;
    for (const ResourceHit& hit : check.hits)
        all << u"%1: %2"_s.arg(format::text(hit.device), format::text(hit.text)) +
                   (hit.inBaseline ? Tr::tr(" (the baseline has it too)") : QString());
    QString text = all.front();
    if (all.size() > 1)
        text += Tr::tr(" \u2026 and %1 more").arg(all.size() - 1);
    constexpr int kMost = 20;
    return {text, QStringList(all.mid(0, kMost)).join(u'\n'), 0, false};
}

ViewRef viewOf(const ResourceCheck& check)
{
    ViewRef view;
    for (const ResourceHit& hit : check.hits)
        if (hit.rank)
            view.ranks.push_back(*hit.rank);
    std::ranges::sort(view.ranks);
    view.ranks.erase(std::unique(view.ranks.begin(), view.ranks.end()), view.ranks.end());
    if (!check.hits.empty()) {
        view.finding = "resources." + check.id;
        if (check.hits.front().step)
            view.steps = StepRange{*check.hits.front().step, *check.hits.front().step};
    }
    return view;
}

QString placeText(const ResourceEvent& event)
{
    switch (event.place) {
    case EventPlace::InStep:
        return event.count > 1 ? Tr::tr("%1 \u00d7, steps %2").arg(event.count).arg(format::stepList(event.steps))
                               : Tr::tr("step %1").arg(format::stepList(event.steps));
    case EventPlace::Before: return Tr::tr("before the steps");
    case EventPlace::Between: return Tr::tr("between steps");
    case EventPlace::After: return Tr::tr("after the steps");
    case EventPlace::Unplaced: return Tr::tr("not placed");
    }
    return {};
}

}  // namespace

RowsData checkRows(const ResourceReport& report, const ResourcePolicy& policy)
{
    RowsData data;
    data.columns = {
        {Tr::tr("Status"), Tr::tr("unknown: what it needs was not recorded, which is not the same as fine"), false,
         0.8},
        {Tr::tr("Area"), {}, false, 1},
        {Tr::tr("Check"), {}, false, 1.8},
        {Tr::tr("Found"), Tr::tr("The worst, with its value and the baseline's; all in the tool tip"), false, 4},
        {Tr::tr("Thresholds"), Tr::tr("By which it is judged; change them below"), false, 2},
        {Tr::tr("Known how"), {}, false, 1.2}};
    for (const ResourceCheck& check : report.checks) {
        const bool unknown = check.status == ResourceStatus::Unknown;
        const bool bad = check.status == ResourceStatus::Fail || check.status == ResourceStatus::Warn;
        const QString source = check.hits.empty() ? QString() : format::text(check.hits.front().source);
        RowsRow row;
        row.cells = {
            {statusText(check.status), {}, bad ? 1 : 0, unknown},
            {format::text(word(check.area)), {}, 0, unknown},
            {format::text(check.title), check.nextStep.empty() ? QString() : format::text(check.nextStep), 0, false},
            foundCell(check),
            {thresholdText(check, policy), thresholdTip(check), 0, true},
            {unknown ? QString() : provenanceText(check.provenance),
             source.isEmpty() ? QString() : Tr::tr("read from %1").arg(source), 0, false}};
        row.strong = check.status == ResourceStatus::Fail;
        row.quiet = unknown;
        row.view = viewOf(check);
        data.rows.push_back(std::move(row));
    }
    return data;
}

QString checkSummary(const ResourceReport& report)
{
    int unknown = 0, bad = 0, noted = 0;
    for (const ResourceCheck& check : report.checks) {
        unknown += check.status == ResourceStatus::Unknown;
        bad += check.status == ResourceStatus::Fail || check.status == ResourceStatus::Warn;
        noted += check.status == ResourceStatus::Info;
    }
    const auto all = static_cast<int>(report.checks.size());
    if (unknown == all)
        return Tr::tr(
                   "None of the %1 checks has data: nothing is known of the devices and hosts. Add nvidia-smi, DCGM, "
                   "Prometheus or node-exporter output and kernel logs to the runs' folders.")
            .arg(all);
    return Tr::tr("%1 of %2 checks have data: %3 with a fault, %4 with a note; %5 are unknown")
        .arg(all - unknown)
        .arg(all)
        .arg(bad)
        .arg(noted)
        .arg(unknown);
}

RowsData eventRows(const ResourceReport& report)
{
    RowsData data;
    data.columns = {{Tr::tr("Run"), {}, false, 0.9},
                    {Tr::tr("Event"), {}, false, 3},
                    {Tr::tr("Where"), {}, false, 1.6},
                    {Tr::tr("When"),
                     Tr::tr("Step of the run it happened in; the tool tip says how the clocks were laid together"),
                     false, 1.4},
                    {Tr::tr("Line"), Tr::tr("As it stood"), false, 3}};
    for (const ResourceEvent& event : report.events) {
        QString what = format::text(event.kind);
        if (event.code)
            what += u' ' + QString::number(*event.code);
        if (!event.meaning.empty())
            what += u": "_s + format::text(event.meaning);
        QString where = format::text(event.host + (event.device.empty() ? "" : " " + event.device));
        if (event.rank)
            where += where.isEmpty() ? Tr::tr("rank %1").arg(*event.rank) : Tr::tr(", rank %1").arg(*event.rank);
        RowsRow row;
        row.cells = {{words::of(event.inBaselineRun ? Side::Baseline : Side::Current), {}, 0, false},
                     {what, {}, event.severity == ResourceSeverity::Failure ? 1 : 0, false},
                     {where, {}, 0, false},
                     {placeText(event), format::text(event.placedBy), 0, event.place == EventPlace::Unplaced},
                     {format::text(event.message),
                      u"%1 %2"_s.arg(format::text(event.source), format::text(event.position)), 0, true}};
        row.strong = event.severity == ResourceSeverity::Failure && !event.inBaselineRun;
        if (event.rank)
            row.view.ranks = {*event.rank};
        if (!event.steps.empty())
            row.view.steps = StepRange{event.steps.front(), event.steps.back()};
        data.rows.push_back(std::move(row));
    }
    return data;
}

}  // namespace headwater
