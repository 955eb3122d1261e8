// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/Sources.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/report/EvidenceWords.h"

namespace headwater::report {

namespace {

/// "[1]–[4], [7]".
Text numbersText(std::vector<std::size_t> numbers)
{
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    Text text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
            ++end;
        if (!text.empty())
            text += say(", ");
        text +=
            end - i > 1 ? fmt::format("[{}]\u2013[{}]", numbers[i], numbers[end - 1]) : fmt::format("[{}]", numbers[i]);
        i = end;
    }
    return text;
}

}  // namespace

Sources::Sources(const Verdict& verdict, const Writer& w) : m_verdict(verdict), m_w(w)
{
    std::size_t number = 0;
    for (std::size_t side = 0; side < 2; ++side)
        for (const SourceFile& file : side == 0 ? verdict.baselineInputs : verdict.currentInputs)
            m_numbers[side].emplace(file.path, ++number);
}

EvidencePlace Sources::measured(ViewRef view, std::optional<Side> only) const
{
    return placed(m_verdict.measured ? *m_verdict.measured : EvidencePlace{}, std::move(view), only);
}

EvidencePlace Sources::ofRanks(const ViewRef& view, std::optional<Side> only) const
{
    const EvidencePlace all = m_verdict.measured ? *m_verdict.measured : EvidencePlace{};
    return placed(placeOnRanks(m_verdict, view.ranks, all), view, only);
}

EvidencePlace Sources::placed(EvidencePlace place, ViewRef view, std::optional<Side> only) const
{
    for (const Side side : {Side::Baseline, Side::Current})
        if (only && *only != side)
            place.from[static_cast<std::size_t>(side)] = {};
    for (const Side side : {Side::Current, Side::Baseline})
        if (const auto& steps = place.from[static_cast<std::size_t>(side)].steps; !view.steps && steps) {
            view.steps = steps;
            view.side = side;
        }
    if (view.ranks.empty())
        view.ranks = std::move(place.view.ranks);  // the only one
    place.view = std::move(view);
    return place;
}

Line Sources::line(const EvidencePlace& place) const
{
    const Text what = placeText(place);
    const Text read = files(place);
    if (what.empty() && read.empty())
        return {m_w.at(m_w.soft(say("show it")), place.view)};
    if (what.empty())
        return {m_w.at(m_w.name(read), place.view)};
    Line line{m_w.at(m_w.soft(what), place.view)};
    if (!read.empty()) {
        line.push_back(m_w.soft(say("; ")));
        line.push_back(m_w.name(read));
    }
    return line;
}

Text Sources::files(const EvidencePlace& place) const
{
    const Text baseline = filesOf(place, Side::Baseline);
    const Text current = filesOf(place, Side::Current);
    if (baseline.empty() || current.empty())
        return baseline.empty() ? current.empty() ? Text() : say("{} (current run)", current)
                                : say("{} (baseline)", baseline);
    const bool several = place.from[0].files.size() > 1 && place.from[1].files.size() > 1;
    return baseline + " \u2192 " + (several ? numbersText(numbersOf(place, Side::Current)) : current);
}

Text Sources::numbers(const EvidencePlace& place) const
{
    std::vector<std::size_t> all = numbersOf(place, Side::Baseline);
    std::ranges::copy(numbersOf(place, Side::Current), std::back_inserter(all));
    return numbersText(std::move(all));
}

std::vector<std::size_t> Sources::numbersOf(const EvidencePlace& place, Side side) const
{
    const auto& known = m_numbers[static_cast<std::size_t>(side)];
    std::vector<std::size_t> numbers;
    for (const std::string& path : place.from[static_cast<std::size_t>(side)].files)
        if (const auto found = known.find(path); found != known.end())
            numbers.push_back(found->second);
    return numbers;
}

Text Sources::filesOf(const EvidencePlace& place, Side side) const
{
    const std::vector<std::string>& files = place.from[static_cast<std::size_t>(side)].files;
    if (files.empty())
        return {};
    const Text numbers = numbersText(numbersOf(place, side));
    if (files.size() > 1)
        return say("files {}", numbers);
    const std::string name = std::filesystem::path(files.front()).filename().string();
    return numbers.empty() ? Text(name) : Text(name + " ") + numbers;
}

}  // namespace headwater::report
