// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/RankName.h"

#include <charconv>
#include <regex>

namespace headwater {

namespace {

std::optional<int> toInt(const std::string& digits)
{
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc())
        return std::nullopt;
    return value;
}

}  // namespace

NameHints hintsFromName(std::string_view fileName)
{
    constexpr std::size_t kLongestName = 512;
    const std::string name(fileName.substr(0, kLongestName));
    NameHints hints;
    std::smatch match;
    static const std::regex rankPattern(R"(rank[-_ \[]?(\d{1,7}))", std::regex::icase);
    static const std::regex workerPattern(R"(^worker(\d{1,7}))");
    static const std::regex hostPattern(R"(^(.+)_\d+\.\d+\.pt\.trace\.json(\.gz)?$)");
    if (std::regex_search(name, match, rankPattern) || std::regex_search(name, match, workerPattern))
        hints.rank = toInt(match[1].str());
    else if (std::regex_match(name, match, hostPattern))
        hints.host = match[1].str();
    return hints;
}

}  // namespace headwater
