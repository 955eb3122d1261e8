// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "app/cli/Options.h"
#include "core/base/Result.h"

namespace headwater::cli {

/// `--unit`, for stage metrics whose header does not name one.
inline constexpr OptionSpec kUnitOption{"--unit", OptionSpec::Kind::One, "ns|us|ms|s",
                                        "unit of a column `duration` in stage metrics that does not name one"};

/// Its value, empty when it was not given.
[[nodiscard]] Result<std::string> readUnit(const Arguments& arguments);

/// What `--stages` takes.
inline constexpr std::string_view kStagesHelp =
    "how stages are found: auto (default), annotations, canonical,\nor a JSON file of rules; a file of trace rules "
    "says "
    "how Chrome\ntraces of other tools are read (see core/ingest/README.md)";

/// `--timezone`, for logs and telemetry whose times do not name one.
inline constexpr OptionSpec kTimezoneOption{
    "--timezone", OptionSpec::Kind::One, "OFFSET",
    "zone of times without one in logs and telemetry: UTC, +02:00 …\n(default: inferred where only one fits)"};

/// Its value as the user wrote it, empty when it was not given.
[[nodiscard]] Result<std::string> readTimezone(const Arguments& arguments);

}  // namespace headwater::cli
