// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/Result.h"

namespace headwater {

/// `bytes` as one gzip member without time or name, packed as small as zlib does: same bytes, same result. WriteFailed
/// where there is no memory for it.
[[nodiscard]] Result<std::string> gzip(std::string_view bytes);

}  // namespace headwater
