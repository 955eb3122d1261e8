// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/LocalText.h"

#include "core/base/Text.h"

namespace headwater::workshop {

const std::string& LocalText::in(std::string_view language) const
{
    const bool chinese = language.starts_with("zh");
    const std::string& wanted = chinese ? zh : en;
    return wanted.empty() ? (chinese ? en : zh) : wanted;
}

LocalText filled(const LocalText& pattern, const std::vector<std::string>& arguments)
{
    return {text::fill(pattern.en, arguments), text::fill(pattern.zh, arguments)};
}

}  // namespace headwater::workshop
