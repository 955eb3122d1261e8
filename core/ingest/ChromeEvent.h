// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Decimal.h"
#include "core/base/Duration.h"

namespace headwater {

/// One event of a generic Chrome trace. Views are valid until the next parse(); what is absent or null is empty.
struct ChromeEvent {
    char phase = 0;
    std::string_view category, name, process, thread;
    std::optional<Ns> timestamp, duration;    ///< ns, from decimal text
    bool badTime = false;                     ///< a ts or dur that is no finite number
    std::vector<std::string_view> arguments;  ///< values of the wanted keys of args, in their order
    std::string_view metadataName;            ///< args.name of an M event
};

/// Parses single events; keeps its buffers between calls.
class ChromeEventParser {
public:
    /// `unit`: of ts and dur.
    explicit ChromeEventParser(std::vector<std::string> wantedArguments, TimeUnit unit = TimeUnit::Microsecond);
    ChromeEventParser(const ChromeEventParser&) = delete;
    ChromeEventParser& operator=(const ChromeEventParser&) = delete;
    ~ChromeEventParser();

    /// `text` must be followed by JsonSplitter::kPadding readable bytes. False: not parseable.
    [[nodiscard]] bool parse(std::string_view text, ChromeEvent& event);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace headwater
