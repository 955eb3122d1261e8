// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/LineLead.h"

#include <algorithm>
#include <array>
#include <limits>

namespace headwater::logs {

namespace {

constexpr std::array<std::string_view, 14> kLevels = {"INFO",     "WARNING", "WARN",  "DEBUG",  "ERROR",
                                                      "CRITICAL", "info",    "root",  "stdout", "stderr",
                                                      "F",        "P",       "INFO:", "warning"};

constexpr std::string_view kNameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";

std::optional<int> asRank(std::int64_t value)
{
    if (value < 0 || value > std::numeric_limits<int>::max())
        return std::nullopt;
    return static_cast<int>(value);
}

/// "rank0", "default3", "trainer-1", "rank-7/8": letters, then a number.
std::optional<int> namedRank(std::string_view text)
{
    std::size_t i = 0;
    while (i < text.size() && (isLetter(text[i]) || text[i] == '_' || text[i] == '-'))
        ++i;
    if (i == 0)
        return std::nullopt;
    text.remove_prefix(i);
    const auto rank = takeInteger(text);
    if (!rank || (!text.empty() && text.front() != '/'))
        return std::nullopt;
    return asRank(*rank);
}

/// "1,3" of "[1,3]<stdout>:": the job and the rank in it.
std::optional<int> mpiRank(std::string_view text)
{
    if (!takeInteger(text) || !takePrefix(text, ","))
        return std::nullopt;
    const auto rank = takeInteger(text);
    return rank && text.empty() ? asRank(*rank) : std::nullopt;
}

bool takeStream(std::string_view& text)
{
    return takePrefix(text, "<stdout>") || takePrefix(text, "<stderr>") || takePrefix(text, "<stddiag>");
}

/// "trainer-0" of "pod/trainer-0/main", "gpu-a" of "NODE-0(gpu-a)".
std::string_view hostOfLabel(std::string_view label)
{
    const bool pod = label.starts_with("pod/");
    const std::size_t begin = label.find(pod ? '/' : '(');
    if (begin == std::string_view::npos)
        return {};
    const std::string_view name = label.substr(begin + 1);
    return name.substr(0, name.find(pod ? '/' : ')'));
}

bool takeBracket(std::string_view& text, LineLead& lead)
{
    constexpr std::size_t kLongestTag = 256;
    if (!text.starts_with('['))
        return false;
    const std::size_t close = text.substr(0, kLongestTag).find(']');
    if (close == std::string_view::npos)
        return false;
    std::string_view inside = text.substr(1, close - 1);
    text.remove_prefix(close + 1);
    const bool stream = takeStream(text);
    const bool tagged = takePrefix(text, ":") || stream;
    std::string_view rest = inside;
    if (const auto time = takeStamp(rest)) {
        lead.time = time;
    } else if (takePrefix(rest, "Rank ")) {
        if (const auto rank = takeInteger(rest))
            lead.innerRank = asRank(*rank);
    } else if (const auto mpi = mpiRank(inside); mpi && stream) {
        lead.rank = mpi;
    } else if (const auto named = namedRank(inside); named && (tagged || inside.starts_with("rank"))) {
        lead.rank = lead.rank ? lead.rank : named;
    } else if (inside.starts_with("pod/") || inside.starts_with("NODE")) {
        lead.label = inside;
        lead.host = hostOfLabel(inside);
    }
    return true;
}

bool hasDigit(std::string_view word)
{
    return word.find_first_of("0123456789") != std::string_view::npos;
}

/// "worker-7  | " of docker compose, which pads the names: a container's name ends with its number.
bool takeContainer(std::string_view& text, LineLead& lead)
{
    constexpr std::size_t kLongestTag = 128;
    std::string_view rest = text.substr(0, kLongestTag);
    const std::string_view word = rest.substr(0, rest.find_first_not_of(kNameLetters));
    rest.remove_prefix(word.size());
    skipSpaces(rest);
    if (word.empty() || !isLetter(word.front()) || !isDigit(word.back()) || !takePrefix(rest, "|") ||
        (!rest.empty() && !isSpace(rest.front())))
        return false;
    lead.label = word;
    lead.host = word;
    text.remove_prefix(static_cast<std::size_t>(rest.data() - text.data()));
    return true;
}

/// "3: " of srun -l, "node-07: " of pdsh.
bool takeTag(std::string_view& text, LineLead& lead)
{
    constexpr std::size_t kLongestTag = 128;
    const std::string_view front = text.substr(0, kLongestTag);
    const std::size_t end = std::min(front.find_first_of(" \t"), front.size());
    std::string_view word = front.substr(0, end);
    if (!word.ends_with(':') || word.size() < 2)
        return false;
    word.remove_suffix(1);
    std::string_view digits = word;
    if (const auto number = takeInteger(digits); number && digits.empty()) {
        lead.rank = asRank(*number);
    } else if (word.find_first_not_of(kNameLetters) != std::string_view::npos) {
        return false;
    } else if (std::ranges::find(kLevels, word) == kLevels.end()) {
        lead.label = word;
        if (hasDigit(word))
            lead.host = word;
    }
    text.remove_prefix(end);
    return true;
}

}  // namespace

std::string LineLead::key() const
{
    return rank ? "rank " + std::to_string(*rank) : label;
}

LineLead readLead(std::string_view text)
{
    LineLead lead;
    // A lead so long is other ranks' output without a line break: only what is near the message belongs to it.
    constexpr std::size_t kLongest = 2048;
    if (text.size() > kLongest) {
        lead.plain = false;
        text = text.substr(text.size() - kLongest);
    } else {
        takeContainer(text, lead);
    }
    while (true) {
        const std::size_t begin = text.find_first_not_of(" \t-|>:");
        if (begin == std::string_view::npos)
            return lead;
        text.remove_prefix(begin);
        if (const auto time = takeStamp(text)) {
            lead.time = time;
            continue;
        }
        if (takeBracket(text, lead) || takeTag(text, lead))
            continue;
        const std::size_t end = std::min(text.find_first_of(" \t["), text.size());
        const std::string_view word = text.substr(0, std::max<std::size_t>(end, 1));
        text.remove_prefix(word.size());
        // "root - INFO - ", "torchtitan.tools.logging - INFO - ": the logger's name stands before a dash.
        if (std::ranges::find(kLevels, word) == kLevels.end() && !text.starts_with(" - "))
            lead.plain = false;
    }
}

std::string_view withoutTags(std::string_view line)
{
    LineLead ignored;
    takeContainer(line, ignored);
    while (true) {
        const std::string_view before = line;
        std::string_view rest = line;
        skipSpaces(rest);
        if (rest.starts_with('[')) {
            LineLead lead;
            if (takeBracket(rest, lead) && (lead.rank || !lead.label.empty()))
                line = rest;
        } else if (hasDigit(rest.substr(0, rest.find_first_of(" \t"))) && takeTag(rest, ignored)) {
            line = rest;  // a rank or a host; names of exceptions have no digits
        }
        if (line.size() == before.size())
            return line;
    }
}

}  // namespace headwater::logs
