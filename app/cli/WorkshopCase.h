// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Options.h"
#include "app/cli/Session.h"
#include "core/workshop/Print.h"

/// What the author of a case does with its file.
namespace headwater::cli {

/// `workshop check FILE`: what is wrong and where, in the file itself and in what the analysis says of its runs; with
/// `--seal` a copy to share. The exit code.
[[nodiscard]] int checkCase(const Arguments& arguments, const workshop::PrintOptions& options, Session& session);

/// The times of the stages of the runs below `folder` as text, with the rule to read them by: what the questions are
/// answered from, and no answer.
[[nodiscard]] Result<std::string> stageTimes(const workshop::Library& library, const std::filesystem::path& folder,
                                             const workshop::PrintOptions& options, Session& session);

/// `workshop new FILE`: writes a case to begin with, which describes the format; "-" is stdout, and a file that is
/// there already stays as it is. The exit code.
[[nodiscard]] int newCase(const Arguments& arguments, const workshop::PrintOptions& options, Session& session);

}  // namespace headwater::cli
