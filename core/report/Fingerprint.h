// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/FileFingerprint.h"
#include "core/base/Job.h"

namespace headwater {

/// One file of an input of a run, by its path below that input; empty where the input is the file itself.
struct InputPrint {
    std::string member;
    Fingerprint print;

    friend bool operator==(const InputPrint&, const InputPrint&) = default;
};
/// What the inputs looked like when they were last read, by absolute path.
using InputPrints = std::map<std::string, std::vector<InputPrint>>;

/// Of a file, itself; of a folder, its first, middle and last file by name (up to three levels deep, at most 10,000
/// files are listed). What cannot be read is left out.
[[nodiscard]] std::vector<InputPrint> inputPrints(const std::filesystem::path& input, const Job& job);

/// Of all these inputs; one without prints is left out.
[[nodiscard]] InputPrints printsOf(const std::vector<std::filesystem::path>& inputs, const Job& job);

/// Where an input lies now that had these prints and is no longer at `missing`: looks below each of `folders`, up to
/// four levels deep and at most 20,000 files and folders in all, those near the top first. Under its own name first.
/// Nothing where none fits, and where `job` is stopped.
[[nodiscard]] std::optional<std::filesystem::path> findMoved(const std::filesystem::path& missing,
                                                             const std::vector<InputPrint>& prints,
                                                             const std::vector<std::filesystem::path>& folders,
                                                             const Job& job);

struct SavedInvestigation;

/// An input that was found elsewhere.
struct MovedInput {
    std::filesystem::path from, to;

    friend bool operator==(const MovedInput&, const MovedInput&) = default;
};

/// The inputs of an investigation that are no longer where they were, and where they lie now: looked for below
/// `searched` (empty: nowhere in particular), below the folder of the `.headwater` file, below those of the inputs that
/// are there or were found, and last below the folder that the `.headwater` file's folder lies in. One that is found
/// nowhere is left out.
[[nodiscard]] std::vector<MovedInput> movedInputs(const SavedInvestigation& investigation,
                                                  const std::filesystem::path& file, const Job& job,
                                                  const std::filesystem::path& searched = {});

/// The inputs of both sides that are not there.
[[nodiscard]] std::vector<std::filesystem::path> missingInputs(const SavedInvestigation& investigation);

/// The investigation with these inputs in their new places, what was said about their files included.
[[nodiscard]] SavedInvestigation withMoved(SavedInvestigation investigation, const std::vector<MovedInput>& moved);

}  // namespace headwater
