// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/Fixtures.h"

#include <algorithm>
#include <cmath>

namespace headwater::fixtures {

namespace {

constexpr Ns kUs = 1'000;

StageParts partsOf(Ns value)
{
    StageParts parts;
    parts.compute = value * 60 / 100;
    parts.transfer = value * 12 / 100;
    parts.wait = value * 6 / 100;
    parts.memcpy = value * 8 / 100;
    parts.memset = value * 2 / 100;
    parts.idle = value - parts.compute - parts.transfer - parts.memcpy - parts.memset;  // waiting is beside it
    return parts;
}

StageStatistics statisticsOf(Ns value, int n)
{
    StageStatistics out;
    const auto v = static_cast<double>(value);
    out.value = {v, v * 1.02, v * 1.1, v * 1.15};
    out.n = value == kMissing ? 0 : n;
    return out;
}

StageVerdict stageOf(int index, const StageSpecimen& specimen)
{
    StageVerdict stage;
    stage.index = index;
    stage.stage = specimen.name;
    stage.baseline = statisticsOf(specimen.baseline, 6);
    stage.current = statisticsOf(specimen.current, 6);
    stage.state = specimen.state;
    stage.stateBy.fill(specimen.state);
    if (specimen.baseline == kMissing || specimen.current == kMissing)
        return stage;
    stage.baselineParts = partsOf(specimen.baseline);
    stage.currentParts = partsOf(specimen.current);
    stage.shownParts = {stage.baselineParts, stage.currentParts};
    stage.delta = specimen.current - specimen.baseline;
    if (specimen.baseline > 0) {
        const double ratio = static_cast<double>(stage.delta) / static_cast<double>(specimen.baseline);
        stage.ratio = ratio;
        stage.ci95 = RatioInterval{ratio - 0.09, ratio + 0.11};
    }
    stage.pAdjusted = specimen.state == StageState::Regressed ? 0.0004 : 0.4;
    return stage;
}

void addLayers(Verdict& verdict)
{
    const LayerId ids[] = {LayerId::Correctness, LayerId::Resources, LayerId::Timeline, LayerId::Stragglers};
    for (std::size_t i = 0; i < 4; ++i)
        verdict.layers[i].id = ids[i];
    verdict.layers[0].status = LayerStatus::Warn;
    verdict.layers[0].summary = "no loss data; manifest differs";
    verdict.layers[0].findings.push_back({"correctness.manifest",
                                          LayerId::Correctness,
                                          FindingSeverity::Warning,
                                          "Runs are different jobs",
                                          Provenance::Measured,
                                          false,
                                          {{"world size", "8", "2", "", {}, {}, "trace metadata"}},
                                          ""});
    verdict.layers[1].summary = "no telemetry loaded";
    verdict.layers[2].status = LayerStatus::Fail;
    verdict.layers[2].summary = "idle 16 % \u2192 7 %; not IO";
    verdict.layers[2].findings.push_back({"timeline.more-compute",
                                          LayerId::Timeline,
                                          FindingSeverity::Failure,
                                          "Forward does more device work",
                                          Provenance::Measured,
                                          false,
                                          {{"compute a step", "15.1", "28.0", "ms", {}, {}, "trace"},
                                           {"copies a step", "0.4", "6.2", "ms", {}, {}, "trace"},
                                           {"kernels", "412", "431", "", {}, {}, "trace"}},
                                          ""});
    verdict.layers[2].findings.push_back({"timeline.batch",
                                          LayerId::Timeline,
                                          FindingSeverity::Info,
                                          "Batch per rank probably grew",
                                          Provenance::Inferred,
                                          true,
                                          {{"H2D bytes", "", "4.1x", "", {}, {}, "trace"}},
                                          ""});
    verdict.layers[3].summary = "one rank a side";
    verdict.flowchart = {{"alert", "yes", "the step grew by 49 %"},
                         {"correctness", "go on", "nothing failed"},
                         {"resources", "no data", "no telemetry"},
                         {"timeline", "compute grew", "compute 15.1 \u2192 28.0 ms"}};
    verdict.nextSteps = {
        "Compare the manifests: world size 8 \u2192 2 changes the work of each rank. Re-run with 8 ranks."};
    verdict.outcomeNode = "more device work from forward on";
}

void addFirst(Verdict& verdict, int index)
{
    const StageVerdict& stage = verdict.stages[static_cast<std::size_t>(index)];
    FirstRegressed first;
    first.index = index;
    first.stage = stage.stage;
    first.delta = stage.delta;
    first.ratio = stage.ratio;
    first.ci95 = stage.ci95;
    first.confirmed = true;
    first.stability = 0.95;
    verdict.firstRegressed = first;
    verdict.course = StageRef{index, stage.stage, stage.delta, 0.44};
    verdict.stability = {{index, 0.95}, {static_cast<int>(verdict.stages.size()) - 1, 0.05}};
    for (std::size_t i = static_cast<std::size_t>(index) + 1; i < verdict.stages.size(); ++i)
        verdict.stages[i].downstream = true;
}

double wobble(int step)
{
    return 1 + 0.03 * std::sin(step * 2.4) + (step < 2 ? 0.25 : 0.0);
}

RunAnalysisPtr analysisOf(const std::vector<StageSpecimen>& stages, int steps, bool current)
{
    std::vector<std::string> names;
    for (const StageSpecimen& stage : stages)
        names.push_back(stage.name);
    std::vector<std::int64_t> numbers;
    for (int step = 0; step < steps; ++step)
        numbers.push_back(100 + step);
    auto run = std::make_shared<Run>();
    run->name = current ? "test" : "control";
    run->worldSize = current ? 2 : 8;
    run->ranks.push_back({current ? 1 : 3, "node-a", "A100", "", false, nullptr});
    run->sources.push_back({"/runs/" + run->name + "/rank.json.gz",
                            "kineto",
                            "kineto 2022",
                            5'200'000,
                            109'005,
                            {current ? 1 : 3},
                            numbers,
                            {},
                            true});
    run->sources.push_back({"/runs/" + run->name + "/notes.txt",
                            "unknown",
                            "",
                            412,
                            0,
                            {},
                            {},
                            {{Severity::Info, "not-recognised", "not a format that is known here", "", ""}},
                            false});
    auto analysis = std::make_shared<RunAnalysis>();
    analysis->run = run;
    analysis->stageSource = "annotations";
    analysis->stepSource = "ProfilerStep";
    analysis->cube = StageCube(names, {current ? 1 : 3}, numbers);
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        const Ns value = current ? stages[stage].current : stages[stage].baseline;
        for (int step = 0; step < steps && value != kMissing; ++step)
            analysis->cube.set(Quantity::Span, stage, 0, static_cast<std::size_t>(step),
                               static_cast<Ns>(static_cast<double>(value) * wobble(step)));
    }
    for (int step = 0; step < steps; ++step)
        analysis->cube.setStatus(0, static_cast<std::size_t>(step), StepStatus::Ok);
    return analysis;
}

}  // namespace

std::vector<StageSpecimen> recommender()
{
    return {{"zero_grad", 170 * kUs, 30 * kUs, StageState::BelowFloor},
            {"load_batch", 2'760 * kUs, 1'460 * kUs, StageState::Improved},
            {"forward", 25'150 * kUs, 41'740 * kUs, StageState::Regressed},
            {"sparse_data_dist", 5'890 * kUs, 3'480 * kUs, StageState::Improved},
            {"backward", 43'500 * kUs, 62'700 * kUs, StageState::Regressed},
            {"optimizer", 1'270 * kUs, 2'130 * kUs, StageState::Regressed},
            {"wait_sparse_data_dist", 40 * kUs, 200 * kUs, StageState::Inconclusive},
            {"metrics", 50 * kUs, 40 * kUs, StageState::BelowFloor}};
}

std::vector<StageSpecimen> manyStages(int count, int first)
{
    std::vector<StageSpecimen> stages;
    for (int i = 0; i < count; ++i) {
        StageSpecimen stage;
        stage.name =
            "transformer_block_" + std::to_string(i) + (i % 3 == 0 ? "::self_attention_with_rotary_embedding" : "");
        stage.baseline = (3 + (i * 7) % 11) * 1'000 * kUs;
        stage.current = stage.baseline + (i >= first ? 900 * kUs : 0);
        stage.state = i >= first ? StageState::Regressed : StageState::NotRegressed;
        stages.push_back(std::move(stage));
    }
    return stages;
}

VerdictPtr verdictOf(const std::vector<StageSpecimen>& stages)
{
    auto verdict = std::make_shared<Verdict>();
    for (std::size_t i = 0; i < stages.size(); ++i)
        verdict->stages.push_back(stageOf(static_cast<int>(i), stages[i]));
    verdict->headline = "No stage regressed";
    verdict->paragraph =
        "Its device compute grew 15.1 \u2192 28.0 ms and H2D copies 0.4 \u2192 6.2 ms. Largest increase: backward "
        "+19.2 ms, downstream. By host time sparse_data_dist looks largest (+33.8 ms): the host waits there "
        "for the device.";
    verdict->outcome = Outcome::Equivalent;
    for (const StageVerdict& stage : verdict->stages) {
        if (stage.baseline.n > 0)
            verdict->stepBaseline += static_cast<Ns>(stage.baseline.value[0]);
        if (stage.current.n > 0)
            verdict->stepCurrent += static_cast<Ns>(stage.current.value[0]);
        if (stage.current.n > 0 && static_cast<Ns>(stage.current.value[0]) > verdict->slowest.value)
            verdict->slowest = {stage.index, stage.stage, static_cast<Ns>(stage.current.value[0]), {}};
    }
    verdict->stepDelta = verdict->stepCurrent - verdict->stepBaseline;
    if (verdict->stepBaseline > 0)
        verdict->stepRatio = static_cast<double>(verdict->stepDelta) / static_cast<double>(verdict->stepBaseline);
    const auto first = std::find_if(stages.begin(), stages.end(),
                                    [](const StageSpecimen& s) { return s.state == StageState::Regressed; });
    if (first != stages.end()) {
        verdict->outcome = Outcome::Regressed;
        addFirst(*verdict, static_cast<int>(first - stages.begin()));
    }
    addLayers(*verdict);
    verdict->warmupRemoved = 2;
    verdict->baselineName = "control";
    verdict->currentName = "test";
    return verdict;
}

PairAnalysis pairOf(const std::vector<StageSpecimen>& stages, int steps)
{
    return {analysisOf(stages, steps, false), analysisOf(stages, steps, true)};
}

}  // namespace headwater::fixtures
