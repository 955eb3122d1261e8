// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/SlowPlaces.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/stats/OutlierCut.h"
#include "core/stats/Outliers.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

struct Place {
    std::string name;
    std::vector<int> ranks;
    std::vector<double> ratios;

    [[nodiscard]] double median() const { return stats::median(ratios); }
    [[nodiscard]] double fastest() const { return std::ranges::min(ratios); }
    [[nodiscard]] double slowest() const { return std::ranges::max(ratios); }
};

/// Slowest first; those with at least two ranks.
std::vector<Place> placesOf(const std::vector<PlacedRank>& ranks, std::string PlacedRank::*where)
{
    std::map<std::string, Place> byName;
    for (const PlacedRank& rank : ranks) {
        if ((rank.*where).empty())
            continue;
        Place& place = byName[rank.*where];
        place.name = rank.*where;
        place.ranks.push_back(rank.rank);
        place.ratios.push_back(rank.ratio);
    }
    std::vector<Place> places;
    for (auto& [name, place] : byName)
        if (place.ranks.size() >= 2)
            places.push_back(std::move(place));
    std::ranges::stable_sort(places, std::greater(), &Place::median);
    return places;
}

double medianOfOthers(const std::vector<Place>& places, std::size_t slow)
{
    std::vector<double> values;
    for (std::size_t i = slow; i < places.size(); ++i)
        values.push_back(places[i].median());
    return stats::median(values);
}

/// How many of the places, slowest first, are slow.
std::size_t countSlow(const std::vector<Place>& places, const StragglerRule& rule)
{
    std::size_t slow = 0;
    if (places.size() >= rule.peersForZ) {
        std::vector<double> values;
        values.reserve(places.size());
        for (const Place& place : places)
            values.push_back(place.median());
        const std::vector<double> robust = stats::modifiedZ(values);
        while (slow < places.size() / 2 && robust[slow] > stats::modifiedZCut(places.size()) &&
               places[slow].fastest() >= rule.ratio * stats::median(values))
            ++slow;
        return slow;
    }
    double fastest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < places.size() / 2; ++i) {
        fastest = std::min(fastest, places[i].fastest());
        double rest = 0;
        for (std::size_t j = i + 1; j < places.size(); ++j)
            rest = std::max(rest, places[j].slowest());
        if (fastest >= rule.ratio * rest)
            slow = i + 1;
    }
    return slow;
}

void addSlow(std::vector<SlowPlace>& found, std::vector<PlacedRank>& ranks, bool racks, const StragglerRule& rule)
{
    const std::vector<Place> places = placesOf(ranks, racks ? &PlacedRank::rack : &PlacedRank::host);
    if (places.size() < 2)
        return;
    const std::size_t slow = countSlow(places, rule);
    for (std::size_t i = 0; i < slow; ++i) {
        found.push_back({places[i].name, racks, places[i].ranks, places[i].median() / medianOfOthers(places, slow)});
        std::erase_if(ranks, [&](const PlacedRank& rank) {
            return std::ranges::find(places[i].ranks, rank.rank) != places[i].ranks.end();
        });
    }
}

}  // namespace

std::vector<SlowPlace> slowPlaces(const std::vector<PlacedRank>& ranks, const StragglerRule& rule)
{
    std::vector<SlowPlace> found;
    std::vector<PlacedRank> left = ranks;
    addSlow(found, left, true, rule);
    addSlow(found, left, false, rule);
    return found;
}

}  // namespace headwater
