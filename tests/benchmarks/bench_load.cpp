// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "core/simulate/Simulate.h"
#include "tests/Paths.h"
#include "tests/benchmarks/Floors.h"
#include "tests/benchmarks/Measure.h"

// Load and analysis of traces against two floors; see README.md.

namespace {

using namespace headwater;
using namespace headwater::bench;
namespace fs = std::filesystem;
using Paths = std::vector<fs::path>;

struct Options {
    bool quick = false;
    int megabytes = 200;
    fs::path real = HEADWATER_SHARED_DATA;
};

struct DataSet {
    std::string name;
    Paths files;
};

constexpr double kMega = 1e6;

Job jobWith(int threads)
{
    Job job;
    job.threads = threads;
    return job;
}

Work load(const Paths& files, int threads, bool analyse)
{
    Work work;
    const Job job = jobWith(threads);
    const auto run = loadRun(files, {}, job);
    if (!run) {
        fmt::print(stderr, "bench_load: {}\n", describe(run.error()));
        return work;
    }
    for (const RankData& rank : (*run)->ranks) {
        if (rank.trace)
            work.events += rank.trace->host.size() + rank.trace->device.size();
        work.bytes += rank.trace ? rank.trace->bytesDecompressed : 0;
    }
    work.ok = true;
    if (analyse) {
        const auto analysis = analyzeRun(*run, {}, job);
        if (!analysis)
            fmt::print(stderr, "bench_load: {}\n", describe(analysis.error()));
        work.ok = analysis.has_value();
    }
    return work;
}

struct Row {
    std::string_view what;
    Measurement measurement;
    std::uint64_t events = 0;  ///< 0: not a loader
};

void print(const Row& row, double json, double inflate, double walk)
{
    const double seconds = row.measurement.seconds;
    const auto peak = static_cast<double>(row.measurement.peakBytes);
    fmt::print("  {:<34}{:9.3f} s {:9.0f} MB/s {:8.2f}x {:8.2f}x {:9.1f} MB {:8.2f}", row.what, seconds,
               json / kMega / seconds, seconds / inflate, seconds / walk, peak / kMega, peak / json);
    if (row.events > 0)
        fmt::print(" {:9.1f}", peak / static_cast<double>(row.events));
    fmt::print("\n");
}

bool benchmark(const DataSet& data, const Options& options)
{
    const int repetitions = options.quick ? 1 : 3;
    const auto inflate = measure(repetitions, [&] { return inflateOnly(data.files); });
    const auto walk = measure(repetitions, [&] { return inflateAndWalk(data.files); });
    const auto loaded = measure(repetitions, [&] { return load(data.files, 1, false); });
    const auto analysed = measure(repetitions, [&] { return load(data.files, 1, true); });
    if (!inflate || !walk || !loaded || !analysed) {
        fmt::print(stderr, "bench_load: {}: a measurement failed\n", data.name);
        return false;
    }
    const auto json = static_cast<double>(inflate->work.bytes);
    const std::uint64_t kept = loaded->work.events;
    fmt::print("{}: {} file{}, {:.1f} MB of JSON, {} tokens, {} events kept\n", data.name, data.files.size(),
               data.files.size() == 1 ? "" : "s", json / kMega, walk->work.events, kept);
    fmt::print("  {:<34}{:>11} {:>14} {:>9} {:>9} {:>12} {:>8} {:>9}\n", "one thread", "time", "speed", "/inflate",
               "/walk", "peak", "of JSON", "B/event");
    for (const Row& row : {Row{"floor: inflate", *inflate}, Row{"floor: inflate + walk all tokens", *walk},
                           Row{"load", *loaded, kept}, Row{"load + analysis", *analysed, kept}})
        print(row, json, inflate->seconds, walk->seconds);

    if (data.files.size() > 1) {
        const auto parallel = measure(repetitions, [&] { return load(data.files, 2, true); });
        if (!parallel)
            return false;
        print({"load + analysis, two threads", *parallel, kept}, json, inflate->seconds, walk->seconds);
        fmt::print("  {} ranks, two threads against one: {:.2f}x\n", data.files.size(),
                   analysed->seconds / parallel->seconds);
    }
    fmt::print("\n");
    return true;
}

Paths filesBelow(const fs::path& folder)
{
    Paths files;
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
        if (entry.is_regular_file() && entry.path().filename().string().find(".json") != std::string::npos)
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<DataSet> realData(const Options& options)
{
    const fs::path kineto = options.real / "kineto";
    std::vector<DataSet> sets;
    const Paths loader = filesBelow(kineto / "kineto-pair-dataloader" / "num_workers_0");
    const fs::path control = kineto / "hta-pair-trace-diff" / "control.json.gz";
    if (!loader.empty())
        sets.push_back({"real: kineto-pair-dataloader, num_workers_0", loader});
    if (fs::exists(control))
        sets.push_back({"real: hta-pair-trace-diff, control", {control}});
    if (sets.empty())
        fmt::print("no real traces below {}: simulated ones only\n\n", options.real.string());
    return sets;
}

bool benchmarkSimulated(const Options& options)
{
    constexpr int kRanks = 2;
    constexpr double kBytesPerEvent = 260;
    SimulationOptions simulation;
    simulation.ranks = kRanks;
    simulation.eventsPerStep = 5'000;
    simulation.steps =
        std::max(2, static_cast<int>(options.megabytes * kMega / (kRanks * kBytesPerEvent * simulation.eventsPerStep)));
    const fs::path out = fs::temp_directory_path() / fmt::format("headwater-bench-{}", ::getpid());
    const double start = now();
    const Status status = simulate("no-change", out, simulation, {});
    const double seconds = now() - start;
    bool ok = status.has_value();
    if (ok) {
        const Paths files = filesBelow(out / "baseline");
        fmt::print("simulated: {} ranks, {} steps a rank, written in {:.2f} s (with its other run and gzip)\n", kRanks,
                   simulation.steps, seconds);
        ok = benchmark({"simulated, " + std::to_string(kRanks) + " ranks", files}, options);
    } else {
        fmt::print(stderr, "bench_load: {}\n", describe(status.error()));
    }
    std::error_code ignored;
    fs::remove_all(out, ignored);
    return ok;
}

bool parse(int count, char** arguments, Options& options)
{
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        const bool more = i + 1 < count;
        if (argument == "--quick") {
            options.quick = true;
            options.megabytes = 20;
        } else if (argument == "--mb" && more) {
            options.megabytes = std::atoi(arguments[++i]);
        } else if (argument == "--real" && more) {
            options.real = arguments[++i];
        } else {
            return false;
        }
    }
    return options.megabytes > 0;
}

}  // namespace

int main(int count, char** arguments)
{
    Options options;
    if (!parse(count, arguments, options)) {
        fmt::print(stderr, "usage: bench_load [--quick] [--mb N] [--real FOLDER]\n");
        return 2;
    }
    bool ok = true;
    for (const DataSet& data : realData(options))
        ok = benchmark(data, options) && ok;
    ok = benchmarkSimulated(options) && ok;
    return ok ? 0 : 1;
}
