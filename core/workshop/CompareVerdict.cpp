// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/CaseCheck.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/triage/Names.h"

namespace headwater::workshop {

namespace {

/// What the analysis found, in the words of an answer. Empty: none.
struct Found {
    std::string stage, scope, kind, layer, outcomeNode;
    std::optional<std::string> spent;  ///< nothing: the analysis does not tell
    std::vector<int> ranks;
    std::vector<std::string> symptoms;
};

std::string layerOf(const std::string& outcomeNode)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kElsewhere{
        {{"no-regression", ""},
         {"correctness", "correctness"},
         {"confounded", "correctness"},
         {"resource-fault", "resources"},
         {"straggler", "stragglers"}}};
    const auto found =
        std::ranges::find(kElsewhere, outcomeNode, &std::pair<std::string_view, std::string_view>::first);
    return std::string(found == kElsewhere.end() ? "timeline" : found->second);
}

/// The answer at the node "io-or-communication" as `spent` says it.
std::optional<std::string> spentIn(const Verdict& verdict)
{
    if (!verdict.firstRegressed)
        return std::string();
    const auto node = std::ranges::find(verdict.flowchart, "io-or-communication", &FlowStep::node);
    const std::string said = node == verdict.flowchart.end() ? std::string() : node->answer.english();
    if (said.starts_with("input"))
        return "input";
    if (said == "communication")
        return "network";
    if (said == "neither: compute grew")
        return "compute";
    if (said.starts_with("neither"))
        return "host";
    return std::nullopt;
}

LayerStatus statusOf(const Verdict& verdict, LayerId id)
{
    const auto layer = std::ranges::find(verdict.layers, id, &Layer::id);
    return layer == verdict.layers.end() ? LayerStatus::NoData : layer->status;
}

Found foundIn(const Verdict& verdict)
{
    Found found{{}, {}, {}, layerOf(verdict.outcomeNode), verdict.outcomeNode, spentIn(verdict), {}, {}};
    if (verdict.firstRegressed) {
        const FirstRegressed& first = *verdict.firstRegressed;
        found.stage = first.stage;
        found.scope = nameOf(first.scope);
        found.kind = nameOf(first.kind);
        found.ranks = first.ranks;
    }
    if (found.layer == "correctness")
        return found;  // the pages behind it are not asked about
    if (found.layer != "resources" && statusOf(verdict, LayerId::Resources) == LayerStatus::Warn)
        found.symptoms.emplace_back("resources");
    if (found.layer != "stragglers" && statusOf(verdict, LayerId::Stragglers) == LayerStatus::Warn)
        found.symptoms.emplace_back("stragglers");
    return found;
}

/// Adds what differs, at the place of the file that says it.
class Comparison {
public:
    Comparison(const CaseSpec::Said& said, Remarks& remarks) : m_said(said), m_remarks(remarks) {}

    void text(const char* key, const std::optional<std::string>& said, const std::string& is, const std::string& found)
    {
        if (is != found)
            add(key, said.has_value(), is, found);
    }
    template <class List>
    void list(const char* key, bool said, const List& is, const List& found)
    {
        if (is != found)
            add(key, said, fmt::format("{}", fmt::join(is, ", ")), fmt::format("{}", fmt::join(found, ", ")));
    }

private:
    void add(const char* key, bool said, const std::string& is, const std::string& found)
    {
        const auto orNothing = [](const std::string& value) { return value.empty() ? say("nothing") : Text(value); };
        // What the faults make of it stands nowhere in the file; of changes alone there is no other place.
        const bool answers = said || m_said.stage.has_value();
        if (answers)
            m_remarks.push_back(
                {true, std::string("answer.") + key,
                 say("is {}, but the analysis of the generated runs finds {}", orNothing(is), orNothing(found))});
        else
            m_remarks.push_back({true, "faults",
                                 say("make {} {}, but the analysis of the generated runs finds {}", key, orNothing(is),
                                     orNothing(found))});
    }

    const CaseSpec::Said& m_said;
    Remarks& m_remarks;
};

}  // namespace

Remarks compareWithVerdict(const Case& opened, const Verdict& verdict)
{
    Remarks remarks;
    if (verdict.outcomeNode == "need-more-data" || verdict.outcomeNode == "not-comparable") {
        remarks.push_back(
            {true, "steps",
             say("the analysis of the generated runs ends at {}: nobody can find the answer in them; make "
                 "them longer (steps, ranks)",
                 verdict.outcomeNode)});
        return remarks;
    }
    const Truth& truth = opened.truth();
    const CaseSpec::Said& said = opened.spec.answer;
    const Found found = foundIn(verdict);
    Comparison compare(said, remarks);
    compare.text("first_regressed_stage", said.stage, truth.firstRegressedStage, found.stage);
    // Of another stage nothing else can agree but by chance.
    if (truth.firstRegressedStage == found.stage) {
        compare.text("scope", said.scope, truth.scope, found.scope);
        compare.list("ranks", said.ranks.has_value(), truth.ranks, found.ranks);
        compare.text("kind", said.kind, truth.kind, found.kind);
        if (found.spent)
            compare.text("spent", said.spent, opened.spent, *found.spent);
    }
    compare.text("layer", said.layer, truth.layer, found.layer);
    compare.text("outcome_node", said.outcomeNode, truth.outcomeNode, found.outcomeNode);
    if (found.layer != "correctness") {
        std::vector<std::string> symptoms = opened.symptoms;
        std::ranges::sort(symptoms);
        compare.list("symptoms", said.symptoms.has_value(), symptoms, found.symptoms);
    }
    return remarks;
}

}  // namespace headwater::workshop
