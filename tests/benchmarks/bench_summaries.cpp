// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/summary/Summarize.h"
#include "core/ingest/LoadRun.h"
#include "core/ingest/ReadFile.h"
#include "core/report/Gzip.h"
#include "core/run/SummaryCodec.h"
#include "core/simulate/Simulate.h"
#include "tests/benchmarks/Measure.h"

// Opening a run of thousands of rank summaries, and how small a summary is; see README.md.

namespace {

using namespace headwater;
using namespace headwater::bench;
namespace fs = std::filesystem;

struct Sizes {
    int ranks = 10'000;
    int simulated = 64;  ///< the others have the times of one of these
    int steps = 200;
    int eventsPerStep = 40;
    int largeEvents = 100'000;  ///< a step, of the trace whose summary is weighed
};

double processorSeconds()
{
    std::timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Summaries of simulated ranks, as they come.
std::vector<SummarizedRank> simulated(const fs::path& folder, int ranks, int steps, int events)
{
    std::vector<SummarizedRank> out;
    std::mutex mutex;
    SimulationOptions options;
    options.ranks = ranks;
    options.steps = steps;
    options.eventsPerStep = events;
    options.compress = false;
    options.replaceTrace = [&](const fs::path& trace) -> Status {
        const FileContent content = readFile(trace, {}, {});
        if (content.traces.empty())
            return fail(ErrorCode::Malformed, "no trace", trace.string());
        SummarizedRank rank = summarizeRank(*content.traces.front());
        rank.summary.sourceBytes = content.source.bytes;
        fs::remove(trace);
        const std::scoped_lock lock(mutex);
        out.push_back(std::move(rank));
        return {};
    };
    if (const Status status = simulate("slow-forward", folder, options, {}); !status)
        fmt::print(stderr, "bench_summaries: {}\n", describe(status.error()));
    out.resize(out.size() / 2);  // the baseline is written first
    return out;
}

void write(const fs::path& file, const SummarizedRank& rank)
{
    const auto packed = gzip(encodeSummary(rank, "bench"));
    std::ofstream(file, std::ios::binary) << (packed ? *packed : std::string());
}

bool writeRun(const fs::path& folder, const Sizes& sizes)
{
    std::vector<SummarizedRank> known =
        simulated(folder / "simulated", sizes.simulated, sizes.steps, sizes.eventsPerStep);
    if (known.empty())
        return false;
    fs::create_directories(folder / "run");
    for (int r = 0; r < sizes.ranks; ++r) {
        SummarizedRank& rank = known[static_cast<std::size_t>(r) % known.size()];
        constexpr int kRanksPerHost = 8;
        rank.trace.rank = r;
        rank.trace.worldSize = sizes.ranks;
        rank.trace.metadata["world_size"] = std::to_string(sizes.ranks);
        rank.trace.metadata["hostname"] = fmt::format("node{:04}", r / kRanksPerHost);
        write(folder / "run" / fmt::format("{:05}.summary.gz", r), rank);
    }
    return true;
}

void openRun(const fs::path& folder, const Sizes& sizes)
{
    const std::vector<fs::path> paths{folder / "run"};
    const auto opened = measure(1, [&] {
        Work work;
        const double processor = processorSeconds();
        const double begun = now();
        const auto run = loadRun(paths, {}, {});
        const double loaded = now();
        const double loadedProcessor = processorSeconds();
        if (!run)
            return work;
        const auto analysis = analyzeRun(*run, {}, {});
        fmt::print("  load {:.2f} s ({:.2f} s of processors), analyse {:.2f} s ({:.2f} s of processors)\n",
                   loaded - begun, loadedProcessor - processor, now() - loaded, processorSeconds() - loadedProcessor);
        std::fflush(stdout);  // a child ends without
        work.ok = analysis.has_value() && (*run)->ranks.size() == static_cast<std::size_t>(sizes.ranks);
        return work;
    });
    if (!opened || !opened->work.ok) {
        fmt::print("  failed\n");
        std::exit(EXIT_FAILURE);
    }
    constexpr double kTargetSeconds = 3;
    constexpr double kTargetBytes = 2e9;
    fmt::print(
        "  open {:.2f} s, {:.2f} x the target of 3 s; {:.2f} GB, {:.2f} x the target of 2 GB; {:.0f} kB a rank\n",
        opened->seconds, opened->seconds / kTargetSeconds, static_cast<double>(opened->peakBytes) / 1e9,
        static_cast<double>(opened->peakBytes) / kTargetBytes,
        static_cast<double>(opened->peakBytes) / 1e3 / sizes.ranks);
}

void weigh(const fs::path& folder, const Sizes& sizes)
{
    constexpr int kRanks = 2;
    constexpr int kSteps = 40;
    for (const SummarizedRank& rank : simulated(folder / "large", kRanks, kSteps, sizes.largeEvents)) {
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
        sizes = {100, 4, 20, 40, 2'000};
    const fs::path folder = fs::temp_directory_path() / fmt::format("headwater-bench-summaries-{}", getpid());
    fmt::print("{} rank summaries of {} steps, {} of them simulated\n", sizes.ranks, sizes.steps, sizes.simulated);
    const bool written = writeRun(folder, sizes);
    if (written) {
        openRun(folder, sizes);
        weigh(folder, sizes);
    }
    std::error_code error;
    fs::remove_all(folder, error);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
