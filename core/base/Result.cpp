// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Result.h"

#include <fmt/format.h>

namespace headwater {

std::string onOneLine(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
            out += fmt::format("\\x{:02x}", byte);
        else
            out += c;
    }
    return out;
}

std::string describe(const Error& error)
{
    std::string line;
    if (!error.file.empty())
        line += onOneLine(error.file) + ": ";
    line += onOneLine(error.what);
    for (const std::string* part : {&error.where, &error.advice})
        if (!part->empty())
            line += ", " + onOneLine(*part);
    return line;
}

}  // namespace headwater
