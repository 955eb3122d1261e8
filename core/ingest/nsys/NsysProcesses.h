// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ingest/nsys/NsysIdentity.h"
#include "core/trace/TraceBuilder.h"

namespace headwater {

using ProcessNumber = std::uint32_t;

/// globalTid and globalPid hold host and machine bits above, the process in the middle, the thread below.
[[nodiscard]] ProcessNumber processOf(std::int64_t global);

/// What is collected of one process of an export.
struct NsysProcess {
    TraceBuilder builder;
    std::unordered_map<std::int64_t, NameId> names;     ///< by id in StringIds
    std::unordered_map<std::int64_t, TrackId> threads;  ///< by globalTid
    std::optional<int> mpiRank;
    std::uint64_t badTimes = 0;
    std::string firstBadTime;  ///< where the first of them stands: "row 12 of NVTX_EVENTS"
    std::uint64_t negative = 0;
    std::uint64_t unfinished = 0;  ///< ranges that were still open at the end
};

/// The processes of an export and the texts they share.
class NsysProcesses {
public:
    explicit NsysProcesses(const std::filesystem::path& path) : m_path(path) {}

    void addText(std::int64_t id, std::string_view text) { m_texts.try_emplace(id, text); }
    [[nodiscard]] bool hasText(std::int64_t id) const { return m_texts.contains(id); }
    /// "(unnamed)" for an id that names nothing.
    [[nodiscard]] std::string_view text(std::int64_t id) const;
    /// Before the thread's first range is added. A later name for the same thread wins where `better`.
    void nameThread(std::int64_t globalTid, std::string_view name, bool better);

    [[nodiscard]] NsysProcess& of(ProcessNumber number);
    /// The only process there is, or 0: the owner of activities that name none.
    [[nodiscard]] ProcessNumber only() const { return m_all.size() == 1 ? m_all.begin()->first : 0; }
    [[nodiscard]] TrackId thread(NsysProcess& process, std::int64_t globalTid);
    [[nodiscard]] NameId string(NsysProcess& process, std::int64_t id) const;

    /// Leaves out what did nothing, and what did nothing on a device where others did: data loader workers, the
    /// profiler's own processes and launchers.
    void dropSideProcesses(Problems& problems);
    [[nodiscard]] bool empty() const { return m_all.empty(); }
    /// Gives each process its rank (see readNsys) and the facts of the export.
    void settleRanks(const NsysIdentity& identity, Problems& problems);
    /// One trace a process, by process number; nothing is left here.
    [[nodiscard]] std::vector<Trace> finish(Ns shift);

private:
    void settleRank(ProcessNumber number, NsysProcess& process, const NsysIdentity& identity, Problems& problems) const;

    std::filesystem::path m_path;
    std::map<ProcessNumber, NsysProcess> m_all;
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::map<std::int64_t, std::string> m_threadNames;  ///< by globalTid
};

}  // namespace headwater
