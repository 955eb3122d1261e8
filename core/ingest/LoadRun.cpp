// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/LoadRun.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "core/ingest/FileWalk.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/logs/MergeLogs.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

/// Progress of several files read at once, weighted by their sizes.
class CombinedProgress {
public:
    CombinedProgress(const Job& job, const std::vector<fs::path>& files) : m_job(job), m_done(files.size(), 0.0)
    {
        std::error_code error;
        for (const fs::path& file : files) {
            const auto size = fs::file_size(file, error);
            m_weights.push_back(error ? 1.0 : static_cast<double>(size) + 1.0);
            m_total += m_weights.back();
        }
    }

    void report(std::size_t file, double fraction, const std::string& what)
    {
        const std::scoped_lock lock(m_mutex);
        m_sum += (fraction - m_done[file]) * m_weights[file];
        m_done[file] = fraction;
        m_job.report(m_sum / m_total, what);
    }

private:
    const Job& m_job;
    std::mutex m_mutex;
    std::vector<double> m_weights;
    std::vector<double> m_done;
    double m_total = 0;
    double m_sum = 0;
};

ReadOptions optionsFor(const fs::path& file, const LoadOptions& options)
{
    const FileOverride said = overrideOf(options.overrides, file);
    ReadOptions one{options.unit, options.ruleFile, said.rank, said.unit};
    if (!said.ruleFile.empty())
        one.ruleFile = said.ruleFile;
    return one;
}

/// Reads every file, as many at once as the job allows. Order of the result is the order of `files`.
std::vector<FileContent> readAll(const std::vector<fs::path>& files, const LoadOptions& options, const Job& job)
{
    std::vector<FileContent> contents(files.size());
    CombinedProgress progress(job, files);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < files.size() && !job.stopped(); i = next++) {
            const std::string name = files[i].filename().string();
            Job one;
            one.stop = job.stop;
            one.progress = [&, i](double fraction, std::string_view) { progress.report(i, fraction, name); };
            contents[i] = readFile(files[i], optionsFor(files[i], options), one);
            progress.report(i, 1.0, name);
        }
    };
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const auto wanted = static_cast<std::size_t>(job.threads > 0 ? job.threads : static_cast<int>(cores));
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(wanted, files.size()); ++i)
        threads.emplace_back(work);
    work();
    return contents;
}

/// "0, 1, 2": the first of many numbers.
std::string listed(const std::vector<int>& numbers)
{
    constexpr std::size_t kNamed = 8;
    std::string list;
    for (std::size_t i = 0; i < std::min(kNamed, numbers.size()); ++i)
        list += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
    if (numbers.size() > kNamed)
        list += fmt::format(" and {} more", numbers.size() - kNamed);
    return list;
}

std::string nameOf(std::span<const fs::path> paths)
{
    fs::path path = paths.front().lexically_normal();
    if (!path.has_filename())
        path = path.parent_path();
    std::string name = path.filename().string();
    // "baseline" and "current" tell nothing about which job it was: the folder above does.
    if ((name == "baseline" || name == "current") && path.parent_path().has_filename())
        name = path.parent_path().filename().string() + "/" + name;
    return paths.size() == 1 ? name : fmt::format("{} and {} more", name, paths.size() - 1);
}

/// The run as the user gave it, for messages.
std::string placeOf(std::span<const fs::path> paths)
{
    const std::string first = paths.front().string();
    return paths.size() == 1 ? first : fmt::format("{} and {} more", first, paths.size() - 1);
}

/// Turns what the files hold into one run; what conflicts is reported, never settled silently.
class Assembler {
public:
    explicit Assembler(Run& run) : m_run(run) {}

    void add(FileContent& content)
    {
        for (TracePtr& trace : content.traces)
            addTrace(std::move(trace), content.source);
        if (content.metrics)
            addMetrics(content);
        append(m_run.logs, content.logs);
        append(m_run.telemetry.series, content.telemetry.series);
        append(m_run.telemetry.events, content.telemetry.events);
        append(m_run.ncclTests, content.ncclTests);
        append(m_run.flightRecords, content.flightRecords);
        m_run.manifest.insert(content.manifest.begin(), content.manifest.end());
    }

    /// BadUsage when a rank that was asked for is not there.
    Status finish(const LoadOptions& options)
    {
        logs::mergeEventLogs(m_run.logs);
        giveRanksOut();
        std::ranges::sort(m_run.ranks, {}, &RankData::rank);
        if (Status status = keepChosen(options.ranks); !status)
            return status;
        mergeManifest();
        settleWorldSize();
        reportMissing(options);
        return {};
    }

private:
    template <class T>
    static void append(std::vector<T>& to, std::vector<T>& from)
    {
        std::ranges::move(from, std::back_inserter(to));
    }

    void note(Severity severity, const char* code, std::string message, std::string file = {})
    {
        m_run.problems.push_back({severity, code, std::move(message), {}, std::move(file)});
    }

    Status keepChosen(const std::vector<int>& chosen)
    {
        if (chosen.empty() || m_run.ranks.empty())
            return {};
        std::vector<int> present;
        for (const RankData& data : m_run.ranks)
            present.push_back(data.rank);
        std::vector<int> absent;
        std::ranges::copy_if(chosen, std::back_inserter(absent),
                             [&](int rank) { return !std::ranges::binary_search(present, rank); });
        if (!absent.empty())
            return fail(ErrorCode::BadUsage,
                        fmt::format("rank {} {} not in the run; there {} {}", listed(absent),
                                    absent.size() == 1 ? "is" : "are", present.size() == 1 ? "is" : "are",
                                    listed(present)),
                        {}, {}, "choose among these");
        std::erase_if(m_run.ranks,
                      [&](const RankData& data) { return std::ranges::find(chosen, data.rank) == chosen.end(); });
        return {};
    }

    void addTrace(TracePtr tracePtr, SourceFile& source)
    {
        RankData data;
        data.trace = std::move(tracePtr);
        const Trace& trace = *data.trace;
        if (const auto host = trace.metadata.find("hostname"); host != trace.metadata.end())
            data.host = host->second;
        if (const auto gpu = trace.metadata.find("gpu"); gpu != trace.metadata.end())
            data.device = gpu->second;
        if (const auto role = trace.metadata.find("rank.role"); role != trace.metadata.end())
            data.role = role->second;
        if (!trace.rank) {
            m_unranked.push_back(std::move(data));
            return;
        }
        data.rank = *trace.rank;
        const auto same = std::ranges::find(m_run.ranks, data.rank, &RankData::rank);
        if (same != m_run.ranks.end()) {
            source.used = false;
            note(Severity::Warning, "duplicate-rank",
                 fmt::format("rank {} is already given by {}; this file is not used. Give the two captures as two runs",
                             data.rank, same->trace->file),
                 trace.file);
            return;
        }
        m_run.ranks.push_back(std::move(data));
    }

    /// Stage metrics may come in one file or in one a rank: all of them are one cube in the end.
    void addMetrics(FileContent& content)
    {
        for (const int rank : content.metrics->cube.ranks()) {
            if (std::ranges::find(m_metricRanks, rank, &RankData::rank) != m_metricRanks.end()) {
                note(Severity::Warning, "repeated-rank",
                     fmt::format("rank {} is in several files of stage metrics; where two measured the same step, the "
                                 "first counts",
                                 rank),
                     content.source.path);
                continue;
            }
            RankData data;
            data.rank = rank;
            if (const auto host = content.metrics->hosts.find(rank); host != content.metrics->hosts.end())
                data.host = host->second;
            if (const auto role = content.metrics->roles.find(rank); role != content.metrics->roles.end())
                data.role = role->second;
            m_metricRanks.push_back(std::move(data));
        }
        m_cubes.push_back(std::move(content.metrics->cube));
    }

    void giveRanksOut()
    {
        std::set<int> taken;
        for (const RankData& data : m_run.ranks)
            taken.insert(data.rank);
        int next = 0;
        for (RankData& data : m_unranked) {
            while (taken.contains(next))
                ++next;
            data.rank = next;
            data.rankAssumed = true;
            taken.insert(next);
            note(Severity::Warning, "missing-rank",
                 fmt::format("the file does not say which rank it is; it counts as rank {} (assumed)", next),
                 data.trace->file);
            m_run.ranks.push_back(std::move(data));
        }
        if (m_cubes.empty())
            return;
        if (!m_run.ranks.empty()) {
            note(Severity::Warning, "mixed-inputs",
                 "the run has both traces and stage metrics; the traces are analysed");
            return;
        }
        m_run.ranks = std::move(m_metricRanks);
        m_run.metrics =
            std::make_shared<const StageCube>(m_cubes.size() == 1 ? std::move(m_cubes.front()) : merged(m_cubes));
    }

    void mergeManifest()
    {
        std::map<std::string, std::map<std::string, std::string>> values;  // key → value → first source
        for (const RankData& data : m_run.ranks)
            if (data.trace)
                for (const auto& [key, value] : data.trace->metadata)
                    if (!key.starts_with("rank."))
                        values[key].try_emplace(value, fmt::format("trace of rank {}", data.rank));
        for (const auto& [key, distinct] : values) {
            std::string joined;
            for (const auto& [value, source] : distinct)
                joined += (joined.empty() ? "" : " | ") + value;
            m_run.manifest.insert_or_assign(key, ManifestValue{joined, distinct.begin()->second});
            if (distinct.size() > 1 && key != "hostname" && key != "trace_id" && key != "start_time")
                note(Severity::Warning, "ranks-disagree", fmt::format("ranks differ in {}: {}", key, joined));
        }
    }

    void settleWorldSize()
    {
        for (const RankData& data : m_run.ranks)
            if (data.trace && data.trace->worldSize)
                m_run.worldSize = std::max(m_run.worldSize, *data.trace->worldSize);
    }

    void reportMissing(const LoadOptions& options)
    {
        const std::vector<int> missing = m_run.missingRanks();
        if (missing.empty() || !options.ranks.empty())
            return;
        note(Severity::Warning, "missing-rank-files",
             fmt::format("{} of {} ranks have no file: {}. What they did is unknown", missing.size(), m_run.worldSize,
                         listed(missing)));
    }

    Run& m_run;
    std::vector<RankData> m_unranked;
    std::vector<RankData> m_metricRanks;
    std::vector<StageCube> m_cubes;
};

/// Takes out of `files` what the user placed elsewhere or ignores, adds what was placed here, and gives the ignored
/// ones as they are to be listed.
std::vector<SourceFile> sortOut(std::vector<fs::path>& files, const LoadOptions& options)
{
    using Place = FileOverride::Place;
    std::vector<SourceFile> ignored;
    std::erase_if(files, [&](const fs::path& file) {
        const Place place = overrideOf(options.overrides, file).place;
        if (place == Place::Ignored)
            ignored.push_back(unreadSource(file));
        return place == Place::Ignored || (options.side && !belongsTo(*options.side, place));
    });
    if (!options.side)
        return ignored;
    const Place here = *options.side == Side::Baseline ? Place::Baseline : Place::Current;
    for (const auto& [file, said] : options.overrides) {
        std::error_code error;
        const bool listed = std::ranges::any_of(
            files, [&, key = std::string_view(file)](const fs::path& known) { return overrideKey(known) == key; });
        if (said.place == here && !listed && fs::is_regular_file(file, error))
            files.emplace_back(file);
    }
    std::ranges::sort(files);
    return ignored;
}

Error nothingUsable(const std::vector<FileContent>& contents, const std::string& name)
{
    for (const FileContent& content : contents)
        if (content.error)
            return *content.error;
    Error error{ErrorCode::NothingUsable,
                "no file that can be analysed",
                name,
                {},
                "give a PyTorch Profiler trace or stage metrics; `headwater-cli probe` says what each file is"};
    if (contents.size() == 1 && !contents.front().source.problems.empty())
        error.what = contents.front().source.problems.front().message;
    return error;
}

/// The rows of `probe`: a file's problems are those of its reader and those that showed beside the other files.
void keepSources(std::vector<FileContent>& contents, Run& run)
{
    const Problems together = run.problems;
    for (FileContent& content : contents) {
        SourceFile& source = content.source;
        run.problems.insert(run.problems.end(), source.problems.begin(), source.problems.end());
        std::ranges::copy_if(together, std::back_inserter(source.problems),
                             [&](const Problem& problem) { return problem.file == source.path; });
        run.sources.push_back(std::move(source));
    }
}

}  // namespace

Result<RunPtr> loadRun(std::span<const fs::path> paths, const LoadOptions& options, const Job& job)
{
    if (paths.empty())
        return fail(ErrorCode::BadUsage, "no path given for the run");
    auto found = findFiles(paths);
    if (!found)
        return tl::unexpected(found.error());
    std::vector<SourceFile> ignored = sortOut(found->files, options);
    std::vector<FileContent> contents = readAll(found->files, options, job);
    if (job.stopped())
        return cancelled();

    auto run = std::make_shared<Run>();
    run->name = nameOf(paths);
    run->problems = std::move(found->problems);
    Assembler assembler(*run);
    for (FileContent& content : contents)
        assembler.add(content);
    if (const Status finished = assembler.finish(options); !finished)
        return fail(finished.error().code, finished.error().what, placeOf(paths), {}, finished.error().advice);
    if (run->ranks.empty())
        return tl::unexpected(nothingUsable(contents, placeOf(paths)));
    keepSources(contents, *run);
    std::ranges::move(ignored, std::back_inserter(run->sources));
    return run;
}

}  // namespace headwater
