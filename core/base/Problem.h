// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace headwater {

enum class Severity { Info, Warning, Error };

/// Something that was repaired, ignored, missing or not understood while reading. Never silent: every problem reaches
/// the JSON, the inputs page and, from Warning on, stderr.
struct Problem {
    Severity severity = Severity::Warning;
    std::string code;      ///< stable, kebab-case: "missing-rank", "duplicate-rank", "truncated" …
    std::string message;   ///< what is wrong, one sentence; may hold untrusted names. What to do: adviceOn(code)
    std::string position;  ///< "byte 1042", "line 7", "step 12", or empty
    std::string file;      ///< path, or empty
};

using Problems = std::vector<Problem>;

}  // namespace headwater
