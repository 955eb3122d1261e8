// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/analysis/resources/ResourceReport.h"
#include "core/base/Messages.h"
#include "core/base/Text.h"
#include "core/triage/Layers.h"

namespace headwater {

namespace {

constexpr std::size_t kMostEvidence = 32;

FindingSeverity severityOf(ResourceSeverity severity)
{
    switch (severity) {
    case ResourceSeverity::Failure: return FindingSeverity::Failure;
    case ResourceSeverity::Warning: return FindingSeverity::Warning;
    case ResourceSeverity::Info:
    case ResourceSeverity::None: break;
    }
    return FindingSeverity::Info;
}

Provenance provenanceOf(ResourceProvenance provenance)
{
    switch (provenance) {
    case ResourceProvenance::Measured: return Provenance::Measured;
    case ResourceProvenance::Derived: return Provenance::Derived;
    case ResourceProvenance::Inferred: return Provenance::Inferred;
    case ResourceProvenance::Assumed: break;
    }
    return Provenance::Assumed;
}

std::string numberText(const std::optional<double>& value)
{
    return value ? fmt::format("{:.5g}", *value) : std::string();
}

/// "metrics.log, line 5" with the place in the reader's language.
Text sourceText(const std::string& source)
{
    const std::size_t at = source.rfind(", line ");
    if (at == std::string::npos)
        return source;
    return Text(source.substr(0, at)) + say(", ") + messageText(std::string_view(source).substr(at + 2));
}

Evidence evidenceOf(const ResourceHit& hit)
{
    Evidence evidence;
    evidence.what = hit.rank ? hit.what : say("{}: {}", hit.device, hit.what);
    evidence.baseline = numberText(hit.baseline);
    evidence.current = numberText(hit.current);
    evidence.unit = hit.unit;
    evidence.rank = hit.rank;
    // A rate is of the whole capture: where it began is a remark, not the place of the number.
    if (hit.step && hit.unit == "/min")
        evidence.what = say("{}, first at step {}", evidence.what, *hit.step);
    else
        evidence.step = hit.step;
    evidence.source = sourceText(hit.source);
    return evidence;
}

/// "rank 3 (node1 gpu 3): hardware thermal slowdown in 35 % of the samples, baseline 0 %; …; 2 more devices likewise."
Text statementOf(const ResourceCheck& check)
{
    const ResourceHit& worst = check.hits.front();
    Text statement = say("{}: {}", worst.device, worst.text);
    std::set<std::string> others;
    constexpr int kClauses = 2;
    int clauses = 1;
    for (const ResourceHit& hit : check.hits) {
        if (hit.severity != worst.severity)
            continue;
        if (hit.device != worst.device)
            others.insert(hit.device.english());
        else if (&hit != &worst && clauses++ < kClauses)
            statement += say("; {}", hit.text);
    }
    if (!others.empty())
        statement += say("; {} more likewise", others.size());
    if (worst.inBaseline)
        statement += say("; as in the baseline, so it explains no difference");
    return statement + say(".");
}

Finding findingOf(const ResourceCheck& check)
{
    Finding finding;
    finding.id = "resources." + check.id;
    finding.layer = LayerId::Resources;
    finding.severity = severityOf(check.hits.front().severity);
    finding.statement = statementOf(check);
    finding.provenance = provenanceOf(check.provenance);
    for (const ResourceHit& hit : check.hits)
        if (finding.evidence.size() < kMostEvidence)
            finding.evidence.push_back(evidenceOf(hit));
    finding.nextStep = check.nextStep;
    return finding;
}

Text joined(const std::vector<Text>& parts)
{
    Text text;
    for (const Text& part : parts)
        text += (text.empty() ? Text() : say("; ")) + part;
    return text;
}

/// What was not recorded, and what was recorded of the current run alone.
Finding unknownFinding(const std::vector<ResourceCheck>& checks)
{
    std::vector<Text> unknown;
    std::vector<Text> alone;
    Text missing;
    for (const ResourceCheck& check : checks) {
        if (check.status == ResourceStatus::Unknown) {
            unknown.push_back(check.title);
            missing = missing.empty() ? check.missing : missing;
        } else if (check.baselineDevices == 0) {
            alone.push_back(check.title);
        }
    }
    Finding finding;
    finding.id = "resources.unknown";
    finding.layer = LayerId::Resources;
    if (!unknown.empty())
        finding.statement = say("Unknown, because it was not recorded: {}.", joined(unknown));
    if (!alone.empty())
        finding.statement +=
            (unknown.empty() ? "" : " ") +
            say("Recorded in the current run alone, so not compared with the baseline: {}.", joined(alone));
    finding.nextStep = missing.empty() ? say("Record the baseline in the same way.") : say("Record {}.", missing);
    return finding;
}

Text sideText(const ResourceEvent& event)
{
    if (event.inBoth)
        return say("in both runs");
    return event.inBaselineRun ? say("baseline only") : say("current run only");
}

Text placeText(const ResourceEvent& event)
{
    switch (event.place) {
    case EventPlace::InStep:
        return event.steps.size() == 1 ? say("in one step") : say("in {} steps", event.steps.size());
    case EventPlace::Before: return say("before the first recorded step");
    case EventPlace::Between: return say("between two steps");
    case EventPlace::After: return say("after the last recorded step");
    case EventPlace::Unplaced: break;
    }
    return say("not placed");
}

Finding eventsFinding(const std::vector<ResourceEvent>& events)
{
    Finding finding;
    finding.id = "resources.events";
    finding.layer = LayerId::Resources;
    std::size_t now = 0;
    std::size_t onlyNow = 0;
    for (const ResourceEvent& event : events) {
        now += event.inBaselineRun ? 0 : 1;
        onlyNow += !event.inBaselineRun && !event.inBoth ? 1 : 0;
        if (event.provenance == ResourceProvenance::Assumed)
            finding.provenance = Provenance::Assumed;
        else if (event.provenance == ResourceProvenance::Inferred && finding.provenance == Provenance::Measured)
            finding.provenance = Provenance::Inferred;
        if (finding.evidence.size() == kMostEvidence)
            continue;
        Evidence row;
        const std::string place = event.device.empty() ? event.host : event.device;
        row.what = say("{}, {}, {}; {}", event.meaning, sideText(event), placeText(event), event.placedBy);
        if (!place.empty())
            row.what = say("{}: {}", place, row.what);
        (event.inBaselineRun ? row.baseline : row.current) = std::to_string(event.count);
        row.unit = "events";
        row.rank = event.rank;
        if (!event.steps.empty())
            row.step = event.steps.front();
        row.source = sourceText(event.source + (event.position.empty() ? "" : ", " + event.position));
        finding.evidence.push_back(std::move(row));
    }
    finding.statement =
        now == 1 ? say("Events: {} kind in the current run, {} of it not in the baseline; {} in the baseline.", now,
                       onlyNow, events.size() - now)
                 : say("Events: {} kinds in the current run, {} of them not in the baseline; {} in the "
                       "baseline.",
                       now, onlyNow, events.size() - now);
    return finding;
}

Layer noData(const Draft& draft)
{
    Layer layer;
    layer.id = LayerId::Resources;
    layer.summary = say("no telemetry loaded");
    Finding finding;
    finding.id = "resources.no-telemetry";
    finding.layer = LayerId::Resources;
    finding.statement = say("No telemetry was loaded: clocks, throttling, memory, links and hosts are unknown.");
    finding.nextStep = say("Record clocks, throttle reasons, ECC and link counters of every GPU during both runs.");
    const RunPtr& run = draft.basis.pair.current->run;
    if (run && !run->telemetry.empty()) {
        layer.summary = say("telemetry in which no fault would show");
        finding.id = "resources.no-data";
        finding.statement =
            say("Telemetry was loaded, but nothing in which a fault would show: clocks, throttling, memory "
                "errors, links and hosts are unknown.");
    }
    layer.findings.push_back(std::move(finding));
    return layer;
}

/// Checks that had data and could have found a fault.
std::size_t answered(const std::vector<ResourceCheck>& checks)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        checks, [](const ResourceCheck& c) { return c.status != ResourceStatus::Unknown && !c.context; }));
}

Text coverageText(const std::vector<ResourceCheck>& checks)
{
    const auto known =
        std::ranges::count_if(checks, [](const ResourceCheck& c) { return c.status != ResourceStatus::Unknown; });
    return say("{} of {} checked", known, checks.size());
}

/// Nothing was found, by too few checks for that to mean much: the layer has no data to speak of.
Finding fewChecksFinding(const Draft& draft, const std::vector<ResourceCheck>& checks)
{
    Finding finding;
    finding.id = "resources.few-checks";
    finding.layer = LayerId::Resources;
    finding.provenance = Provenance::Derived;
    finding.statement = say("Nothing was found, but only {} that can find a fault had data; below {:.0f} that "
                            "is no clean bill: whether the resources are sound is unknown.",
                            answered(checks) == 1 ? say("one check") : say("{} checks", answered(checks)),
                            draft.policy.resources.fewestChecks);
    return finding;
}

Text summaryOf(const Layer& layer, const std::vector<ResourceCheck>& checks)
{
    if (layer.status == LayerStatus::NoData)
        return say("too little recorded to tell; {}", coverageText(checks));
    for (const auto wanted : {ResourceStatus::Fail, ResourceStatus::Warn})
        for (const ResourceCheck& check : checks)
            if (check.status == wanted && layer.status != LayerStatus::Pass)
                return say("{}: {}; {}", check.title, check.hits.front().device, coverageText(checks));
    return say("no fault found; {}", coverageText(checks));
}

}  // namespace

Layer resourcesLayer(const Draft& draft)
{
    const ResourceReport& report = *draft.basis.resources;
    const bool anything = std::ranges::any_of(report.checks, [](const ResourceCheck& check) {
        return check.status != ResourceStatus::Unknown && !check.context;
    });
    Layer layer = anything ? Layer{LayerId::Resources, LayerStatus::Pass, {}, {}} : noData(draft);
    for (const ResourceCheck& check : report.checks)
        if (!check.hits.empty())
            layer.findings.push_back(findingOf(check));
    if (!anything) {
        if (!report.events.empty())
            layer.findings.push_back(eventsFinding(report.events));
        return layer;
    }
    std::ranges::stable_sort(layer.findings, std::ranges::greater(), &Finding::severity);
    if (!report.events.empty())
        layer.findings.push_back(eventsFinding(report.events));
    if (Finding unknown = unknownFinding(report.checks); !unknown.statement.empty())
        layer.findings.push_back(std::move(unknown));
    layer.status = statusOf(layer.findings);
    if (layer.status == LayerStatus::Pass &&
        static_cast<double>(answered(report.checks)) < draft.policy.resources.fewestChecks) {
        layer.status = LayerStatus::NoData;
        layer.findings.insert(layer.findings.begin(), fewChecksFinding(draft, report.checks));
    }
    layer.summary = summaryOf(layer, report.checks);
    return layer;
}

bool resourceFault(const Draft& draft)
{
    const Verdict& v = draft.verdict;
    if (!v.firstRegressed || !draft.basis.resources)
        return false;
    const std::vector<int>& regressed = v.firstRegressed->ranks;
    std::set<int> faulty;
    for (const ResourceCheck& check : draft.basis.resources->checks)
        for (const ResourceHit& hit : check.hits) {
            if (hit.severity != ResourceSeverity::Failure)
                continue;
            if (!hit.rank || std::ranges::find(regressed, *hit.rank) != regressed.end())
                return true;
            faulty.insert(*hit.rank);
        }
    const bool systemic = v.firstRegressed->scope != Scope::Localised;
    return systemic && !faulty.empty() && 2 * faulty.size() >= draft.basis.pair.current->cube.ranks().size();
}

}  // namespace headwater
