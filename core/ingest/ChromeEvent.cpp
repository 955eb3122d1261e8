// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ChromeEvent.h"

#include <simdjson.h>

#include "core/base/Decimal.h"

namespace headwater {

namespace {

using simdjson::ondemand::object;
using simdjson::ondemand::value;

/// Text of a string, or of a number or literal as it stands; empty for null.
std::string_view textOf(value v)
{
    std::string_view text;
    if (v.get_string().get(text) == simdjson::SUCCESS)
        return text;
    text = v.raw_json_token();
    const auto last = text.find_last_not_of(" \n\r\t");
    text = last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
    return text == "null" ? std::string_view() : text;
}

void timeOf(value v, TimeUnit unit, std::optional<Ns>& time, bool& bad)
{
    time = parseDecimal(textOf(v), unit);
    bad = bad || !time;
}

}  // namespace

struct ChromeEventParser::Impl {
    Impl(std::vector<std::string> keys, TimeUnit timeUnit) : wanted(std::move(keys)), unit(timeUnit) {}

    bool arguments(object& fields, ChromeEvent& event)
    {
        for (auto field : fields) {
            std::string_view key;
            value v;
            if (field.unescaped_key().get(key) != simdjson::SUCCESS || field.value().get(v) != simdjson::SUCCESS)
                return false;
            if (key == "name")
                event.metadataName = textOf(v);
            for (std::size_t i = 0; i < wanted.size(); ++i)
                if (key == wanted[i])
                    event.arguments[i] = key == "name" ? event.metadataName : textOf(v);
        }
        return true;
    }

    bool take(std::string_view key, value v, ChromeEvent& event)
    {
        if (key == "ph") {
            const std::string_view text = textOf(v);
            event.phase = text.empty() ? '\0' : text.front();
        } else if (key == "cat") {
            event.category = textOf(v);
        } else if (key == "name") {
            event.name = textOf(v);
        } else if (key == "pid") {
            event.process = textOf(v);
        } else if (key == "tid") {
            event.thread = textOf(v);
        } else if (key == "ts") {
            timeOf(v, unit, event.timestamp, event.badTime);
        } else if (key == "dur") {
            timeOf(v, unit, event.duration, event.badTime);
        } else if (key == "args") {
            object fields;
            return v.get_object().get(fields) != simdjson::SUCCESS || arguments(fields, event);
        }
        return true;
    }

    simdjson::ondemand::parser parser;
    std::vector<std::string> wanted;
    TimeUnit unit;
};

ChromeEventParser::ChromeEventParser(std::vector<std::string> wantedArguments, TimeUnit unit)
    : m_impl(std::make_unique<Impl>(std::move(wantedArguments), unit))
{}

ChromeEventParser::~ChromeEventParser() = default;

bool ChromeEventParser::parse(std::string_view text, ChromeEvent& event)
{
    event = ChromeEvent();
    event.arguments.resize(m_impl->wanted.size());
    simdjson::ondemand::document document;
    object fields;
    if (m_impl->parser.iterate(text.data(), text.size(), text.size() + simdjson::SIMDJSON_PADDING).get(document) !=
            simdjson::SUCCESS ||
        document.get_object().get(fields) != simdjson::SUCCESS)
        return false;
    for (auto field : fields) {
        std::string_view key;
        value v;
        if (field.unescaped_key().get(key) != simdjson::SUCCESS || field.value().get(v) != simdjson::SUCCESS ||
            !m_impl->take(key, v, event))
            return false;
    }
    return true;
}

}  // namespace headwater
