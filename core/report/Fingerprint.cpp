// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Fingerprint.h"

#include <algorithm>

#include "core/report/SavedInvestigation.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostListed = 10'000;
constexpr int kDepth = 3;

/// Regular files of a folder, sorted by path; links to folders are not followed, so that no loop arises.
std::vector<fs::path> filesOf(const fs::path& folder, const Job& job)
{
    std::vector<fs::path> out;
    std::error_code error;
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && it != fs::recursive_directory_iterator() && out.size() < kMostListed && !job.stopped();
         it.increment(error)) {
        if (it.depth() >= kDepth)
            it.disable_recursion_pending();
        std::error_code unused;
        if (it->is_regular_file(unused))
            out.push_back(it->path());
    }
    std::ranges::sort(out);
    return out;
}

std::vector<fs::path> subfoldersOf(const fs::path& folder)
{
    std::vector<fs::path> out;
    std::error_code error;
    fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && it != fs::directory_iterator() && out.size() < kMostListed; it.increment(error)) {
        std::error_code unused;
        if (it->is_directory(unused))
            out.push_back(it->path());
    }
    std::ranges::sort(out);
    return out;
}

bool looksLike(const fs::path& input, const std::vector<InputPrint>& prints)
{
    return std::ranges::all_of(prints, [&input](const InputPrint& one) {
        const fs::path file = one.member.empty() ? input : input / one.member;
        std::error_code error;
        // The size tells most files apart without reading any.
        if (fs::file_size(file, error) != one.print.bytes || error)
            return false;
        const Result<Fingerprint> print = fingerprintOf(file);
        return print && *print == one.print;
    });
}

/// What may be the input, the likeliest first.
std::vector<fs::path> candidates(const fs::path& missing, bool folder, const std::vector<fs::path>& folders,
                                 const Job& job)
{
    std::vector<fs::path> sameName;
    std::vector<fs::path> others;
    for (const fs::path& near : folders) {
        sameName.push_back(near / missing.filename());
        if (!folder) {
            const std::vector<fs::path> files = filesOf(near, job);
            others.insert(others.end(), files.begin(), files.end());
            continue;
        }
        others.push_back(near);
        for (const fs::path& inside : subfoldersOf(near)) {
            sameName.push_back(inside / missing.filename());
            others.push_back(inside);
        }
    }
    sameName.insert(sameName.end(), others.begin(), others.end());
    return sameName;
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

std::vector<InputPrint> inputPrints(const fs::path& input, const Job& job)
{
    std::vector<InputPrint> out;
    std::error_code error;
    if (!fs::is_directory(input, error)) {
        if (const Result<Fingerprint> print = fingerprintOf(input))
            out.push_back({{}, *print});
        return out;
    }
    const std::vector<fs::path> files = filesOf(input, job);
    std::vector<std::size_t> chosen = {0, files.size() / 2, files.size() - 1};
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (const std::size_t i : chosen)
        if (i < files.size() && !job.stopped())
            if (const Result<Fingerprint> print = fingerprintOf(files[i]))
                out.push_back({files[i].lexically_relative(input).generic_string(), *print});
    return out;
}

std::optional<fs::path> findMoved(const fs::path& missing, const std::vector<InputPrint>& prints,
                                  const std::vector<fs::path>& folders, const Job& job)
{
    if (prints.empty())
        return std::nullopt;
    for (const fs::path& candidate : candidates(missing, !prints.front().member.empty(), folders, job)) {
        if (job.stopped())
            return std::nullopt;
        if (looksLike(candidate, prints))
            return candidate.lexically_normal();
    }
    return std::nullopt;
}

std::vector<MovedInput> movedInputs(const SavedInvestigation& investigation, const fs::path& file, const Job& job)
{
    std::vector<fs::path> folders = {fs::absolute(file).parent_path()};
    std::vector<fs::path> missing;
    for (const auto* side : {&investigation.baseline, &investigation.current})
        for (const fs::path& path : *side) {
            if (isThere(path))
                folders.push_back(path.parent_path());
            else
                missing.push_back(path);
        }
    std::vector<MovedInput> out;
    for (const fs::path& path : missing) {
        const auto prints = investigation.prints.find(path.string());
        if (prints == investigation.prints.end())
            continue;
        if (const auto found = findMoved(path, prints->second, folders, job)) {
            out.push_back({path, *found});
            folders.push_back(found->parent_path());
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
