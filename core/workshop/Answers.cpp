// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Answers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace headwater::workshop {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "headwater.workshop-answers/1";
constexpr double kNsPerMs = 1e6;

OpenAnswer readOpen(const JsonPart& part)
{
    part.onlyKeys({"text", "ticked"});
    return {part.text("text"), part.texts("ticked")};
}

/// null, "error", or an index with an increase.
VectorAnswer readVector(const JsonPart& part)
{
    using Kind = VectorAnswer::Kind;
    const nlohmann::json& value = part.value();
    if (value.is_null())
        return {Kind::None, 0, 0};
    if (value.is_string() && value.get<std::string>().empty())
        return {};
    if (value.is_string() && value.get<std::string>() == "error")
        return {Kind::Error, 0, 0};
    if (!value.is_object() || !part.has("index") || !part.has("increase_ms")) {
        part.complain(
            say("is neither null, \"error\", \"\" (not answered) nor an object with \"index\" and \"increase_ms\""));
        return {};
    }
    part.onlyKeys({"index", "increase_ms"});
    const auto index = part.integer("index", 0, 10'000, 0);
    const double increase = part.number("increase_ms", -1e9, 1e9).value_or(0);
    return {Kind::Index, static_cast<std::size_t>(index), std::llround(increase * kNsPerMs)};
}

Conclusion readConclusion(const JsonPart& part)
{
    part.onlyKeys({"stage", "scope", "ranks", "layer", "outcome"});
    Conclusion conclusion;
    const auto textOrNull = [&part](const char* key) {
        return part.at(key).value().is_null() ? std::string() : part.text(key);
    };
    conclusion.stage = textOrNull("stage");
    conclusion.scope = textOrNull("scope");
    conclusion.layer = textOrNull("layer");
    conclusion.outcome = textOrNull("outcome");
    part.each("ranks", [&conclusion](const JsonPart& rank) {
        if (rank.value().is_number_integer())
            conclusion.ranks.push_back(rank.value().get<int>());
        else
            rank.complain(say("is no rank"));
    });
    std::ranges::sort(conclusion.ranks);
    conclusion.given = !(conclusion.stage.empty() && conclusion.scope.empty() && conclusion.layer.empty() &&
                         conclusion.outcome.empty());
    return conclusion;
}

template <class Visit>
void eachMember(const JsonPart& part, const Visit& visit)
{
    if (part.value().is_null())
        return;
    if (!part.value().is_object()) {
        part.complain(say("is no object"));
        return;
    }
    for (const auto& [key, ignored] : part.value().items())
        visit(key, part.at(key.c_str()));
}

Json orNull(const std::string& text)
{
    return text.empty() ? Json(nullptr) : Json(text);
}

Json openJson(const OpenAnswer& answer)
{
    return {{"text", answer.text}, {"ticked", answer.ticked}};
}

Json vectorJson(const VectorAnswer& answer)
{
    switch (answer.kind) {
    case VectorAnswer::Kind::NotAnswered: return "";
    case VectorAnswer::Kind::None: return nullptr;
    case VectorAnswer::Kind::Error: return "error";
    case VectorAnswer::Kind::Index: break;
    }
    return {{"index", answer.index}, {"increase_ms", static_cast<double>(answer.increase) / kNsPerMs}};
}

}  // namespace

Answers readAnswers(const nlohmann::json& document, Remarks& remarks)
{
    const JsonPart part(document, remarks);
    part.onlyKeys({"schema", "generator", "id", "student", "seed", "prediction", "decisions", "conclusion", "why",
                   "next", "vectors", "questions", "vetoes"});
    Answers answers;
    if (!document.is_object())
        return answers;
    if (part.text("schema", true) != kSchema)
        part.at("schema").complain(say("is not \"{}\"", kSchema));
    answers.id = part.text("id", true);
    answers.student = part.text("student");
    answers.seed = static_cast<std::uint64_t>(part.integer("seed", 0, std::numeric_limits<std::int64_t>::max(), 1));
    if (const JsonPart prediction = part.at("prediction"); prediction.value().is_object()) {
        prediction.onlyKeys({"stage", "why"});
        answers.predicted = true;
        answers.predictedStage = prediction.at("stage").value().is_null() ? std::string() : prediction.text("stage");
        answers.predictedWhy = prediction.text("why");
    }
    eachMember(part.at("decisions"), [&](const std::string& node, const JsonPart& choices) {
        answers.decisions[node] = choices.value().is_string()
                                      ? std::vector<std::string>{choices.value().get<std::string>()}
                                      : part.at("decisions").texts(node.c_str());
    });
    if (part.at("conclusion").value().is_object())
        answers.conclusion = readConclusion(part.at("conclusion"));
    if (part.has("why"))
        answers.why = readOpen(part.at("why"));
    if (part.has("next"))
        answers.next = readOpen(part.at("next"));
    eachMember(part.at("vectors"),
               [&](const std::string& id, const JsonPart& vector) { answers.vectors[id] = readVector(vector); });
    eachMember(part.at("questions"),
               [&](const std::string& id, const JsonPart& question) { answers.questions[id] = readOpen(question); });
    answers.vetoes = part.texts("vetoes");
    return answers;
}

Result<Answers> readAnswersFile(const std::filesystem::path& path)
{
    const auto text = readSmallFile(path);
    if (!text)
        return tl::unexpected(text.error());
    const auto document = parseJson(*text, path.string());
    if (!document)
        return tl::unexpected(document.error());
    Remarks remarks;
    Answers answers = readAnswers(*document, remarks);
    if (!hasErrors(remarks))
        return answers;
    Error error = firstError(remarks, path.string());
    error.advice = "repair it there; `workshop show ID --sheet FILE` writes an empty sheet";
    return tl::unexpected(std::move(error));
}

std::string answersJson(const Answers& answers)
{
    Json out;
    out["schema"] = kSchema;
    out["id"] = answers.id;
    out["student"] = answers.student;
    if (answers.vectors.empty()) {
        out["prediction"] = answers.predicted
                                ? Json{{"stage", orNull(answers.predictedStage)}, {"why", answers.predictedWhy}}
                                : Json(nullptr);
        out["decisions"] = answers.decisions;
        const Conclusion& said = answers.conclusion;
        out["conclusion"] = {{"stage", orNull(said.stage)},
                             {"scope", orNull(said.scope)},
                             {"ranks", said.ranks},
                             {"layer", orNull(said.layer)},
                             {"outcome", orNull(said.outcome)}};
        out["why"] = openJson(answers.why);
        out["next"] = openJson(answers.next);
    } else {
        out["seed"] = answers.seed;
        for (const auto& [id, vector] : answers.vectors)
            out["vectors"][id] = vectorJson(vector);
        for (const auto& [id, question] : answers.questions)
            out["questions"][id] = openJson(question);
    }
    out["vetoes"] = answers.vetoes;
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace headwater::workshop
