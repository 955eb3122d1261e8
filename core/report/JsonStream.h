// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/report/AtomicFile.h"
#include "core/report/Json.h"

namespace headwater {

/// Writes an object member by member, the bytes that jsonText() gives of the whole: what does not fit into memory
/// beside what it is made of is written as it is made. Once the sink refuses, nothing more is given to it.
class JsonStream {
public:
    explicit JsonStream(const TextSink& sink) : m_sink(sink) {}

    /// Every member of an object, in order.
    void members(const Json& object);
    void member(std::string_view key, const Json& value);
    /// A member that is a list: its items follow one by one, then endList().
    void beginList(std::string_view key);
    void item(const Json& value);
    void endList();
    /// Ends the object. Whether everything was taken.
    [[nodiscard]] bool end();

private:
    void write(std::string_view text);
    void writeKey(std::string_view key);

    const TextSink& m_sink;
    bool m_taken = true;
    bool m_anyMember = false;
    bool m_anyItem = false;
};

}  // namespace headwater
