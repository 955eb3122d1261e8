// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Fingerprint.h"

#include <algorithm>
#include <iterator>

#include "core/report/SavedInvestigation.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSearched = 20'000;

/// Files, or folders, below a folder: level by level, so that what lies near is looked at before a large tree is.
std::vector<fs::path> below(const fs::path& top, bool folders, std::size_t& room, const Job& job)
{
    constexpr int kSearchDepth = 4;  // folders down; files lie one level below the last of them
    std::vector<fs::path> out;
    std::vector<fs::path> level = {top};
    for (int depth = 0; depth < kSearchDepth + (folders ? 0 : 1) && !level.empty(); ++depth) {
        std::vector<fs::path> next;
        for (const fs::path& folder : level) {
            std::error_code error;
            fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
            for (; !error && it != fs::directory_iterator() && room > 0 && !job.stopped(); it.increment(error)) {
                --room;
                std::error_code unused;
                // Links to folders are not followed, so that no loop arises.
                if (it->is_directory(unused) && !it->is_symlink(unused))
                    next.push_back(it->path());
                else if (!folders && it->is_regular_file(unused))
                    out.push_back(it->path());
            }
        }
        std::ranges::sort(next);
        if (folders)
            out.insert(out.end(), next.begin(), next.end());
        level = std::move(next);
    }
    return out;
}

bool looksLike(const fs::path& input, const std::vector<InputPrint>& prints, const Job& job)
{
    // The sizes tell most apart without reading any.
    const bool sizes = std::ranges::all_of(prints, [&input](const InputPrint& one) {
        std::error_code error;
        const std::uintmax_t bytes = fs::file_size(one.member.empty() ? input : input / one.member, error);
        return !error && bytes == one.print.bytes;
    });
    return sizes && changedMembers(input, prints, job).empty() && !job.stopped();
}

/// What may be the input, the likeliest first.
std::vector<fs::path> candidates(const fs::path& missing, bool folder, const std::vector<fs::path>& folders,
                                 const Job& job)
{
    std::size_t room = kMostSearched;
    std::vector<fs::path> out;
    for (const fs::path& near : folders) {
        out.push_back(near / missing.filename());
        if (folder)
            out.push_back(near);
        std::vector<fs::path> found = below(near, folder, room, job);
        std::stable_partition(found.begin(), found.end(),
                              [&missing](const fs::path& path) { return path.filename() == missing.filename(); });
        out.insert(out.end(), found.begin(), found.end());
    }
    return out;
}

bool isThere(const fs::path& path)
{
    std::error_code error;
    return fs::exists(path, error);
}

fs::path replaced(const fs::path& path, const std::vector<MovedInput>& moved)
{
    for (const MovedInput& one : moved) {
        const fs::path inside = path.lexically_relative(one.from);
        if (path == one.from)
            return one.to;
        if (!inside.empty() && *inside.begin() != "..")
            return one.to / inside;
    }
    return path;
}

}  // namespace

std::optional<fs::path> findMoved(const fs::path& missing, const std::vector<InputPrint>& prints,
                                  const std::vector<fs::path>& folders, const Job& job)
{
    if (prints.empty())
        return std::nullopt;
    for (const fs::path& candidate : candidates(missing, !prints.front().member.empty(), folders, job)) {
        if (job.stopped())
            return std::nullopt;
        if (looksLike(candidate, prints, job))
            return candidate.lexically_normal();
    }
    return std::nullopt;
}

std::vector<fs::path> missingInputs(const SavedInvestigation& investigation)
{
    std::vector<fs::path> out;
    for (const auto* side : {&investigation.baseline, &investigation.current})
        std::ranges::copy_if(*side, std::back_inserter(out), [](const fs::path& path) { return !isThere(path); });
    return out;
}

std::vector<ChangedInput> changedInputs(const SavedInvestigation& investigation, const Job& job)
{
    std::vector<ChangedInput> out;
    const double all = static_cast<double>(investigation.baseline.size() + investigation.current.size());
    double seen = 0;
    Job part = job;
    part.progress = [&](double fraction, std::string_view what) { job.report((seen + fraction) / all, what); };
    for (const auto* side : {&investigation.baseline, &investigation.current})
        for (const fs::path& path : *side) {
            const auto prints = investigation.prints.find(path.string());
            const bool known = std::ranges::any_of(out, [&path](const ChangedInput& one) { return one.input == path; });
            if (prints == investigation.prints.end() || known || !isThere(path))
                continue;
            if (auto members = changedMembers(path, prints->second, part); !members.empty())
                out.push_back({path, std::move(members)});
            seen += 1;
        }
    return out;
}

std::vector<MovedInput> movedInputs(const SavedInvestigation& investigation, const fs::path& file, const Job& job,
                                    const fs::path& searched)
{
    return movedInputs(investigation, missingInputs(investigation), file, job, searched);
}

std::vector<MovedInput> movedInputs(const SavedInvestigation& investigation, const std::vector<fs::path>& wanted,
                                    const fs::path& file, const Job& job, const fs::path& searched)
{
    std::vector<fs::path> folders;
    const auto add = [&folders](const fs::path& folder) {
        if (!folder.empty() && std::ranges::find(folders, folder) == folders.end())
            folders.push_back(folder);
    };
    const fs::path home = fs::absolute(file).lexically_normal().parent_path();
    add(searched.empty() ? searched : fs::absolute(searched).lexically_normal());
    add(home);
    for (const auto* side : {&investigation.baseline, &investigation.current})
        for (const fs::path& path : *side)
            if (isThere(path))
                add(path.parent_path());
    std::vector<MovedInput> out;
    for (const fs::path& path : wanted) {
        const auto prints = investigation.prints.find(path.string());
        if (prints == investigation.prints.end())
            continue;
        std::vector<fs::path> places = folders;
        if (home.has_parent_path() && home.parent_path() != home.root_path())
            places.push_back(home.parent_path());
        if (const auto found = findMoved(path, prints->second, places, job)) {
            out.push_back({path, *found});
            add(found->parent_path());
        }
    }
    return out;
}

SavedInvestigation withMoved(SavedInvestigation investigation, const std::vector<MovedInput>& moved)
{
    for (auto* side : {&investigation.baseline, &investigation.current})
        for (fs::path& path : *side)
            path = replaced(path, moved);
    FileOverrides overrides;
    for (const auto& [path, said] : investigation.overrides)
        overrides[overrideKey(replaced(path, moved))] = said;
    investigation.overrides = std::move(overrides);
    return investigation;
}

}  // namespace headwater
