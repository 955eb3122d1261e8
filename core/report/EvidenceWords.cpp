// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/EvidenceWords.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/triage/EvidencePlace.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

constexpr std::size_t kMostFiles = 8;

std::string baseName(const std::string& path)
{
    return std::filesystem::path(path).filename().string();
}

std::string rangeText(const StepRange& steps)
{
    return steps.first == steps.last ? std::to_string(steps.first) : fmt::format("{}\u2013{}", steps.first, steps.last);
}

Text summedSteps(const EvidencePlace& place)
{
    const auto& [baseline, current] = place.from;
    const EvidenceOrigin& shown = current.steps ? current : baseline;
    if (!shown.steps)
        return {};
    const bool gaps = shown.stepCount != shown.steps->last - shown.steps->first + 1;
    Text text = gaps ? say("{} of the steps {}", shown.stepCount, rangeText(*shown.steps))
                : shown.steps->first == shown.steps->last ? say("step {}", shown.steps->first)
                                                          : say("steps {}", rangeText(*shown.steps));
    if (baseline.steps && current.steps && baseline.steps != current.steps)
        text += say(" (baseline {})", rangeText(*baseline.steps));
    return text;
}

Text summedRanks(const EvidencePlace& place)
{
    const int count = std::max(place.from[0].rankCount, place.from[1].rankCount);
    if (count == 0 || (count == 1 && place.view.ranks.empty()))
        return {};
    // Of the slowest of all ranks the view selects the slow ones.
    if (!place.view.ranks.empty() && static_cast<std::size_t>(count) <= place.view.ranks.size())
        return ranksText(place.view.ranks);
    const auto [before, now] = std::pair(place.from[0].rankCount, place.from[1].rankCount);
    if (before > 0 && now > 0 && before != now)
        return say("all ranks, {} \u2192 {}", before, now);
    return count == 2 ? say("both ranks") : say("all {} ranks", count);
}

Text joined(const Text& ranks, const Text& steps)
{
    return ranks.empty() || steps.empty() ? ranks + steps : say("{}, {}", ranks, steps);
}

}  // namespace

Text placeText(const EvidencePlace& place)
{
    return joined(summedRanks(place), summedSteps(place));
}

Text evidencePlace(const Evidence& evidence)
{
    Text ranks;
    Text steps;
    if (evidence.rank)
        ranks = say("rank {}", *evidence.rank);
    else if (evidence.place)
        ranks = summedRanks(*evidence.place);
    if (evidence.step)
        steps = say("step {}", *evidence.step);
    else if (evidence.place)
        steps = summedSteps(*evidence.place);
    return joined(ranks, steps);
}

bool namesFileOf(const Evidence& evidence)
{
    if (!evidence.place)
        return false;
    const std::string source = evidence.source.english();
    const std::vector<std::string>& files = evidence.place->from[evidence.place->from[1].files.empty() ? 0 : 1].files;
    return files.size() == 1 && source.find(baseName(files.front())) != std::string::npos;
}

ViewRef evidenceView(const Evidence& evidence, const Finding& finding)
{
    ViewRef view = evidence.place ? evidence.place->view : ViewRef{};
    if (view.page.empty())
        view.page = std::string(nameOf(finding.layer));
    view.finding = finding.id;
    if (evidence.rank)
        view.ranks = {*evidence.rank};
    if (evidence.step)
        view.steps = StepRange{*evidence.step, *evidence.step};
    return view;
}

void addPlace(Json& entry, const Evidence& evidence, const Finding& finding)
{
    const Text over = evidence.rank && evidence.step ? Text() : evidencePlace(evidence);
    entry["over"] = jsonOrNull(over);
    Json files = Json::object();
    for (std::size_t side = 0; side < 2; ++side) {
        Json names = Json::array();
        const std::vector<std::string> none;
        const auto& paths = evidence.place ? evidence.place->from[side].files : none;
        for (std::size_t i = 0; i < std::min(paths.size(), kMostFiles); ++i)
            names.push_back(paths[i]);
        files[side == 0 ? "baseline" : "current"] = {{"count", paths.size()}, {"first", std::move(names)}};
    }
    entry["files"] = std::move(files);
    entry["reference"] = toText(evidenceView(evidence, finding));
}

}  // namespace headwater
