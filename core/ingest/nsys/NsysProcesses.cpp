// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/nsys/NsysProcesses.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/ingest/RankName.h"

namespace headwater {

namespace {

std::string threadOf(std::int64_t global)
{
    return std::to_string(static_cast<std::uint64_t>(global) & 0xFFFFFFU);
}

}  // namespace

ProcessNumber processOf(std::int64_t global)
{
    return static_cast<ProcessNumber>((static_cast<std::uint64_t>(global) >> 24U) & 0xFFFFFFU);
}

std::string_view NsysProcesses::text(std::int64_t id) const
{
    const auto found = m_texts.find(id);
    return found == m_texts.end() ? std::string_view("(unnamed)") : std::string_view(found->second);
}

void NsysProcesses::nameThread(std::int64_t globalTid, std::string_view name, bool better)
{
    const auto [found, isNew] = m_threadNames.try_emplace(globalTid, name);
    if (!isNew && better)
        found->second = name;
}

NsysProcess& NsysProcesses::of(ProcessNumber number)
{
    const auto [found, isNew] = m_all.try_emplace(number);
    if (isNew)
        found->second.builder.trace().file = m_path.string();
    return found->second;
}

TrackId NsysProcesses::thread(NsysProcess& process, std::int64_t globalTid)
{
    const auto [found, isNew] = process.threads.try_emplace(globalTid);
    if (isNew) {
        found->second = process.builder.track(std::to_string(processOf(globalTid)), threadOf(globalTid), false);
        if (const auto name = m_threadNames.find(globalTid); name != m_threadNames.end())
            process.builder.trace().tracks[static_cast<std::size_t>(found->second)].label = name->second;
    }
    return found->second;
}

NameId NsysProcesses::string(NsysProcess& process, std::int64_t id) const
{
    const auto [found, isNew] = process.names.try_emplace(id);
    if (isNew)
        found->second = process.builder.intern(text(id));
    return found->second;
}

void NsysProcesses::dropSideProcesses(Problems& problems)
{
    const auto drop = [&](auto unwanted) {
        std::size_t dropped = 0;
        for (auto one = m_all.begin(); one != m_all.end();) {
            const bool out = unwanted(one->second.builder.trace());
            dropped += out;
            one = out ? m_all.erase(one) : std::next(one);
        }
        return dropped;
    };
    drop([](const Trace& trace) { return trace.device.size() + trace.host.size() == 0; });
    const bool anyDevice =
        std::ranges::any_of(m_all, [](auto& entry) { return entry.second.builder.trace().device.size() > 0; });
    const std::size_t dropped = anyDevice ? drop([](const Trace& trace) { return trace.device.size() == 0; }) : 0;
    if (dropped > 0)
        problems.push_back({Severity::Info,
                            "processes-without-device",
                            fmt::format("{} processes did no work on a device and are left out", dropped),
                            {},
                            m_path.string()});
}

void NsysProcesses::settleRank(ProcessNumber number, NsysProcess& process, const NsysIdentity& identity,
                               Problems& problems) const
{
    Trace& trace = process.builder.trace();
    const bool alone = m_all.size() == 1;
    const std::optional<int> named = alone ? hintsFromName(m_path.filename().string()).rank : std::nullopt;
    const std::optional<int> environment = alone ? identity.rank : std::nullopt;
    const auto choose = [&](std::optional<int> rank, const std::string& source) {
        if (rank && !trace.rank) {
            trace.rank = rank;
            trace.rankSource = source;
        }
    };
    const auto note = [&](Severity severity, const char* code, std::string message) {
        problems.push_back({severity, code, std::move(message), fmt::format("process {}", number), m_path.string()});
    };
    if (!identity.rankIsLocal)
        choose(environment, identity.rankVariable);
    choose(process.mpiRank, "MPI thread name");
    choose(named, "file name");
    if (environment && !trace.rank)
        note(Severity::Warning, "local-rank",
             fmt::format("only {} is known; {} counts as the rank, which is right on one host only",
                         identity.rankVariable, *environment));
    choose(environment, identity.rankVariable);
    trace.worldSize = trace.rank ? identity.worldSize : std::nullopt;
    trace.metadata = identity.metadata;
    if (trace.worldSize)
        trace.metadata["world_size"] = std::to_string(*trace.worldSize);
    if (named && *named != *trace.rank)
        note(Severity::Warning, "rank-conflict",
             fmt::format("{} says rank {}, the file's name says rank {}; the former is believed", trace.rankSource,
                         *trace.rank, *named));
    if (!trace.rank && !alone)
        note(Severity::Info, "rank-unknown",
             fmt::format("process {} does not say its rank; ranks are given out by process number", number));
}

void NsysProcesses::settleRanks(const NsysIdentity& identity, Problems& problems)
{
    for (const auto& [globalTid, name] : m_threadNames)
        if (const auto found = m_all.find(processOf(globalTid)); found != m_all.end())
            if (const auto rank = mpiRank(name))
                found->second.mpiRank = rank;
    for (auto& [number, process] : m_all)
        settleRank(number, process, identity, problems);
}

std::vector<Trace> NsysProcesses::finish(Ns shift)
{
    std::vector<Trace> traces;
    for (auto& [number, process] : m_all) {
        Trace& trace = process.builder.trace();
        const auto count = [&](std::uint64_t n, Severity severity, const char* code, std::string_view what,
                               const std::string& position = {}) {
            if (n > 0)
                trace.problems.push_back({severity, code, fmt::format("{} {}", n, what), position, trace.file});
        };
        count(process.badTimes, Severity::Warning, "bad-time", "events have no usable time and were skipped",
              process.firstBadTime);
        count(process.negative, Severity::Info, "negative-duration", "events end before they start, taken as 0 long");
        count(process.unfinished, Severity::Info, "unfinished-range",
              "NVTX ranges were still open at the end and were skipped");
        traces.push_back(process.builder.finish(Taxonomy::builtIn(), shift));
    }
    m_all.clear();
    return traces;
}

}  // namespace headwater
