// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Simulate.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "core/simulate/Coupling.h"
#include "core/simulate/KinetoWriter.h"
#include "core/simulate/PipelineRun.h"
#include "core/simulate/RankTimeline.h"
#include "core/simulate/RecordFiles.h"
#include "core/simulate/Records.h"
#include "core/simulate/Scenarios.h"
#include "core/simulate/Staging.h"
#include "core/simulate/TrainingLogFile.h"

namespace headwater {

namespace {

/// Counts rank-steps written and tells the job about every hundredth part.
class Counter {
public:
    Counter(const Job& job, std::int64_t total) : m_job(job), m_total(std::max<std::int64_t>(1, total)) {}
    void add()
    {
        const std::int64_t done = ++m_done;
        if (done * 100 / m_total != (done - 1) * 100 / m_total)
            m_job.report(static_cast<double>(done) / static_cast<double>(m_total), "simulating");
    }

private:
    const Job& m_job;
    std::int64_t m_total;
    std::atomic<std::int64_t> m_done{0};
};

/// One run to be written and where.
struct RunTask {
    const JobModel& model;
    std::filesystem::path folder;
    bool current = false;
    bool compress = true;
    const std::function<Status(const std::filesystem::path&)>& replaceTrace;  ///< may be empty
    const std::function<void(const std::string&)>& seeManifest;               ///< likewise
};

/// Each rank fills its own places of `records`.
Status writeRank(const RunTask& task, const Coupling& coupling, int rank, RunRecords& records, const Job& job,
                 Counter& counter)
{
    const JobModel& model = task.model;
    const ProcessIdentity process = processOf(model, rank, task.current);
    const std::filesystem::path path = task.folder / KinetoWriter::fileName(process, task.compress);
    auto file = OutputFile::create(path, task.compress);
    if (!file)
        return tl::unexpected<Error>(file.error());
    KinetoWriter writer(model, process, std::move(*file));
    if (auto status = writer.begin(); !status)
        return status;

    RankTimeline timeline(model, rank);
    RankSamples samples(records.grid);
    StepEvents events;
    for (int step = 0; step < model.warmupSteps + model.steps; ++step) {
        if (job.stopped())
            return cancelled();
        StepEvents* sink = step < model.warmupSteps ? nullptr : &events;
        events.clear();
        timeline.runToBackwardEnd(step, sink);
        timeline.finishStep(step, coupling.ends(step), sink);
        samples.add(timeline.now(), timeline.tally());
        if (rank + 1 == model.ranks) {
            records.stepEnds.push_back(timeline.now());
            records.allocationRetries.push_back(timeline.tally().allocationRetries);
        }
        if (auto status = writer.writeStep(events); !status)
            return status;
        if (sink != nullptr)
            counter.add();
    }
    records.ranks[static_cast<std::size_t>(rank)] = samples.totals();
    Status status = writer.end();
    return status && task.replaceTrace ? task.replaceTrace(path) : status;
}

/// Ranks are independent once the coupling is known: as many at a time as there are threads.
Status writeRun(const RunTask& task, const Coupling& coupling, RunRecords& records, const Job& job, Counter& counter)
{
    std::atomic<int> next{0};
    std::mutex mutex;
    std::optional<Error> error;
    auto work = [&] {
        for (int rank = next++; rank < task.model.ranks; rank = next++) {
            const Status status = writeRank(task, coupling, rank, records, job, counter);
            if (status)
                continue;
            const std::lock_guard lock(mutex);
            if (!error)
                error = status.error();
            next = task.model.ranks;
        }
    };
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const int threads = std::clamp(job.threads > 0 ? job.threads : cores, 1, task.model.ranks);
    {
        std::vector<std::jthread> pool;
        for (int i = 1; i < threads; ++i)
            pool.emplace_back(work);
        work();
    }
    if (error)
        return tl::unexpected<Error>(*error);
    return {};
}

Result<RunRecords> writeTraces(const RunTask& task, const Job& job, Counter& counter)
{
    const JobModel& model = task.model;
    if (model.pipelineStages > 1)
        return writePipelineRun(model, task.folder, task.current, task.compress, job, [&] { counter.add(); });
    const auto coupling = Coupling::of(model, job);
    if (!coupling)
        return tl::unexpected<Error>(coupling.error());
    RunRecords records;
    records.grid = SampleGrid::over(coupling->ends(model.warmupSteps + model.steps - 1).back());
    records.ranks.resize(static_cast<std::size_t>(model.ranks));
    if (auto status = writeRun(task, *coupling, records, job, counter); !status)
        return tl::unexpected<Error>(status.error());
    return records;
}

/// A pipeline writes all its traces together.
Status replaceTraces(const RunTask& task)
{
    std::vector<std::filesystem::path> traces;
    for (const auto& entry : std::filesystem::directory_iterator(task.folder))
        traces.push_back(entry.path());
    for (const std::filesystem::path& trace : traces)
        if (Status status = task.replaceTrace(trace); !status)
            return status;
    return {};
}

Status simulateRun(const RunTask& task, const Job& job, Counter& counter)
{
    const Ns start = processOf(task.model, 0, task.current).start;
    if (task.seeManifest)
        task.seeManifest(manifestText(task.model, start));
    const auto records = writeTraces(task, job, counter);
    if (!records)
        return tl::unexpected<Error>(records.error());
    if (task.replaceTrace)
        return task.model.pipelineStages > 1 ? replaceTraces(task) : Status{};
    return writeRecords(task.model, *records, task.folder, start, task.compress);
}

Status writeBoth(const Experiment& experiment, const Staging& staging, const SimulationOptions& options, const Job& job)
{
    const JobModel& model = experiment.baseline;
    Counter counter(job, std::int64_t{2} * model.ranks * model.steps);
    for (const bool current : {false, true}) {
        const std::string name = current ? "current" : "baseline";
        if (auto status = staging.makeFolder(name); !status)
            return status;
        const JobModel& side = current ? experiment.current : experiment.baseline;
        if (auto status = simulateRun(
                {side, staging.folder() / name, current, options.compress, options.replaceTrace, options.seeManifest},
                job, counter);
            !status)
            return status;
    }
    return {};
}

}  // namespace

Status simulate(std::string_view scenario, const std::filesystem::path& out, const SimulationOptions& options,
                const Job& job)
{
    const auto experiment = makeExperiment(scenario, options);
    if (!experiment)
        return tl::unexpected<Error>(experiment.error());
    return writeRuns(*experiment, truthJson(scenario, options.seed, experiment->truth), out, options, job);
}

Status writeRuns(const Experiment& experiment, const std::string& truth, const std::filesystem::path& out,
                 const SimulationOptions& options, const Job& job)
{
    auto staging = Staging::open(out);
    if (!staging)
        return tl::unexpected<Error>(staging.error());
    if (auto status = writeBoth(experiment, *staging, options, job); !status)
        return status;
    if (auto status = staging->writeText("truth.json", truth); !status)
        return status;
    return staging->commit();
}

}  // namespace headwater
