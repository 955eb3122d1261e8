// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Seal.h"

#include <array>
#include <cstdint>
#include <optional>

#include "core/simulate/Random.h"

namespace headwater::workshop {

namespace {

constexpr std::string_view kMark = "hw1:";
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kKeyBytes = 8;

/// FNV-1a, 64 bits.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return hash;
}

std::string underStream(std::string_view text, std::uint64_t key)
{
    Random random(key);
    std::string out(text);
    for (char& c : out)
        c = static_cast<char>(static_cast<unsigned char>(c) ^ static_cast<unsigned char>(random.next() >> 56U));
    return out;
}

std::string toBase64(std::string_view bytes)
{
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j)
            group = group << 8U | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            out += i + j <= bytes.size() ? kDigits[group >> (18U - 6U * static_cast<unsigned>(j)) & 63U] : '=';
    }
    return out;
}

std::optional<std::string> fromBase64(std::string_view text)
{
    while (text.ends_with('='))
        text.remove_suffix(1);
    std::string out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos)
            return std::nullopt;
        bits = bits << 6U | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>(bits >> count & 0xFFU);
        }
    }
    return out;
}

}  // namespace

std::string seal(std::string_view text)
{
    const std::uint64_t key = hashOf(text);
    std::string bytes;
    for (unsigned i = 0; i < kKeyBytes; ++i)
        bytes += static_cast<char>(key >> (8U * i) & 0xFFU);
    return std::string(kMark) + toBase64(bytes + underStream(text, key));
}

Result<std::string> unseal(std::string_view sealed)
{
    const auto damaged = [] {
        return fail(ErrorCode::Malformed, "the seal is damaged", {}, {}, "ask its author for the file again");
    };
    if (!sealed.starts_with(kMark))
        return damaged();
    const auto bytes = fromBase64(sealed.substr(kMark.size()));
    if (!bytes || bytes->size() < kKeyBytes)
        return damaged();
    std::uint64_t key = 0;
    for (unsigned i = 0; i < kKeyBytes; ++i)
        key |= std::uint64_t{static_cast<unsigned char>((*bytes)[i])} << (8U * i);
    std::string text = underStream(std::string_view(*bytes).substr(kKeyBytes), key);
    if (hashOf(text) != key)
        return damaged();
    return text;
}

}  // namespace headwater::workshop
