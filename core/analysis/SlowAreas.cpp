// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/SlowAreas.h"

#include <algorithm>
#include <array>

#include "core/analysis/SlowPlaces.h"
#include "core/run/Places.h"

namespace headwater {

namespace {

constexpr std::array kKinds{AreaKind::Spine, AreaKind::Leaf, AreaKind::Numa, AreaKind::Pcie};

std::string areaOf(AreaKind kind, const RankStraggler& rank, const Manifest& manifest)
{
    const auto part = [&](const char* key) {
        const std::string name = gpuPlaceOf(manifest, key, rank.host, rank.rank);
        return name.empty() ? std::string() : rank.host + ":" + name;
    };
    switch (kind) {
    case AreaKind::Spine: return placeOf(manifest, kSpineKey, rank.host);
    case AreaKind::Leaf: return placeOf(manifest, kLeafKey, rank.host);
    case AreaKind::Numa: return part(kGpuNumaKey);
    case AreaKind::Pcie: return part(kGpuPcieKey);
    }
    return {};
}

bool contains(const std::vector<int>& ranks, int rank)
{
    return std::ranges::find(ranks, rank) != ranks.end();
}

/// Ranks that no area found so far and, for parts of hosts, no slow host or rack explains.
std::vector<PlacedRank> placedBy(AreaKind kind, const StragglerReport& report, const Manifest& manifest,
                                 const std::vector<SlowArea>& found)
{
    const bool partOfHost = kind == AreaKind::Numa || kind == AreaKind::Pcie;
    std::vector<PlacedRank> placed;
    for (const RankStraggler& rank : report.ranks) {
        const bool explained =
            std::ranges::any_of(found, [&](const SlowArea& area) { return contains(area.ranks, rank.rank); }) ||
            (partOfHost && std::ranges::any_of(report.places, [&](const SlowPlace& place) {
                 return contains(place.ranks, rank.rank);
             }));
        if (!explained)
            placed.push_back({rank.rank, rank.local.ratio, areaOf(kind, rank, manifest), {}});
    }
    return placed;
}

}  // namespace

bool SlowArea::explains(const std::vector<int>& others) const
{
    return std::ranges::all_of(others, [this](int rank) { return contains(ranks, rank); });
}

bool SlowArea::isSame(const std::vector<int>& others) const
{
    return others.size() == ranks.size() && explains(others);
}

std::vector<SlowArea> slowAreas(const StragglerReport& report, const Manifest& manifest)
{
    std::vector<SlowArea> found;
    for (const AreaKind kind : kKinds)
        for (SlowPlace& place : slowPlaces(placedBy(kind, report, manifest, found), report.rule))
            found.push_back({kind, std::move(place.name), std::move(place.ranks), place.ratio});
    return found;
}

std::string_view nameOf(AreaKind kind)
{
    constexpr std::array<std::string_view, 4> kNames{"spine", "leaf", "numa", "pcie"};
    return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace headwater
