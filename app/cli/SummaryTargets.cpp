// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/SummaryTargets.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>

#include <fmt/format.h>

#include "app/cli/SummaryFile.h"
#include "core/ingest/RankSummaryReader.h"
#include "core/run/SummaryManifest.h"

namespace headwater::cli {

namespace {

namespace fs = std::filesystem;

/// 2 of "trace.rank-0.1of2.summary.gz"; 1 where the trace was alone in its file.
std::size_t partsIn(std::string_view name)
{
    name.remove_suffix(kSummaryEnding.size());
    name = name.substr(name.rfind('.') + 1);
    const std::size_t of = name.find("of");
    std::size_t part = 0;
    std::size_t parts = 0;
    if (of == std::string_view::npos)
        return 1;
    const char* const middle = name.data() + of;
    const char* const end = name.data() + name.size();
    const auto before = std::from_chars(name.data(), middle, part);
    const auto after = std::from_chars(middle + 2, end, parts);
    const bool numbers =
        before.ec == std::errc() && before.ptr == middle && after.ec == std::errc() && after.ptr == end;
    return numbers && parts > 1 ? parts : 1;
}

}  // namespace

std::string writtenText(const fs::path& trace)
{
    std::error_code error;
    const auto time = fs::last_write_time(trace, error);
    return error ? std::string() : std::to_string(time.time_since_epoch().count());
}

SummaryTargets::SummaryTargets(fs::path out, std::vector<fs::path> given)
    : m_out(std::move(out))
    , m_given(std::move(given))
{}

fs::path SummaryTargets::folderOf(const fs::path& file) const
{
    for (const fs::path& given : m_given) {
        const fs::path below = file.lexically_normal().lexically_relative(given.lexically_normal());
        if (!below.empty() && *below.begin() != "." && *below.begin() != "..")
            return (m_out / below).parent_path();
    }
    return m_out;
}

fs::path SummaryTargets::of(const fs::path& file, const std::optional<int>& rank, std::size_t part,
                            std::size_t parts) const
{
    std::string name = summaryName(file, rank);
    if (parts > 1) {
        const std::size_t width = std::to_string(parts).size();  // in order also among ten and more
        name.insert(name.size() - kSummaryEnding.size(), fmt::format(".{:0{}}of{}", part + 1, width, parts));
    }
    return folderOf(file) / name;
}

Status SummaryTargets::claim(const fs::path& target, const fs::path& file)
{
    const auto taken = [&](const fs::path& other) {
        return fail(ErrorCode::WriteFailed, "its summary would take the place of that of " + other.string(),
                    file.string(), {}, "give --out another folder");
    };
    std::error_code error;
    fs::create_directories(target.parent_path(), error);
    if (error)
        return fail(ErrorCode::WriteFailed, "cannot make the folder: " + error.message(), target.parent_path().string(),
                    {}, "check its path and permissions");
    {
        const std::scoped_lock lock(m_mutex);
        const auto [at, added] = m_claimed.try_emplace(target, file);
        if (!added && at->second != file)
            return taken(at->second);
    }
    if (!fs::exists(target, error))
        return {};
    const auto known = readRankSummary(target, {});
    const fs::path source = known ? fs::path(known->summary.source) : fs::path();
    if (!source.empty() && fs::exists(source, error) && !fs::equivalent(source, file, error))
        return taken(source);
    return {};
}

bool SummaryTargets::upToDate(const fs::path& file, const Wanted& wanted, const Job& job) const
{
    const std::string begin = stemOf(file) + ".rank-";
    std::error_code error;
    const auto written = fs::last_write_time(file, error);
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folderOf(file), error)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(begin) || !name.ends_with(kSummaryEnding) || entry.last_write_time(error) < written)
            continue;
        CarriedManifest carried;
        const auto known = readRankSummary(entry.path(), job, &carried);
        if (!known || known->summary.fingerprint != wanted.fingerprint ||
            (wanted.rank && known->trace.rank != wanted.rank) ||
            carried != manifestFor(known->trace, wanted.manifest()))
            continue;
        const auto changed = known->trace.metadata.find(kWrittenKey);
        if (changed != known->trace.metadata.end() && changed->second != writtenText(file))
            continue;
        found.insert(name);
        if (found.size() == partsIn(name))
            return true;
    }
    return false;
}

void SummaryTargets::removeOld(const fs::path& file, const std::vector<fs::path>& written) const
{
    constexpr std::chrono::minutes kAbandoned{10};  // no summary takes so long to be written
    const std::string begin = stemOf(file) + ".rank-";
    std::error_code error;
    std::vector<fs::path> old;
    for (const auto& entry : fs::directory_iterator(folderOf(file), error)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(begin) || std::ranges::find(written, entry.path()) != written.end())
            continue;
        if (name.ends_with(".tmp") && name.find(kSummaryEnding) != std::string::npos) {
            if (entry.last_write_time(error) + kAbandoned < fs::file_time_type::clock::now() && !error)
                old.push_back(entry.path());
        } else if (name.ends_with(kSummaryEnding)) {
            const auto known = readRankSummary(entry.path(), {});
            if (known && fs::equivalent(known->summary.source, file, error))
                old.push_back(entry.path());
        }
    }
    for (const fs::path& one : old)
        fs::remove(one, error);
}

}  // namespace headwater::cli
