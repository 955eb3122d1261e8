// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/FindingIds.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "core/triage/EvidencePlace.h"

namespace headwater {

namespace {

constexpr std::size_t kLongestSubject = 80;

std::string sideOf(const Finding& finding)
{
    const auto has = [&](std::string Evidence::*side) {
        return std::ranges::any_of(finding.evidence, [side](const Evidence& row) { return !(row.*side).empty(); });
    };
    const bool before = has(&Evidence::baseline);
    return before == has(&Evidence::current) ? std::string() : before ? "baseline" : "current";
}

std::string rankOf(const Finding& finding)
{
    for (const Evidence& row : finding.evidence) {
        if (row.rank)
            return fmt::format("rank-{}", *row.rank);
        if (row.place && !row.place->view.ranks.empty())
            return fmt::format("rank-{}", row.place->view.ranks.front());
    }
    return {};
}

std::string stepOf(const Finding& finding)
{
    const auto row = std::ranges::find_if(finding.evidence, [](const Evidence& one) { return one.step.has_value(); });
    return row == finding.evidence.end() ? std::string() : fmt::format("step-{}", *row->step);
}

std::string rankAndStepOf(const Finding& finding)
{
    const std::string rank = rankOf(finding);
    const std::string step = stepOf(finding);
    return rank.empty() || step.empty() ? rank + step : rank + "-" + step;
}

/// One subject for each finding; a subject that is empty or there twice tells nothing.
std::vector<std::string> subjectsOf(const std::vector<Finding*>& same)
{
    for (const auto subjectOf : {sideOf, rankOf, stepOf, rankAndStepOf}) {
        std::vector<std::string> subjects;
        for (const Finding* finding : same)
            subjects.push_back(subjectOf(*finding));
        const std::set<std::string> different(subjects.begin(), subjects.end());
        if (different.size() == same.size() && !different.contains({}))
            return subjects;
    }
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < same.size(); ++i)
        numbers.push_back(std::to_string(i + 1));
    return numbers;
}

}  // namespace

std::string findingId(std::string_view kind, std::string_view subject)
{
    std::string id(kind);
    id += ':';
    for (const char c : subject.substr(0, kLongestSubject))
        id += c > ' ' && c <= '~' ? c : '_';
    return id;
}

std::string_view findingKind(std::string_view id)
{
    return id.substr(0, id.find(':'));
}

void tellFindingsApart(std::array<Layer, 4>& layers)
{
    std::map<std::string, std::vector<Finding*>> byId;
    for (Layer& layer : layers)
        for (Finding& finding : layer.findings)
            byId[finding.id].push_back(&finding);
    std::set<std::string> taken;
    for (const auto& [id, same] : byId)
        taken.insert(id);
    for (const auto& [id, same] : byId) {
        if (same.size() == 1)
            continue;
        const std::vector<std::string> subjects = subjectsOf(same);
        for (std::size_t i = 0; i < same.size(); ++i) {
            std::string own = findingId(id, subjects[i]);
            while (!taken.insert(own).second)
                own += '_';
            same[i]->id = std::move(own);
        }
    }
}

}  // namespace headwater
