// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/Problem.h"
#include "core/base/Text.h"
#include "core/run/Run.h"
#include "core/triage/Policy.h"

namespace headwater {

struct CorrectnessReport;

/// JSON whose keys keep the order in which they are written, which is the order of CONTRACT.md.
using Json = nlohmann::ordered_json;

/// A document that starts with `schema` and `generator`, as every document does.
[[nodiscard]] Json jsonDocument(std::string_view schema);
/// The bytes of a value: two spaces of indentation, invalid UTF-8 replaced, what reorders text escaped (escapeJson).
[[nodiscard]] std::string jsonBody(const Json& value);
/// The bytes of a document: the same with a newline at the end.
[[nodiscard]] std::string jsonText(const Json& document);

/// ns, or null for kMissing.
[[nodiscard]] Json jsonNs(Ns value);
/// A statistic in ns, rounded to an integer; null where it is not finite.
[[nodiscard]] Json jsonNs(double value);
/// A plain number; null where it is not finite.
[[nodiscard]] Json jsonNumber(double value);
[[nodiscard]] Json jsonNumber(const std::optional<double>& value);
/// null for empty text: unknown is never "".
[[nodiscard]] Json jsonOrNull(const std::string& value);
[[nodiscard]] Json jsonOrNull(const Text& value);

/// A sentence in a document is English, whatever language people read.
void to_json(Json& json, const Text& value);

[[nodiscard]] Json jsonOf(const Problems& problems);
/// One entry of `files[]` (CONTRACT, probe); also what `sources[]` and `inputs` hold.
[[nodiscard]] Json jsonOf(const SourceFile& file);
[[nodiscard]] Json jsonOf(const std::vector<SourceFile>& files);

/// Every threshold, in the order of the policy's fields; `warmup` is "auto" or a number of steps.
[[nodiscard]] Json policyJson(const Policy& value);

/// What layer 1 compared beside durations: "correctness" of the verdict.
[[nodiscard]] Json correctnessJson(const CorrectnessReport& report);

/// Version of the program that writes, "0.1.0".
[[nodiscard]] std::string_view productVersion();

}  // namespace headwater
