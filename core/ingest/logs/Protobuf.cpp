// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/Protobuf.h"

#include <array>

namespace headwater::logs {

namespace {

constexpr std::array<std::uint32_t, 256> crcTable()
{
    constexpr std::uint32_t kPolynomial = 0x82F63B78U;  // Castagnoli, reflected
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t crc = i;
        for (int k = 0; k < 8; ++k)
            crc = (crc & 1U) != 0 ? (crc >> 1U) ^ kPolynomial : crc >> 1U;
        table[i] = crc;
    }
    return table;
}

constexpr auto kTable = crcTable();

}  // namespace

std::optional<std::uint64_t> ProtoReader::takeVarint(std::string_view& bytes)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
        if (byte < 0x80U)
            return value;
    }
    return std::nullopt;
}

std::optional<ProtoField> ProtoReader::next()
{
    if (m_rest.empty() || m_broken)
        return std::nullopt;
    m_broken = true;  // until the field is known to be whole
    const auto key = takeVarint(m_rest);
    if (!key || *key >> 3U == 0)
        return std::nullopt;
    ProtoField field;
    field.number = *key >> 3U;
    field.wire = static_cast<unsigned>(*key & 7U);
    if (field.wire == 0) {
        const auto value = takeVarint(m_rest);
        if (!value)
            return std::nullopt;
        field.value = *value;
    } else if (field.wire == 2) {
        const auto size = takeVarint(m_rest);
        if (!size || *size > m_rest.size())
            return std::nullopt;
        field.bytes = m_rest.substr(0, static_cast<std::size_t>(*size));
        m_rest.remove_prefix(static_cast<std::size_t>(*size));
    } else if (field.wire == 1 || field.wire == 5) {
        const std::size_t size = field.wire == 1 ? 8 : 4;
        if (m_rest.size() < size)
            return std::nullopt;
        field.value = field.wire == 1 ? fixed64(m_rest) : fixed32(m_rest);
        m_rest.remove_prefix(size);
    } else {
        return std::nullopt;
    }
    m_broken = false;
    return field;
}

std::uint64_t fixed64(std::string_view bytes)
{
    return fixed32(bytes) | (static_cast<std::uint64_t>(fixed32(bytes.substr(4))) << 32U);
}

std::uint32_t fixed32(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return value;
}

std::uint32_t maskedCrc32c(std::string_view bytes)
{
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : bytes)
        crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (crc >> 8U);
    crc = ~crc;
    return ((crc >> 15U) | (crc << 17U)) + 0xA282EAD8U;
}

}  // namespace headwater::logs
