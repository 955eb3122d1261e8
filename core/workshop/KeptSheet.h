// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "core/workshop/Answers.h"

namespace headwater::workshop {

/// How far somebody is with a case or the exercise, so that nothing is lost by leaving: what was answered and what is
/// asked now. Of what is right it holds nothing that was not chosen.
struct KeptSheet {
    std::string mark;  ///< AnswerSeal::mark: a case whose content changed is another one
    std::string step;  ///< "alert", the node that is asked, "conclusion", "exercise"
    int hints = 0;     ///< how many were asked for
    bool revealed = false;
    bool open = true;  ///< nobody left it: the window ended with it
    /// Fields of the prediction and the conclusion that were filled in, by name; "" is "none". A sheet to be graded
    /// cannot tell that from a field that is still to be answered.
    std::map<std::string, std::string> fields;
    Answers answers;  ///< choices at the node that is asked included

    friend bool operator==(const KeptSheet&, const KeptSheet&) = default;
};

/// Where the sheet of `mark` is kept below the folder of the program's state.
[[nodiscard]] std::filesystem::path keptFile(const std::filesystem::path& state, std::string_view mark);

/// headwater.workshop-kept/1, read by readKept().
[[nodiscard]] std::string keptJson(const KeptSheet& sheet);
/// NotFound, Unreadable, TooLarge; Malformed with the first error, another version of the format among them.
[[nodiscard]] Result<KeptSheet> readKept(const std::filesystem::path& file);

}  // namespace headwater::workshop
