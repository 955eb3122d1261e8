// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "core/base/Result.h"
#include "core/simulate/Events.h"
#include "core/simulate/JobModel.h"
#include "core/simulate/OutputFile.h"

namespace headwater {

/// Who writes a trace: one process of the job, with the clock of its host.
struct ProcessIdentity {
    int rank = 0;
    int device = 0;  ///< index among the host's devices
    std::string host;
    int pid = 0;
    Ns clockOffset = 0;  ///< of the host's clock
    Ns start = 0;        ///< true time of the job's start, ns since 1970
};

/// Identity of rank `rank`; `current` runs started later, with other process ids, on the same hosts.
[[nodiscard]] ProcessIdentity processOf(const JobModel& model, int rank, bool current);

/// Writes one rank's trace the way the PyTorch profiler of 2025 does (FORMATS: Kineto), step by step, so that memory
/// stays bounded by one step's events.
class KinetoWriter {
public:
    KinetoWriter(const JobModel& model, ProcessIdentity process, OutputFile file);

    [[nodiscard]] Status begin();
    [[nodiscard]] Status writeStep(const StepEvents& events);
    [[nodiscard]] Status end();

    /// "node01_41230.1760000000123456789.pt.trace.json", with ".gz" where compressed.
    [[nodiscard]] static std::string fileName(const ProcessIdentity& process, bool compress);

private:
    void writeEvent(const SimEvent& event);
    void openEvent(const SimEvent& event, std::string_view category);
    void writeHostEvent(const SimEvent& event);
    void writeCall(const SimEvent& event);
    void writeDeviceEvent(const SimEvent& event);
    void writeCopy(const SimEvent& event);
    void writeFlow(const SimEvent& event, char phase, std::int64_t id, std::string_view category);
    void writeCollectiveArguments(const SimEvent& event);
    void writeNames();
    void metadata(std::string_view what, int pid, int tid, std::string_view argument);
    [[nodiscard]] Status flush(bool all);

    [[nodiscard]] std::int64_t relative(Ns trueTime) const;
    [[nodiscard]] int processOf(SimTrack track) const;
    [[nodiscard]] int threadOf(SimTrack track) const;

    const JobModel& m_model;
    ProcessIdentity m_process;
    OutputFile m_file;
    std::string m_ranks;     ///< "[0, 1, 2, 3]"
    std::string m_fewRanks;  ///< the same as each collective has it, "[0, 1, ...]" where they are many
    fmt::memory_buffer m_text;
    std::int64_t m_index = 0;
    Ns m_first = 0;
    Ns m_last = 0;
};

}  // namespace headwater
