// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/workshop/Case.h"
#include "core/workshop/Print.h"
#include "core/workshop/Seal.h"

namespace headwater::workshop {

namespace {

using nlohmann::json;

constexpr std::string_view kSchema = "headwater.workshop-case/1";
constexpr std::array<std::string_view, 4> kLayers{"correctness", "resources", "timeline", "stragglers"};
constexpr std::array<std::string_view, 3> kScopes{"systemic", "localised", "both"};
constexpr std::array<std::string_view, 4> kKinds{"shift", "tail", "both", "rare"};
constexpr std::array<std::string_view, 2> kSymptoms{"resources", "stragglers"};
constexpr std::array<std::string_view, 4> kSpent{"input", "compute", "host", "network"};

template <class Names>
std::optional<std::string> oneOf(const JsonPart& part, const char* key, const Names& names)
{
    if (!part.has(key))
        return std::nullopt;
    if (part.at(key).value().is_null())
        return std::string();
    std::string value = part.text(key);
    if (!value.empty() && std::ranges::find(names, value) == std::end(names))
        part.at(key).complain(say("\"{}\" is none of {}", value, fmt::format("{}", fmt::join(names, ", "))));
    return value;
}

CaseSpec::Said readAnswer(const JsonPart& part)
{
    part.onlyKeys({"first_regressed_stage", "scope", "kind", "layer", "outcome_node", "spent", "ranks", "symptoms"});
    CaseSpec::Said said;
    said.stage = oneOf(part, "first_regressed_stage", stageNames());
    said.scope = oneOf(part, "scope", kScopes);
    said.kind = oneOf(part, "kind", kKinds);
    said.layer = oneOf(part, "layer", kLayers);
    said.outcomeNode = oneOf(part, "outcome_node", outcomeNames());
    said.spent = oneOf(part, "spent", kSpent);
    if (part.has("symptoms"))
        said.symptoms = part.texts("symptoms");
    for (const std::string& node : said.symptoms.value_or(std::vector<std::string>{}))
        if (std::ranges::find(kSymptoms, node) == kSymptoms.end())
            part.at("symptoms")
                .complain(say("\"{}\" is none of {}", node, fmt::format("{}", fmt::join(kSymptoms, ", "))));
    if (!part.has("ranks"))
        return said;
    said.ranks.emplace();
    part.each("ranks", [&said](const JsonPart& rank) {
        if (rank.value().is_number_integer() && rank.value().get<std::int64_t>() >= 0)
            said.ranks->push_back(rank.value().get<int>());
        else
            rank.complain(say("is no rank"));
    });
    std::ranges::sort(*said.ranks);
    return said;
}

void readFaults(const JsonPart& part, CaseSpec& spec)
{
    std::vector<std::string_view> known;
    for (const ScenarioInfo& info : scenarios())
        known.push_back(info.id);
    part.each("faults", [&](const JsonPart& fault) {
        const std::string name = fault.value().is_string() ? fault.value().get<std::string>() : std::string();
        if (std::ranges::find(known, std::string_view(name)) == known.end())
            fault.complain(say("\"{}\" is no fault of the simulator; choose of {}", name,
                               fmt::format("{}", fmt::join(known, ", "))));
        else
            spec.faults.push_back(name);
    });
    part.each("changes", [&spec](const JsonPart& change) {
        change.onlyKeys({"number", "times"});
        ModelChange value{change.text("number", true), change.number("times", 0.01, 100).value_or(1)};
        const auto names = changeableNumbers();
        if (std::ranges::find(names, std::string_view(value.number)) == names.end())
            change.at("number").complain(say("is none of {}", fmt::format("{}", fmt::join(names, ", "))));
        else
            spec.changes.push_back(std::move(value));
    });
}

/// A rubric of the case's own has to be worth what that of every case is.
OpenQuestion readRubric(const JsonPart& part, const char* key, double worth)
{
    OpenQuestion question;
    if (!part.has(key))
        return question;
    const JsonPart own = part.at(key);
    own.onlyKeys({"ask", "points"});
    question.ask = own.local("ask");
    double sum = 0;
    own.each("points", [&](const JsonPart& point) {
        point.onlyKeys({"id", "points", "text"});
        RubricPoint read{point.text("id", true), point.number("points", 0, worth).value_or(0),
                         point.local("text", true)};
        if (std::ranges::find(question.points, read.id, &RubricPoint::id) != question.points.end())
            point.at("id").complain(say("is there twice: {}", read.id));
        sum += read.points;
        question.points.push_back(std::move(read));
    });
    constexpr double kExact = 1e-9;
    if (!question.points.empty() && std::abs(sum - worth) > kExact)
        own.at("points").complain(say("add up to {:g}, and have to make {:g}", sum, worth));
    return question;
}

void checkTogether(const JsonPart& part, const CaseSpec& spec, Remarks& remarks)
{
    const bool written = !(part.at("faults").value().empty() && part.at("changes").value().empty());
    if (!written)  // what is written and wrong has been said
        part.missing("faults", say("is missing: name a fault, or \"no-change\" where there is none"));
    if (!spec.changes.empty() && !(spec.answer.stage && spec.answer.outcomeNode && spec.answer.layer))
        part.at("answer").complain(
            say("has to say first_regressed_stage, layer and outcome_node where changes are made: only the author "
                "knows"));
    const auto missing = [&](const LocalText& text, const char* key) {
        if (text.en.empty() || text.zh.empty())
            part.at(key).warn(say("is there in one language only"));
    };
    missing(spec.title, "title");
    missing(spec.alert, "alert");
    if (spec.explanation.empty())
        part.at("explanation").warn(say("is missing: after the reveal the simulator's own words are shown"));
    const auto valid = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    if (spec.id.empty() || spec.id.size() > 64 || !std::ranges::all_of(spec.id, valid))
        part.at("id").complain(say("is no name of small letters, digits and hyphens, 64 at most"));
    if (hasErrors(remarks))
        return;
    if (const auto opened = openCase(spec, {}); !opened)
        part.complain(say("cannot be simulated: {}; {}", opened.error().what, opened.error().advice));
}

}  // namespace

Result<json> openCaseDocument(const std::filesystem::path& path, bool* isSealed)
{
    const auto text = readSmallFile(path);
    if (!text)
        return tl::unexpected(text.error());
    auto document = parseJson(*text, path.string());
    if (!document || !document->is_object() || !document->contains("sealed"))
        return document;
    if (isSealed != nullptr)
        *isSealed = true;
    const json& sealed = (*document)["sealed"];
    auto inside = sealed.is_string() ? unseal(sealed.get<std::string>()) : unseal({});
    if (!inside) {
        inside.error().file = path.string();
        inside.error().where = "sealed";
        return tl::unexpected(inside.error());
    }
    return parseJson(*inside, path.string());
}

CaseSpec readCase(const json& document, Remarks& remarks)
{
    const JsonPart part(document, remarks);
    part.onlyKeys({"schema", "id", "level", "title", "alert", "hints", "explanation", "faults", "changes", "answer",
                   "ranks", "steps", "seed", "events_per_step", "ask", "rubric", "key"});
    CaseSpec spec;
    if (!document.is_object())
        return spec;
    if (part.text("schema", true) != kSchema)
        part.at("schema").complain(say("is not \"{}\"", kSchema));
    spec.id = part.text("id", true);
    spec.level = static_cast<int>(part.integer("level", 1, 3, 1));
    spec.title = part.local("title", true);
    spec.alert = part.local("alert", true);
    spec.explanation = part.local("explanation");
    part.each("hints", [&spec](const JsonPart& hint) {
        LocalText text;
        if (hint.value().is_string())
            text.en = hint.value().get<std::string>();
        else
            text = {hint.text("en"), hint.text("zh_CN")};
        if (text.empty())
            hint.complain(say("is no text"));
        spec.hints.push_back(std::move(text));
    });
    spec.seal.key = part.text("key");
    constexpr std::size_t kShortest = 6;
    if (part.has("key") && spec.seal.key.size() < kShortest)
        part.at("key").complain(say("is shorter than {} letters, which is soon guessed", kShortest));
    readFaults(part, spec);
    if (part.has("answer"))
        spec.answer = readAnswer(part.at("answer"));
    spec.sizes.ranks = static_cast<int>(part.integer("ranks", 1, 1024, 0));
    spec.sizes.steps = static_cast<int>(part.integer("steps", 10, 100'000, 0));
    spec.sizes.eventsPerStep = static_cast<int>(part.integer("events_per_step", 1, 1'000'000, 0));
    spec.sizes.seed = static_cast<std::uint64_t>(part.integer("seed", 0, std::numeric_limits<std::int64_t>::max(), 1));
    spec.ask = readQuestions(part, "ask");
    if (part.has("rubric")) {
        const JsonPart rubric = part.at("rubric");
        rubric.onlyKeys({"why", "next"});
        spec.why = readRubric(rubric, "why", 1);
        spec.next = readRubric(rubric, "next", 2);
    }
    checkTogether(part, spec, remarks);
    return spec;
}

Result<CaseSpec> readCaseFile(const std::filesystem::path& path)
{
    bool sealed = false;
    const auto document = openCaseDocument(path, &sealed);
    if (!document)
        return tl::unexpected(document.error());
    Remarks remarks;
    CaseSpec spec = readCase(*document, remarks);
    if (hasErrors(remarks))
        return tl::unexpected(firstError(remarks, path.string()));
    constexpr std::size_t kMark = 24;  // letters of the seal, which begins with a sum of the content
    spec.seal.name = path.string();
    spec.seal.mark = spec.id + "@" + seal(document->dump()).substr(0, kMark);
    spec.seal.open = !sealed;
    return spec;
}

Result<std::string> sealedCaseFile(const std::filesystem::path& path)
{
    const auto document = openCaseDocument(path);
    if (!document)
        return tl::unexpected(document.error());
    Remarks remarks;
    const CaseSpec spec = readCase(*document, remarks);
    if (hasErrors(remarks))
        return tl::unexpected(firstError(remarks, path.string()));
    nlohmann::ordered_json out;
    for (const char* key : {"schema", "id", "level", "title", "alert"})
        if (document->contains(key))
            out[key] = document->at(key);
    out["sealed"] = seal(document->dump());
    return out.dump(2) + "\n";
}

}  // namespace headwater::workshop
