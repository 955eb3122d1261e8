// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/Result.h"

namespace headwater::workshop {

/// Makes text unreadable until somebody means to read it: a keyed stream over the bytes, base64. It keeps an answer
/// from being seen by opening a file or searching a folder; it is no encryption, as every copy of the program opens it.
/// Same text, same seal.
[[nodiscard]] std::string seal(std::string_view text);

/// The inverse. Malformed where `sealed` was not made by seal() or was damaged since.
[[nodiscard]] Result<std::string> unseal(std::string_view sealed);

}  // namespace headwater::workshop
