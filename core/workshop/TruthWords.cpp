// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/TruthWords.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/Language.h"
#include "core/workshop/Print.h"

namespace headwater::workshop {

namespace {

LocalText named(const Library& library, const char* kind, const std::string& name)
{
    if (name.empty())
        return library.word("none");
    const LocalText& word = library.word(kind + name);
    return word.empty() ? LocalText{name, name} : word;
}

}  // namespace

LocalText layerInWords(const Library& library, const std::string& layer)
{
    return named(library, "layer_", layer);
}

LocalText outcomeInWords(const Library& library, const std::string& node)
{
    return named(library, "outcome_", node);
}

LocalText explanationOf(const Case& opened)
{
    if (!opened.spec.explanation.empty())
        return opened.spec.explanation;
    const Text& told = opened.truth().explanation;
    const auto chinese = languageFromName("zh_CN");
    return {told.english(), chinese ? chinese->of(told) : std::string()};
}

LocalText scopeInWords(const Library& library, const Case& opened)
{
    const Truth& truth = opened.truth();
    if (truth.scope.empty())
        return library.word("scope_none");
    if (factsOf(opened).contains("rotating"))
        return library.word("scope_rotating");
    if (truth.scope == "systemic")
        return library.word("scope_systemic");
    return filled(library.word("scope_localised"), {fmt::format("{}", fmt::join(truth.ranks, ", "))});
}

LocalText turnInWords(const Library& library, const WrongTurn& turn)
{
    const Mistake* mistake = library.mistake(turn.mistake);
    const LocalText& node = library.word("node_" + turn.node);
    const LocalText named = mistake != nullptr ? mistake->name : library.word("turn_unnamed");
    const LocalText& pattern = library.word(turn.first ? "turn_counts" : "turn_free");
    const std::string cost = fmt::format("{:g}", turn.cost);
    return {filled(pattern, {node.in("en"), turn.choice.in("en"), named.in("en"), cost}).en,
            filled(pattern, {node.in("zh"), turn.choice.in("zh"), named.in("zh"), cost}).zh};
}

}  // namespace headwater::workshop
