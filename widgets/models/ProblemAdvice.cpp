// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/ProblemAdvice.h"

#include <algorithm>
#include <iterator>

#include <QCoreApplication>

#include "core/base/Advice.h"
#include "widgets/theme/Format.h"

namespace headwater {

namespace {

constexpr const char* kGiveRank = QT_TRANSLATE_NOOP("ProblemAdvice", "Select the file and give it its rank.");
constexpr const char* kSayUnit =
    QT_TRANSLATE_NOOP("ProblemAdvice", "Select the file and say what its times are counted in.");
struct AdviceRow {
    const char* code;
    const char* text;
};

/// Where the window itself can mend it; for all else core/ knows what to do.
constexpr AdviceRow kRows[] = {
    {"missing-rank", kGiveRank},
    {"rank-unknown", kGiveRank},
    {"rank-conflict", QT_TRANSLATE_NOOP("ProblemAdvice", "If the other number is right, give the file that rank.")},
    {"local-rank",
     QT_TRANSLATE_NOOP("ProblemAdvice", "If hosts share these numbers, give every file its rank in the whole job.")},
    {"rank-ignored",
     QT_TRANSLATE_NOOP("ProblemAdvice", "Take the rank back: a file of several ranks names them itself.")},
    {"duplicate-rank",
     QT_TRANSLATE_NOOP("ProblemAdvice", "Give one of the files another rank, move it to the other run, or ignore it.")},
    {"repeated-rank",
     QT_TRANSLATE_NOOP("ProblemAdvice", "Give one of the files another rank, move it to the other run, or ignore it.")},
    {"missing-rank-files", QT_TRANSLATE_NOOP("ProblemAdvice", "Add the files of these ranks to the run and reload.")},
    {"ranks-disagree",
     QT_TRANSLATE_NOOP("ProblemAdvice", "Check that all files are of one job; ignore or move those that are not.")},
    {"mixed-inputs", QT_TRANSLATE_NOOP("ProblemAdvice", "Ignore either the traces or the stage metrics.")},
    {"duplicate-step",
     QT_TRANSLATE_NOOP("ProblemAdvice", "If two captures are in one file, split them; else ignore one of the files.")},
    {"unit-unclear", kSayUnit},
    {"unit-unknown", kSayUnit},
    {"bad-time", QT_TRANSLATE_NOOP("ProblemAdvice", "If all times look wrong, say what they are counted in.")},
    {"unreadable", QT_TRANSLATE_NOOP("ProblemAdvice", "Export the file again, or ignore it.")},
    {"event-without-rank",
     QT_TRANSLATE_NOOP("ProblemAdvice", "Select the file and give rules that say where the rank stands.")},
    {"event-without-rule",
     QT_TRANSLATE_NOOP("ProblemAdvice", "Select the file and give rules that name these events.")},
    {"left-out", QT_TRANSLATE_NOOP("ProblemAdvice", "Select the file to use it again.")},
};

}  // namespace

QString adviceFor(const Problem& problem)
{
    const char* text = nullptr;
    if (problem.code == "unreadable" && problem.message.find("unit") != std::string::npos)
        text = kSayUnit;
    const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                  [&](const AdviceRow& known) { return problem.code == known.code; });
    if (text == nullptr && row != std::end(kRows))
        text = row->text;
    if (text != nullptr)
        return QCoreApplication::translate("ProblemAdvice", text);
    const QString advice = format::text(word(adviceOn(problem.code)));
    return advice.isEmpty() && problem.severity == Severity::Info
               ? QCoreApplication::translate("ProblemAdvice", "Nothing: a note on how the file was read.")
               : advice;
}

}  // namespace headwater
