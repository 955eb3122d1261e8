// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headwater {

/// Names of kernels, files, hosts and stages come from other people's files. Each target has its own way to be broken
/// by them; these functions make text safe for one target and keep it readable. All return valid UTF-8 on one line.

/// For a terminal: control characters, invalid UTF-8, and what is invisible or changes the writing direction become
/// escapes that can be seen, such as `\x1b` and `\u202e`. The other functions start from this.
[[nodiscard]] std::string escapeTerminal(std::string_view text);

/// A JSON document with the same characters in its strings as `\u` escapes: it means the same and reorders nothing
/// where somebody reads it.
[[nodiscard]] std::string escapeJson(std::string_view dumped);

/// For text and quoted attributes of HTML, of XML 1.0 and of SVG.
[[nodiscard]] std::string escapeMarkup(std::string_view text);

/// For running text of Markdown (CommonMark and GitHub's tables): no markup, no HTML, no link arises from `text`.
[[nodiscard]] std::string escapeMarkdown(std::string_view text);

/// A name as a code span of Markdown, not for the cell of a table; an empty name gives an empty string.
[[nodiscard]] std::string markdownCode(std::string_view text);

/// The same for the cell of a table, which is split before anything looks for code spans.
[[nodiscard]] std::string markdownCellCode(std::string_view text);

/// One character of UTF-8. `valid` is false where the bytes are none; then `length` is 1.
struct Utf8Char {
    char32_t code = 0;
    std::size_t length = 1;
    bool valid = false;
};

/// Decodes the character at `at` (which must be inside `text`): no overlong forms, no surrogates, nothing beyond
/// U+10FFFF.
[[nodiscard]] Utf8Char decodeUtf8(std::string_view text, std::size_t at);

}  // namespace headwater
