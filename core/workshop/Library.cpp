// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Library.h"

#include <algorithm>

#include "core/workshop/Seal.h"

namespace headwater::embedded {
extern const std::string_view kWorkshopCases;
extern const std::string_view kWorkshopQuestions;
extern const std::string_view kWorkshopExercise;
extern const std::string_view kWorkshopConcepts;
}  // namespace headwater::embedded

namespace headwater::workshop {

namespace {

/// Of a text that was sealed by the build (SealFile.cpp).
std::string opened(std::string_view sealed, Remarks& remarks)
{
    auto text = unseal(sealed);
    if (text)
        return std::move(*text);
    remarks.push_back({true, "the library", text.error().what});
    return {};
}

nlohmann::json parsed(std::string_view text, Remarks& remarks)
{
    auto document = parseJson(text, "the library");
    if (document)
        return std::move(*document);
    remarks.push_back({true, document.error().where, document.error().what});
    return nullptr;
}

void readCases(Library& out, Remarks& remarks)
{
    const nlohmann::json document = parsed(opened(embedded::kWorkshopCases, remarks), remarks);
    out.instructorsKey = JsonPart(document, remarks).text("key", true);
    JsonPart(document, remarks).each("cases", [&](const JsonPart& part) {
        Remarks own;
        out.cases.push_back(readCase(part.value(), own));
        out.cases.back().seal = {out.cases.back().id, out.cases.back().id, out.instructorsKey, false};
        for (Remark& remark : own) {
            remark.where = part.where() + "." + remark.where;
            remarks.push_back(std::move(remark));
        }
    });
}

void readMistakes(Library& out, Remarks& remarks)
{
    const nlohmann::json document = parsed(embedded::kWorkshopQuestions, remarks);
    const JsonPart part(document, remarks);
    out.questions = readQuestions(part, "questions");
    part.each("mistakes", [&out](const JsonPart& item) {
        out.mistakes.push_back(
            {item.text("id", true), item.local("name", true), item.local("why", true), item.text("veto")});
    });
    part.each("vetoes", [&out](const JsonPart& item) {
        out.vetoes.push_back({item.text("id", true), item.local("name", true), item.local("looks_like", true)});
    });
}

void readWords(const JsonPart& part, std::map<std::string, LocalText, std::less<>>& words)
{
    const JsonPart list = part.at("words");
    if (!list.value().is_object())
        return list.complain(say("is no object"));
    for (const auto& [key, ignored] : list.value().items())
        words[key] = list.local(key.c_str(), true);
}

void readExercise(Library& out, Remarks& remarks)
{
    const nlohmann::json document = parsed(opened(embedded::kWorkshopExercise, remarks), remarks);
    const JsonPart part(document, remarks);
    out.exerciseId = part.text("id", true);
    out.exerciseTitle = part.local("title", true);
    out.exerciseIntro = part.local("intro", true);
    out.explain = readOpenQuestion(part.at("explain"));
    part.each("questions",
              [&out](const JsonPart& question) { out.courseQuestions.push_back(readOpenQuestion(question)); });
    out.why = readOpenQuestion(part.at("why"));
    out.next = readOpenQuestion(part.at("next"));
    readWords(part, out.words);
}

void readConcepts(Library& out, Remarks& remarks)
{
    const nlohmann::json document = parsed(embedded::kWorkshopConcepts, remarks);
    JsonPart(document, remarks).each("concepts", [&out](const JsonPart& part) {
        Concept idea{part.text("id", true), part.local("title", true), {}, {}};
        part.each("body", [&idea](const JsonPart& text) {
            idea.body.push_back({text.text("en"), text.text("zh_CN")});
        });
        readWords(part, idea.words);
        out.concepts.push_back(std::move(idea));
    });
}

template <class List>
auto findById(const List& list, std::string_view id)
{
    const auto found = std::ranges::find_if(list, [id](const auto& item) { return item.id == id; });
    return found == list.end() ? nullptr : &*found;
}

OpenQuestion ownOr(const OpenQuestion& own, const OpenQuestion& usual)
{
    OpenQuestion asked = own.points.empty() ? usual : own;
    asked.ask = own.ask.empty() ? usual.ask : own.ask;
    return asked;
}

}  // namespace

OpenQuestion whyOf(const Library& library, const CaseSpec& spec)
{
    return ownOr(spec.why, library.why);
}

OpenQuestion nextOf(const Library& library, const CaseSpec& spec)
{
    return ownOr(spec.next, library.next);
}

Library library(Remarks& remarks)
{
    Library out;
    readCases(out, remarks);
    readMistakes(out, remarks);
    readExercise(out, remarks);
    readConcepts(out, remarks);
    return out;
}

Library library()
{
    Remarks ignored;
    return library(ignored);
}

const CaseSpec* Library::find(std::string_view id) const
{
    return findById(cases, id);
}

const Mistake* Library::mistake(std::string_view id) const
{
    return findById(mistakes, id);
}

const Veto* Library::veto(std::string_view id) const
{
    return findById(vetoes, id);
}

const LocalText& Library::word(std::string_view key) const
{
    static const LocalText none;
    const auto found = words.find(key);
    return found == words.end() ? none : found->second;
}

}  // namespace headwater::workshop
