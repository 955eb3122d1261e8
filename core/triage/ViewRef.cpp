// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/ViewRef.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace headwater {

namespace {

constexpr std::string_view kScheme = "headwater:";
constexpr std::size_t kMostRanks = 65'536;

bool unreserved(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._~").find(c) != std::string_view::npos;
}

std::string encoded(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (unreserved(c))
            out += c;
        else
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

template <class T>
std::optional<T> number(std::string_view text, int base = 10)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<std::string> decoded(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const auto byte = i + 2 < text.size() ? number<unsigned>(text.substr(i + 1, 2), 16) : std::nullopt;
        if (!byte)
            return std::nullopt;
        out += static_cast<char>(*byte);
        i += 2;
    }
    return out;
}

/// "4-6" or "4"; a sign belongs to the first number.
template <class T>
std::optional<std::pair<T, T>> range(std::string_view text)
{
    const std::size_t dash = text.find('-', 1);
    const auto first = number<T>(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number<T>(text.substr(dash + 1));
    if (!first || !last || *last < *first)
        return std::nullopt;
    return std::pair(*first, *last);
}

std::string ranksText(const std::vector<int>& ranks)
{
    std::string out;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
            ++end;
        out += out.empty() ? "" : ",";
        out += end - i > 1 ? fmt::format("{}-{}", ranks[i], ranks[end - 1]) : fmt::format("{}", ranks[i]);
        i = end;
    }
    return out;
}

std::optional<std::vector<int>> ranksOf(std::string_view text)
{
    std::vector<int> ranks;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const auto part = range<int>(text.substr(0, comma));
        if (!part || part->first < 0 ||
            static_cast<std::size_t>(part->second - part->first) >= kMostRanks - ranks.size())
            return std::nullopt;
        for (int rank = part->first; rank <= part->second; ++rank)
            ranks.push_back(rank);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

/// False where the value makes no sense for a key that is known.
bool take(ViewRef& view, std::string_view key, const std::string& value)
{
    if (key == "stage") {
        view.stage = value;
    } else if (key == "finding") {
        view.finding = value;
    } else if (key == "baseline" || key == "current") {
        view.runs[key == "baseline" ? 0 : 1] = value;
    } else if (key == "side") {
        view.side = value == "baseline" ? Side::Baseline : Side::Current;
        return value == "baseline" || value == "current";
    } else if (key == "steps") {
        if (const auto steps = range<std::int64_t>(value))
            view.steps = StepRange{steps->first, steps->second};
        return view.steps.has_value();
    } else if (key == "time") {
        if (const auto time = range<Ns>(value))
            view.time = Interval{time->first, time->second};
        return view.time.has_value();
    } else if (key == "ranks") {
        const auto ranks = ranksOf(value);
        view.ranks = ranks.value_or(std::vector<int>());
        return ranks.has_value();
    }
    return true;
}

}  // namespace

ViewRef merged(const ViewRef& now, const ViewRef& wish, ViewPart emptied)
{
    const bool finding = !wish.finding.empty();
    ViewRef out = now;
    if (!wish.page.empty())
        out.page = wish.page;
    if (!wish.stage.empty())
        out.stage = wish.stage;
    if (wish.steps || finding || emptied == ViewPart::Steps)
        out.steps = wish.steps;
    if (!wish.ranks.empty() || finding || emptied == ViewPart::Ranks)
        out.ranks = wish.ranks;
    if (wish.side)
        out.side = wish.side;
    const bool moved = out.steps != now.steps || out.ranks != now.ranks || out.side != now.side;
    if (finding)
        out.finding = wish.finding;
    else if (moved || out.stage != now.stage)
        out.finding.clear();
    if (wish.time || moved || finding)
        out.time = wish.time;
    return out;
}

std::string toText(const ViewRef& view)
{
    std::string parts;
    const auto add = [&parts](std::string_view key, const std::string& value) {
        if (!value.empty())
            parts += fmt::format("{}{}={}", parts.empty() ? "?" : "&", key, value);
    };
    add("stage", encoded(view.stage));
    if (view.steps)
        add("steps", fmt::format("{}-{}", view.steps->first, view.steps->last));
    add("ranks", ranksText(view.ranks));
    if (view.side)
        add("side", *view.side == Side::Baseline ? "baseline" : "current");
    if (view.time)
        add("time", fmt::format("{}-{}", view.time->start, view.time->end));
    add("finding", encoded(view.finding));
    add("baseline", encoded(view.runs[0]));
    add("current", encoded(view.runs[1]));
    return fmt::format("{}{}{}", kScheme, encoded(view.page), parts);
}

Result<ViewRef> viewRefFromText(std::string_view text)
{
    const auto bad = [](std::string_view what) {
        return fail(ErrorCode::BadUsage, fmt::format("reference not understood: {}", what), {}, {},
                    "copy it again from the report or the window");
    };
    if (!text.starts_with(kScheme))
        return bad("it does not begin with headwater:");
    text.remove_prefix(kScheme.size());
    const std::size_t query = std::min(text.find('?'), text.size());
    const auto page = decoded(text.substr(0, query));
    if (!page)
        return bad("page");
    ViewRef view;
    view.page = *page;
    text.remove_prefix(std::min(query + 1, text.size()));
    while (!text.empty()) {
        const std::string_view part = text.substr(0, std::min(text.find('&'), text.size()));
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view key = part.substr(0, equals);
        const auto value = decoded(part.substr(std::min(equals + 1, part.size())));
        if (!value || !take(view, key, *value))
            return bad(key);
        text.remove_prefix(std::min(part.size() + 1, text.size()));
    }
    return view;
}

}  // namespace headwater
