// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headwater {

/// Index of an interned string; only meaningful together with its pool.
enum class NameId : std::uint32_t {};

/// Stores each distinct string once. Views stay valid as long as the pool lives (storage never moves).
class StringPool {
public:
    StringPool() = default;
    StringPool(StringPool&&) noexcept = default;
    StringPool& operator=(StringPool&&) noexcept = default;

    NameId intern(std::string_view text);
    [[nodiscard]] std::string_view operator[](NameId id) const { return m_names[static_cast<std::size_t>(id)]; }
    [[nodiscard]] std::size_t size() const { return m_names.size(); }

private:
    std::string_view store(std::string_view text);

    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_left = 0;  ///< free bytes at the end of the last block
    char* m_next = nullptr;
    std::vector<std::string_view> m_names;
    std::unordered_map<std::string_view, NameId> m_ids;
};

}  // namespace headwater
