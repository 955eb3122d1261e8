// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace headwater {

/// What the product says, kept apart from the language it is read in: sentences as they stand in the source, with
/// their arguments already printed. Language (Language.h) turns it into text; english() is what the source says.
/// A value: copied, compared and joined like a string. May hold untrusted names: escape the rendered text before
/// markup.
class Text {
public:
    Text() = default;
    /// Names, numbers, units: the same in every language. A sentence is made by say().
    Text(std::string verbatim);  // NOLINT(google-explicit-constructor): a name is a text
    Text(const char* verbatim)   // NOLINT(google-explicit-constructor): signs such as "; " between two texts
        : Text(std::string(verbatim))
    {}

    [[nodiscard]] bool empty() const { return m_pieces.empty(); }
    [[nodiscard]] std::string english() const;

    Text& operator+=(const Text& more);
    friend Text operator+(Text left, const Text& right) { return left += right; }
    friend bool operator==(const Text&, const Text&) = default;
    /// With what the source says.
    template <std::convertible_to<std::string_view> Other>
    friend bool operator==(const Text& text, const Other& other)
    {
        return text.english() == std::string_view(other);
    }

    /// A sentence, or something that is the same in every language.
    struct Piece {
        std::string key;              ///< as in the source, placeholders in braces; or the verbatim text
        std::vector<Text> arguments;  ///< one for each placeholder
        bool verbatim = false;

        friend bool operator==(const Piece&, const Piece&) = default;
    };
    [[nodiscard]] const std::vector<Piece>& pieces() const { return m_pieces; }

    /// Use say(): it checks the arguments against the placeholders when it is compiled.
    Text(std::string_view key, std::vector<Text> arguments);

private:
    std::vector<Piece> m_pieces;
};

namespace text {

/// The format specifications of the placeholders of `key`, in order: "{:.2f} of {}" has "{:.2f}" and "{}".
[[nodiscard]] std::vector<std::string_view> placeholders(std::string_view key);

/// `pattern` with each placeholder replaced; "{}" takes the next argument, "{1}" the one of that index; a
/// specification is ignored, "{{" and "}}" are braces. An argument that is not there leaves nothing.
[[nodiscard]] std::string fill(std::string_view pattern, const std::vector<std::string>& arguments);

template <class T>
[[nodiscard]] Text argument(std::string_view specification, const T& value)
{
    if constexpr (std::is_same_v<T, Text>)
        return value;
    else
        return fmt::vformat(specification, fmt::make_format_args(value));
}

}  // namespace text

/// A sentence or part of one: `say("{} ranks wait {:.1f} ms", n, ms)`. Only automatic placeholders ("{}", "{:.1f}").
/// Every key has to be in resources/i18n; a test reads the sources.
template <class... Arguments>
[[nodiscard]] Text say(fmt::format_string<Arguments...> key, Arguments&&... arguments)
{
    const fmt::string_view view = key;
    const std::string_view pattern(view.data(), view.size());
    const std::vector<std::string_view> specifications = text::placeholders(pattern);
    std::size_t next = 0;
    return Text(pattern, {text::argument<std::remove_cvref_t<Arguments>>(specifications[next++], arguments)...});
}

/// A word that the code knows by a name, such as nameOf(scope): looked up, and itself where the language has no entry.
[[nodiscard]] inline Text word(std::string_view name)
{
    return Text(name, {});
}

}  // namespace headwater

/// Printed inside fmt::format a text is English; inside say() it stays a text.
template <>
struct fmt::formatter<headwater::Text> : fmt::formatter<std::string> {
    template <class Context>
    auto format(const headwater::Text& value, Context& context) const
    {
        return fmt::formatter<std::string>::format(value.english(), context);
    }
};
