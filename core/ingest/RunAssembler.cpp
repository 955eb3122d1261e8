// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/RunAssembler.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "core/ingest/RankList.h"
#include "core/ingest/RankSummaryReader.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/logs/MergeLogs.h"
#include "core/run/LogCube.h"
#include "core/run/Places.h"
#include "core/run/RunEnd.h"

namespace headwater {

namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>& from)
{
    if (to.empty())
        to = std::move(from);  // millions of series are not copied to a second place
    else
        std::ranges::move(from, std::back_inserter(to));
}

/// Captures of two processes never begin and end all their events at the same nanoseconds. A summary has few of them
/// left: of those, one file's are the same.
bool hasSameEvents(const RankData& one, const RankData& other)
{
    const Trace& a = *one.trace;
    const Trace& b = *other.trace;
    const auto print = [](const RankData& data) { return data.summary ? data.summary->fingerprint : std::string(); };
    return a.host.start == b.host.start && a.device.start == b.device.start && a.host.end == b.host.end &&
           a.device.end == b.device.end && a.counts.total == b.counts.total && print(one) == print(other);
}

/// "2.0 h", "5 min".
std::string spanText(Ns span)
{
    constexpr Ns kMinute = 60'000'000'000;
    return span < 60 * kMinute ? fmt::format("{} min", (span + kMinute / 2) / kMinute)
                               : fmt::format("{:.1f} h", static_cast<double>(span / kMinute) / 60);
}

/// Whether two ranks captured one step of the training: then they did so at one time.
bool shareSteps(const Trace& a, const Trace& b)
{
    const std::vector<std::int64_t> mine = profilerSteps(a);
    const std::vector<std::int64_t> theirs = profilerSteps(b);
    return std::ranges::find_first_of(mine, theirs) != mine.end();
}

}  // namespace

void RunAssembler::add(FileContent& content)
{
    content.summaries.resize(content.traces.size());
    for (std::size_t i = 0; i < content.traces.size(); ++i)
        addTrace(std::move(content.traces[i]), std::move(content.summaries[i]), content.source);
    if (content.metrics)
        addMetrics(content);
    addCollected(content);
    append(m_run.logs, content.logs);
    append(m_run.telemetry.series, content.telemetry.series);
    append(m_run.telemetry.events, content.telemetry.events);
    append(m_run.ncclTests, content.ncclTests);
    append(m_run.flightRecords, content.flightRecords);
    if (content.source.format == kRankSummaryFormat)
        carryManifest(content);
    else
        addManifest(content);
}

Status RunAssembler::finish(const std::vector<int>& chosen)
{
    logs::mergeEventLogs(m_run.logs);
    giveRanksOut();
    takeCarried();
    takeCollected();
    takeMetrics();
    takeLogs();
    std::ranges::sort(m_run.ranks, {}, &RankData::rank);
    if (Status status = keepChosen(chosen); !status)
        return status;
    mergeManifest();
    takeRoles();
    settlePlaces(m_run);
    settleWorldSize();
    if (!m_run.collected) {  // it knows what there was to report
        reportClocks();
        reportSteps();
    }
    if (chosen.empty() && !m_run.collected)
        reportMissing();
    Problems reports = problemsOfEvents(m_run.telemetry);
    append(m_run.problems, reports);
    return {};
}

void RunAssembler::note(Severity severity, const char* code, std::string message, std::string file,
                        std::string position)
{
    m_run.problems.push_back({severity, code, std::move(message), std::move(position), std::move(file)});
}

Status RunAssembler::keepChosen(const std::vector<int>& chosen)
{
    if (chosen.empty() || m_run.ranks.empty())
        return {};
    if (m_run.collected)
        return fail(ErrorCode::BadUsage, "a collected run is taken whole", {}, {}, "give the summaries of the ranks");
    std::vector<int> present;
    for (const RankData& data : m_run.ranks)
        present.push_back(data.rank);
    std::vector<int> absent;
    std::ranges::copy_if(chosen, std::back_inserter(absent),
                         [&](int rank) { return !std::ranges::binary_search(present, rank); });
    if (!absent.empty())
        return fail(ErrorCode::BadUsage,
                    fmt::format("rank {} {} not in the run; there {} {}", listed(absent),
                                absent.size() == 1 ? "is" : "are", present.size() == 1 ? "is" : "are", listed(present)),
                    {}, {}, "choose among these");
    std::erase_if(m_run.ranks,
                  [&](const RankData& data) { return std::ranges::find(chosen, data.rank) == chosen.end(); });
    return {};
}

void RunAssembler::addTrace(TracePtr tracePtr, RankSummaryPtr summary, SourceFile& source)
{
    RankData data;
    data.trace = std::move(tracePtr);
    data.summary = std::move(summary);
    const Trace& trace = *data.trace;
    if (const auto host = trace.metadata.find("hostname"); host != trace.metadata.end())
        data.host = host->second;
    if (const auto gpu = trace.metadata.find("gpu"); gpu != trace.metadata.end())
        data.device = gpu->second;
    if (const auto role = trace.metadata.find("rank.role"); role != trace.metadata.end())
        data.role = role->second;
    if (!trace.rank) {
        const auto same =
            std::ranges::find_if(m_unranked, [&](const RankData& other) { return hasSameEvents(other, data); });
        if (same != m_unranked.end()) {
            source.used = false;
            note(Severity::Warning, "duplicate-file",
                 fmt::format("it holds the same events as {}; this file is not used", same->trace->file), trace.file);
            return;
        }
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
             trace.file, fmt::format("rank {}", data.rank));
        return;
    }
    m_run.ranks.push_back(std::move(data));
}

void RunAssembler::addMetrics(FileContent& content)
{
    for (const int rank : content.metrics->cube.ranks()) {
        if (std::ranges::find(m_metricRanks, rank, &RankData::rank) != m_metricRanks.end()) {
            note(Severity::Warning, "repeated-rank",
                 fmt::format("rank {} is in several files of stage metrics; where two measured the same step, the "
                             "first counts",
                             rank),
                 content.source.path, fmt::format("rank {}", rank));
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

void RunAssembler::giveRanksOut()
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
}

void RunAssembler::takeMetrics()
{
    if (m_cubes.empty())
        return;
    if (!m_run.ranks.empty()) {
        note(Severity::Warning, "mixed-inputs", "the run has both traces and stage metrics; the traces are analysed");
        return;
    }
    m_run.ranks = std::move(m_metricRanks);
    m_run.stageSource = m_run.stepSource = "stage metrics";
    m_run.metrics =
        std::make_shared<const StageCube>(m_cubes.size() == 1 ? std::move(m_cubes.front()) : merged(m_cubes));
}

/// A run of logs alone is analysed by what they say of its steps.
void RunAssembler::takeLogs()
{
    if (!m_run.ranks.empty())
        return;
    auto made = cubeOfLogs(m_run.logs);
    if (!made)
        return;
    for (const int rank : made->cube.ranks())
        m_run.ranks.push_back({rank, made->hosts[rank], {}, {}, false, nullptr});
    m_run.metrics = std::make_shared<const StageCube>(std::move(made->cube));
    m_run.metricsFromLogs = true;
    m_run.stageSource = std::move(made->stageSource);
    m_run.stepSource = std::move(made->stepSource);
    dropConflicting(made->problems);
    append(m_run.problems, made->problems);
}

/// Loss, ends and the rest of a log that is of another run would be taken for this one's.
void RunAssembler::dropConflicting(const Problems& problems)
{
    for (const Problem& problem : problems)
        if (problem.code == "log-conflict")
            std::erase_if(m_run.logs, [&](const TrainingLog& log) { return log.source == problem.file; });
}

void RunAssembler::addManifest(const FileContent& content)
{
    for (const auto& [key, value] : content.manifest) {
        const auto [known, added] = m_run.manifest.try_emplace(key, value);
        if (!added && known->second.value != value.value && !mayDiffer(key))
            note(Severity::Warning, "manifest-conflict",
                 fmt::format("{} is {} here and {} in {}; the latter counts", key, value.value, known->second.value,
                             known->second.source),
                 content.source.path, value.position);
    }
}

void RunAssembler::mergeManifest()
{
    struct First {
        std::string source;
        const RankData* data;
    };
    std::map<std::string, std::map<std::string, First>> values;  // key → value → who says it first
    for (const RankData& data : m_run.ranks)
        if (data.trace)
            for (const auto& [key, value] : data.trace->metadata)
                if (!key.starts_with("rank."))
                    values[key].try_emplace(value, First{fmt::format("trace of rank {}", data.rank), &data});
    for (const auto& [key, distinct] : values) {
        std::string joined;
        for (const auto& [value, source] : distinct)
            joined += (joined.empty() ? "" : " | ") + value;
        if (const auto known = m_run.manifest.find(key);
            known != m_run.manifest.end() && !distinct.contains(known->second.value) && !mayDiffer(key))
            note(Severity::Warning, "manifest-conflict",
                 fmt::format("{} is {} here and {} in the traces; the latter counts", key, known->second.value, joined),
                 known->second.source, known->second.position);
        m_run.manifest.insert_or_assign(key, ManifestValue{joined, distinct.begin()->second.source, {}});
        if (distinct.size() < 2 || mayDiffer(key))
            continue;
        // The first rank that says something else than the first one does.
        std::vector<const RankData*> firsts;
        for (const auto& [value, first] : distinct)
            firsts.push_back(first.data);
        std::ranges::sort(firsts, {}, &RankData::rank);
        note(Severity::Warning, "ranks-disagree", fmt::format("ranks differ in {}: {}", key, joined),
             firsts[1]->trace->file, fmt::format("rank {}", firsts[1]->rank));
    }
}

/// "role.3" of a manifest, where the rank's own file does not say its role.
void RunAssembler::takeRoles()
{
    for (RankData& data : m_run.ranks)
        if (const auto role = m_run.manifest.find(fmt::format("role.{}", data.rank));
            role != m_run.manifest.end() && data.role.empty())
            data.role = role->second.value;
}

/// Ranks that were captured at other times altogether: a clock that is wrong, or a file of another run.
void RunAssembler::reportClocks()
{
    constexpr Ns kNoUptime = 500'000'000'000'000'000;  // 16 years: smaller times count from some boot, not from 1970
    constexpr Ns kHour = 3'600'000'000'000;
    constexpr Ns kMinute = 60'000'000'000;
    const RankData* reference = nullptr;
    const RankData* uptime = nullptr;
    for (const RankData& data : m_run.ranks) {
        if (!data.trace || data.trace->extent.length() <= 0)
            continue;
        if (data.trace->extent.start < kNoUptime) {
            uptime = uptime ? uptime : &data;
            continue;
        }
        if (reference == nullptr) {
            reference = &data;
            continue;
        }
        const Interval& a = reference->trace->extent;
        const Interval& b = data.trace->extent;
        const Ns apart = std::max(b.start - a.end, a.start - b.end);
        if (apart > (shareSteps(*reference->trace, *data.trace) ? kMinute : kHour))
            note(Severity::Warning, "clocks-apart",
                 fmt::format("the times of rank {} lie {} from those of rank {}: a wrong clock, or another run",
                             data.rank, spanText(apart), reference->rank),
                 data.trace->file, fmt::format("rank {}", data.rank));
    }
    if (reference && uptime)
        note(Severity::Warning, "clocks-mixed",
             fmt::format("the times of rank {} count from the start of its host, those of rank {} from 1970: they tell "
                         "nothing of which was first",
                         uptime->rank, reference->rank),
             uptime->trace->file, fmt::format("rank {}", uptime->rank));
}

/// Steps that other ranks have before the first or after the last one of a rank; gaps between are found with its steps.
void RunAssembler::reportSteps()
{
    std::vector<std::vector<std::int64_t>> steps;
    std::set<std::int64_t> all;
    for (const RankData& data : m_run.ranks) {
        steps.push_back(data.trace ? profilerSteps(*data.trace) : std::vector<std::int64_t>());
        all.insert(steps.back().begin(), steps.back().end());
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].empty())
            continue;
        std::vector<std::int64_t> lacking;
        for (const std::int64_t step : all)
            if (step < steps[i].front() || step > steps[i].back())
                lacking.push_back(step);
        if (!lacking.empty())
            note(Severity::Warning, "missing-step",
                 fmt::format("rank {} lacks {} of the {} steps that other ranks have", m_run.ranks[i].rank,
                             lacking.size(), all.size()),
                 m_run.ranks[i].trace->file, fmt::format("step {}", lacking.front()));
    }
}

}  // namespace headwater
