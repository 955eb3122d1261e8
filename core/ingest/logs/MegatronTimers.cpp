// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/MegatronTimers.h"

#include <algorithm>
#include <limits>

namespace headwater::logs {

namespace {

constexpr int kGapInTable = 4;  ///< lines of others that a table survives

/// A row "   name ........: rest": the name is the last word before the dots, so tags before it do no harm.
struct Row {
    std::string_view before;
    std::string_view name;
    std::string_view rest;
};

std::optional<Row> splitRow(std::string_view line)
{
    const std::size_t colon = line.rfind(": ");
    if (colon == std::string_view::npos)
        return std::nullopt;
    std::string_view left = line.substr(0, colon);
    while (!left.empty() && (left.back() == '.' || isSpace(left.back())))
        left.remove_suffix(1);
    const std::size_t space = left.find_last_of(" \t:]");
    const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
    Row row{left.substr(0, begin), left.substr(begin), trimmed(line.substr(colon + 2))};
    if (row.name.empty() || row.name.size() > 128)
        return std::nullopt;
    return row;
}

std::optional<Ns> takeMilliseconds(std::string_view& text)
{
    skipSpaces(text);
    const auto number = takeNumber(text);
    const Ns time = number ? nsFrom(number->value, kMillisecond) : kMissing;
    return time == kMissing ? std::nullopt : std::optional<Ns>(time);
}

/// "(2700.12, 2710.50)".
bool takeMinMax(std::string_view text, LogTimer& timer)
{
    if (!takePrefix(text, "("))
        return false;
    const auto minimum = takeMilliseconds(text);
    if (!minimum || !takePrefix(text, ","))
        return false;
    const auto maximum = takeMilliseconds(text);
    if (!maximum || !takePrefix(text, ")") || !trimmed(text).empty())
        return false;
    timer.minimum = *minimum;
    timer.maximum = *maximum;
    return true;
}

}  // namespace

bool MegatronTimers::open(std::string_view line, LogBuilder& log)
{
    constexpr std::string_view kEnd = "across ranks (ms):";
    const std::size_t at = line.find(kEnd);
    if (at == std::string_view::npos)
        return false;
    const std::string_view head = trimmed(line.substr(0, at));
    for (const auto& [words, table] : {std::pair("(min, max) time", Table::MinMax), std::pair("max time", Table::Max),
                                       std::pair("times", Table::EachRank)}) {
        if (!head.ends_with(words))
            continue;
        m_table = table;
        m_lead = readLead(head.substr(0, head.size() - std::string_view(words).size()));
        m_step = log.lastStep(m_lead).value_or(-1);
        m_name.clear();
        m_empty = 0;
        return true;
    }
    return false;
}

bool MegatronTimers::rankRow(std::string_view line, LogBuilder& log)
{
    std::string_view text = trimmed(line);
    if (text.ends_with(':')) {
        text.remove_suffix(1);
        m_name = text.substr(text.find_last_of(" \t:]") + 1).substr(0, 128);  // behind any tag
        return !m_name.empty();
    }
    const auto row = splitRow(line);
    // "     rank  3: 12.34": the name of the row is the rank's number.
    if (!row || m_name.empty() || !trimmed(row->before).ends_with("rank"))
        return false;
    const auto rank = wholeNumber(row->name);
    std::string_view rest = row->rest;
    const auto time = takeMilliseconds(rest);
    if (!rank || *rank < 0 || *rank > std::numeric_limits<int>::max() || !time)
        return false;
    LogTimer timer{m_step, m_name, static_cast<int>(*rank), kMissing, *time};
    log.timer(m_lead, LineKind::MegatronTimers, std::move(timer));
    return true;
}

bool MegatronTimers::row(std::string_view line, LogBuilder& log)
{
    if (m_table == Table::EachRank)
        return rankRow(line, log);
    const auto row = splitRow(line);
    if (!row)
        return false;
    const LineLead lead = readLead(row->before);
    if (!lead.plain || (!lead.key().empty() && lead.key() != m_lead.key()))
        return false;
    LogTimer timer{m_step, std::string(row->name), std::nullopt, kMissing, kMissing};
    if (m_table == Table::MinMax) {
        if (!takeMinMax(row->rest, timer))
            return false;
    } else {
        std::string_view rest = row->rest;
        const auto time = takeMilliseconds(rest);
        if (!time || !rest.empty() || !contains(line, ".."))
            return false;
        timer.maximum = *time;
    }
    log.timer(m_lead, LineKind::MegatronTimers, std::move(timer));
    return true;
}

bool MegatronTimers::read(std::string_view line, LogBuilder& log)
{
    if (contains(line, "(ms)")) {
        if (open(line, log))
            return true;
        constexpr std::string_view kOld = "time (ms)";
        const std::size_t at = line.find(kOld);
        if (at != std::string_view::npos) {
            const LineLead lead = readLead(line.substr(0, at));
            const std::int64_t step = log.lastStep(lead).value_or(-1);
            m_table = Table::None;
            forEachTimer(line.substr(at + kOld.size()), [&](std::string_view name, Ns time) {
                log.timer(lead, LineKind::MegatronTimers, {step, std::string(name), std::nullopt, kMissing, time});
            });
            return true;
        }
    }
    if (m_table == Table::None)
        return false;
    if (row(line, log)) {
        m_empty = 0;
        return true;
    }
    if (++m_empty > kGapInTable)
        m_table = Table::None;
    return false;
}

}  // namespace headwater::logs
