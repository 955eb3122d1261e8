// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/Result.h"
#include "core/base/Text.h"

namespace headwater {

/// What was said as a plain string, as a Text again: messages of problems and errors and where stages and steps come
/// from are printed where they are met, and the window and the reports show them in the reader's language. `english` is
/// looked up among the templates of resources/i18n/zh_CN.messages.json (keys as the source's format strings); what
/// stood at the placeholders is looked up in the same way, and so are clauses joined by "; ", ": " and ", ". What
/// matches nothing stays as it is. english() of the result is `english`.
[[nodiscard]] Text messageText(std::string_view english);

/// describe() for readers: "<file>: <what>, <where>, <advice>", empty parts left out.
[[nodiscard]] Text messageText(const Error& error);

}  // namespace headwater
