// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/SummaryColumns.h"

namespace headwater {

namespace {

constexpr unsigned kBits = 7;
constexpr std::uint64_t kMore = 0x80;

void put(std::string& bytes, std::uint64_t value)
{
    for (; value >= kMore; value >>= kBits)
        bytes += static_cast<char>(value | kMore);
    bytes += static_cast<char>(value);
}

bool take(std::string_view& bytes, std::uint64_t& value)
{
    constexpr unsigned kWidth = 64;
    value = 0;
    std::size_t used = 0;
    for (unsigned shift = 0; shift < kWidth && used < bytes.size(); shift += kBits) {
        const auto byte = static_cast<unsigned char>(bytes[used++]);
        value |= (byte & (kMore - 1)) << shift;
        if (byte < kMore) {
            bytes.remove_prefix(used);
            return true;
        }
    }
    return false;
}

}  // namespace

// Differences wrap around like unsigned numbers: every pair of integers has one.
void appendColumn(std::string& bytes, const Column& column)
{
    std::uint64_t last = 0;
    for (const std::int64_t number : column) {
        const std::uint64_t difference = static_cast<std::uint64_t>(number) - last;
        const std::uint64_t sign = static_cast<std::int64_t>(difference) < 0 ? ~std::uint64_t(0) : 0;
        put(bytes, (difference << 1U) ^ sign);
        last = static_cast<std::uint64_t>(number);
    }
}

Result<Column> takeColumn(std::string_view& bytes, std::uint64_t count)
{
    if (count > bytes.size())
        return fail(ErrorCode::Malformed, "the rank summary ends before its columns do");
    Column column;
    column.reserve(count);
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t code = 0;
        if (!take(bytes, code))
            return fail(ErrorCode::Malformed, "a column of the rank summary is cut or no number");
        last += (code >> 1U) ^ (~(code & 1U) + 1);
        column.push_back(static_cast<std::int64_t>(last));
    }
    return column;
}

}  // namespace headwater
