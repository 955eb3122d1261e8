// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/TruthWords.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

}  // namespace headwater::workshop
