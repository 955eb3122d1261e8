// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/NotRegular.h"

namespace headwater {

std::string notRegular(const std::filesystem::path& path)
{
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_type type = fs::status(path, error).type();
    if (error == std::errc::too_many_symbolic_link_levels)
        return "a link that leads back to itself";
    switch (type) {
    case fs::file_type::regular: return {};
    case fs::file_type::directory: return "a folder";
    case fs::file_type::fifo: return "a FIFO (named pipe), which is not opened: reading it could wait for ever";
    case fs::file_type::socket: return "a socket, which holds no data";
    case fs::file_type::character:
    case fs::file_type::block: return "a device, which is not opened: it may never end";
    case fs::file_type::not_found: return fs::is_symlink(path, error) ? "a link that points nowhere" : std::string();
    default: return error ? error.message() : "not a regular file";
    }
}

}  // namespace headwater
