// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/LoadRun.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "core/ingest/FileWalk.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/RunAssembler.h"
#include "core/ingest/RunFolders.h"
#include "core/run/TelemetryConflicts.h"
#include "core/run/TimeZone.h"

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
            const ReadOptions said = optionsFor(files[i], options);
            contents[i] = options.read ? options.read(files[i], said, one) : readFile(files[i], said, one);
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

/// What the files that were read lack for an analysis.
Error whatLacks(const Run& run, const std::string& name)
{
    if (!run.logs.empty())
        return {ErrorCode::NothingUsable,
                "no log tells a step time",
                name,
                {},
                "log the time of each iteration, or give a PyTorch Profiler trace or stage metrics"};
    if (!run.telemetry.series.empty() || !run.telemetry.events.empty())
        return {ErrorCode::NothingUsable,
                "there is telemetry, but no training step in any file",
                name,
                {},
                "add a PyTorch Profiler trace, a log with step times or stage metrics of the same run"};
    return {ErrorCode::NothingUsable,
            "no file that can be analysed",
            name,
            {},
            "give a PyTorch Profiler trace or stage metrics; `headwater-cli probe` says what each file is"};
}

/// Of one file its own reason. Of several, what lacks in all of them, and the first that could not be read: it may be
/// the one with the steps, or have nothing to do with it.
Error nothingUsable(const std::vector<FileContent>& contents, const Run& run, const std::string& name)
{
    const auto failed = std::ranges::find_if(contents, [](const FileContent& c) { return c.error.has_value(); });
    if (contents.size() == 1 && failed != contents.end())
        return *failed->error;
    Error error = whatLacks(run, name);
    const bool named = !run.logs.empty() || !run.telemetry.empty();
    if (contents.size() == 1 && !named && !contents.front().source.problems.empty())
        error.what = contents.front().source.problems.front().message;
    if (failed == contents.end())
        return error;
    const auto others = std::ranges::count_if(contents, [](const FileContent& c) { return c.error.has_value(); }) - 1;
    error.what += fmt::format("; {} could not be read: {}", fs::path(failed->source.path).filename().string(),
                              failed->error->what);
    if (!failed->error->where.empty())
        error.what += ", " + failed->error->where;
    if (others > 0)
        error.what += fmt::format(" ({} more files likewise)", others);
    if (!named)
        error.code = failed->error->code;
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
        // What the file says of another run was taken out again.
        source.used =
            source.used && std::ranges::find(source.problems, "log-conflict", &Problem::code) == source.problems.end();
        run.sources.push_back(std::move(source));
    }
}

/// One run of what was read of its files.
Result<std::shared_ptr<Run>> assemble(std::span<const fs::path> paths, std::vector<FileContent> contents,
                                      const LoadOptions& options)
{
    auto run = std::make_shared<Run>();
    run->name = nameOf(paths);
    RunAssembler assembler(*run);
    for (FileContent& content : contents)
        assembler.add(content);
    if (const Status finished = assembler.finish(options.ranks); !finished)
        return fail(finished.error().code, finished.error().what, placeOf(paths), {}, finished.error().advice);
    placeLocalTimes(*run, [&options](const std::string& file) {
        const auto said = zoneFromText(overrideOf(options.overrides, file).zone);
        return said ? said : options.zone;
    });
    Problems conflicts = telemetryConflicts(*run);
    std::ranges::move(conflicts, std::back_inserter(run->problems));
    if (run->ranks.empty())
        return tl::unexpected(nothingUsable(contents, *run, placeOf(paths)));
    keepSources(contents, *run);
    return run;
}

/// Each folder as a run of its own, the first with the others as its repetitions; null where they are parts of one run.
std::shared_ptr<Run> assembleRepeats(std::span<const fs::path> paths, const std::vector<FileContent>& contents,
                                     const LoadOptions& options)
{
    const std::vector<RunFolder> folders = runFolders(paths, contents);
    std::vector<std::shared_ptr<Run>> runs;
    for (const RunFolder& folder : folders) {
        std::vector<FileContent> own;
        for (const std::size_t file : folder.files)
            own.push_back(contents[file]);  // traces are shared, not copied
        auto run = own.empty() ? nullptr : assemble(folder.paths, std::move(own), options).value_or(nullptr);
        if (!run || (!runs.empty() && !repeats(*runs.front(), *run)))
            return nullptr;
        runs.push_back(std::move(run));
    }
    if (runs.size() < 2)
        return nullptr;
    runs.front()->repeats.assign(runs.begin() + 1, runs.end());
    return runs.front();
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

    std::shared_ptr<Run> run = assembleRepeats(paths, contents, options);
    if (!run) {
        auto one = assemble(paths, std::move(contents), options);
        if (!one)
            return tl::unexpected(one.error());
        run = *std::move(one);
    }
    run->problems.insert(run->problems.begin(), found->problems.begin(), found->problems.end());
    std::ranges::move(ignored, std::back_inserter(run->sources));
    return run;
}

}  // namespace headwater
