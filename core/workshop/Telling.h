// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

#include "core/workshop/Answers.h"
#include "core/workshop/Library.h"

namespace headwater::workshop {

/// Where it is kept which answers were revealed in this installation: `headwater/workshop-revealed.json` below
/// XDG_STATE_HOME or ~/.local/state; empty where neither is an absolute path.
[[nodiscard]] std::filesystem::path revealedFile();

/// Whether the answers behind `seal` were revealed before. A file that is missing or unreadable says no.
[[nodiscard]] bool isRevealed(const std::filesystem::path& file, const AnswerSeal& seal);
/// Remembers it. WriteFailed, also where `file` is empty.
[[nodiscard]] Status noteRevealed(const std::filesystem::path& file, const AnswerSeal& seal);

/// The one rule of window and command line for showing answers: they may be told where they were revealed in this
/// installation (`file`), to whoever has the instructor's `key`, and where they come from a file that anybody can read.
/// BadUsage with what would reveal them.
[[nodiscard]] Status mayTell(const AnswerSeal& seal, std::string_view key, const std::filesystem::path& file);

/// Whether a sheet is far enough for its case to be revealed: a prediction, a choice at every node, a conclusion.
/// BadUsage with what is missing.
[[nodiscard]] Status mayReveal(const Case& opened, const Answers& answers);
/// The same of the exercise: an answer to every vector.
[[nodiscard]] Status mayRevealExercise(const Answers& answers);

}  // namespace headwater::workshop
