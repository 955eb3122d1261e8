// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "core/run/Run.h"

namespace headwater {

/// What the user says about one input file against what the file says itself.
struct FileOverride {
    enum class Place : std::uint8_t { AsFound, Ignored, Baseline, Current };

    std::optional<int> rank;
    std::string unit;      ///< of its times, whatever it says itself: "ns", "us", "ms", "s"; empty: as it says
    std::string ruleFile;  ///< how a Chrome trace is read (ChromeRules.h); empty: as recognised
    std::string zone;      ///< of its times where they name none, as zoneFromText() reads it; empty: found out
    Place place = Place::AsFound;

    /// Nothing is said.
    [[nodiscard]] bool empty() const { return *this == FileOverride(); }
    friend bool operator==(const FileOverride&, const FileOverride&) = default;
};

/// By absolute, normal path (overrideKey).
using FileOverrides = std::map<std::string, FileOverride>;

/// The key of a file in FileOverrides: its absolute, normal path.
[[nodiscard]] std::string overrideKey(const std::filesystem::path& file);

/// What is said about a file; the empty override where nothing is.
[[nodiscard]] FileOverride overrideOf(const FileOverrides& overrides, const std::filesystem::path& file);

/// Whether a file found below the paths of `side` is left to it: not where it is ignored or placed on the other side.
[[nodiscard]] bool belongsTo(Side side, FileOverride::Place place);

}  // namespace headwater
