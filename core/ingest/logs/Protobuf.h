// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace headwater::logs {

/// One field of a protobuf message on the wire.
struct ProtoField {
    std::uint64_t number = 0;
    unsigned wire = 0;        ///< 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes
    std::uint64_t value = 0;  ///< of wire types 0, 1 and 5 (bits)
    std::string_view bytes;   ///< of wire type 2

    [[nodiscard]] double asDouble() const { return std::bit_cast<double>(value); }
    [[nodiscard]] float asFloat() const { return std::bit_cast<float>(static_cast<std::uint32_t>(value)); }
    [[nodiscard]] std::int64_t asInt() const { return static_cast<std::int64_t>(value); }
};

/// Walks the fields of a message; nothing at its end or at the first byte that is no field (see broken()).
class ProtoReader {
public:
    explicit ProtoReader(std::string_view message) : m_rest(message) {}

    [[nodiscard]] std::optional<ProtoField> next();
    [[nodiscard]] bool broken() const { return m_broken; }
    /// A varint off the front of `bytes`, as packed fields hold them.
    static std::optional<std::uint64_t> takeVarint(std::string_view& bytes);

private:
    std::string_view m_rest;
    bool m_broken = false;
};

/// Little-endian fixed-width values at the beginning of `bytes`, which must be long enough.
[[nodiscard]] std::uint64_t fixed64(std::string_view bytes);
[[nodiscard]] std::uint32_t fixed32(std::string_view bytes);

/// The checksum of TFRecord files: CRC-32C, rotated and offset.
[[nodiscard]] std::uint32_t maskedCrc32c(std::string_view bytes);

}  // namespace headwater::logs
