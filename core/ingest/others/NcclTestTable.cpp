// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/others/NcclTestTable.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "core/base/Decimal.h"

namespace headwater::others {

namespace {

template <class T>
std::optional<T> whole(std::string_view text)
{
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool isNumeric(std::string_view word)
{
    return whole<double>(word) || word == "N/A";
}

std::optional<double> bandwidth(std::string_view word)
{
    constexpr double kGiga = 1e9;
    const auto value = whole<double>(word);
    return value && std::isfinite(*value) && *value >= 0 ? std::optional(*value * kGiga) : std::nullopt;
}

bool isTimeOfDay(std::string_view word)
{
    return std::ranges::count(word, ':') == 2 && std::isdigit(static_cast<unsigned char>(word.front())) != 0;
}

}  // namespace

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    constexpr std::size_t kMostWords = 128;
    constexpr std::string_view kSpace = " \t\r";
    while (words.size() < kMostWords) {
        const auto first = line.find_first_not_of(kSpace);
        if (first == std::string_view::npos)
            break;
        line.remove_prefix(first);
        const auto length = std::min(line.find_first_of(kSpace), line.size());
        words.push_back(line.substr(0, length));
        line.remove_prefix(length);
    }
    return words;
}

bool NcclTestTable::isHeader(std::string_view line)
{
    const auto words = wordsOf(line);
    const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
    return !words.empty() && words.front().starts_with('#') && has("count") && has("type") && has("algbw") &&
           has("busbw");
}

NcclTestTable::NcclTestTable(std::string_view header)
{
    for (const std::string_view word : wordsOf(header)) {
        if (word == "root")
            m_root = true;
        else if (word == "timestamp")
            m_stamp = true;
        else if (word == "time" || word == "cputime")
            m_groups.push_back({"time"});
        else if (!m_groups.empty())
            m_groups.back().emplace_back(word);
        m_hostTime = m_hostTime || word == "cputime";
    }
}

bool NcclTestTable::looksLikeRow(const std::vector<std::string_view>& words)
{
    constexpr std::size_t kFewest = 6;
    return words.size() >= kFewest && whole<std::uint64_t>(words[0]) && whole<std::uint64_t>(words[1]) &&
           std::isalpha(static_cast<unsigned char>(words[2].front())) != 0;
}

bool NcclTestTable::addRow(std::vector<std::string_view> words, std::vector<NcclTestRow>& rows) const
{
    if (m_stamp && words.size() > 2 && isTimeOfDay(words.back()))
        words.resize(words.size() - 2);
    NcclTestRow row;
    row.bytes = *whole<std::uint64_t>(words[0]);
    row.elements = *whole<std::uint64_t>(words[1]);
    row.type = words[2];
    std::size_t next = 3;
    // The operation is blank in some versions for collectives that do not reduce.
    if (!isNumeric(words[next]) && words[next] != "none")
        row.operation = words[next];
    next += isNumeric(words[next]) ? 0U : 1U;
    std::size_t columns = m_root ? 1 : 0;
    for (const auto& group : m_groups)
        columns += group.size();
    if (words.size() != next + columns ||
        !std::all_of(words.begin() + static_cast<std::ptrdiff_t>(next), words.end(), isNumeric))
        return false;
    next += m_root ? 1U : 0U;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        NcclTestRow half = row;
        half.inPlace = g > 0;
        for (const std::string& column : m_groups[g]) {
            const std::string_view word = words[next++];
            if (column == "time")
                half.time = parseDecimal(word, TimeUnit::Microsecond);
            else if (column == "algbw")
                half.algorithmBandwidth = bandwidth(word);
            else if (column == "busbw")
                half.busBandwidth = bandwidth(word);
            else if (column == "#wrong")
                half.wrong = whole<std::int64_t>(word);
        }
        rows.push_back(std::move(half));
    }
    return true;
}

}  // namespace headwater::others
