// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace headwater::report {

/// Names that tell nothing about anybody, in any case of letters: what every machine and every setup has ("root",
/// "localhost", "git", "wandb", "true"). To replace them would take words from the report that are nobody's.
[[nodiscard]] bool isPlainName(std::string_view name);

/// A service that everybody uses ("github.com", "api.wandb.ai").
[[nodiscard]] bool isPublicHost(std::string_view host);

/// Whether `text` has a folder of home folders at `at` ("/home/", "\Users\"), in any case of letters.
[[nodiscard]] bool startsHome(std::string_view text, std::size_t at);

}  // namespace headwater::report
