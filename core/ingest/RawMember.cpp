// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/RawMember.h"

#include <simdjson.h>

namespace headwater {

std::string rawMember(std::string_view object, std::string_view key)
{
    const simdjson::padded_string copy(object);
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document;
    simdjson::ondemand::value value;
    if (parser.iterate(copy).get(document) != simdjson::SUCCESS || document[key].get(value) != simdjson::SUCCESS)
        return {};
    std::string_view text = value.raw_json_token();
    while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    return std::string(text);
}

}  // namespace headwater
