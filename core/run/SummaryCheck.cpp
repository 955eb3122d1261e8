// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/SummaryCheck.h"

#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace headwater {

namespace {

constexpr std::size_t kWord = 8;

/// A fixed number of bytes, which compilers make one load of.
std::uint64_t wordAt(const char* bytes)
{
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kWord; ++i)
        word |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (8U * i);
    return word;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word)
{
    constexpr std::uint64_t kPrime = 0x100000001b3ULL;
    constexpr unsigned kShift = 29;
    hash = (hash ^ word) * kPrime;
    return hash ^ (hash >> kShift);
}

constexpr std::uint64_t kStart = 0xcbf29ce484222325ULL;

std::string digits(std::uint64_t hash, std::string_view bytes)
{
    for (; bytes.size() >= kWord; bytes.remove_prefix(kWord))
        hash = mixed(hash, wordAt(bytes.data()));
    if (!bytes.empty()) {
        std::array<char, kWord> last{};
        bytes.copy(last.data(), bytes.size());
        hash = mixed(hash, wordAt(last.data()));
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace

std::string summaryChecksum(std::string_view bytes)
{
    return digits(kStart, bytes);
}

std::string columnChecksum(std::string_view bytes)
{
    constexpr std::size_t kLanes = 4;
    std::array<std::uint64_t, kLanes> lanes{};
    lanes.fill(kStart);
    for (; bytes.size() >= kLanes * kWord; bytes.remove_prefix(kLanes * kWord))
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            lanes[lane] = mixed(lanes[lane], wordAt(bytes.data() + lane * kWord));
    std::uint64_t hash = kStart;
    for (const std::uint64_t lane : lanes)
        hash = mixed(hash, lane);
    return digits(hash, bytes);
}

}  // namespace headwater
