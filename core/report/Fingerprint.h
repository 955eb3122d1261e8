// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
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
    /// At most so many bytes of it were read: a file that has no more is hashed whole, of a larger one eight pieces
    /// evenly spread from its first to its last byte. 0: written by an earlier version, which read the first and last
    /// MiB (fingerprintOf) and of a folder three files alone.
    std::uint64_t sampled = 0;

    friend bool operator==(const InputPrint&, const InputPrint&) = default;
};
/// What the inputs looked like when they were last read, by absolute path.
using InputPrints = std::map<std::string, std::vector<InputPrint>>;

/// Of a file, itself; of a folder, every file below it by name (at most 10,000), but what Headwater or a person writes
/// beside runs: hidden files, `.headwater`, `.html` and `.pdf`. Reads at most 16 MiB of a file and, of a folder, about
/// 256 MiB in all, at least 64 KiB a file. What cannot be read is left out.
[[nodiscard]] std::vector<InputPrint> inputPrints(const std::filesystem::path& input, const Job& job);

/// Of all these inputs; one without prints is left out.
[[nodiscard]] InputPrints printsOf(const std::vector<std::filesystem::path>& inputs, const Job& job);

/// A file of an input that is not what it was.
struct ChangedMember {
    enum class How { Gone, Altered, Added };
    std::string member;  ///< empty: the input itself
    How how = How::Altered;
    std::uint64_t before = 0, now = 0;  ///< bytes; 0 where it was not or is not there

    friend bool operator==(const ChangedMember&, const ChangedMember&) = default;
};

/// What of `input` differs from its prints, in the order of the names: missing files, files of another size or
/// content, and files that are new. New files are not told of prints of an earlier version, which do not name all, and
/// of a folder that has as many as are listed at most.
[[nodiscard]] std::vector<ChangedMember> changedMembers(const std::filesystem::path& input,
                                                        const std::vector<InputPrint>& prints, const Job& job);

/// Where an input lies now that had these prints and is no longer at `missing`: looks below each of `folders`, up to
/// four levels deep and at most 20,000 files and folders in all, those near the top first. Under its own name first.
/// One in which a file is missing, altered or new is not taken. Nothing where none fits, and where `job` is stopped.
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

/// Likewise for these inputs of the investigation, whether they are there or not.
[[nodiscard]] std::vector<MovedInput> movedInputs(const SavedInvestigation& investigation,
                                                  const std::vector<std::filesystem::path>& wanted,
                                                  const std::filesystem::path& file, const Job& job,
                                                  const std::filesystem::path& searched);

/// The inputs of both sides that are not there.
[[nodiscard]] std::vector<std::filesystem::path> missingInputs(const SavedInvestigation& investigation);

/// An input that is where it was and not what it was.
struct ChangedInput {
    std::filesystem::path input;
    std::vector<ChangedMember> members;
};

/// The inputs that are there and differ from their prints. One without prints is taken as it is.
[[nodiscard]] std::vector<ChangedInput> changedInputs(const SavedInvestigation& investigation, const Job& job);

/// The investigation with these inputs in their new places, what was said about their files included.
[[nodiscard]] SavedInvestigation withMoved(SavedInvestigation investigation, const std::vector<MovedInput>& moved);

}  // namespace headwater
