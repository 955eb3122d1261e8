// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/EvidenceWords.h"
#include "core/report/Json.h"
#include "core/report/Report.h"
#include "core/report/ResourceJson.h"
#include "core/report/SavedNotes.h"
#include "core/report/VerdictParts.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

Json interval(const std::optional<RatioInterval>& value)
{
    return value ? Json::array({jsonNumber(value->lo), jsonNumber(value->hi)}) : Json();
}

Json stepTime(const Verdict& verdict)
{
    Json entry;
    const bool baseline = verdict.stepsBaseline > 0;
    const bool current = verdict.stepsCurrent > 0;
    entry["baseline_ns"] = baseline ? jsonNs(verdict.stepBaseline) : Json();
    entry["current_ns"] = current ? jsonNs(verdict.stepCurrent) : Json();
    entry["delta_ns"] = baseline && current ? jsonNs(verdict.stepDelta) : Json();
    entry["ratio"] = jsonNumber(verdict.stepRatio);
    entry["ci95"] = interval(verdict.stepCi95);
    return entry;
}

Json course(const Verdict& verdict)
{
    Json entry;
    entry["epsilon"] = verdict.policy.epsilon();
    entry["statistic"] = nameOf(verdict.policy.statistic);
    entry["first"] = nullptr;
    if (verdict.course) {
        Json first;
        first["index"] = verdict.course->index;
        first["stage"] = verdict.course->stage;
        first["delta_ns"] = jsonNs(verdict.course->value);
        first["ratio"] = jsonNumber(verdict.courseRatio);
        entry["first"] = std::move(first);
    }
    return entry;
}

Json earliestPossible(const std::optional<StageRef>& ref)
{
    if (!ref)
        return {};
    Json entry;
    entry["index"] = ref->index;
    entry["stage"] = ref->stage;
    return entry;
}

Json largestIncrease(const std::optional<StageRef>& ref)
{
    if (!ref)
        return {};
    Json entry = earliestPossible(ref);
    entry["delta_ns"] = jsonNs(ref->value);
    entry["share_of_step_delta"] = jsonNumber(ref->shareOfStepDelta);
    return entry;
}

Json slowest(const StageRef& ref, bool known)
{
    if (!known)
        return {};
    Json entry = earliestPossible(ref);
    entry["current_ns"] = jsonNs(ref.value);
    return entry;
}

Json statistics(const StageStatistics& values)
{
    const auto value = [&values](Statistic which) {
        return values.n > 0 ? jsonNs(values.value[static_cast<std::size_t>(which)]) : Json();
    };
    Json entry;
    entry["p50_ns"] = value(Statistic::P50);
    entry["mean_ns"] = value(Statistic::Mean);
    entry["p95_ns"] = value(Statistic::P95);
    entry["p99_ns"] = value(Statistic::P99);
    entry["n"] = values.n;
    return entry;
}

Json parts(const StageParts& value)
{
    // Inputs without a device timeline have durations but no parts: unknown, not zero.
    if (value.compute + value.transfer + value.wait + value.memcpy + value.memset + value.idle == 0)
        return {};
    Json entry;
    entry["compute_ns"] = jsonNs(value.compute);
    entry["transfer_ns"] = jsonNs(value.transfer);
    entry["wait_ns"] = jsonNs(value.wait);
    entry["memcpy_ns"] = jsonNs(value.memcpy);
    entry["memset_ns"] = jsonNs(value.memset);
    entry["idle_ns"] = jsonNs(value.idle);
    return entry;
}

/// The numbers that regressed, where those of the row are of another statistic or of the median rank.
Json regressedIn(const std::optional<RegressedIn>& value)
{
    if (!value)
        return {};
    Json entry;
    entry["statistic"] = nameOf(value->statistic);
    entry["across_ranks"] = nameOf(value->across);
    entry["ranks"] = value->ranks;
    entry["baseline_ns"] = jsonNs(value->baseline);
    entry["current_ns"] = jsonNs(value->current);
    entry["delta_ns"] = jsonNs(value->delta);
    entry["ratio"] = jsonNumber(value->ratio);
    entry["ci95"] = interval(value->ci95);
    entry["p_adjusted"] = jsonNumber(value->pAdjusted);
    return entry;
}

void addRow(Json& entry, const SeriesRow& row)
{
    entry["baseline"] = statistics(row.baseline);
    entry["current"] = statistics(row.current);
    const bool bothSides = row.baseline.n > 0 && row.current.n > 0;
    entry["delta_ns"] = bothSides ? jsonNs(row.delta) : Json();
    entry["ratio"] = jsonNumber(row.ratio);
    entry["ci95"] = interval(row.ci95);
    entry["p_adjusted"] = jsonNumber(row.pAdjusted);
}

Json finding(const Finding& value)
{
    Json entry;
    entry["id"] = value.id;
    entry["layer"] = nameOf(value.layer);
    entry["severity"] = nameOf(value.severity);
    entry["statement"] = value.statement;
    entry["provenance"] = nameOf(value.provenance);
    entry["conditional"] = value.conditional;
    entry["evidence"] = Json::array();
    for (const Evidence& evidence : value.evidence) {
        Json item;
        item["what"] = evidence.what;
        item["baseline"] = jsonOrNull(evidence.baseline);
        item["current"] = jsonOrNull(evidence.current);
        item["unit"] = jsonOrNull(evidence.unit);
        item["rank"] = evidence.rank ? Json(*evidence.rank) : Json();
        item["step"] = evidence.step ? Json(*evidence.step) : Json();
        item["source"] = jsonOrNull(evidence.source);
        addPlace(item, evidence, value);
        entry["evidence"].push_back(std::move(item));
    }
    entry["next_step"] = jsonOrNull(value.nextStep);
    return entry;
}

Json findings(const std::vector<Finding>& values)
{
    Json list = Json::array();
    for (const Finding& value : values)
        list.push_back(finding(value));
    return list;
}

Json layers(const Verdict& verdict)
{
    Json list = Json::array();
    for (const Layer& layer : verdict.layers) {
        Json entry;
        entry["id"] = nameOf(layer.id);
        entry["status"] = nameOf(layer.status);
        entry["findings"] = findings(layer.findings);
        entry["summary"] = jsonOrNull(layer.summary);
        list.push_back(std::move(entry));
    }
    return list;
}

Json allFindings(const Verdict& verdict)
{
    Json list = Json::array();
    for (const Layer& layer : verdict.layers)
        for (const Finding& value : layer.findings)
            list.push_back(finding(value));
    return list;
}

Json flowchart(const Verdict& verdict)
{
    Json entry;
    entry["path"] = Json::array();
    for (const FlowStep& step : verdict.flowchart) {
        Json item;
        item["node"] = step.node;
        item["answer"] = step.answer;
        item["because"] = step.because;
        entry["path"].push_back(std::move(item));
    }
    entry["outcome_node"] = jsonOrNull(verdict.outcomeNode);
    return entry;
}

Json comparability(const Comparability& value)
{
    Json entry;
    entry["status"] = nameOf(value.status);
    entry["changed"] = Json::array();
    for (const ManifestChange& change : value.changed) {
        Json item;
        item["key"] = change.key;
        item["baseline"] = jsonOrNull(change.baseline);
        item["current"] = jsonOrNull(change.current);
        item["volatile"] = change.isVolatile;
        item["identity"] = change.isIdentity;
        entry["changed"].push_back(std::move(item));
    }
    entry["reason"] = jsonOrNull(value.reason);
    return entry;
}

Json stragglers(const Verdict& verdict)
{
    Json list = Json::array();
    for (const StragglerVerdict& value : verdict.stragglers) {
        Json entry;
        entry["rank"] = value.rank;
        entry["host"] = jsonOrNull(value.host);
        entry["ratio"] = jsonNumber(value.ratio);
        entry["class"] = jsonOrNull(value.cls);
        entry["metric"] = jsonOrNull(value.metric);
        entry["side"] = jsonOrNull(value.side);
        list.push_back(std::move(entry));
    }
    return list;
}

/// Steps and ranks that did not do their work, by side.
Json lost(const Verdict& verdict)
{
    Json entry;
    for (std::size_t side = 0; side < 2; ++side) {
        Json& list = entry[side == 0 ? "baseline" : "current"];
        list["missing_ranks"] = verdict.missingRanks[side];
        list["steps"] = Json::array();
        for (const LostStep& step : verdict.lostSteps[side])
            list["steps"].push_back({{"step", step.step}, {"status", nameOf(step.status)}, {"ranks", step.ranks}});
    }
    return entry;
}

/// Every run of a side, where several were given.
Json runs(const Verdict& verdict)
{
    Json entry;
    for (std::size_t side = 0; side < 2; ++side) {
        Json& list = entry[side == 0 ? "baseline" : "current"];
        list = Json::array();
        for (const JudgedRun& run : verdict.runs[side])
            list.push_back({{"name", run.name},
                            {"steps", run.steps},
                            {"step_ns", run.step ? jsonNs(*run.step) : Json()},
                            {"judged", run.judged},
                            {"left_out", run.leftOut.empty() ? Json() : Json(run.leftOut)}});
    }
    return entry;
}

/// What the contract does not ask for and the reports need.
void addContext(Json& document, const Verdict& verdict)
{
    document["drill_down"] = drillDownJson(verdict.drillDown);
    document["headline"] = verdict.headline;
    document["paragraph"] = verdict.paragraph;
    document["steps"] = {{"baseline", verdict.stepsBaseline},
                         {"current", verdict.stepsCurrent},
                         {"warmup_removed", verdict.warmupRemoved},
                         {"failed_baseline", verdict.failedBaseline},
                         {"failed_current", verdict.failedCurrent}};
    document["lost"] = lost(verdict);
    document["runs"] = runs(verdict);
    document["stability"] = Json::array();
    for (const StabilityBar& bar : verdict.stability)
        document["stability"].push_back({{"index", bar.index < 0 ? Json() : Json(bar.index)}, {"share", bar.share}});
    document["correctness"] = verdict.correctness ? correctnessJson(*verdict.correctness) : Json();
    document["stage_source"] = jsonOrNull(verdict.stageSource);
    document["resources"] = verdict.resources ? resourcesJson(*verdict.resources) : Json();
    document["names"] = {{"baseline", verdict.baselineName}, {"current", verdict.currentName}};
}

}  // namespace

Json firstRegressedJson(const std::optional<FirstRegressed>& first)
{
    if (!first)
        return {};
    Json entry;
    entry["index"] = first->index;
    entry["stage"] = first->stage;
    entry["scope"] = nameOf(first->scope);
    entry["ranks"] = first->ranks;
    entry["kind"] = nameOf(first->kind);
    entry["delta_ns"] = jsonNs(first->delta);
    entry["ratio"] = jsonNumber(first->ratio);
    entry["ci95"] = interval(first->ci95);
    entry["p_adjusted"] = jsonNumber(first->pAdjusted);
    entry["state"] = first->confirmed ? "confirmed" : "possible";
    entry["stability"] = jsonNumber(first->stability);
    entry["provenance"] = nameOf(first->provenance);
    return entry;
}

Json stageJson(const StageVerdict& value)
{
    Json entry;
    entry["index"] = value.index;
    entry["stage"] = value.stage;
    // What stands beside a state is what it was judged by: of a stage that regressed on some ranks, their series.
    const SeriesRow own{value.baseline, value.current, value.delta, value.ratio, value.ci95, value.pAdjusted};
    addRow(entry, value.regressedIn ? value.regressedIn->row : own);
    entry["state"] = nameOf(value.state);
    entry["share_of_step_delta"] = jsonNumber(value.shareOfStepDelta);
    entry["explained_by"] = jsonOrNull(value.explainedBy);
    Json by;
    for (std::size_t i = 0; i < kStatistics; ++i)
        by[std::string(nameOf(static_cast<Statistic>(i)))] = nameOf(value.stateBy[i]);
    entry["state_by_statistic"] = std::move(by);
    entry["downstream"] = value.downstream;
    entry["regressed_in"] = regressedIn(value.regressedIn);
    entry["baseline_parts"] = parts(value.baselineParts);
    entry["current_parts"] = parts(value.currentParts);
    entry["typical_rank"] = Json();
    if (value.regressedIn)
        addRow(entry["typical_rank"], own);
    return entry;
}

std::string verdictJson(const Verdict& verdict)
{
    return verdictJson(verdict, {});
}

std::string verdictJson(const Verdict& verdict, const Notes& notes)
{
    Json document = jsonDocument("headwater.verdict/1");
    document["outcome"] = nameOf(verdict.outcome);
    document["evidence_level"] = nameOf(verdict.evidenceLevel);
    document["step_time"] = stepTime(verdict);
    document["course"] = course(verdict);
    document["first_regressed"] = firstRegressedJson(verdict.firstRegressed);
    document["earliest_possible"] = earliestPossible(verdict.earliestPossible);
    document["largest_increase"] = largestIncrease(verdict.largestIncrease);
    document["slowest"] = slowest(verdict.slowest, !verdict.stages.empty() && verdict.slowest.index >= 0);
    document["stages"] = Json::array();
    for (const StageVerdict& value : verdict.stages)
        document["stages"].push_back(stageJson(value));
    document["layers"] = layers(verdict);
    document["findings"] = allFindings(verdict);
    document["flowchart"] = flowchart(verdict);
    document["comparability"] = comparability(verdict.comparability);
    document["stragglers"] = stragglers(verdict);
    document["next_steps"] = verdict.nextSteps;
    document["warnings"] = verdict.warnings;
    document["inputs"] = {{"baseline", jsonOf(verdict.baselineInputs)}, {"current", jsonOf(verdict.currentInputs)}};
    document["policy"] = policyJson(verdict.policy);
    addContext(document, verdict);
    document["notes"] = notesJson(notes);
    return jsonText(document);
}

}  // namespace headwater
