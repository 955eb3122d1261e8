// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/Decimal.h"
#include "core/base/Duration.h"

namespace headwater {

/// One element of traceEvents, only the fields that are used. Views are valid until the next parse().
struct KinetoEvent {
    char phase = 0;
    std::string_view category;
    std::string_view name;
    std::string_view pid;  ///< text of the number or string
    std::string_view tid;
    std::optional<Ns> timestamp;  ///< ns; parsed from decimal text
    std::optional<Ns> duration;
    bool badTime = false;  ///< a ts or dur that is no finite number
    std::int64_t correlation = -1;
    std::int64_t stream = -1;  ///< args.stream

    // Arguments of collectives (FORMATS A8); empty or −1 where absent.
    std::string_view collective;
    std::string_view dtype;
    std::string_view groupRanks;
    std::string_view groupName;
    std::int64_t inElements = -1;
    std::int64_t outElements = -1;
    std::int64_t groupSize = -1;
    std::int64_t sequence = -1;
    std::string_view metadataName;  ///< args.name or args.labels of an M event
};

/// Parses single events with simdjson; keeps its buffers between calls. What real traces break is repaired on a copy
/// and counted: control characters in strings and invalid UTF-8. Bare inf, nan and N/A values are skipped.
class KinetoEventParser {
public:
    /// `unit`: of ts and dur.
    explicit KinetoEventParser(TimeUnit unit = TimeUnit::Microsecond);
    ~KinetoEventParser();
    KinetoEventParser(const KinetoEventParser&) = delete;
    KinetoEventParser& operator=(const KinetoEventParser&) = delete;

    /// `text` must be followed by JsonSplitter::kPadding readable bytes. False: not parseable even after repair.
    [[nodiscard]] bool parse(std::string_view text, KinetoEvent& event);
    [[nodiscard]] std::uint64_t repaired() const { return m_repaired; }

private:
    struct Impl;
    bool parseOnce(std::string_view text, std::size_t capacity, KinetoEvent& event);
    std::unique_ptr<Impl> m_impl;
    TimeUnit m_unit;
    std::string m_copy;
    std::uint64_t m_repaired = 0;
};

}  // namespace headwater
