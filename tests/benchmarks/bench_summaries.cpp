// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/summary/Collected.h"
#include "core/analysis/summary/FromSummary.h"
#include "core/analysis/summary/Summarize.h"
#include "core/ingest/LoadRun.h"
#include "core/ingest/RankSummaryReader.h"
#include "core/ingest/ReadFile.h"
#include "core/report/Gzip.h"
#include "core/run/CollectedCodec.h"
#include "core/run/SummaryCodec.h"
#include "core/simulate/Simulate.h"
#include "core/triage/Decide.h"
#include "tests/benchmarks/Measure.h"

// Opening runs of thousands of rank summaries, one by one and collected, and how small a summary is; see README.md.

namespace {

using namespace headwater;
using namespace headwater::bench;
namespace fs = std::filesystem;

struct Sizes {
    int ranks = 10'000;
    int fewer = 1'250;   ///< for the ratio
    int simulated = 64;  ///< the others have the times of one of these
    int steps = 200;
    int eventsPerStep = 40;
    int largeEvents = 100'000;  ///< a step, of the trace whose summary is weighed
};

constexpr std::array kSides = {"baseline", "current"};

double processorSeconds()
{
    std::timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Summaries of simulated ranks of both sides, in order of ranks; eight stages.
std::array<std::vector<SummarizedRank>, 2> simulated(const fs::path& folder, int ranks, int steps, int events)
{
    std::array<std::vector<SummarizedRank>, 2> out;
    std::mutex mutex;
    SimulationOptions options;
    options.ranks = ranks;
    options.steps = steps;
    options.eventsPerStep = events;
    options.compress = false;
    options.fineStages = true;
    options.replaceTrace = [&](const fs::path& trace) -> Status {
        const FileContent content = readFile(trace, {}, {});
        if (content.traces.empty())
            return fail(ErrorCode::Malformed, "no trace", trace.string());
        SummarizedRank rank = summarizeRank(*content.traces.front());
        rank.summary.sourceBytes = content.source.bytes;
        fs::remove(trace);
        const std::scoped_lock lock(mutex);
        out[trace.parent_path().filename() == kSides[1] ? 1 : 0].push_back(std::move(rank));
        return {};
    };
    if (const Status status = simulate("slow-forward", folder, options, {}); !status)
        fmt::print(stderr, "bench_summaries: {}\n", describe(status.error()));
    for (std::vector<SummarizedRank>& side : out)
        std::ranges::sort(side, {}, [](const SummarizedRank& rank) { return rank.trace.rank; });
    return out;
}

void write(const fs::path& file, const SummarizedRank& rank)
{
    const auto packed = gzip(encodeSummary(rank, "bench"));
    std::ofstream(file, std::ios::binary) << (packed ? *packed : std::string());
}

void writeRun(const fs::path& folder, std::vector<SummarizedRank>& known, int ranks)
{
    fs::create_directories(folder);
    for (int r = 0; r < ranks; ++r) {
        SummarizedRank& rank = known[static_cast<std::size_t>(r) % known.size()];
        constexpr int kRanksPerHost = 8;
        rank.trace.rank = r;
        rank.trace.worldSize = ranks;
        rank.trace.metadata["world_size"] = std::to_string(ranks);
        rank.trace.metadata["hostname"] = fmt::format("node{:04}", r / kRanksPerHost);
        write(folder / fmt::format("{:05}.summary.gz", r), rank);
    }
}

/// What one measurement of both clocks says, printed once it is over.
class Stage {
public:
    void end(const char* what)
    {
        fmt::print("    {:<34} {:6.2f} s, {:6.2f} s of processors\n", what, now() - m_begun,
                   processorSeconds() - m_processor);
        std::fflush(stdout);  // a child ends without
        m_begun = now();
        m_processor = processorSeconds();
    }

private:
    double m_begun = now();
    double m_processor = processorSeconds();
};

/// Single summaries, as they are opened without having been collected; then the file that they are collected into.
Work collect(const fs::path& folder, const fs::path& target)
{
    Work work;
    Stage stage;
    LoadOptions thin;  // as `summarize --collect` does it
    thin.read = [](const fs::path& path, const ReadOptions& options, const Job& job) {
        FileContent content = readFile(path, options, job);
        for (RankSummaryPtr& summary : content.summaries)
            summary = std::make_shared<const RankSummary>(withoutCells(*summary));
        return content;
    };
    auto run = loadRun(std::span(&folder, 1), thin, {});
    stage.end("read the summaries");
    if (!run)
        return work;
    const std::size_t ranks = (*run)->ranks.size();
    const auto kept = collectRun(*run, {}, {}, [all = &(*run)->ranks](std::size_t rank) {
        auto again = readRankSummary((*all)[rank].trace->file, {});
        return again ? std::make_shared<const RankSummary>(std::move(again->summary)) : nullptr;
    });
    stage.end("match, read again, divide, collect");
    if (!kept)
        return work;
    run->reset();
    const std::string bytes = encodeCollected(**kept, "bench");
    std::ofstream(target, std::ios::binary) << bytes;
    stage.end("write the collected run");
    fmt::print("    {:.1f} kB a rank, {} stages\n",
               static_cast<double>(bytes.size()) / 1e3 / static_cast<double>(ranks), (*kept)->cube.stages().size() - 1);
    std::fflush(stdout);
    work.ok = true;
    return work;
}

/// Both sides up to the verdict, as the window and `analyze` do it.
Work judge(const fs::path& folder, int ranks)
{
    Work work;
    Stage stage;
    std::array<Result<RunPtr>, 2> runs;
    {
        std::array<std::jthread, 2> readers;
        for (std::size_t side = 0; side < 2; ++side)
            readers[side] = std::jthread([&runs, &folder, side] {
                const fs::path file = folder / fmt::format("{}.run", kSides[side]);
                runs[side] = loadRun(std::span(&file, 1), {}, {});
            });
    }
    stage.end("read both collected runs");
    if (!runs[0] || !runs[1])
        return work;
    const auto pair = analyzePair(*runs[0], *runs[1], {}, {});
    stage.end("analyse");
    if (!pair)
        return work;
    const auto basis = prepareDecision(*pair, {}, {});
    stage.end("prepare the decision");
    if (!basis)
        return work;
    const Verdict verdict = decide(**basis, {});
    stage.end("decide");
    work.ok = verdict.firstRegressed.has_value() && pair->current->ranks.size() == static_cast<std::size_t>(ranks);
    return work;
}

std::optional<Measurement> reported(const char* what, std::optional<Measurement> measured)
{
    if (!measured || !measured->work.ok) {
        fmt::print("  {}: failed\n", what);
        return std::nullopt;
    }
    fmt::print("  {}: {:.2f} s; {:.2f} GB\n", what, measured->seconds, static_cast<double>(measured->peakBytes) / 1e9);
    std::fflush(stdout);
    return measured;
}

/// One size: nothing where something failed.
std::optional<Measurement> openRuns(const fs::path& folder, const Sizes& sizes, int ranks)
{
    fmt::print("{} ranks x {} steps, {} of the ranks simulated\n", ranks, sizes.steps, sizes.simulated);
    std::fflush(stdout);
    auto known = simulated(folder / "simulated", sizes.simulated, sizes.steps, sizes.eventsPerStep);
    for (std::size_t side = 0; side < 2; ++side) {
        if (known[side].empty())
            return std::nullopt;
        const fs::path run = folder / kSides[side];
        writeRun(run, known[side], ranks);
        const fs::path target = folder / fmt::format("{}.run", kSides[side]);
        if (!reported("one run of single summaries", measure(1, [&] { return collect(run, target); })))
            return std::nullopt;
        fs::remove_all(run);
    }
    return reported("two collected runs to the verdict", measure(1, [&] { return judge(folder, ranks); }));
}

bool compareSizes(const fs::path& folder, const Sizes& sizes)
{
    const auto few = openRuns(folder / "few", sizes, sizes.fewer);
    const auto all = openRuns(folder / "all", sizes, sizes.ranks);
    if (!few || !all)
        return false;
    constexpr double kTargetSeconds = 3;
    constexpr double kTargetBytes = 2e9;
    const auto share = [](auto a, auto b) { return static_cast<double>(a) / static_cast<double>(b); };
    fmt::print(
        "  {:.2f} x the target of 3 s, {:.2f} x the target of 2 GB; {:.1f} x the ranks take {:.1f} x the time and "
        "{:.1f} x the memory\n",
        all->seconds / kTargetSeconds, static_cast<double>(all->peakBytes) / kTargetBytes,
        share(sizes.ranks, sizes.fewer), all->seconds / few->seconds, share(all->peakBytes, few->peakBytes));
    return true;
}

void weigh(const fs::path& folder, const Sizes& sizes)
{
    constexpr int kRanks = 2;
    constexpr int kSteps = 40;
    const auto known = simulated(folder / "large", kRanks, kSteps, sizes.largeEvents);
    for (const SummarizedRank& rank : known[0]) {
        const auto packed = gzip(encodeSummary(rank, "bench"));
        if (packed)
            fmt::print("  summary of a trace of {:.0f} MB: {:.1f} kB\n",
                       static_cast<double>(rank.summary.sourceBytes) / 1e6, static_cast<double>(packed->size()) / 1e3);
    }
}

}  // namespace

int main(int argc, char** argv)
{
    Sizes sizes;
    if (argc > 1 && std::string_view(argv[1]) == "--quick")
        sizes = {100, 25, 4, 20, 40, 2'000};
    if (argc > 3) {  // behind the folder: another number of ranks
        sizes.ranks = std::max(8, std::atoi(argv[3]));
        sizes.fewer = sizes.ranks / 8;
    }
    if (argc > 2 && std::string_view(argv[1]) == "--open") {  // what --keep has left
        const fs::path kept = fs::path(argv[2]) / "all";
        return reported("two collected runs to the verdict", measure(1, [&] { return judge(kept, sizes.ranks); }))
                   ? EXIT_SUCCESS
                   : EXIT_FAILURE;
    }
    const bool keep = argc > 2 && std::string_view(argv[1]) == "--keep";
    const fs::path folder =
        keep ? fs::path(argv[2]) : fs::temp_directory_path() / fmt::format("headwater-bench-summaries-{}", getpid());
    const bool worked = compareSizes(folder, sizes);
    if (worked)
        weigh(folder, sizes);
    std::error_code error;
    if (!keep)
        fs::remove_all(folder, error);
    return worked ? EXIT_SUCCESS : EXIT_FAILURE;
}
