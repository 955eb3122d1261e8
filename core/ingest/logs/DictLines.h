// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/ingest/logs/LogBuilder.h"
#include "core/ingest/logs/ScriptLines.h"

namespace headwater::logs {

/// Lines that are one dictionary: what the Hugging Face trainer prints ("{'loss': 0.9354, 'grad_norm': 4.09, …}") and
/// JSON lines of training metrics ("{"data": {"step": 99, "timestamp": …, "value": 0.86}, "name": "training_loss"}" or
/// "{"step": 99, "loss": 0.86}"). The Hugging Face lines do not tell their step: it is taken from the progress bar
/// before them or else counted, which is reported.
class DictLines {
public:
    bool read(std::string_view line, std::uint64_t number, const std::optional<ScriptLines::Progress>& progress,
              LogBuilder& log);

private:
    bool console(std::string_view line, std::uint64_t number, const std::optional<ScriptLines::Progress>& progress,
                 LogBuilder& log);
    std::int64_t nextStep(const LineLead& lead, std::uint64_t line,
                          const std::optional<ScriptLines::Progress>& progress, LogBuilder& log);
    static bool json(std::string_view line, std::uint64_t number, LogBuilder& log);

    std::map<std::string, std::int64_t> m_counted;  ///< lines of each process so far
};

}  // namespace headwater::logs
