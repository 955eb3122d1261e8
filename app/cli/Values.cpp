// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Values.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/Decimal.h"

namespace headwater::cli {

namespace {

tl::unexpected<Error> badValue(std::string_view option, const std::string& text, std::string advice)
{
    return fail(ErrorCode::BadUsage, fmt::format("{} does not accept '{}'", option, text), {}, {}, std::move(advice));
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

}  // namespace

Result<std::int64_t> readInteger(std::string_view option, const std::string& text, std::int64_t lowest,
                                 std::int64_t highest)
{
    const auto value = wholeNumber(text);
    if (!value || *value < lowest || *value > highest)
        return badValue(option, text, fmt::format("give a whole number from {} to {}", lowest, highest));
    return *value;
}

Status readCount(const Arguments& arguments, std::string_view option, std::int64_t highest, int& value)
{
    const auto text = arguments.value(option);
    if (!text)
        return {};
    const auto number = readInteger(option, *text, 1, highest);
    if (!number)
        return tl::unexpected(number.error());
    value = static_cast<int>(*number);
    return {};
}

Result<int> readThreads(const Arguments& arguments)
{
    int threads = 0;
    if (const Status status = readCount(arguments, "--threads", 1024, threads); !status)
        return tl::unexpected(status.error());
    return threads;
}

Status readSeed(const Arguments& arguments, std::uint64_t& value)
{
    const auto text = arguments.value("--seed");
    if (!text)
        return {};
    const auto seed = readInteger("--seed", *text, 0, std::numeric_limits<std::int64_t>::max());
    if (!seed)
        return tl::unexpected(seed.error());
    value = static_cast<std::uint64_t>(*seed);
    return {};
}

Result<std::int64_t> readRatioPpm(std::string_view option, const std::string& text)
{
    // Nine decimals, to see whether more than the six of a millionth were given.
    constexpr std::int64_t kBillionth = 1'000'000'000;
    const std::string range = "give a ratio from 0 to 1 with at most 6 decimals; 0.05 is 5 %";
    const auto value = parseDecimal(text, TimeUnit::Second);
    if (!value || *value < 0 || *value > kBillionth || *value % 1000 != 0)
        return badValue(option, text, range);
    return *value / 1000;
}

Result<std::vector<int>> readRanks(std::string_view option, const std::string& text)
{
    constexpr std::int64_t kMaximum = 10'000'000;
    std::vector<int> ranks;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view item = std::string_view(text).substr(at, end - at);
        const std::size_t dash = item.find('-', 1);
        const auto first = wholeNumber(item.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : wholeNumber(item.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last > kMaximum)
            return badValue(option, text, "give rank numbers such as 0,3,5-7");
        for (std::int64_t rank = *first; rank <= *last; ++rank)
            ranks.push_back(static_cast<int>(rank));
        at = end + 1;
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

Result<StepRange> readSteps(std::string_view option, const std::string& text)
{
    const std::string advice = "give a range of step numbers such as 10:20, 10: or :20";
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || text.size() == 1)
        return badValue(option, text, advice);
    StepRange range;
    const auto read = [&text](std::size_t from, std::size_t count, std::optional<std::int64_t>& value) {
        const std::string_view part = std::string_view(text).substr(from, count);
        value = part.empty() ? std::nullopt : wholeNumber(part);
        return part.empty() || value.has_value();
    };
    if (!read(0, colon, range.first) || !read(colon + 1, std::string::npos, range.second))
        return badValue(option, text, advice);
    if (range.first && range.second && *range.second < *range.first)
        return badValue(option, text, advice);
    return range;
}

Error notOneOf(std::string_view option, const std::string& text, std::span<const std::string_view> names)
{
    return badValue(option, text, fmt::format("give one of {}", fmt::join(names, ", "))).value();
}

std::vector<std::filesystem::path> toPaths(const std::vector<std::string>& words)
{
    std::vector<std::filesystem::path> paths;
    for (const std::string& word : words) {
        std::error_code error;
        std::ifstream list;
        if (word.size() > 1 && word.front() == '@' && !std::filesystem::exists(word, error))
            list.open(word.substr(1));
        if (!list.is_open()) {
            paths.emplace_back(word);  // an absent list is an absent file
            continue;
        }
        for (std::string line; std::getline(list, line);)
            if (!line.empty())
                paths.emplace_back(line);
    }
    return paths;
}

Result<Language> readLanguage(const Arguments& arguments)
{
    return languageFromName(arguments.value(kLanguageOption.name).value_or("en"));
}

}  // namespace headwater::cli
