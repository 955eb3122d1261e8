// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headwater::workshop {

/// A text of the workshop in both its languages, side by side as its author wrote them. May come from somebody else's
/// file: escape before markup.
struct LocalText {
    std::string en;
    std::string zh;

    [[nodiscard]] bool empty() const { return en.empty() && zh.empty(); }
    /// In the language asked for ("zh_CN", "zh-CN", "en" …), in the other one where it is missing.
    [[nodiscard]] const std::string& in(std::string_view language) const;

    friend bool operator==(const LocalText&, const LocalText&) = default;
};

/// `pattern` with each "{}" replaced, in both languages.
[[nodiscard]] LocalText filled(const LocalText& pattern, const std::vector<std::string>& arguments);

}  // namespace headwater::workshop
