// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/run/CommTests.h"

namespace headwater::others {

/// The columns of one table of nccl-tests, as its header names them.
class NcclTestTable {
public:
    /// Whether this is the header line with the column names, "#   size   count   type … busbw …".
    [[nodiscard]] static bool isHeader(std::string_view line);
    explicit NcclTestTable(std::string_view header);

    /// Whether the line begins like a row: two numbers and the name of a type.
    [[nodiscard]] static bool looksLikeRow(const std::vector<std::string_view>& words);
    /// Adds the out-of-place and in-place halves of a row. False when its columns are not those of the header.
    [[nodiscard]] bool addRow(std::vector<std::string_view> words, std::vector<NcclTestRow>& rows) const;

    [[nodiscard]] bool hostTime() const { return m_hostTime; }

private:
    std::vector<std::vector<std::string>> m_groups;  ///< measured columns, out of place, then in place
    bool m_root = false;
    bool m_stamp = false;
    bool m_hostTime = false;
};

/// The words of a line; white space separates.
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view line);

}  // namespace headwater::others
