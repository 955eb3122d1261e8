// SPDX-License-Identifier: GPL-3.0-or-later
#include "Fixtures.h"
#include "tests/core/analysis/GiveBubbles.h"

namespace headwater::fixtures {

RunAnalysis analysis()
{
    RunAnalysis value;
    auto run = std::make_shared<Run>();
    run->name = "control";
    run->worldSize = 3;
    run->ranks = {{0, "node-a", "A100", "", false, nullptr}, {1, "", "", "", false, nullptr}};
    run->manifest["gpu"] = {"A100", "trace metadata of rank 0"};
    run->sources = files();
    value.run = run;
    value.stageSource = "annotations";
    value.stepSource = "ProfilerStep";
    value.cube = StageCube({"forward", "backward", std::string(kOutsideStages)}, {0, 1}, {5, 6});
    for (std::size_t rank = 0; rank < 2; ++rank) {
        for (std::size_t step = 0; step < 2; ++step) {
            if (rank == 1 && step == 1)
                continue;
            value.cube.setStatus(rank, step, StepStatus::Ok);
            value.cube.setDuration(rank, step, 1000);
            const std::array<Ns, 3> spans{600, 300, 100};
            for (std::size_t stage = 0; stage < 3; ++stage) {
                value.cube.set(Quantity::Span, stage, rank, step, spans[stage]);
                value.cube.set(Quantity::Compute, stage, rank, step, spans[stage] / 2);
                value.cube.set(Quantity::Wait, stage, rank, step, rank == 0 ? 100 : 0);
            }
        }
    }
    RankAnalysis first;
    first.rank = 0;
    first.host = "node-a";
    first.device = "A100";
    first.deviceWindow = {2000, 1500, 900, 400, 150, 50, 500, 450, 160, 40, 38, 2, 10};
    first.steps = {{5, {100, 1100}, StepStatus::Ok, 450, 300, 700},
                   {6, {1100, 2100}, StepStatus::Failed, 450, kMissing, kMissing}};
    first.peerViews.traceLens = TraceLensView{900, 400, 150, 1450, 550, 2000};
    first.peerViews.hta = HtaView{500, 900, 600, 2000, {{"7", 200, 50, 10}, {"stream 20", 0, 0, 0}}};
    test::giveBubbles(first, {Bubbles{{10, 20, 150, 0, 30, 40, 300, 0, 0, 0}, 50, 0, 0}, std::nullopt});
    RankAnalysis second;
    second.rank = 1;
    second.steps = {{5, {100, 1100}, StepStatus::Partial, 450, 0, 1000}};
    value.ranks = {first, second};
    value.collectives.matched = 4;
    value.collectives.unmatched = 1;
    value.collectives.groups = {{"default_pg", {0, 1}, 4}};
    value.collectives.byRank = {{0, 300, 120, 1}, {1, kMissing, 120, 3}};
    value.problems = {{Severity::Warning, "missing-rank", "rank 2 is missing", "", ""}};
    return value;
}

std::vector<SourceFile> files()
{
    SourceFile trace;
    trace.path = "control/rank0.json.gz";
    trace.format = "kineto";
    trace.variant = "with device activities";
    trace.bytes = 1'234'567;
    trace.events = 40'573;
    trace.ranks = {0};
    trace.steps = {5, 6};
    trace.used = true;
    trace.problems = {{Severity::Warning, "truncated", "the last event is cut", "byte 1042", "control/rank0.json.gz"}};
    SourceFile other;
    other.path = "control/notes.txt";
    other.format = "unknown";
    other.bytes = 12;
    return {trace, other};
}

}  // namespace headwater::fixtures
