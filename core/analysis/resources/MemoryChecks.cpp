// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/analysis/resources/AllocatorRatios.h"
#include "core/analysis/resources/DeviceSamples.h"
#include "core/analysis/resources/EventHits.h"
#include "core/analysis/resources/ResourceCheck.h"
#include "core/base/Text.h"

namespace headwater {

namespace {

using S = ResourceSeverity;
constexpr double kGiB = 1024.0 * 1024 * 1024;

/// One number of the allocator over the steps of a log, with whose it is.
struct LogValues {
    const TrainingLog* log = nullptr;
    std::vector<std::pair<std::int64_t, double>> byStep;  ///< step, value
};

std::vector<LogValues> valuesOfLogs(const RunResources& run, const std::string& name)
{
    std::vector<LogValues> all;
    if (!run.run)
        return all;
    for (const TrainingLog& log : run.run->logs) {
        LogValues values{&log, {}};
        for (const LogStep& step : log.steps)
            if (const auto found = step.values.find(name); found != step.values.end())
                values.byStep.emplace_back(step.step, found->second);
        if (!values.byStep.empty())
            all.push_back(std::move(values));
    }
    return all;
}

Text ownerOf(const TrainingLog& log)
{
    return log.rank ? say("rank {}", *log.rank) : say("the run");
}

/// How much a count grew after its first value (the warm-up has its own retries), and in which step first.
struct Rise {
    double total = 0;
    std::optional<std::int64_t> step;
};

Rise riseOf(const LogValues& values)
{
    Rise rise;
    for (std::size_t i = 1; i < values.byStep.size(); ++i) {
        const double more = values.byStep[i].second - values.byStep[i - 1].second;
        if (more <= 0)
            continue;
        rise.total += more;
        if (!rise.step)
            rise.step = values.byStep[i].first;
    }
    return rise;
}

double largestRise(const RunResources& run, const std::string& name)
{
    double largest = 0;
    for (const LogValues& values : valuesOfLogs(run, name))
        largest = std::max(largest, riseOf(values).total);
    return largest;
}

void retries(const ResourcePair& pair, ResourceFindings& findings)
{
    const std::string name = "memory_alloc_retries";
    const auto before = valuesOfLogs(pair.baseline, name);
    findings.checkedBaseline(static_cast<int>(before.size()));
    const double baseline = largestRise(pair.baseline, name);
    for (const LogValues& values : valuesOfLogs(pair.current, name)) {
        findings.checkedSource();
        const Rise rise = riseOf(values);
        if (rise.total <= 0)
            continue;
        ResourceHit hit;
        hit.severity = S::Failure;
        hit.inBaseline = rise.total <= baseline;
        hit.device = ownerOf(*values.log);
        hit.rank = values.log->rank;
        hit.text = say("the allocator failed, emptied its cache and tried again {} times, baseline {}",
                       numberText(rise.total), before.empty() ? say("unknown") : numberText(baseline));
        hit.what = say("allocation retries after the first logged step");
        hit.unit = "count";
        hit.current = rise.total;
        if (!before.empty())
            hit.baseline = baseline;
        hit.step = rise.step;
        hit.source = values.log->source;
        findings.add(std::move(hit));
    }
}

void outOfMemory(const ResourcePair& pair, ResourceFindings& findings)
{
    checkEvents(pair, {"oom-kill"}, findings);
    const auto most = [](const LogValues& values) {
        return *std::ranges::max_element(values.byStep, {}, &std::pair<std::int64_t, double>::second);
    };
    const auto before = valuesOfLogs(pair.baseline, "memory_ooms");
    for (const LogValues& values : valuesOfLogs(pair.current, "memory_ooms")) {
        findings.checkedSource();
        const auto [step, count] = most(values);
        if (count <= 0)
            continue;
        ResourceHit hit;
        hit.severity = S::Failure;
        hit.device = ownerOf(*values.log);
        hit.rank = values.log->rank;
        for (const LogValues& other : before) {
            hit.baseline = std::max(hit.baseline.value_or(0), most(other).second);
            hit.inBaseline |= count <= *hit.baseline;
        }
        hit.text = say("{} out-of-memory errors", numberText(count));
        hit.what = say("out-of-memory errors of the allocator");
        hit.unit = "count";
        hit.current = count;
        hit.step = step;
        hit.source = values.log->source;
        findings.add(std::move(hit));
    }
    checkRate(pair, "host.oom_kills", {"processes killed for memory", 0, S::Failure, false}, findings);
}

std::optional<double> totalOf(const DeviceResources& device)
{
    if (const auto total = largestOf(device.find("gpu.memory.total")))
        return total;
    const auto used = lastOf(device.find("gpu.memory.used"));
    const auto free = lastOf(device.find("gpu.memory.free"));
    return used && free ? std::optional(*used + *free) : std::nullopt;
}

/// Free memory of the device at its fullest, as a share of all of it.
std::optional<double> freeShare(const DeviceResources& device)
{
    const auto used = largestOf(device.find("gpu.memory.used"));
    const auto total = totalOf(device);
    if (!used || !total || *total <= 0)
        return std::nullopt;
    return (*total - *used) / *total;
}

void headroom(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const Compared& one : compareDevices(pair, freeShare, findings)) {
        const bool before = one.baseline && *one.baseline < pair.policy.headroom;
        if (one.current >= pair.policy.headroom || before)
            continue;
        ResourceHit hit = hitOn(one.device(), "gpu.memory.used", S::Info, say("device memory left at its fullest"));
        hit.text = say("{} of the device's memory left at its fullest, baseline {}", percentText(one.current),
                       one.baseline ? percentText(*one.baseline) : say("unknown"));
        inPercent(hit, one);
        findings.add(std::move(hit));
    }
}

void memoryUse(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto used = [](const DeviceResources& device) { return largestOf(device.find("gpu.memory.used")); };
    for (const Compared& one : compareDevices(pair, used, findings, Reference::Baseline)) {
        if (one.reference <= 0 || std::abs(one.current / one.reference - 1) < pair.policy.memoryUseChange)
            continue;
        ResourceHit hit = hitOn(one.device(), "gpu.memory.used", S::Info, say("device memory in use at its fullest"));
        hit.text = say("{:.1f} GiB of device memory in use at its fullest, baseline {:.1f} GiB", one.current / kGiB,
                       one.reference / kGiB);
        hit.unit = "GiB";
        hit.current = one.current / kGiB;
        hit.baseline = one.reference / kGiB;
        findings.add(std::move(hit));
    }
}

/// Allocator values of each rank's log or memory lines; the total is that of the rank's device, or of all devices where
/// they agree.
std::map<int, AllocatorState> allocatorsOf(const RunResources& run)
{
    std::map<int, AllocatorState> states;
    std::optional<double> common;
    bool same = true;
    for (const DeviceResources& device : run.devices) {
        if (const auto total = totalOf(device)) {
            same = same && (!common || *common == *total);
            common = total;
        }
        const auto reserved = lastOf(device.find("torch.memory.reserved"));
        if (device.rank && reserved) {
            states[*device.rank].reserved = reserved;
            states[*device.rank].allocated = lastOf(device.find("torch.memory.allocated"));
        }
    }
    for (auto& [rank, state] : states)
        if (common && same)
            state.total = common;
    return states;
}

void fragmentation(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto before = allocatorsOf(pair.baseline);
    const auto now = allocatorsOf(pair.current);
    findings.checkedBaseline(static_cast<int>(before.size()));
    for (const auto& [rank, state] : now) {
        const AllocatorRatios ratios = allocatorRatios(state);
        if (!ratios.fragmentation)
            continue;
        findings.checkedSource();
        const bool tight = ratios.headroom && *ratios.headroom < pair.policy.headroom;
        if (*ratios.fragmentation <= pair.policy.fragmentation || !tight)
            continue;
        const auto other = before.find(rank);
        const AllocatorRatios was = other != before.end() ? allocatorRatios(other->second) : AllocatorRatios{};
        ResourceHit hit;
        hit.severity = S::Warning;
        hit.inBaseline = was.fragmentation && *was.fragmentation > pair.policy.fragmentation && was.headroom &&
                         *was.headroom < pair.policy.headroom;
        hit.device = say("rank {}", rank);
        hit.rank = rank;
        hit.text = say("{} of the {:.1f} GiB that the allocator reserved is not allocated and {} of the device "
                       "is left",
                       percentText(*ratios.fragmentation), *state.reserved / kGiB, percentText(*ratios.headroom));
        hit.what = say("share of the reserved memory that is not allocated");
        hit.unit = "%";
        hit.current = 100 * *ratios.fragmentation;
        if (was.fragmentation)
            hit.baseline = 100 * *was.fragmentation;
        findings.add(std::move(hit));
    }
}

constexpr std::string_view kAllocator =
    "Try PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, or a smaller batch, and compare the allocator's gaps.";

constexpr std::array kChecks{
    ResourceCheckSpec{"alloc-retries", "memory", "retries of the allocator",
                      "num_alloc_retries of torch.cuda.memory_stats() in the log of every rank", kAllocator, &retries},
    ResourceCheckSpec{"out-of-memory", "memory", "out of memory",
                      "kernel logs of the hosts, or num_ooms of torch.cuda.memory_stats() in the logs",
                      "Lower the memory need of the job, or find what else used the memory.", &outOfMemory},
    ResourceCheckSpec{"fragmentation", "memory", "fragmentation of the allocator",
                      "allocated and reserved memory of every rank, and the device's total", kAllocator,
                      &fragmentation},
    ResourceCheckSpec{"headroom", "memory", "device memory left", "used and total memory of every GPU", kAllocator,
                      &headroom, true},
    ResourceCheckSpec{"memory-use", "memory", "device memory in use", "used memory of every GPU in both runs",
                      "Compare batch shape, parallelism and recomputation of the two runs.", &memoryUse, true},
};

}  // namespace

std::span<const ResourceCheckSpec> memoryChecks()
{
    return kChecks;
}

}  // namespace headwater
