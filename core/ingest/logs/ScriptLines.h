// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// Step lines of torchtitan and of well-known training scripts: nanoGPT, nanochat, modded-nanogpt, llm.c, torchtune,
/// NeMo's and other progress bars. Their wording is weak evidence, so only a line that begins with it (behind tags and
/// times) counts.
class ScriptLines {
public:
    bool read(std::string_view line, std::uint64_t number, LogBuilder& log);

    /// Position of the progress bar of training steps, for lines that do not tell their step.
    struct Progress {
        std::int64_t step = 0;
        std::int64_t total = 0;
    };
    [[nodiscard]] const std::optional<Progress>& progress() const { return m_progress; }

private:
    bool modded(std::string_view line, std::uint64_t number, LogBuilder& log);
    bool progressBar(std::string_view line, std::uint64_t number, LogBuilder& log);

    /// modded-nanogpt prints the time since the clock was started.
    struct Clock {
        std::int64_t step = 0;
        double ms = 0;
    };
    std::map<std::string, Clock> m_clocks;
    std::optional<Progress> m_progress;
};

}  // namespace headwater::logs
