// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"

namespace headwater::others {

/// A document, whether its end was missing, and what was odd in its compressed form.
struct JsonDocument {
    nlohmann::json value;
    bool truncated = false;
    std::uint64_t fault = 0;  ///< where truncated: the byte at which it stops being JSON, its end if it was cut
    Problems problems;
};

/// Reads a JSON object of at most 256 MB. One that stops early (the writer was killed) is closed behind its last
/// complete object or list, and `truncated` says so. Errors: Unreadable, TooLarge, Malformed, Cancelled.
[[nodiscard]] Result<JsonDocument> readJsonObject(const std::filesystem::path& path, const Job& job);

/// Value of the top-level member "schema" where it stands near the beginning of a JSON text, else empty.
[[nodiscard]] std::string schemaOf(std::string_view head);

/// A number, also where it stands in quotes ("nan" and what is no number: nothing).
[[nodiscard]] std::optional<double> numberAt(const nlohmann::json& object, const char* key);
[[nodiscard]] std::optional<std::int64_t> integerAt(const nlohmann::json& object, const char* key);
/// Text of a string or a number without white space around it; empty where there is none.
[[nodiscard]] std::string textAt(const nlohmann::json& object, const char* key);
/// The member, or null.
[[nodiscard]] const nlohmann::json& memberAt(const nlohmann::json& object, const char* key);

}  // namespace headwater::others
