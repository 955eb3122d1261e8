// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/Case.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/simulate/Random.h"
#include "core/workshop/Seal.h"

namespace headwater::workshop {

namespace {

/// What the author says goes before what the simulator says.
void overrule(Truth& truth, const CaseSpec::Said& said)
{
    const auto take = [](std::string& into, const std::optional<std::string>& from) {
        if (from)
            into = *from;
    };
    take(truth.firstRegressedStage, said.stage);
    take(truth.scope, said.scope);
    take(truth.kind, said.kind);
    take(truth.layer, said.layer);
    take(truth.outcomeNode, said.outcomeNode);
    if (said.ranks)
        truth.ranks = *said.ranks;
}

/// Faults that leave a mark on a counter of a disk or link without being a fault of the device: storage that is asked
/// for more, a port that has to wait. The resources page warns of it, the flowchart ends elsewhere.
std::vector<std::string> symptomsOf(const CaseSpec& spec)
{
    static constexpr std::array<std::string_view, 4> kMarks{"slow-data-loader", "hidden-data-loader", "slow-link",
                                                            "scale-only"};
    if (spec.answer.symptoms)
        return *spec.answer.symptoms;
    const bool marks = std::ranges::any_of(
        spec.faults, [](const std::string& fault) { return std::ranges::find(kMarks, fault) != kMarks.end(); });
    return marks ? std::vector<std::string>{"resources"} : std::vector<std::string>{};
}

/// What else the pages and the table show of some faults, by what the runs of the simulator say.
std::vector<std::string> shownBesides(const CaseSpec& spec)
{
    struct Shown {
        std::string_view fact;
        std::vector<std::string_view> faults;
    };
    // Starved while it waits, a device is less busy than in the baseline: the resources page tells, and passes. Where
    // the others wait inside their own backward, or half of the ranks are slow, the middle rank takes longer as well.
    static const std::vector<Shown> kShown{
        {"resources:lead",
         {"slow-rank-host", "slow-rank-backward", "slow-dispatch", "long-sequences", "slow-node", "slow-rank"}},
        {"middle-regressed", {"slow-rank-host", "thermal-throttle", "slow-node"}}};
    std::vector<std::string> facts;
    for (const auto& [fact, faults] : kShown)
        for (const std::string& fault : spec.faults)
            if (std::ranges::find(faults, std::string_view(fault)) != faults.end())
                facts.emplace_back(fact);
    return facts;
}

/// The right choice shall not always stand in the same place.
void turn(Question& question, std::uint64_t seed)
{
    const std::uint64_t draw = mixSeed(seed, question.node.size(), question.choices.size());
    const auto middle = question.choices.begin() + static_cast<std::ptrdiff_t>(draw % question.choices.size());
    std::rotate(question.choices.begin(), middle, question.choices.end());
}

}  // namespace

const std::vector<std::string>& stageNames()
{
    static const std::vector<std::string> names{"data_loading", "embedding", "forward",
                                                "loss",         "backward",  "optimizer"};
    return names;
}

Result<Case> openCase(const CaseSpec& spec, const std::vector<Question>& library)
{
    auto experiment = makeExperiment(spec.faults, spec.sizes);
    if (!experiment)
        return tl::unexpected(experiment.error());
    for (const ModelChange& change : spec.changes)
        if (auto status = applyChange(experiment->current, change); !status)
            return tl::unexpected(status.error());
    Case opened{spec, std::move(*experiment), {}, {}, symptomsOf(spec)};
    overrule(opened.experiment.truth, spec.answer);
    opened.spent = spec.answer.spent.value_or(spentOn(opened.truth()));
    const std::set<std::string> facts = factsOf(opened);
    for (const std::string& node : nodesAsked(opened.truth())) {
        const std::vector<Question>* sources[] = {&spec.ask, &library};
        for (const auto* source : sources) {
            const auto found = std::ranges::find(*source, node, &Question::node);
            if (found == source->end() || found->choices.empty())
                continue;
            opened.questions.push_back(*found);
            turn(opened.questions.back(), spec.sizes.seed);
            for (Choice& choice : opened.questions.back().choices)
                settle(choice, facts);
            break;
        }
    }
    return opened;
}

std::set<std::string> factsOf(const Case& opened)
{
    std::set<std::string> facts = factsOf(opened.truth(), opened.spent);
    for (const std::string& node : opened.symptoms)
        facts.insert("symptom:" + node);
    for (const std::string& fact : shownBesides(opened.spec))
        facts.insert(fact);
    constexpr int kSilent = 10;  // of n values none lies more than (n − 1)/√n standard deviations from their mean
    if (opened.experiment.current.ranks <= kSilent)
        facts.insert("few-ranks");
    return facts;
}

Status generate(const Case& opened, const std::filesystem::path& out, const Job& job)
{
    const std::string truth = truthJson(opened.spec.id, opened.spec.sizes.seed, opened.truth());
    nlohmann::ordered_json sealed;
    sealed["schema"] = "headwater.truth/1";
    sealed["sealed"] = seal(truth);
    return writeRuns(opened.experiment, sealed.dump(2) + "\n", out, opened.spec.sizes, job);
}

}  // namespace headwater::workshop
