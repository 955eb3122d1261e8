// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"
#include "core/run/StageCube.h"
#include "core/trace/Trace.h"

namespace headwater {

/// How stages are found, `--stages`.
enum class StageMode { Auto, Annotations, Canonical, Rules };

/// One rule of a rule file: host ranges whose name matches (and whose kind is listed, if any) belong to `stage`.
struct StageRule {
    std::string stage;
    std::regex pattern;
    std::vector<HostKind> kinds;  ///< empty: any
};

struct StageSpec {
    StageMode mode = StageMode::Auto;
    std::vector<StageRule> rules;  ///< for StageMode::Rules, first match wins
    std::string text = "auto";     ///< as the user gave it, for the record
    /// A rule file of the other kind, which says how generic Chrome traces are read (core/ingest/ChromeRules.h):
    /// LoadOptions::ruleFile. The stages are then found as in Auto. Else empty.
    std::string traceRules;
};

/// The canonical stages of a PyTorch training step (resources/taxonomy/stages.json), in dependency order.
[[nodiscard]] const std::vector<StageRule>& canonicalStageRules();

/// Rules from JSON text: the array `key` of objects {"name", "pattern", "kinds"}; `file` is what errors name.
[[nodiscard]] Result<std::vector<StageRule>> rulesFromJson(std::string_view text, const std::string& file,
                                                           const std::string& key);

/// "auto", "annotations", "canonical", or a path of a JSON rule file:
/// {"stages": [{"name": "forward", "pattern": "^## forward ##$", "kinds": ["annotation"]}]} in dependency order. A path
/// of rules for traces (schema headwater.trace-rules/1) is kept in traceRules; their reader says what is wrong in them.
[[nodiscard]] Result<StageSpec> parseStageSpec(std::string_view text);

}  // namespace headwater
