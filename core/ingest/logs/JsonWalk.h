// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/TrainingLog.h"

namespace headwater::logs {

/// Where a value stands in a JSON document: keys of objects, positions of arrays as text.
using JsonPath = std::vector<std::string>;

/// What a walk tells.
struct JsonVisitor {
    /// A scalar. `number` where it is one (also "NaN", "nan", "Infinity" as text); `text` is the string, "true", "null"
    /// or the digits.
    std::function<void(const JsonPath& path, std::string_view text, const LoggedNumber* number)> value;
    /// The object at the path is complete.
    std::function<void(const JsonPath& path)> objectEnd = [](const JsonPath&) {};
};

struct JsonWalkResult {
    bool complete = false;       ///< the document ended where it should
    std::uint64_t position = 0;  ///< byte of the failure
};

/// Walks a JSON document (with NaN and Infinity tokens, which Python writes) without building it; what stands before a
/// cut or an error is told. Documents deeper than 64 levels are refused at that place.
[[nodiscard]] JsonWalkResult walkJson(std::string_view json, const JsonVisitor& visitor);

/// The text with bare NaN, Infinity and -Infinity in quotes, which JSON parsers take.
[[nodiscard]] std::string withQuotedSpecials(std::string_view json);

}  // namespace headwater::logs
