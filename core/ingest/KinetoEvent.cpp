// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/KinetoEvent.h"

#include <charconv>
#include <cstring>

#include <simdjson.h>

#include "core/base/Decimal.h"
#include "core/ingest/JsonSplitter.h"

namespace headwater {

namespace {

using simdjson::ondemand::object;
using simdjson::ondemand::raw_json_string;
using simdjson::ondemand::value;

static_assert(JsonSplitter::kPadding >= simdjson::SIMDJSON_PADDING);

/// Compares a raw key with a literal; keys of interest hold no escapes.
template <std::size_t N>
bool is(raw_json_string key, const char (&literal)[N])
{
    return std::memcmp(key.raw(), literal, N - 1) == 0 && key.raw()[N - 1] == '"';
}

/// Text of a string, or of a number or literal as it stands.
std::string_view textOf(value v)
{
    std::string_view text;
    if (v.get_string().get(text) == simdjson::SUCCESS)
        return text;
    text = v.raw_json_token();
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

/// An integer that may stand in quotes; what is beyond int64 is kept as its bit pattern (Comms Id reaches 2^64).
std::int64_t integerOf(value v)
{
    const std::string_view text = textOf(v);
    std::int64_t number = -1;
    if (const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number); error == std::errc())
        return number;
    std::uint64_t large = 0;
    if (const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), large); error == std::errc())
        return static_cast<std::int64_t>(large);
    return -1;
}

void timeOf(value v, TimeUnit unit, std::optional<Ns>& time, bool& bad)
{
    time = parseDecimal(textOf(v), unit);
    bad = bad || !time;
}

/// The raw text of an array such as [0, 1], or the string that stands in its place.
std::string_view rawOf(value v)
{
    simdjson::ondemand::array array;
    std::string_view text;
    if (v.get_array().get(array) == simdjson::SUCCESS && array.raw_json().get(text) == simdjson::SUCCESS)
        return text;
    return textOf(v);
}

void collectiveArgument(raw_json_string key, value v, KinetoEvent& event)
{
    if (is(key, "Collective name"))
        event.collective = textOf(v);
    else if (is(key, "dtype"))
        event.dtype = textOf(v);
    else if (is(key, "Process Group Ranks"))
        event.groupRanks = rawOf(v);
    else if (is(key, "Process Group Name"))
        event.groupName = textOf(v);
    else if (is(key, "In msg nelems"))
        event.inElements = integerOf(v);
    else if (is(key, "Out msg nelems"))
        event.outElements = integerOf(v);
    else if (is(key, "Group size"))
        event.groupSize = integerOf(v);
    else if (is(key, "Seq"))
        event.sequence = integerOf(v);
}

simdjson::error_code readArguments(object args, KinetoEvent& event)
{
    for (auto field : args) {
        raw_json_string key;
        value v;
        if (const auto error = field.key().get(key))
            return error;
        if (const auto error = field.value().get(v))
            return error;
        switch (key.raw()[0]) {
        case 'c':
            if (is(key, "correlation"))
                event.correlation = integerOf(v);
            break;
        case 's':
            if (is(key, "stream"))
                event.stream = integerOf(v);
            break;
        case 'n':
            if (is(key, "name"))
                event.metadataName = textOf(v);
            break;
        case 'C':
        case 'd':
        case 'P':
        case 'I':
        case 'O':
        case 'G':
        case 'S': collectiveArgument(key, v, event); break;
        default: break;
        }
    }
    return simdjson::SUCCESS;
}

simdjson::error_code readField(raw_json_string key, value v, TimeUnit unit, KinetoEvent& event)
{
    if (is(key, "ph")) {
        const std::string_view text = textOf(v);
        event.phase = text.empty() ? '\0' : text.front();
    } else if (is(key, "cat")) {
        event.category = textOf(v);
    } else if (is(key, "name")) {
        event.name = textOf(v);
    } else if (is(key, "pid")) {
        event.pid = textOf(v);
    } else if (is(key, "tid")) {
        event.tid = textOf(v);
    } else if (is(key, "ts")) {
        timeOf(v, unit, event.timestamp, event.badTime);
    } else if (is(key, "dur")) {
        timeOf(v, unit, event.duration, event.badTime);
    } else if (is(key, "args")) {
        object args;
        if (v.get_object().get(args) == simdjson::SUCCESS)
            return readArguments(args, event);
    }
    return simdjson::SUCCESS;
}

/// Length of the valid UTF-8 sequence at text[i], or 0.
std::size_t utf8Length(std::string_view text, std::size_t i)
{
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned char first = byte(i);
    const std::size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first >= 0x80 && (first < 0xC2 || first > 0xF4))
        return 0;
    if (i + length > text.size())
        return 0;
    for (std::size_t k = 1; k < length; ++k)
        if ((byte(i + k) & 0xC0U) != 0x80)
            return 0;
    if ((first == 0xE0 && byte(i + 1) < 0xA0) || (first == 0xED && byte(i + 1) > 0x9F) ||
        (first == 0xF0 && byte(i + 1) < 0x90) || (first == 0xF4 && byte(i + 1) > 0x8F))
        return 0;
    return length;
}

/// Copies `text` with control characters inside strings turned to spaces and invalid bytes to '?'.
void repair(std::string_view text, std::string& out)
{
    out.assign(text);
    bool inString = false;
    for (std::size_t i = 0; i < out.size();) {
        const std::size_t length = utf8Length(text, i);
        if (length == 0) {
            out[i++] = '?';
            continue;
        }
        if (length == 1) {
            const char c = out[i];
            if (inString && c == '\\')
                ++i;
            else if (c == '"')
                inString = !inString;
            else if (inString && static_cast<unsigned char>(c) < 0x20)
                out[i] = ' ';
        }
        i += length;
    }
}

}  // namespace

struct KinetoEventParser::Impl {
    simdjson::ondemand::parser parser;
};

KinetoEventParser::KinetoEventParser(TimeUnit unit) : m_impl(std::make_unique<Impl>()), m_unit(unit) {}
KinetoEventParser::~KinetoEventParser() = default;

bool KinetoEventParser::parseOnce(std::string_view text, std::size_t capacity, KinetoEvent& event)
{
    event = KinetoEvent();
    simdjson::ondemand::document document;
    object fields;
    if (m_impl->parser.iterate(text.data(), text.size(), capacity).get(document) != simdjson::SUCCESS ||
        document.get_object().get(fields) != simdjson::SUCCESS)
        return false;
    for (auto field : fields) {
        raw_json_string key;
        value v;
        if (field.key().get(key) != simdjson::SUCCESS || field.value().get(v) != simdjson::SUCCESS ||
            readField(key, v, m_unit, event) != simdjson::SUCCESS)
            return false;
    }
    return true;
}

bool KinetoEventParser::parse(std::string_view text, KinetoEvent& event)
{
    if (parseOnce(text, text.size() + simdjson::SIMDJSON_PADDING, event))
        return true;
    repair(text, m_copy);
    m_copy.append(simdjson::SIMDJSON_PADDING, ' ');
    if (!parseOnce(std::string_view(m_copy).substr(0, text.size()), m_copy.size(), event))
        return false;
    ++m_repaired;
    return true;
}

}  // namespace headwater
