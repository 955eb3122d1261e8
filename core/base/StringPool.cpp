// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/StringPool.h"

#include <algorithm>
#include <cstring>

namespace headwater {

namespace {
constexpr std::size_t kLargestBlock = 64 * 1024;
constexpr std::size_t kFirstBlock = 1024;  // a rank's summary has few names, and there are thousands of them
}  // namespace

std::string_view StringPool::store(std::string_view text)
{
    if (text.size() > m_left) {
        constexpr std::size_t kDoublings = 6;
        const std::size_t block = std::min(kLargestBlock, kFirstBlock << std::min(m_blocks.size(), kDoublings));
        m_left = std::max(block, text.size());
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_left));
        m_next = m_blocks.back().get();
    }
    if (!text.empty())
        std::memcpy(m_next, text.data(), text.size());
    const std::string_view stored(m_next, text.size());
    m_next += text.size();
    m_left -= text.size();
    return stored;
}

NameId StringPool::intern(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end())
        return found->second;
    const auto id = static_cast<NameId>(m_names.size());
    const std::string_view stored = store(text);
    m_names.push_back(stored);
    m_ids.emplace(stored, id);
    return id;
}

}  // namespace headwater
