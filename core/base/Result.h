// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <tl/expected.hpp>

namespace headwater {

/// Why an operation failed; decides the exit code and the tone of the message.
enum class ErrorCode {
    BadUsage,           ///< the request itself makes no sense
    NotFound,           ///< a path does not exist
    Unreadable,         ///< the operating system refused, or the disk failed
    NotRecognised,      ///< the content is no format that is known here
    Malformed,          ///< the content breaks its own format
    TooLarge,           ///< a limit that protects memory or time was reached
    StageCountsDiffer,  ///< two plain stage vectors of different length
    NothingUsable,      ///< read, but nothing in it can be analysed
    Cancelled,          ///< the caller's stop token fired; nothing was kept
    WriteFailed,        ///< an output file could not be written
};

/// A failure as a value. Text fields are plain UTF-8 that may hold untrusted names: escape before markup.
struct Error {
    ErrorCode code = ErrorCode::Malformed;
    std::string what;    ///< what is wrong, one clause
    std::string file;    ///< path, or empty
    std::string where;   ///< position inside the file ("byte 1042", "line 7"), or empty
    std::string advice;  ///< what the user can do, or empty
};

/// Every function of core/ that can fail returns this; exceptions do not cross module borders.
template <class T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

/// One line "<file>: <what>, <where>, <advice>", empty parts left out, control characters made visible.
[[nodiscard]] std::string describe(const Error& error);

/// Replaces control characters by visible escapes, so that untrusted text stays on one line of a terminal.
[[nodiscard]] std::string onOneLine(std::string_view text);

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string what, std::string file = {},
                                                std::string where = {}, std::string advice = {})
{
    return tl::unexpected<Error>(Error{code, std::move(what), std::move(file), std::move(where), std::move(advice)});
}

[[nodiscard]] inline tl::unexpected<Error> cancelled()
{
    return fail(ErrorCode::Cancelled, "stopped on request");
}

}  // namespace headwater
