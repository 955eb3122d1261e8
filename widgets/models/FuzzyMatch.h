// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>

namespace headwater {

/// How well `text` answers what was typed; more is better, nothing where a letter of `typed` is missing. Every word of
/// `typed` must be found: as it stands, or letter by letter in this order. Beginnings of words and neighbours count
/// more, case and accents not at all.
[[nodiscard]] std::optional<int> fuzzyMatch(const QString& typed, const QString& text);

}  // namespace headwater
