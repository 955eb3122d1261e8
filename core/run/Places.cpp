// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/Places.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <vector>

namespace headwater {

namespace {

std::string firstLabel(const std::string& host)
{
    return host.substr(0, host.find('.'));
}

bool isOneOf(const std::set<std::string>& hosts, const std::string& name)
{
    return std::ranges::any_of(
        hosts, [&name](const std::string& host) { return host == name || firstLabel(host) == firstLabel(name); });
}

/// The entries that begin with a key and a dot: name of the host and place in the manifest.
std::vector<std::pair<std::string, std::string>> hostsOf(const Manifest& manifest, const std::string& prefix)
{
    std::vector<std::pair<std::string, std::string>> out;
    for (auto at = manifest.lower_bound(prefix); at != manifest.end() && at->first.starts_with(prefix); ++at)
        out.emplace_back(at->first.substr(prefix.size()), at->first);
    return out;
}

void settleGpus(Manifest& manifest, const std::string& key, const std::set<std::string>& hosts)
{
    const auto told = hostsOf(manifest, key + ".");
    for (const auto& [host, entry] : told) {
        if (isOneOf(hosts, host))
            continue;
        if (told.size() == 1)
            manifest.try_emplace(key, manifest.at(entry));
        manifest.erase(entry);
    }
}

/// Which GPU of its host a rank has, where the manifest says it.
std::optional<std::size_t> gpuOf(const Manifest& manifest, int rank)
{
    const auto found = manifest.find(kRankGpuKey + std::to_string(rank));
    std::size_t gpu = 0;
    if (found == manifest.end())
        return std::nullopt;
    const std::string& text = found->second.value;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), gpu);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(gpu) : std::nullopt;
}

/// Hosts of the ranks, of which the manifest keeps none, and GPUs of those that the run has.
void settleRanks(Run& run)
{
    Manifest& manifest = run.manifest;
    std::set<std::string> present;
    for (RankData& data : run.ranks) {
        present.insert(std::to_string(data.rank));
        const auto told = manifest.find(kRankHostKey + std::to_string(data.rank));
        if (told == manifest.end())
            continue;
        if (data.host.empty())
            data.host = told->second.value;
        else if (firstLabel(data.host) != firstLabel(told->second.value))
            run.problems.push_back({Severity::Warning, "rank-host-conflict",
                                    "rank " + std::to_string(data.rank) + " is on " + told->second.value +
                                        " here and on " + data.host + " by its own file; the latter counts",
                                    told->second.position, told->second.source});
    }
    for (const auto& [rank, entry] : hostsOf(manifest, kRankHostKey))
        manifest.erase(entry);
    for (const auto& [rank, entry] : hostsOf(manifest, kRankGpuKey))
        if (!present.contains(rank))
            manifest.erase(entry);
}

}  // namespace

std::string placeOf(const Manifest& manifest, const std::string& key, const std::string& host)
{
    if (host.empty())
        return {};
    if (const auto found = manifest.find(key + host); found != manifest.end())
        return found->second.value;
    for (const auto& [name, entry] : hostsOf(manifest, key + firstLabel(host)))
        if (name.empty() || name.starts_with('.'))
            return manifest.at(entry).value;
    return {};
}

std::string gpuPlaceOf(const Manifest& manifest, const std::string& key, const std::string& host, int rank)
{
    if (host.empty())
        return {};
    std::string list = placeOf(manifest, key + ".", host);
    if (list.empty())
        if (const auto all = manifest.find(key); all != manifest.end())
            list = all->second.value;
    std::vector<std::string> gpus;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        gpus.push_back(list.substr(start, end - start));
        start = end + 1;
    }
    const std::optional<std::size_t> told = gpuOf(manifest, rank);
    if (told && *told >= gpus.size())
        return {};
    return gpus[told.value_or(static_cast<std::size_t>(std::max(rank, 0)) % gpus.size())];
}

void settlePlaces(Run& run)
{
    settleRanks(run);
    Manifest& manifest = run.manifest;
    std::set<std::string> hosts;
    for (const RankData& data : run.ranks)
        hosts.insert(data.host);
    for (const char* key : {kLeafKey, kSpineKey})
        for (const auto& [host, entry] : hostsOf(manifest, key))
            if (!isOneOf(hosts, host))
                manifest.erase(entry);
    settleGpus(manifest, kGpuNumaKey, hosts);
    settleGpus(manifest, kGpuPcieKey, hosts);
}

}  // namespace headwater
