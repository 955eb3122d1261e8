// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/workshop/Print.h"

namespace headwater::workshop {

/// The best sheet of one student on one case.
struct ClassRow {
    std::string student;
    std::string id;
    bool known = true;  ///< false: a case that is not of the library, not graded
    Grade grade;
    int tries = 1;  ///< sheets of this student on this case; one without a name is a student's of its own
};

/// How far a class is, from the answer files that it handed in.
struct ClassProgress {
    std::vector<ClassRow> rows;                         ///< by student, then by case
    std::vector<std::pair<std::string, int>> mistakes;  ///< Mistake::id and how many sheets made it, most first
    std::vector<Error> unreadable;  ///< files that are no sheet, or name what is not known; not in rows
    int passed = 0;                 ///< rows
    int graded = 0;
};

/// Grades every sheet by the library. Pure; the order of the sheets does not matter.
[[nodiscard]] ClassProgress classProgress(const Library& library, const std::vector<Answers>& sheets);

/// Reads the files of a class and grades those that can be used. A sheet that was handed in twice, as the same file or
/// with the same name and answers, counts once.
[[nodiscard]] ClassProgress classOfFiles(const Library& library, const std::vector<std::filesystem::path>& files);

/// The same as a table for a terminal.
[[nodiscard]] std::string classText(const Library& library, const ClassProgress& progress, const PrintOptions& options);
/// headwater.workshop-class/1
/// One HTML file that needs nothing else, in large type for a projector; texts are escaped.
[[nodiscard]] std::string classHtml(const Library& library, const ClassProgress& progress, const PrintOptions& options);
[[nodiscard]] std::string classJson(const Library& library, const ClassProgress& progress);

}  // namespace headwater::workshop
