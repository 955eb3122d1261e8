// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/run/Run.h"

namespace headwater::cli {

/// The manifests that lie with the traces of one call, and which of them is a trace's: those in or below the nearest
/// folder above it that has any, up to the folder of its run. Safe to use from several threads.
class RunManifests {
public:
    /// `operands` are the files and folders given, `run` the folder of the run, or empty: then a folder given is one,
    /// and of a file given its own folder counts with `records` in it.
    RunManifests(std::span<const std::filesystem::path> operands, const std::filesystem::path& run, const Job& job);

    /// Empty where there is none. Of two that differ the first by name counts.
    [[nodiscard]] Manifest of(const std::filesystem::path& trace);

    /// What is odd about the manifests, those that differ among them.
    [[nodiscard]] Problems problems() const;

private:
    struct Found {
        std::filesystem::path file;
        Manifest manifest;
    };
    void take(const std::filesystem::path& file, const Job& job);
    [[nodiscard]] Manifest merged(const std::filesystem::path& folder);

    std::set<std::filesystem::path> m_roots;
    std::vector<Found> m_found;  ///< by name
    Problems m_problems;
    mutable std::mutex m_mutex;
    std::set<std::pair<std::string, std::string>> m_conflicts;  ///< key and file, each told once
};

}  // namespace headwater::cli
