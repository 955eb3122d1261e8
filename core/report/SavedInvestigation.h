// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"
#include "core/report/Fingerprint.h"
#include "core/run/FileOverride.h"
#include "core/run/ScaleCase.h"
#include "core/triage/Notes.h"
#include "core/triage/Policy.h"

namespace headwater {

/// What a `.headwater` file keeps: which runs, and how they were judged. Results are computed anew when it is opened.
struct SavedInvestigation {
    std::vector<std::filesystem::path> baseline;  ///< files and folders of the baseline run
    std::vector<std::filesystem::path> current;
    std::string stages = "auto";  ///< stage spec as the user gave it (parseStageSpec)
    std::string unit;             ///< unit of a bare `duration` column, or empty
    FileOverrides overrides;      ///< what the user said about single files
    std::string timezone;         ///< zone of times without one, as the user gave it (zoneFromText), or empty
    bool linkedOnly = false;
    Policy policy;
    Notes notes;         ///< what people said about it
    ScaleCase scale;     ///< where it is slow and what experiments showed; empty where nobody asked
    InputPrints prints;  ///< to find the inputs again where they were moved
};

/// headwater.investigation/1, UTF-8, ending with a newline. Paths below `folder` (where the file will lie) are kept
/// relative to it, so that a folder with its runs can be moved; all others are made absolute.
[[nodiscard]] std::string investigationJson(const SavedInvestigation& investigation,
                                            const std::filesystem::path& folder);

/// Reads headwater.investigation/1; relative paths are taken from `folder`. Keys that are not known are ignored,
/// missing ones keep their defaults; a later version, a wrong type or a value out of range is Malformed, with the key
/// as `where`.
[[nodiscard]] Result<SavedInvestigation> investigationFromJson(std::string_view json,
                                                               const std::filesystem::path& folder);

/// The overrides as a JSON array with absolute paths, for a place that is no investigation; and back. Malformed as
/// investigationFromJson.
[[nodiscard]] std::string overridesJson(const FileOverrides& overrides);
[[nodiscard]] Result<FileOverrides> overridesFromJson(std::string_view json);

/// Writes atomically: the old file stays whole until the new one is. Fails with WriteFailed.
[[nodiscard]] Status saveInvestigation(const SavedInvestigation& investigation, const std::filesystem::path& file);

/// Fails with NotFound, Unreadable, TooLarge (above 16 MB) or as investigationFromJson.
[[nodiscard]] Result<SavedInvestigation> loadInvestigation(const std::filesystem::path& file);

}  // namespace headwater
