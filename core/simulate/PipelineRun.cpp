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

/// Runs all steps, writes the events of the recorded ones, and fills in what the run leaves beside its traces.
Status runAndWrite(const JobModel& model, std::vector<KinetoWriter>& writers, RunRecords& records, const Job& job,
                   const std::function<void()>& counted)
{
    std::vector<RankSamples> samples(writers.size(), RankSamples(records.grid));
    std::vector<StepEvents> events(writers.size());
    PipelineJob pipeline(model);
    for (int step = 0; step < model.warmupSteps + model.steps; ++step) {
        if (job.stopped())
            return cancelled();
        const bool isRecorded = step >= model.warmupSteps;
        pipeline.runStep(step, isRecorded ? &events : nullptr);
        for (std::size_t rank = 0; rank < writers.size(); ++rank) {
            samples[rank].add(pipeline.ranks()[rank].now(), pipeline.ranks()[rank].tally());
            if (auto status = writers[rank].writeStep(events[rank]); !status)
                return status;
            events[rank].clear();
            if (isRecorded)
                counted();
        }
        records.stepEnds.push_back(pipeline.ranks().back().now());
        records.allocationRetries.push_back(pipeline.ranks().back().tally().allocationRetries);
    }
    for (RankSamples& rank : samples)
        records.ranks.push_back(rank.totals());
    return {};
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
    if (auto status = runAndWrite(model, *writers, records, job, counted); !status)
        return tl::unexpected<Error>(status.error());
    for (KinetoWriter& writer : *writers)
        if (auto status = writer.end(); !status)
            return tl::unexpected<Error>(status.error());
    return records;
}

}  // namespace headwater
