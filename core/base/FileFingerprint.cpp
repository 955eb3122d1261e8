// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/FileFingerprint.h"

#include <algorithm>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

namespace headwater {

namespace {

constexpr std::uint64_t kPiece = 1U << 20U;

std::uint64_t hashed(std::uint64_t hash, std::string_view bytes)
{
    for (const char c : bytes) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3ULL;
    }
    return hash;
}

}  // namespace

Result<Fingerprint> fingerprintOf(const std::filesystem::path& file)
{
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (error)
        return fail(error == std::errc::no_such_file_or_directory ? ErrorCode::NotFound : ErrorCode::Unreadable,
                    error.message(), file.string());
    std::ifstream stream(file, std::ios::binary);
    Fingerprint out{bytes, 0xcbf29ce484222325ULL};
    std::string piece(std::min<std::uint64_t>(bytes, kPiece), '\0');
    const auto take = [&](std::uint64_t from) {
        stream.seekg(static_cast<std::streamoff>(from));
        stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        out.hash = hashed(out.hash, piece);
    };
    take(0);
    if (bytes > kPiece)
        take(bytes - kPiece);
    if (!stream)
        return fail(ErrorCode::Unreadable, "cannot be read", file.string());
    return out;
}

std::string textOf(const Fingerprint& print)
{
    return fmt::format("{}-{:016x}", print.bytes, print.hash);
}

}  // namespace headwater
