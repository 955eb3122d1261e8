// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Session.h"
#include "app/cli/Values.h"
#include "app/cli/WorkshopCase.h"
#include "core/workshop/Handout.h"
#include "core/workshop/Progress.h"
#include "core/workshop/SheetIds.h"
#include "core/workshop/Telling.h"

namespace headwater::cli {

namespace {

using workshop::Case;
using workshop::CaseSpec;
using workshop::Library;
using workshop::PrintOptions;

Error usage(std::string what)
{
    return {ErrorCode::BadUsage, std::move(what), {}, {}, "see `headwater-cli workshop --help`"};
}

Result<PrintOptions> readPrintOptions(const Arguments& arguments)
{
    PrintOptions options;
    options.reveal = arguments.has("--reveal");
    constexpr std::array<std::string_view, 2> kLanguages{"en", "zh_CN"};
    if (const auto language = arguments.value("--language")) {
        if (std::ranges::find(kLanguages, std::string_view(*language)) == kLanguages.end())
            return tl::unexpected(notOneOf("--language", *language, kLanguages));
        options.language = *language;
    }
    if (const auto text = arguments.value("--hints")) {
        const auto hints = readInteger("--hints", *text, 0, 100);
        if (!hints)
            return tl::unexpected(hints.error());
        options.hints = static_cast<int>(*hints);
    }
    if (const Status status = readSeed(arguments, options.seed); !status)
        return tl::unexpected(status.error());
    return options;
}

/// A case of the library by its name, or of a file by its path.
Result<Case> openByName(const Library& library, const std::string& name)
{
    if (const CaseSpec* spec = library.find(name))
        return workshop::openCase(*spec, library.questions);
    std::error_code ignored;
    if (std::filesystem::is_regular_file(name, ignored)) {
        const auto spec = workshop::readCaseFile(name);
        if (!spec)
            return tl::unexpected(spec.error());
        return workshop::openCase(*spec, library.questions);
    }
    std::vector<std::string_view> names{library.exerciseId};
    for (const CaseSpec& spec : library.cases)
        names.push_back(spec.id);
    for (const workshop::Concept& idea : library.concepts)
        names.push_back(idea.id);
    const auto near = nearest(name, names);
    return fail(ErrorCode::BadUsage, fmt::format("there is no case and no file '{}'", onOneLine(name)), {}, {},
                near ? "did you mean " + *near + "?" : "see `headwater-cli workshop list`");
}

/// A name as it has to be written in a shell.
std::string shellWord(const std::string& name)
{
    const auto plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("-_./+,:@%").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
    };
    if (!name.empty() && std::ranges::all_of(name, plain))
        return name;
    std::string quoted = "'";
    for (const char c : name)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

int finish(const Arguments& arguments, Session& session, Output& output, std::string text, std::string json)
{
    output.setText(std::move(text));
    Status status;
    if (const auto target = arguments.value("--json"))
        status = output.add(*target, std::move(json));
    if (status)
        status = output.write(session.stop());
    return status ? kDone : session.fail(status.error());
}

int list(const Arguments& arguments, const PrintOptions& options, Session& session)
{
    if (arguments.operands().size() != 1)
        return session.fail(usage("workshop list takes nothing more"));
    const Library library = workshop::library();
    Output output;
    return finish(arguments, session, output, listText(library, options), listJson(library));
}

/// Answers are shown where mayTell() says so.
Status checkTelling(const Arguments& arguments, const PrintOptions& options, const workshop::AnswerSeal& seal)
{
    return options.reveal ? mayTell(seal, arguments.value("--key").value_or(std::string()), workshop::revealedFile())
                          : Status();
}

/// Whoever hands in a complete sheet has taken the case: it is revealed, and stays so.
Status revealBySheet(const Arguments& arguments, const PrintOptions& options, const workshop::AnswerSeal& seal,
                     const Status& complete)
{
    if (!options.reveal || checkTelling(arguments, options, seal))
        return {};
    if (arguments.has("--key"))
        return checkTelling(arguments, options, seal);
    return complete ? noteRevealed(workshop::revealedFile(), seal) : complete;
}

int show(const Arguments& arguments, const PrintOptions& options, Session& session)
{
    if (arguments.operands().size() != 2)
        return session.fail(usage("workshop show needs one ID"));
    const Library library = workshop::library();
    const std::string& name = arguments.operands()[1];
    const auto sheet = arguments.value("--sheet");
    Output output;
    Status status;
    if (name == library.exerciseId) {
        if (arguments.has("--out"))
            return session.fail(usage("the exercise has no runs to write"));
        if (const Status told = checkTelling(arguments, options, library.exerciseSeal()); !told)
            return session.fail(told.error());
        if (sheet)
            status = output.add(*sheet, answersJson(emptyExercise(library, options.seed)));
        if (const auto handout = arguments.value("--html"); status && handout)
            status = output.add(*handout, handoutHtml(exerciseHandout(library, options)));
        if (!status)
            return session.fail(status.error());
        return finish(arguments, session, output, exerciseText(library, options), exerciseJson(library, options));
    }
    const auto idea = std::ranges::find(library.concepts, name, &workshop::Concept::id);
    if (idea != library.concepts.end()) {
        if (arguments.has("--out") || sheet || arguments.has("--html"))
            return session.fail(usage("an idea has no runs, no sheet and no handout"));
        return finish(arguments, session, output, conceptText(library, *idea, options), conceptJson(*idea));
    }
    const auto opened = openByName(library, name);
    if (!opened)
        return session.fail(opened.error());
    if (const Status told = checkTelling(arguments, options, opened->spec.seal); !told)
        return session.fail(told.error());
    std::string times;
    if (const auto folder = arguments.value("--out")) {
        status = generate(*opened, *folder, session.job(0, 0.3));
        const Result<std::string> table =
            status ? stageTimes(library, *folder, options, session) : Result<std::string>(std::string());
        session.finishProgress();
        if (!table)
            return session.fail(table.error());
        times = *table;
    }
    if (status && sheet)
        status = output.add(*sheet, answersJson(emptySheet(*opened)));
    if (const auto handout = arguments.value("--html"); status && handout)
        status = output.add(*handout, handoutHtml(handoutOf(library, *opened, options)));
    if (!status)
        return session.fail(status.error());
    PrintOptions named = options;
    if (library.find(name) == nullptr)
        named.asked = shellWord(name);  // so that the commands it ends with can be copied
    return finish(arguments, session, output, caseText(library, *opened, named) + times,
                  caseJson(library, *opened, named));
}

int grade(const Arguments& arguments, const PrintOptions& options, Session& session)
{
    if (arguments.operands().size() != 3)
        return session.fail(usage("workshop grade needs ID and ANSWERS.json"));
    const Library library = workshop::library();
    const std::string& name = arguments.operands()[1];
    const std::string& file = arguments.operands()[2];
    const auto answers = workshop::readAnswersFile(file);
    if (!answers)
        return session.fail(answers.error());
    workshop::Grade result;
    Status known;
    workshop::AnswerSeal seal = library.exerciseSeal();
    Status complete = workshop::mayRevealExercise(*answers);
    std::string id = library.exerciseId;
    if (name == id) {
        known = checkExerciseIds(library, *answers);
        result = gradeExercise(library, *answers);
    } else {
        const auto opened = openByName(library, name);
        if (!opened)
            return session.fail(opened.error());
        id = opened->spec.id;
        known = checkCaseIds(library, *opened, *answers);
        seal = opened->spec.seal;
        complete = mayReveal(*opened, *answers);
        result = gradeCase(library, *opened, *answers);
    }
    if (answers->id != id)
        return session.fail({ErrorCode::BadUsage, fmt::format("is a sheet of '{}'", onOneLine(answers->id)), file, "id",
                             fmt::format("grade it by that name; this is '{}'", id)});
    if (!known) {
        known.error().file = file;
        return session.fail(known.error());
    }
    if (const Status told = revealBySheet(arguments, options, seal, complete); !told)
        return session.fail(told.error());
    Output output;
    return finish(arguments, session, output, gradeText(library, result, options), gradeJson(library, result, options));
}

int overview(const Arguments& arguments, const PrintOptions& options, Session& session)
{
    if (arguments.operands().size() < 2)
        return session.fail(usage("workshop class needs ANSWERS.json..."));
    Library library = workshop::library();
    for (const std::string& file : arguments.values("--case")) {
        auto spec = workshop::readCaseFile(file);
        if (!spec)
            return session.fail(spec.error());
        std::erase_if(library.cases, [&spec](const CaseSpec& one) { return one.id == spec->id; });
        library.cases.push_back(std::move(*spec));
    }
    const std::vector<std::filesystem::path> files(arguments.operands().begin() + 1, arguments.operands().end());
    const auto progress = classOfFiles(library, files);
    if (progress.rows.empty() && !progress.unreadable.empty())
        return session.fail(progress.unreadable.front());  // nothing to show
    Output output;
    if (const auto page = arguments.value("--html"))
        if (const Status status = output.add(*page, classHtml(library, progress, options)); !status)
            return session.fail(status.error());
    return finish(arguments, session, output, classText(library, progress, options), classJson(library, progress));
}

struct Action {
    std::string_view name;
    int (*run)(const Arguments&, const PrintOptions&, Session&);
};
constexpr std::array kActions{Action{"list", &list},      Action{"show", &show},       Action{"grade", &grade},
                              Action{"class", &overview}, Action{"check", &checkCase}, Action{"new", &newCase}};

/// What an action would pass over without a word is refused.
Status checkServes(const Arguments& arguments, std::string_view action)
{
    struct Use {
        std::string_view option;
        std::string_view actions;
    };
    constexpr std::array kUses{Use{"--out", "show"},       Use{"--sheet", "show"},
                               Use{"--hints", "show"},     Use{"--reveal", "show grade"},
                               Use{"--key", "show grade"}, Use{"--seed", "show"},
                               Use{"--seal", "check"},     Use{"--html", "show class"},
                               Use{"--case", "class"},     Use{"--json", "list show grade class"}};
    for (const Use& use : kUses)
        if (arguments.has(use.option) && use.actions.find(action) == std::string_view::npos)
            return tl::unexpected(usage(fmt::format("workshop {} has no {}", action, use.option)));
    return {};
}

int run(const Arguments& arguments, Session& session)
{
    const auto options = readPrintOptions(arguments);
    if (!options)
        return session.fail(options.error());
    const std::string name = arguments.operands().empty() ? std::string() : arguments.operands().front();
    const auto action = std::ranges::find(kActions, std::string_view(name), &Action::name);
    if (action != kActions.end()) {
        const Status serves = checkServes(arguments, name);
        return serves ? action->run(arguments, *options, session) : session.fail(serves.error());
    }
    return session.fail(usage(name.empty() ? "workshop needs list, show, grade, class, new or check"
                                           : fmt::format("workshop does not know '{}'", onOneLine(name))));
}

using Kind = OptionSpec::Kind;
constexpr std::array kOptions{
    OptionSpec{"--json", Kind::One, "FILE", "write the answer as JSON, in both languages; - is stdout"},
    OptionSpec{"--out", Kind::One, "DIR",
               "show: write the case's runs into DIR/baseline and DIR/current, and print the times of their stages"},
    OptionSpec{"--sheet", Kind::One, "FILE", "show: write an empty sheet of answers"},
    OptionSpec{"--html", Kind::One, "FILE",
               "show: write a handout to print and fill in, with --reveal the one with answers; class: a page to show"},
    OptionSpec{"--hints", Kind::One, "N", "show: give the first N hints"},
    OptionSpec{"--reveal", Kind::Flag, "",
               "show: tell what is true, and the model answers; grade: what is right, and why"},
    OptionSpec{"--key", Kind::One, "KEY",
               "show, grade: the instructor's key, with --reveal before the case was taken to its end"},
    OptionSpec{"--seed", Kind::One, "N", "show: which vectors the exercise has (default 1)"},
    OptionSpec{"--seal", Kind::One, "FILE", "check: write the case with its answer sealed, to be shared as one file"},
    OptionSpec{"--case", Kind::Many, "FILE",
               "class: cases that somebody wrote, sealed or not, so that their sheets count"},
    OptionSpec{"--language", Kind::One, "en|zh_CN", "language of the text (default en)"},
};

}  // namespace

const CommandSpec kWorkshopCommand{
    "workshop",
    "list | show ID | grade ID ANSWERS.json | class ANSWERS.json... | new FILE | check FILE",
    0,
    std::string_view::npos,
    "cases with a hidden fault, and the exercise of the course",
    "Teaches the procedure. `list` names the cases and the exercise; `show` tells what is known about one, what is\n"
    "asked, and writes its runs; `grade` scores a sheet of answers, 4 + 2 + 2 + 2, passed at 8 of 10 without a veto:\n"
    "it says which items are right, wrong or not answered, and names wrong turns; what is right, only with --reveal.\n"
    "`class` draws the sheets of a class together: who passed what, and which wrong turns were taken most. Of several\n"
    "sheets of one student on one case the best counts, and how many there are is said.\n"
    "Answers are sealed: --reveal works once the case was taken to its end in this installation, in the window or by\n"
    "grading a complete sheet (prediction, a choice at each node, conclusion), or with the instructor's key. A seal\n"
    "keeps answers from being seen in passing; it is no encryption.\n"
    "ID is a name of the list or the path of a case that somebody wrote. `new` writes such a file to begin with, "
    "whose\n"
    "remarks describe the format and name every fault and wrong turn; `check` says what is wrong with one and where,\n"
    "makes its runs, and looks whether the analysis finds the answer. No programming is needed.\n"
    "Prose is scored by the rubric points that a person ticked in the sheet: the program does not pretend to read.",
    kOptions,
    "  headwater-cli workshop list\n"
    "  headwater-cli workshop show new-image --out case --sheet answers.json\n"
    "  headwater-cli workshop grade new-image answers.json\n"
    "  headwater-cli workshop new ours.json && headwater-cli workshop check ours.json --seal shared.json",
    &run};

}  // namespace headwater::cli
