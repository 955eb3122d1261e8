// SPDX-License-Identifier: GPL-3.0-or-later
#include "Fixtures.h"
#include "MeasuredAt.h"

#include <limits>

#include "core/analysis/OwnTimes.h"
#include "core/report/model/PlanInput.h"

namespace headwater::fixtures {

namespace {

constexpr Ns kMs = 1'000'000;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

StageStatistics statistics(double p50, double mean, double p95, double p99, int n)
{
    return {{p50 * 1e6, mean * 1e6, p95 * 1e6, p99 * 1e6}, n};
}

StageVerdict stage(int index, const char* name, StageStatistics baseline, StageStatistics current)
{
    StageVerdict value;
    value.index = index;
    value.stage = name;
    value.baseline = baseline;
    value.current = current;
    value.delta = static_cast<Ns>(current.value[0] - baseline.value[0]);
    if (baseline.value[0] > 0)
        value.ratio = current.value[0] / baseline.value[0] - 1;
    return value;
}

std::vector<StageVerdict> stages()
{
    std::vector<StageVerdict> list;
    StageVerdict load = stage(0, "load_batch", statistics(2.75, 2.5, 3, 3, 8), statistics(1.5, 1.5, 2, 2, 8));
    load.ci95 = RatioInterval{-0.625, -0.375};
    load.state = StageState::Improved;
    load.stateBy = {StageState::Improved, StageState::Improved, StageState::Inconclusive, StageState::Inconclusive};
    load.shareOfStepDelta = -0.03125;
    load.baselineParts = {kMs / 2, 0, 0, kMs, 0, kMs};
    load.currentParts = {kMs / 2, 0, 0, kMs, 0, 0};
    list.push_back(load);

    StageVerdict forward = stage(1, "forward", statistics(25, 25, 26, 26.5, 8), statistics(41.5, 42, 46, 47, 8));
    forward.ci95 = RatioInterval{0.484375, 0.8125};
    forward.pAdjusted = 0.001953125;
    forward.state = StageState::Regressed;
    forward.stateBy = {StageState::Regressed, StageState::Regressed, StageState::Regressed, StageState::Inconclusive};
    forward.shareOfStepDelta = 0.4375;
    forward.baselineParts = {17 * kMs, 6 * kMs, 2 * kMs, kMs, kMs / 4, kMs};
    forward.currentParts = {28 * kMs, 6 * kMs, 0, 6 * kMs, kMs / 4, kMs};
    list.push_back(forward);

    StageVerdict sync = stage(2, "sync", statistics(6, 6, 7, 7, 8), statistics(6.125, 6.5, 9, 12, 8));
    sync.ci95 = RatioInterval{-0.03125, kInfinite};
    sync.state = StageState::Inconclusive;
    sync.stateBy = {StageState::Inconclusive, StageState::Inconclusive, StageState::Regressed, StageState::Regressed};
    sync.downstream = true;
    list.push_back(sync);

    StageVerdict backward = stage(3, "backward", statistics(43.5, 43.5, 44, 45, 8), statistics(62.5, 63, 66, 67, 8));
    backward.ci95 = RatioInterval{0.375, 0.515625};
    backward.pAdjusted = 0.00390625;
    backward.state = StageState::Regressed;
    backward.stateBy = {StageState::Regressed, StageState::Regressed, StageState::Regressed, StageState::Inconclusive};
    backward.shareOfStepDelta = 0.5;
    backward.explainedBy = "stage:forward";
    backward.downstream = true;
    backward.baselineParts = {30 * kMs, 4 * kMs, 0, 0, 0, 9 * kMs};
    backward.currentParts = {56 * kMs, 4 * kMs, 6 * kMs, 0, 0, 2 * kMs};
    list.push_back(backward);

    StageVerdict metrics = stage(4, "metrics", statistics(0, 0, 0, 0, 0), statistics(0.5, 0.5, 0.5, 0.5, 8));
    metrics.state = StageState::New;
    metrics.stateBy = {StageState::New, StageState::New, StageState::New, StageState::New};
    metrics.downstream = true;
    list.push_back(metrics);
    return list;
}

std::array<Layer, 4> layers()
{
    std::array<Layer, 4> all{};
    all[0] = {LayerId::Correctness, LayerStatus::Warn, "no loss data; the manifest differs", {}};
    all[1] = {LayerId::Resources, LayerStatus::NoData, "no telemetry loaded", {}};
    all[2] = {LayerId::Timeline, LayerStatus::Pass, "idle 16 % \u2192 7 %", {}};
    all[3] = {LayerId::Stragglers, LayerStatus::NoData, "one rank a side", {}};
    Finding changed;
    changed.id = "correctness.manifest";
    changed.layer = LayerId::Correctness;
    changed.severity = FindingSeverity::Warning;
    changed.statement = "The runs differ in 2 settings";
    changed.evidence = {{"world_size", "8", "2", "", std::nullopt, std::nullopt, "trace metadata of rank 0"}};
    changed.nextStep = "Run both with the same world size";
    all[0].findings.push_back(changed);
    Finding disagree;
    disagree.id = "timeline.host-device-disagree";
    disagree.layer = LayerId::Timeline;
    disagree.severity = FindingSeverity::Info;
    disagree.statement = "By host time sync looks largest: the host waits there for the device";
    disagree.provenance = Provenance::Derived;
    disagree.conditional = true;
    disagree.evidence = {{"host time of sync", "1.25", "35", "ms", 0, 7, ""}};
    all[2].findings.push_back(disagree);
    Finding batch;
    batch.id = "timeline.more-work";
    batch.layer = LayerId::Timeline;
    batch.statement = "The batch per rank probably grew";
    batch.provenance = Provenance::Inferred;
    all[2].findings.push_back(batch);
    Finding bubbles;
    bubbles.id = "timeline.bubbles";
    bubbles.layer = LayerId::Timeline;
    bubbles.provenance = Provenance::Derived;
    bubbles.statement = "Time a step without compute on the device, mean over ranks: 12.0 ms \u2192 9.00 ms";
    bubbles.evidence = {{"waiting for input", "8", "2", "ms", std::nullopt, std::nullopt, "gaps"},
                        {"launched late", "4", "7", "ms", std::nullopt, std::nullopt, "gaps"}};
    bubbles.evidence[0].times = {8'000'000, 2'000'000};
    bubbles.evidence[1].times = {4'000'000, 7'000'000};
    all[2].findings.push_back(bubbles);
    return all;
}

/// Four ranks of one role, the second slow; `name` is their host's.
OwnTimesPtr ownTimes(double slow, const std::string& name)
{
    StragglerSeries series;
    series.metric = "local time";
    for (int rank = 0; rank < 4; ++rank) {
        const double ns = rank == 1 ? slow : 70e6 + 1e6 * rank;
        series.ranks.push_back({rank, name, "", "", {ns, ns}, {}, {}});
    }
    return std::make_shared<const OwnTimes>(headwater::ownTimes(std::move(series), {5, 6}, {}));
}

/// One check that had its data and one that had none.
ResourceReportPtr resources(const std::string& name)
{
    ResourceReport report;
    ResourceCheck clocks;
    clocks.id = "clocks";
    clocks.area = "clocks";
    clocks.title = "SM clock under load";
    clocks.status = ResourceStatus::Pass;
    ResourceCheck memory = clocks;
    memory.id = "row-remaps";
    memory.area = "memory";
    memory.title = "remapped rows";
    memory.status = ResourceStatus::Unknown;
    memory.missing = "nvidia-smi -q";
    report.checks = {clocks, memory};
    ResourceEvent event;
    event.kind = "xid";
    event.code = 79;
    event.meaning = "fell off the bus";
    event.host = name;
    event.message = name;
    report.events = {event};
    return std::make_shared<const ResourceReport>(std::move(report));
}

void addAnswers(Verdict& verdict)
{
    verdict.course = StageRef{1, "forward", 16'500'000, std::nullopt};
    verdict.courseRatio = 0.66;
    FirstRegressed first;
    first.index = 1;
    first.stage = "forward";
    first.scope = Scope::Both;
    first.ranks = {1};
    first.kind = Kind::Shift;
    first.delta = 16'500'000;
    first.ratio = 0.66;
    first.ci95 = RatioInterval{0.484375, 0.8125};
    first.pAdjusted = 0.001953125;
    first.confirmed = true;
    first.stability = 0.953125;
    verdict.firstRegressed = first;
    verdict.earliestPossible = StageRef{1, "forward", 0, std::nullopt};
    verdict.largestIncrease = StageRef{3, "backward", 19'000'000, 0.5};
    verdict.slowest = {3, "backward", 62'500'000, std::nullopt};
    verdict.stability = {{1, 0.953125}, {3, 0.03125}, {-1, 0.015625}};
}

/// What two short logs and a trace show; `name` is what somebody else wrote.
CorrectnessReportPtr correctness(const std::string& name)
{
    CorrectnessReport report;
    report.baseline.logs = 1;
    report.baseline.runs = 1;
    report.baseline.lossSteps = 2;
    report.baseline.sources = {name + ".log"};
    report.current = report.baseline;
    report.current.badNumbers = {{LoggedQuantity::Loss, -kInfinite, 9, 3, name, 12, 2}};
    report.current.iterations.skipped = 1;
    report.current.spikes = {{8, 9, kInfinite, 4.5, false}};
    report.sameSeed = false;
    report.deterministicCurrent = true;
    SeriesComparison loss;
    loss.common = 2;
    loss.differing = 1;
    loss.firstDifference = StepPair{8, {8, 1, {2.25, 3}, 4, name}, {8, 1, {2.5, 3}, 5, name}};
    report.series = {loss};
    report.lossBand = BandVerdict{5, 2, 1, 1, 8, 2, {2.25, 0.125, 4.5, 1.5, 3}, 2.5};
    report.kernelRanks = {0};
    report.kernelOperators = 7;
    report.kernels = {
        {KernelAspect::Precision, name, "bf16", "fp32", name, name, 0.5, 0.75, 1, 0.25, 0, 0.75, 1000, 4000, {0}}};
    report.checklist = {{"seed", "random seed", "other weights", true, CheckState::Differs, name, name, name}};
    report.variables.control = Control::Confounded;
    report.variables.runs = {{{name}, {"seed"}}};
    return std::make_shared<const CorrectnessReport>(std::move(report));
}

}  // namespace

Verdict verdict()
{
    Verdict value;
    value.outcome = Outcome::Regressed;
    value.headline = "First regressed stage: forward, +16.5 ms (+66 %)";
    value.paragraph = "Its device compute grew. Largest increase: backward, downstream.";
    value.stepBaseline = 77'250'000;
    value.stepCurrent = 112'125'000;
    value.stepDelta = 34'875'000;
    value.stepRatio = 0.4375;
    value.stepCi95 = RatioInterval{0.375, 0.5};
    value.stepsBaseline = value.stepsCurrent = 8;
    value.warmupRemoved = 3;
    value.failedCurrent = 1;
    value.stages = stages();
    for (StageVerdict& stage : value.stages)
        if (!stage.regressedIn)
            stage.shownParts = {stage.baselineParts, stage.currentParts};
    addAnswers(value);
    value.layers = layers();
    value.flowchart = {{"alert", "slower", "step p50 +44 %"}, {"correctness", "no data", "no loss was loaded"}};
    value.outcomeNode = "device-compute";
    value.comparability.status = ComparabilityStatus::NotComparable;
    value.comparability.reason = "The world size differs, so these are different jobs.";
    value.comparability.changed = {{"world_size", "8", "2", false, true},
                                   {"nccl_version", "", "2.17.1", false, false},
                                   {"host", "node-a", "node-b", true, false}};
    value.stragglers = {{1, "node-b", 1.25, "fixed", "local time"}};
    value.nextSteps = {"Run both with 8 ranks", "Compare the kernels of forward"};
    value.warnings = {"p99 needs 299 steps a side; there are 8"};
    value.baselineInputs = files();
    value.currentInputs = {files().front()};
    value.measured = measuredAt(value);
    value.baselineName = "control";
    value.currentName = "test";
    value.stageSource = "annotations";
    value.policy.acknowledgement = "same model, smaller cluster";
    value.correctness = correctness("control");
    value.ownTimes = {ownTimes(71e6, "node-b"), ownTimes(90e6, "node-b")};
    value.resources = resources("node-b");
    value.lostSteps[1] = {{7, StepStatus::Failed, {0, 1, 2, 4}}};
    value.missingRanks[1] = {2, 3, 4, 7};
    return value;
}

Verdict verdictNamed(const std::string& name)
{
    Verdict value = verdict();
    value.headline = "First regressed stage: " + name;
    value.paragraph = name;
    for (StageVerdict& stage : value.stages)
        stage.stage = stage.explainedBy = name;
    value.course->stage = value.firstRegressed->stage = value.largestIncrease->stage = value.slowest.stage = name;
    value.earliestPossible->stage = name;
    for (Layer& layer : value.layers) {
        layer.summary = name;
        for (Finding& finding : layer.findings) {
            finding.statement = finding.nextStep = name;
            finding.evidence = {{name, name, name, name, 1, 2, name}};
        }
    }
    value.correctness = correctness(name);
    value.ownTimes = {ownTimes(71e6, name), ownTimes(90e6, name)};
    value.resources = resources(name);
    for (FlowStep& step : value.flowchart)
        step.answer = step.because = name;
    for (ManifestChange& change : value.comparability.changed)
        change.key = change.baseline = change.current = name;
    value.comparability.reason = name;
    value.stragglers = {{1, name, 1.25, "fixed", name}};
    value.nextSteps = value.warnings = {name};
    for (auto* inputs : {&value.baselineInputs, &value.currentInputs}) {
        for (SourceFile& file : *inputs) {
            file.path = file.variant = name;
            for (Problem& problem : file.problems)
                problem.message = problem.position = name;
        }
    }
    value.baselineName = value.currentName = value.stageSource = value.policy.acknowledgement = name;
    return value;
}

Notes notes(const std::string& name)
{
    ViewRef place;
    place.page = "timeline";
    place.stage = name;
    place.steps = StepRange{5, 6};
    place.ranks = {0, 1};
    Notes value;
    value.decisions = {{"timeline.host-device-disagree", FindingMark::Accepted, "", name},
                       {"timeline.more-work", FindingMark::Dismissed, name, ""},
                       {"timeline.gone", FindingMark::Dismissed, name, ""}};
    value.notes = {{place, name}};
    value.bookmarks = {{name, place}};
    value.continued = {{LayerId::Correctness, name}};
    return value;
}

RunHistory history(const std::string& name)
{
    std::vector<HistoryEntry> runs;
    for (int night = 0; night < 8; ++night) {
        HistoryEntry entry;
        entry.name = "night-" + std::to_string(night + 1);
        entry.stageSource = "stage metrics";
        entry.stages = {"load", name};
        const double noise = 1 + 0.001 * ((night * 7) % 3);
        entry.values = {2e6 * noise, (night < 4 ? 20e6 : 24e6) * noise};
        entry.step = entry.values[0] + entry.values[1];
        entry.steps = 30;
        runs.push_back(std::move(entry));
    }
    return *runHistory(std::move(runs), Policy(), {});
}

report::ReportPlan plan(const std::string& node)
{
    ScaleCase given;
    given.cluster = {
        {{"n1", "leaf1", "spine"}, {"n2", "leaf1", "spine"}, {node, "leaf2", "spine"}, {"n4", "leaf2", "spine"}}, 8};
    given.topologyKnown = true;
    given.goodGpus = 8;
    const auto measured = [](std::vector<std::string> nodes, const char* metric, double before, double now) {
        GroupMeasurement group;
        group.nodes = std::move(nodes);
        group.metric = metric;
        group.higherIsBetter = group.metric == "busbw_gbps";
        group.baseline.values = {before, before * 1.01, before * 0.99};
        group.current.values = {now, now * 1.01, now * 0.99};
        return group;
    };
    GroupMeasurement moved = measured({"n2", "n4"}, "step_time_ms", 800, 801);
    moved.baseline.invariants["batch_per_gpu"] = "4";
    moved.current.invariants["batch_per_gpu"] = "8";
    given.experiments = {{measured({"n1", node}, "step_time_ms", 800, 1000), moved}};
    given.isolation = {{IsolationKind::NcclTests, measured({"n1", node}, "busbw_gbps", 380, 190), {}},
                       {IsolationKind::NcclTests, measured({"n2", node}, "busbw_gbps", 380, 191), {}},
                       {IsolationKind::NcclTests, measured({"n1", "n2"}, "busbw_gbps", 380, 379), {}},
                       {IsolationKind::SyntheticData, measured({"n1", node}, "step_time_ms", 1000, 1001), {}},
                       {IsolationKind::StragglerHunt,
                        {},
                        {{{{{"n1", "n2"}, 5}, {{node, "n4"}, 15}}}, {{{{"n1", node}, 15}, {{"n2", "n4"}, 5}}}}}};
    return report::reportPlan(given);
}

report::Report reportOf(const Verdict& verdict, const std::string& name, const report::ReportOptions& options)
{
    const report::FilePrints prints{{"control/rank0.json.gz", {1'234'567, 0xfeed0123456789ab}}};
    return report::verdictReport({verdict, notes(name), prints, plan("n3")}, options);
}

std::string verdictHtml(const Verdict& verdict, const Language& language)
{
    report::ReportOptions options;
    options.language = language;
    return html(reportOf(verdict, "see the wiki", options));
}

std::string verdictMarkdown(const Verdict& verdict, const Language& language)
{
    report::ReportOptions options;
    options.language = language;
    return markdown(reportOf(verdict, "see the wiki", options));
}

std::string verdictJunit(const Verdict& verdict)
{
    return junit(reportOf(verdict));
}

Verdict emptyVerdict()
{
    Verdict value;
    for (std::size_t i = 0; i < value.layers.size(); ++i)
        value.layers[i].id = static_cast<LayerId>(i);
    return value;
}

}  // namespace headwater::fixtures
