// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ResourceJson.h"

namespace headwater {

namespace {

std::string_view nameOf(ResourceSeverity severity)
{
    switch (severity) {
    case ResourceSeverity::Failure: return "failure";
    case ResourceSeverity::Warning: return "warning";
    case ResourceSeverity::Info:
    case ResourceSeverity::None: break;
    }
    return "info";
}

std::string_view nameOf(ResourceStatus status)
{
    switch (status) {
    case ResourceStatus::Pass: return "pass";
    case ResourceStatus::Info: return "info";
    case ResourceStatus::Warn: return "warn";
    case ResourceStatus::Fail: return "fail";
    case ResourceStatus::Unknown: break;
    }
    return "unknown";
}

std::string_view nameOf(ResourceProvenance provenance)
{
    switch (provenance) {
    case ResourceProvenance::Measured: return "measured";
    case ResourceProvenance::Derived: return "derived";
    case ResourceProvenance::Inferred: return "inferred";
    case ResourceProvenance::Assumed: break;
    }
    return "assumed";
}

std::string_view nameOf(EventPlace place)
{
    switch (place) {
    case EventPlace::InStep: return "in_step";
    case EventPlace::Before: return "before_steps";
    case EventPlace::Between: return "between_steps";
    case EventPlace::After: return "after_steps";
    case EventPlace::Unplaced: break;
    }
    return "not_placed";
}

template <class Number>
Json orNull(const std::optional<Number>& value)
{
    return value ? Json(*value) : Json();
}

Json hitJson(const ResourceHit& hit)
{
    Json entry;
    entry["severity"] = nameOf(hit.severity);
    entry["device"] = jsonOrNull(hit.device.english());
    entry["rank"] = orNull(hit.rank);
    entry["text"] = hit.text;
    entry["what"] = hit.what;
    entry["baseline"] = jsonNumber(hit.baseline);
    entry["current"] = jsonNumber(hit.current);
    entry["unit"] = jsonOrNull(hit.unit);
    entry["step"] = orNull(hit.step);
    entry["source"] = jsonOrNull(hit.source);
    entry["in_baseline"] = hit.inBaseline;
    return entry;
}

Json checkJson(const ResourceCheck& check)
{
    Json entry;
    entry["id"] = check.id;
    entry["area"] = check.area;
    entry["title"] = check.title;
    entry["status"] = nameOf(check.status);
    entry["context"] = check.context;
    entry["devices"] = check.devices;
    entry["baseline_devices"] = check.baselineDevices;
    entry["missing"] = jsonOrNull(check.missing);
    entry["provenance"] = check.status == ResourceStatus::Unknown ? Json() : Json(nameOf(check.provenance));
    entry["hits"] = Json::array();
    for (const ResourceHit& hit : check.hits)
        entry["hits"].push_back(hitJson(hit));
    return entry;
}

Json eventJson(const ResourceEvent& event)
{
    Json entry;
    entry["side"] = event.inBaselineRun ? "baseline" : "current";
    entry["in_both"] = event.inBoth;
    entry["kind"] = event.kind;
    entry["code"] = orNull(event.code);
    entry["meaning"] = event.meaning;
    entry["severity"] = nameOf(event.severity);
    entry["host"] = jsonOrNull(event.host);
    entry["device"] = jsonOrNull(event.device);
    entry["rank"] = orNull(event.rank);
    entry["count"] = event.count;
    entry["steps"] = event.steps;
    entry["place"] = nameOf(event.place);
    entry["placed_by"] = jsonOrNull(event.placedBy);
    entry["provenance"] = event.place == EventPlace::Unplaced ? Json() : Json(nameOf(event.provenance));
    entry["message"] = jsonOrNull(event.message);
    entry["source"] = jsonOrNull(event.source);
    entry["position"] = jsonOrNull(event.position);
    return entry;
}

}  // namespace

Json resourcesJson(const ResourceReport& report)
{
    Json document;
    document["checks"] = Json::array();
    for (const ResourceCheck& check : report.checks)
        document["checks"].push_back(checkJson(check));
    document["events"] = Json::array();
    for (const ResourceEvent& event : report.events)
        document["events"].push_back(eventJson(event));
    return document;
}

Json thresholdsJson(const ResourcePolicy& policy)
{
    Json document;
    for (const ResourceThreshold& threshold : resourceThresholds())
        document[std::string(threshold.key)] = policy.*(threshold.value);
    return document;
}

}  // namespace headwater
