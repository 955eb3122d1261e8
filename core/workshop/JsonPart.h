// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/Result.h"
#include "core/base/Text.h"
#include "core/workshop/LocalText.h"

namespace headwater::workshop {

/// Something about a file that its author should repair (`error`) or may want to know.
struct Remark {
    bool error = true;
    std::string where;  ///< "faults[1]", or empty for the whole file
    Text what;          ///< one clause, with what is accepted instead

    friend bool operator==(const Remark&, const Remark&) = default;
};
/// In the order of the file.
using Remarks = std::vector<Remark>;

/// Whether the file must be repaired before it is used.
[[nodiscard]] bool hasErrors(const Remarks& remarks);
/// The first error as Error, its place in front of what is said, the number of others in its advice. Needs hasErrors().
[[nodiscard]] Error firstError(const Remarks& remarks, const std::string& file);

/// The text of a file of at most 4 MiB. NotFound, Unreadable or TooLarge.
[[nodiscard]] Result<std::string> readSmallFile(const std::filesystem::path& path);
/// JSON of at most 64 levels, in which remarks (// to the end of the line, or between /* and */) are passed over.
/// Malformed with "line N" where it is none, naming the bracket that is not closed (UnclosedBracket.h), and where an
/// object has a key twice: one of the two would not count.
[[nodiscard]] Result<nlohmann::json> parseJson(std::string_view text, const std::string& file);

/// A value inside a JSON document that knows where it stands: what it does not accept becomes a remark, and reading
/// goes on, so that an author sees everything at once.
class JsonPart {
public:
    JsonPart(const nlohmann::json& value, Remarks& remarks, std::string where = {})
        : m_value(value)
        , m_remarks(remarks)
        , m_where(std::move(where))
    {}

    [[nodiscard]] bool has(const char* key) const { return m_value.is_object() && m_value.contains(key); }
    [[nodiscard]] JsonPart at(const char* key) const;
    [[nodiscard]] const nlohmann::json& value() const { return m_value; }
    [[nodiscard]] const std::string& where() const { return m_where; }

    /// Text below `key`; a remark where it is no text, and where it is `required` and missing.
    [[nodiscard]] std::string text(const char* key, bool required = false) const;
    /// Text of both languages below `key`: {"en": …, "zh_CN": …}, or one text that serves for both.
    [[nodiscard]] LocalText local(const char* key, bool required = false) const;
    /// A whole number in [least, most], or `otherwise`.
    [[nodiscard]] std::int64_t integer(const char* key, std::int64_t least, std::int64_t most,
                                       std::int64_t otherwise) const;
    [[nodiscard]] std::optional<double> number(const char* key, double least, double most) const;
    [[nodiscard]] std::vector<std::string> texts(const char* key) const;
    /// Visits each element of the list below `key`; nothing where it is missing.
    void each(const char* key, const std::function<void(const JsonPart&)>& visit) const;
    /// A remark for every key that is none of these; one that is nearly one of them is asked about.
    void onlyKeys(std::initializer_list<std::string_view> keys) const;

    void complain(Text what) const { m_remarks.push_back({true, m_where, std::move(what)}); }
    void warn(Text what) const { m_remarks.push_back({false, m_where, std::move(what)}); }
    /// Says that `key` is missing, unless one that is nearly the same is there: then that one is at fault, and said
    /// once.
    void missing(const char* key, Text what) const;

private:
    [[nodiscard]] std::string below(std::string_view key) const;

    const nlohmann::json& m_value;
    Remarks& m_remarks;
    std::string m_where;
};

}  // namespace headwater::workshop
