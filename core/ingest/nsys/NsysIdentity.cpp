// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/nsys/NsysIdentity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include <fmt/format.h>

namespace headwater {

namespace {

/// In order of trust: torchrun, Open MPI, MPICH, Slurm.
constexpr std::array<std::string_view, 4> kRankVariables = {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"};
constexpr std::string_view kLocalRank = "LOCAL_RANK";
constexpr std::array<std::string_view, 4> kSizeVariables = {"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                                            "SLURM_NTASKS"};

std::optional<int> smallNumber(std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && value >= 0 && value < 10'000'000 ? std::optional(value) : std::nullopt;
}

bool wanted(std::string_view name)
{
    return name == kLocalRank || std::ranges::find(kRankVariables, name) != kRankVariables.end() ||
           std::ranges::find(kSizeVariables, name) != kSizeVariables.end();
}

/// The few variables that are wanted; everything else is dropped where it is read.
class RankVariables {
public:
    void take(std::string_view name, std::string_view value)
    {
        if (const auto number = smallNumber(value); number && wanted(name))
            m_values.try_emplace(std::string(name), *number);
    }

    /// "A=1;B=2" as newer exports write it, "A=1 B=2" as older ones do.
    void takeList(std::string_view text)
    {
        constexpr std::string_view kSeparators = "; \n";
        while (!text.empty()) {
            const std::string_view entry = text.substr(0, text.find_first_of(kSeparators));
            text.remove_prefix(std::min(entry.size() + 1, text.size()));
            takeAssignment(entry);
        }
    }

    void takeAssignment(std::string_view entry)
    {
        if (const auto equals = entry.find('='); equals != std::string_view::npos)
            take(entry.substr(0, equals), entry.substr(equals + 1));
    }

    void apply(NsysIdentity& identity) const
    {
        for (const std::string_view name : kRankVariables)
            if (const auto found = m_values.find(name); found != m_values.end() && !identity.rank) {
                identity.rank = found->second;
                identity.rankVariable = name;
            }
        if (const auto found = m_values.find(kLocalRank); found != m_values.end() && !identity.rank) {
            identity.rank = found->second;
            identity.rankVariable = kLocalRank;
            identity.rankIsLocal = true;
        }
        for (const std::string_view name : kSizeVariables)
            if (const auto found = m_values.find(name);
                found != m_values.end() && !identity.worldSize && found->second > identity.rank.value_or(0))
                identity.worldSize = found->second;
    }

private:
    std::map<std::string, int, std::less<>> m_values;
};

struct SystemKey {
    std::string_view row;
    const char* manifest;
};
constexpr std::array<SystemKey, 3> kSystemKeys = {
    {{"Hostname", "hostname"}, {"OsDescription", "os"}, {"NvDriverVersion", "driver"}}};

/// 12090 stands for 12.9.
std::string toolkitVersion(std::string_view text)
{
    const auto number = smallNumber(text);
    if (!number || *number < 1000 || *number > 99'999)
        return std::string(text);
    return fmt::format("{}.{}", *number / 1000, *number % 1000 / 10);
}

Status readSystem(NsysDatabase& database, RankVariables& variables, NsysIdentity& identity)
{
    return database.forEachRow("TARGET_INFO_SYSTEM_ENV", {"name", "value"}, [&](const NsysRow& row) {
        const std::string name(row.text(0));
        const std::string_view value = row.text(1);
        variables.take(name, value);
        if (name == "DeviceEnvironment")
            variables.takeList(value);
        else if (name == "CudaDriverVersion" && !value.empty())
            identity.metadata["cuda_driver"] = toolkitVersion(value);
        for (const SystemKey& key : kSystemKeys)
            if (name == key.row && !value.empty())
                identity.metadata[key.manifest] = value;
    });
}

Status readExport(NsysDatabase& database, NsysIdentity& identity)
{
    for (const std::string_view table : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
        Status done = database.forEachRow(table, {"name", "value"}, [&](const NsysRow& row) {
            const std::string name(row.text(0));
            if (name == "EXPORT_SCHEMA_VERSION")
                identity.schema = row.text(1);
            else if (name == "EXPORT_PRODUCT_VERSION")
                identity.metadata["nsight_systems"] = row.text(1);
        });
        if (!done)
            return done;
    }
    return {};
}

Status readGpus(NsysDatabase& database, NsysIdentity& identity)
{
    std::set<std::string> names;
    std::size_t count = 0;
    Status done = database.forEachRow("TARGET_INFO_GPU", {"name"}, [&](const NsysRow& row) {
        ++count;
        if (!row.text(0).empty() && names.size() < 16)
            names.emplace(row.text(0));
    });
    if (!done || count == 0)
        return done;
    std::string joined;
    for (const std::string& name : names)
        joined += (joined.empty() ? "" : ", ") + name;
    if (!joined.empty())
        identity.metadata["gpu"] = joined;
    identity.metadata["gpus_on_host"] = std::to_string(count);
    return {};
}

}  // namespace

Result<NsysIdentity> nsysIdentity(NsysDatabase& database)
{
    NsysIdentity identity;
    RankVariables variables;
    const auto fromCapture = [&](const NsysRow& row) {
        if (const std::string name(row.text(0)); name.ends_with("ENVIRONMENT_VARIABLE"))
            variables.takeAssignment(row.text(1));
    };
    const auto fromSession = [&](const NsysRow& row) {
        identity.sessionStart = row.optionalInteger(0);
        if (!row.text(1).empty())
            identity.metadata["start_time"] = row.text(1);
    };
    // The variables of the profiled command come before those of the profiler itself.
    for (const Status& done :
         {database.forEachRow("META_DATA_CAPTURE", {"name", "value"}, fromCapture),
          readSystem(database, variables, identity), readExport(database, identity), readGpus(database, identity),
          database.forEachRow("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs", "utcTime"}, fromSession)})
        if (!done)
            return tl::unexpected(done.error());
    variables.apply(identity);
    return identity;
}

std::optional<int> mpiRank(std::string_view threadName)
{
    constexpr std::string_view kPrefix = "MPI Rank ";
    return threadName.starts_with(kPrefix) ? smallNumber(threadName.substr(kPrefix.size())) : std::nullopt;
}

}  // namespace headwater
