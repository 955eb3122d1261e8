// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/PipelineRun.h"

#include <utility>

#include "core/simulate/KinetoWriter.h"
#include "core/simulate/PipelineJob.h"

namespace headwater {

namespace {

Result<std::vector<KinetoWriter>> openTraces(const JobModel& model, const std::filesystem::path& folder, bool current,
                                             bool compress)
{
    std::vector<KinetoWriter> writers;
    for (int rank = 0; rank < model.ranks; ++rank) {
        const ProcessIdentity process = processOf(model, rank, current);
        auto file = OutputFile::create(folder / KinetoWriter::fileName(process, compress), compress);
        if (!file)
            return tl::unexpected<Error>(file.error());
        writers.emplace_back(model, process, std::move(*file));
        if (auto status = writers.back().begin(); !status)
            return tl::unexpected<Error>(status.error());
    }
    return writers;
}

/// How long the run takes: the same run without its events.
Result<Ns> durationOf(const JobModel& model, const Job& job)
{
    PipelineJob pipeline(model);
    for (int step = 0; step < model.warmupSteps + model.steps; ++step) {
        if (job.stopped())
            return cancelled();
        pipeline.runStep(step, nullptr);
    }
    return pipeline.ranks().back().now();
}

}  // namespace

Result<RunRecords> writePipelineRun(const JobModel& model, const std::filesystem::path& folder, bool current,
                                    bool compress, const Job& job, const std::function<void()>& counted)
{
    const auto duration = durationOf(model, job);
    if (!duration)
        return tl::unexpected<Error>(duration.error());
    auto writers = openTraces(model, folder, current, compress);
    if (!writers)
        return tl::unexpected<Error>(writers.error());
    RunRecords records;
    records.grid = SampleGrid::over(*duration);
    std::vector<RankSamples> samples(static_cast<std::size_t>(model.ranks), RankSamples(records.grid));

    PipelineJob pipeline(model);
    std::vector<StepEvents> events(static_cast<std::size_t>(model.ranks));
    for (int step = 0; step < model.warmupSteps + model.steps; ++step) {
        if (job.stopped())
            return cancelled();
        const bool isRecorded = step >= model.warmupSteps;
        pipeline.runStep(step, isRecorded ? &events : nullptr);
        for (std::size_t rank = 0; rank < events.size(); ++rank) {
            samples[rank].add(pipeline.ranks()[rank].now(), pipeline.ranks()[rank].tally());
            if (!isRecorded)
                continue;
            if (auto status = (*writers)[rank].writeStep(events[rank]); !status)
                return tl::unexpected<Error>(status.error());
            events[rank].clear();
            counted();
        }
        records.stepEnds.push_back(pipeline.ranks().back().now());
        records.allocationRetries.push_back(pipeline.ranks().back().tally().allocationRetries);
    }
    for (std::size_t rank = 0; rank < events.size(); ++rank) {
        records.ranks.push_back(samples[rank].totals());
        if (auto status = (*writers)[rank].end(); !status)
            return tl::unexpected<Error>(status.error());
    }
    return records;
}

}  // namespace headwater
