// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Question.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace headwater::workshop {

namespace {

constexpr std::array<std::string_view, 6> kNodes{"alert",    "correctness", "resources",
                                                 "timeline", "stragglers",  "outcome"};

bool any(const std::vector<std::string>& conditions, const std::set<std::string>& facts)
{
    return std::ranges::any_of(conditions, [&facts](const std::string& one) { return isTrue(one, facts); });
}

/// The facts of a condition, each with its "!" where it has one.
std::vector<std::string_view> partsOf(std::string_view condition)
{
    constexpr std::string_view kAnd = " & ";
    std::vector<std::string_view> parts;
    for (std::size_t from = 0; from <= condition.size();) {
        const std::size_t to = std::min(condition.find(kAnd, from), condition.size());
        parts.push_back(condition.substr(from, to - from));
        from = to + kAnd.size();
    }
    return parts;
}

bool isRotating(const Truth& truth)
{
    return truth.scope == "both" || (truth.scope == "localised" && truth.ranks.empty());
}

Choice readChoice(const JsonPart& part)
{
    part.onlyKeys({"id", "text", "right", "right_for", "unless", "mistake", "feedback", "replies"});
    Choice choice{part.text("id", true),
                  part.local("text", true),
                  part.texts("right_for"),
                  part.texts("unless"),
                  part.text("mistake"),
                  part.local("feedback"),
                  {}};
    part.each("replies", [&choice](const JsonPart& reply) {
        reply.onlyKeys({"if", "mistake", "feedback"});
        choice.replies.push_back({reply.texts("if"), reply.text("mistake"), reply.local("feedback")});
        if (choice.replies.back().when.empty())
            reply.missing("if", say("is missing: say of which cases the reply is true"));
    });
    if (!part.has("right"))
        return choice;
    const JsonPart right = part.at("right");
    if (!right.value().is_boolean())
        right.complain(say("is neither true nor false"));
    else if (right.value().get<bool>())
        choice.rightFor.emplace_back("*");
    return choice;
}

void checkChoices(const JsonPart& part, const Question& question)
{
    std::set<std::string> ids;
    for (const Choice& choice : question.choices)
        if (!ids.insert(choice.id).second)
            part.complain(say("has two choices \"{}\"", choice.id));
    const bool someRight =
        std::ranges::any_of(question.choices, [](const Choice& choice) { return !choice.rightFor.empty(); });
    if (question.choices.size() < 2 || !someRight)
        part.complain(say("needs two or more choices, one of them with \"right\": true"));
}

}  // namespace

bool isTrue(std::string_view condition, const std::set<std::string>& facts)
{
    return std::ranges::all_of(partsOf(condition), [&facts](std::string_view part) {
        const bool isNot = part.starts_with('!');
        return facts.contains(std::string(part.substr(isNot ? 1 : 0))) != isNot;
    });
}

std::vector<std::string> factsAskedBy(std::string_view condition)
{
    std::vector<std::string> facts;
    for (const std::string_view part : partsOf(condition))
        facts.emplace_back(part.substr(part.starts_with('!') ? 1 : 0));
    return facts;
}

void settle(Choice& choice, const std::set<std::string>& facts)
{
    const auto reply =
        std::ranges::find_if(choice.replies, [&facts](const Reply& one) { return any(one.when, facts); });
    if (reply == choice.replies.end())
        return;
    choice.mistake = reply->mistake;
    choice.feedback = reply->feedback;
}

bool Choice::isRight(const std::set<std::string>& facts) const
{
    return any(rightFor, facts) && !any(unless, facts);
}

std::string spentOn(const Truth& truth)
{
    static constexpr std::array<std::string_view, 4> kHost{"allocator", "host dispatch", "straggler: host",
                                                           "straggler: rotating host pauses"};
    const std::string& cause = truth.cause;
    if (truth.firstRegressedStage.empty())
        return {};
    if (truth.firstRegressedStage == "data_loading")
        return "input";
    if (truth.outcomeNode == "communication")
        return "network";
    const bool host =
        std::ranges::find(kHost, std::string_view(cause)) != kHost.end() || cause.starts_with("host dispatch");
    return host ? "host" : "compute";
}

std::set<std::string> factsOf(const Truth& truth, const std::string& spent)
{
    std::set<std::string> facts{"*"};
    for (const auto& [kind, value] : {std::pair<const char*, const std::string&>{"outcome", truth.outcomeNode},
                                      {"layer", truth.layer},
                                      {"scope", truth.scope},
                                      {"stage", truth.firstRegressedStage},
                                      {"kind", truth.kind},
                                      {"spent", spent}})
        if (!value.empty())
            facts.insert(fmt::format("{}:{}", kind, value));
    if (truth.firstRegressedStage.empty())
        facts.insert("none-regressed");
    if (isRotating(truth))
        facts.insert("rotating");
    return facts;
}

std::span<const std::string_view> nodeNames()
{
    return kNodes;
}

std::vector<std::string> nodesAsked(const Truth& truth)
{
    if (truth.layer == "correctness")
        return {"alert", "correctness", "outcome"};
    return {kNodes.begin(), kNodes.end()};
}

std::vector<Question> readQuestions(const JsonPart& document, const char* key)
{
    std::vector<Question> questions;
    document.each(key, [&questions](const JsonPart& part) {
        part.onlyKeys({"node", "ask", "choices"});
        Question question{part.text("node", true), part.local("ask", true), {}};
        if (std::ranges::find(kNodes, std::string_view(question.node)) == kNodes.end())
            part.at("node").complain(say("is none of {}", fmt::format("{}", fmt::join(kNodes, ", "))));
        part.each("choices", [&question](const JsonPart& choice) { question.choices.push_back(readChoice(choice)); });
        checkChoices(part, question);
        questions.push_back(std::move(question));
    });
    return questions;
}

}  // namespace headwater::workshop
