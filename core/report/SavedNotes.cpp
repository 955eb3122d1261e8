// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/SavedNotes.h"

#include <array>

#include "core/triage/Names.h"

namespace headwater {

namespace {

constexpr std::array<std::pair<FindingMark, std::string_view>, 3> kMarks = {
    {{FindingMark::Open, "open"}, {FindingMark::Accepted, "accepted"}, {FindingMark::Dismissed, "dismissed"}}};

/// Reads the entries of one list; remembers the first thing that was wrong.
class Entries {
public:
    Entries(const Json& object, const char* key) : m_key(key)
    {
        const auto found = object.find(key);
        if (found == object.end() || found->is_null())
            return;
        if (found->is_array())
            m_list = &*found;
        else
            wrong("is no list");
    }

    template <class T>
    std::optional<Error> read(std::vector<T>& out, T (Entries::*one)(const Json&))
    {
        if (m_list)
            for (const Json& entry : *m_list) {
                if (!entry.is_object())
                    wrong("holds something that is no object");
                else
                    out.push_back((this->*one)(entry));
                if (m_error)
                    return m_error;
            }
        return m_error;
    }

    FindingDecision decision(const Json& entry)
    {
        FindingDecision out{text(entry, "finding"), FindingMark::Open, text(entry, "reason"), text(entry, "text")};
        const std::string mark = text(entry, "mark");
        bool known = mark.empty();
        for (const auto& [value, name] : kMarks)
            if (name == mark) {
                out.mark = value;
                known = true;
            }
        if (!known || out.finding.empty())
            wrong("holds a mark or a finding that is not known");
        return out;
    }
    Note note(const Json& entry)
    {
        std::string said = text(entry, "text");
        const ViewRef at = place(entry, said);
        return {at, std::move(said)};
    }
    Bookmark bookmark(const Json& entry)
    {
        std::string name = text(entry, "name");
        const ViewRef at = place(entry, name);
        return {std::move(name), at};
    }
    ContinuedLayer continued(const Json& entry)
    {
        const std::string name = text(entry, "layer");
        for (const LayerId id : {LayerId::Correctness, LayerId::Resources, LayerId::Timeline, LayerId::Stragglers})
            if (nameOf(id) == name)
                return {id, text(entry, "reason")};
        wrong("names no known layer");
        return {};
    }

private:
    void wrong(const char* what)
    {
        if (!m_error)
            m_error = Error{
                ErrorCode::Malformed, what, {}, std::string("key notes.") + m_key, "save the investigation again"};
    }
    std::string text(const Json& entry, const char* key)
    {
        const auto found = entry.find(key);
        if (found == entry.end() || found->is_null())
            return {};
        if (found->is_string())
            return found->get<std::string>();
        wrong("holds something that is no text");
        return {};
    }
    /// A place that is not understood, such as one of a later version, is named in what was written there: the words
    /// are worth keeping without it.
    ViewRef place(const Json& entry, std::string& said)
    {
        const std::string at = text(entry, "at");
        const Result<ViewRef> view = viewRefFromText(at);
        if (!view)
            said += (said.empty() ? "(" : " (") + std::string("at a place that is not understood: ") + at + ")";
        return view.value_or(ViewRef());
    }

    const char* m_key;
    const Json* m_list = nullptr;
    std::optional<Error> m_error;
};

}  // namespace

Json notesJson(const Notes& notes)
{
    Json out = Json::object();
    for (const FindingDecision& one : notes.decisions) {
        Json entry = {{"finding", one.finding}, {"mark", kMarks[static_cast<std::size_t>(one.mark)].second}};
        if (!one.reason.empty())
            entry["reason"] = one.reason;
        if (!one.annotation.empty())
            entry["text"] = one.annotation;
        out["findings"].push_back(std::move(entry));
    }
    for (const Note& one : notes.notes)
        out["notes"].push_back({{"at", toText(one.at)}, {"text", one.text}});
    for (const Bookmark& one : notes.bookmarks)
        out["bookmarks"].push_back({{"name", one.name}, {"at", toText(one.at)}});
    for (const ContinuedLayer& one : notes.continued)
        out["continued"].push_back({{"layer", nameOf(one.layer)}, {"reason", one.reason}});
    return out;
}

std::optional<Error> readNotes(const Json& object, Notes& notes)
{
    if (!object.is_object())
        return Error{ErrorCode::Malformed, "is no object", {}, "key notes", "save the investigation again"};
    if (auto error = Entries(object, "findings").read(notes.decisions, &Entries::decision))
        return error;
    if (auto error = Entries(object, "notes").read(notes.notes, &Entries::note))
        return error;
    if (auto error = Entries(object, "bookmarks").read(notes.bookmarks, &Entries::bookmark))
        return error;
    return Entries(object, "continued").read(notes.continued, &Entries::continued);
}

}  // namespace headwater
