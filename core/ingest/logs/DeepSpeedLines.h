// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// DeepSpeed's lines: "step=10, skipped=0, …", "…global_step=50, RunningAvgSamplesPerSec=…", the pipeline engine's
/// "steps: 2 loss: … iter time (s): …", and the three families of wall_clock_breakdown "rank=0 time (ms) | …" or
/// "[Rank 0] time (ms) | …". The breakdown does not say which step it is of: lines that do are before, between or
/// behind its lines, so timers wait until their step is known. In a log without any such line its steps are counted;
/// where no family of timers ends a step either, only micro-batches are known, and each of them is given as a step.
class DeepSpeedLines {
public:
    /// True where the line is one of these.
    bool read(std::string_view line, std::uint64_t number, LogBuilder& log);
    /// Another framework's line (Megatron's iteration) told of a step: that of the breakdown of ranks that have no
    /// lines of their own which tell it.
    void otherStep(std::int64_t step, LogBuilder& log);
    /// Gives the timers out that still wait.
    void finish(LogBuilder& log);

private:
    /// Timers of one step and rank.
    struct Breakdown {
        std::optional<std::int64_t> step;
        std::map<std::string, Ns> timers;  ///< over the micro-batches
        std::vector<std::string> order;
        bool optimizer = false;  ///< the optimizer family was seen
        bool early = false;      ///< holds lines from before the first one that named a step
        std::size_t lines = 0;
        std::uint64_t line = 0;
        LineLead lead;  ///< of its last line
    };
    /// What one rank has printed.
    struct Rank {
        int number = 0;
        LineLead lead;
        Breakdown open;
        std::vector<Breakdown> waiting;  ///< closed, their step unknown so far
        std::vector<Breakdown> pieces;   ///< the open one, micro-batch by micro-batch
        std::optional<std::int64_t> last;
        std::int64_t skipped = 0;
        std::size_t usual = 0;  ///< lines of a breakdown that was ended by the name of the next step; 0: none was
        bool tells = false;     ///< lines of its own told a step
    };

    bool stepLine(std::string_view line, std::uint64_t number, LogBuilder& log);
    bool rateLine(std::string_view line, std::uint64_t number, LogBuilder& log);
    bool pipeLine(std::string_view line, std::uint64_t number, LogBuilder& log);
    bool breakdownLine(std::string_view line, std::uint64_t number, LogBuilder& log);
    void addTimers(Rank& rank, std::string_view text, LogBuilder& log);
    void close(Rank& rank, LogBuilder& log);
    void closeBefore(Rank& rank, std::int64_t next, LogBuilder& log);
    void settle(Rank& rank, LogBuilder& log);
    static bool isOfMicroBatches(const Rank& rank);
    static void addPiece(Rank& rank, const std::vector<std::pair<std::string, Ns>>& values);
    void flush(Rank& rank, std::int64_t lastOfWaiting, LogBuilder& log);
    void nameStep(Rank& rank, std::int64_t step, LogBuilder& log);
    void emit(const Rank& rank, Breakdown& breakdown, LogBuilder& log) const;

    std::map<int, Rank> m_ranks;
    bool m_alone = false;  ///< no line of the log told a step: the breakdown makes them
};

}  // namespace headwater::logs
