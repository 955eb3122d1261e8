// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace headwater {

/// Why `path` is no file that can be read, as a clause: "a FIFO (named pipe), which is not opened …", "a link that
/// leads back to itself". Empty for a regular file and where nothing is there at all. Nothing is opened to find out.
[[nodiscard]] std::string notRegular(const std::filesystem::path& path);

}  // namespace headwater
