// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/RunManifests.h"
#include "app/cli/Session.h"
#include "app/cli/SummaryFile.h"
#include "app/cli/SummaryTargets.h"
#include "app/cli/Values.h"
#include "core/analysis/summary/Collected.h"
#include "core/analysis/summary/FromSummary.h"
#include "core/analysis/summary/Summarize.h"
#include "core/base/FileFingerprint.h"
#include "core/ingest/FileWalk.h"
#include "core/ingest/LoadRun.h"
#include "core/ingest/RankSummaryReader.h"
#include "core/ingest/ReadFile.h"
#include "core/report/AtomicFile.h"
#include "core/run/CollectedCodec.h"

namespace headwater::cli {

namespace {

namespace fs = std::filesystem;

struct Request {
    std::vector<fs::path> files;
    std::vector<fs::path> operands;
    fs::path out;
    fs::path run;  ///< the folder of the run; empty: see RunManifests
    std::optional<int> rank;
    int threads = 0;
};

/// What became of one file.
struct Done {
    std::vector<fs::path> written;
    bool upToDate = false;
    Problems problems;
    std::optional<Error> error;
    bool unreadable = false;  ///< `problems` says the error
};

/// Of one call.
struct Places {
    SummaryTargets targets;
    RunManifests manifests;
};

Status writeSummary(const Trace& trace, const fs::path& target, const fs::path& file, const std::string& fingerprint,
                    const Manifest& manifest)
{
    SummarizedRank rank = summarizeRank(trace);
    std::error_code error;
    rank.summary.source = fs::absolute(file, error).lexically_normal().string();
    rank.summary.sourceBytes = fs::file_size(file, error);
    rank.summary.fingerprint = fingerprint;
    rank.trace.metadata[kWrittenKey] = writtenText(file);
    const auto packed = summaryBytes(rank, manifest);
    if (!packed)
        return tl::unexpected(packed.error());
    return writeAtomically(target, *packed);
}

Done summarizeFile(const fs::path& file, const Request& request, Places& places, const Job& job)
{
    Done done;
    const auto print = fingerprintOf(file);
    if (!print) {
        done.error = print.error();
        return done;
    }
    const std::string fingerprint = textOf(*print);
    const auto manifest = [&] { return places.manifests.of(file); };
    SummaryTargets& targets = places.targets;
    done.upToDate = targets.upToDate(file, {fingerprint, request.rank, manifest}, job);
    if (done.upToDate || job.stopped())
        return done;
    ReadOptions options;
    options.rank = request.rank;
    const FileContent content = readFile(file, options, job);
    done.error = content.error;
    done.unreadable = content.error && !content.source.problems.empty();
    done.problems = content.source.problems;
    if (!content.summaries.empty())
        return done;  // a summary is none of a summary
    for (std::size_t i = 0; i < content.traces.size(); ++i) {
        const fs::path target = targets.of(file, content.traces[i]->rank, i, content.traces.size());
        Status status = targets.claim(target, file);
        if (status)
            status = writeSummary(*content.traces[i], target, file, fingerprint, manifest());
        if (!status) {
            done.error = status.error();
            break;
        }
        done.written.push_back(target);
    }
    if (!done.error && !done.written.empty())
        targets.removeOld(file, done.written);
    return done;
}

/// Every file, as many at once as there are threads: only their traces are in memory.
std::vector<Done> summarizeAll(const Request& request, Places& places, const Job& job)
{
    std::vector<Done> all(request.files.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> finished = 0;
    std::mutex progress;
    const auto work = [&] {
        for (std::size_t i = next++; i < all.size() && !job.stopped(); i = next++) {
            Job one;
            one.stop = job.stop;
            all[i] = summarizeFile(request.files[i], request, places, one);
            const std::scoped_lock lock(progress);
            job.report(static_cast<double>(++finished) / static_cast<double>(all.size()),
                       request.files[i].filename().string());
        }
    };
    const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const int threads = request.threads > 0 ? request.threads : cores;
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min(static_cast<std::size_t>(threads), all.size()); ++i)
        helpers.emplace_back(work);
    work();
    return all;
}

Result<Request> readRequest(const Arguments& arguments)
{
    Request request;
    const auto out = arguments.value("--out");
    if (!out || arguments.operands().empty())
        return fail(ErrorCode::BadUsage, out ? "summarize needs PATH" : "summarize needs --out DIR or --collect FILE",
                    {}, {}, "see `headwater-cli summarize --help`");
    request.out = *out;
    const auto threads = readThreads(arguments);
    if (!threads)
        return tl::unexpected(threads.error());
    request.threads = *threads;
    if (const auto text = arguments.value("--rank")) {
        const auto rank = readInteger("--rank", *text, 0, 10'000'000);
        if (!rank)
            return tl::unexpected(rank.error());
        request.rank = static_cast<int>(*rank);
    }
    if (arguments.value("--stages"))
        return fail(ErrorCode::BadUsage, "--stages is of --collect: summaries have every choice of stages", {}, {},
                    "leave it out");
    request.operands = toPaths(arguments.operands());
    request.run = arguments.value("--run").value_or(std::string());
    auto found = findFiles(request.operands);
    if (!found)
        return tl::unexpected(found.error());
    request.files = std::move(found->files);
    if (request.rank && request.files.size() != 1)
        return fail(ErrorCode::BadUsage, fmt::format("--rank is of one file, not of {}", request.files.size()), {}, {},
                    "call summarize once a file, or leave --rank out");
    std::error_code error;
    fs::create_directories(request.out, error);
    if (error)
        return fail(ErrorCode::WriteFailed, "cannot make the folder: " + error.message(), request.out.string(), {},
                    "check its path and permissions");
    return request;
}

/// A file, of whose summary no more is kept than matching takes: it is read again when its turn comes.
FileContent readThin(const fs::path& path, const ReadOptions& options, const Job& job)
{
    FileContent content = readFile(path, options, job);
    for (RankSummaryPtr& summary : content.summaries)
        if (summary)
            summary = std::make_shared<const RankSummary>(withoutCells(*summary));
    return content;
}

RankSummaryPtr summaryOf(const RankData& rank)
{
    auto again = readRankSummary(rank.trace->file, {});
    return again ? std::make_shared<const RankSummary>(std::move(again->summary)) : nullptr;
}

/// All ranks in one file.
int collect(const Arguments& arguments, const fs::path& target, Session& session)
{
    if (arguments.operands().empty() || arguments.value("--out") || arguments.value("--rank") ||
        arguments.value("--run"))
        return session.fail(
            {ErrorCode::BadUsage,
             arguments.operands().empty() ? "summarize needs PATH" : "--collect takes no --out, --rank and --run",
             {},
             {},
             "see `headwater-cli summarize --help`"});
    const auto threads = readThreads(arguments);
    if (!threads)
        return session.fail(threads.error());
    auto stages = parseStageSpec(arguments.value("--stages").value_or("auto"));
    if (stages && stages->mode == StageMode::Rules)
        stages = fail(ErrorCode::BadUsage, "stages of a rule file cannot be collected", {}, {},
                      "give --stages annotations or canonical");
    if (!stages)
        return session.fail(stages.error());
    LoadOptions load;
    load.read = &readThin;
    auto run = loadRun(toPaths(arguments.operands()), load, session.job(0, 0.4, *threads));
    if (!run)
        return session.fail(run.error());
    const auto collected = collectRun(*run, *stages, session.job(0.4, 0.95, *threads),
                                      [ranks = &(*run)->ranks](std::size_t rank) { return summaryOf((*ranks)[rank]); });
    if (!collected)
        return session.fail(collected.error());
    const Problems problems = (*run)->problems;
    run->reset();  // as large as what is written now
    if (const Status status = writeAtomically(target, encodeCollected(**collected, HEADWATER_VERSION)); !status)
        return session.fail(status.error());
    session.finishProgress();
    session.warn(problems, arguments.operands().front());
    Output output;
    output.setText(fmt::format("{}\nstages: {}\n", onOneLine(target.string()), (*collected)->mode));
    const Status status = output.write(session.stop());
    return status ? kDone : session.fail(status.error());
}

/// Tells of what was written and what could not be; the exit code.
int report(const std::vector<Done>& all, const std::vector<fs::path>& files, Session& session)
{
    std::string text;
    std::optional<Error> failed;
    for (std::size_t i = 0; i < all.size(); ++i) {
        session.warn(all[i].problems, files[i].string());
        for (const fs::path& file : all[i].written)
            text += onOneLine(file.string()) + "\n";
        text += all[i].upToDate ? onOneLine(files[i].string()) + " is summarised already\n" : "";
        if (all[i].error)
            failed = all[i].error;
        if (all[i].error && !all[i].unreadable)
            static_cast<void>(session.fail(*all[i].error));
    }
    if (text.empty() && !failed)
        failed = Error{ErrorCode::NothingUsable,
                       "no trace to summarise",
                       files.front().string(),
                       {},
                       "`headwater-cli probe` says what each file is"};
    if (failed && text.empty())
        return session.fail(*failed);
    Output output;
    output.setText(std::move(text));
    const Status status = output.write(session.stop());
    if (!status)
        return session.fail(status.error());
    return failed ? kBadInput : kDone;
}

int run(const Arguments& arguments, Session& session)
{
    if (const auto target = arguments.value("--collect"))
        return collect(arguments, *target, session);
    const auto request = readRequest(arguments);
    if (!request)
        return session.fail(request.error());
    Places places{{request->out, request->operands}, {request->operands, request->run, session.job(0, 0)}};
    const std::vector<Done> all = summarizeAll(*request, places, session.job(0, 1));
    session.finishProgress();
    session.warn(places.manifests.problems(), request->operands.front().string());
    if (session.stop().stop_requested())
        return session.fail({ErrorCode::Cancelled, "stopped on request", {}, {}, {}});
    return report(all, request->files, session);
}

constexpr std::array kOptions{
    OptionSpec{"--out", OptionSpec::Kind::One, "DIR", "folder for the summaries"},
    OptionSpec{"--collect", OptionSpec::Kind::One, "FILE",
               "instead of --out: match and divide all ranks given (summaries or traces)\nand write one file, which "
               "opens in seconds with thousands of ranks"},
    OptionSpec{"--stages", OptionSpec::Kind::One, "SPEC",
               "with --collect: auto, annotations or canonical; a collected run is compared by\nthese alone, and its "
               "counterpart has to have the same"},
    OptionSpec{
        "--run", OptionSpec::Kind::One, "DIR",
        "folder of the run, whose manifests the summaries carry (default: the\nfolder given; of a file given its "
        "own, with records in it)"},
    OptionSpec{"--rank", OptionSpec::Kind::One, "N", "rank of the only file, where it does not say so itself"},
    OptionSpec{"--threads", OptionSpec::Kind::One, "N", "files at once (default: as many as there are cores)"},
};

}  // namespace

const CommandSpec kSummarizeCommand{
    "summarize",
    "PATH... (--out DIR | --collect FILE)",
    0,
    std::string::npos,
    "write one compact summary a rank",
    "Reduces every trace to a file of at most a few hundred kB that has what each layer needs; a folder of them is a "
    "run\n"
    "like any other and gives the same numbers. Folders below a PATH are kept in DIR. A trace whose summary is there\n"
    "already, no older than it, is skipped. The manifest that lies with the traces goes into the summaries; logs and\n"
    "telemetry stay as they are: give them beside the summaries.",
    kOptions,
    "  headwater-cli summarize runs/monday --out summaries/monday\n"
    "  headwater-cli summarize summaries/monday --collect monday.run\n"
    "  headwater-cli analyze --baseline summaries/sunday --current summaries/monday",
    &run};

}  // namespace headwater::cli
