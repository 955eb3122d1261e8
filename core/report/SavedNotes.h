// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/Result.h"
#include "core/report/Json.h"
#include "core/triage/Notes.h"

namespace headwater {

/// The key "notes" of an investigation: {"findings", "notes", "bookmarks", "continued"}; places are references
/// (toText of ViewRef).
[[nodiscard]] Json notesJson(const Notes& notes);

/// Reads it back. Malformed where a type is wrong or a place or name makes no sense, with the key as `where`; keys that
/// are not known are passed over.
[[nodiscard]] std::optional<Error> readNotes(const Json& object, Notes& notes);

}  // namespace headwater
