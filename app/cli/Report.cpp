// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Report.h"

#include <algorithm>
#include <array>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Pipeline.h"
#include "app/cli/ReportFiles.h"
#include "app/cli/Session.h"
#include "app/cli/Values.h"
#include "core/report/model/Dismissals.h"

namespace headwater::cli {

namespace {

/// "2 of its files (r1.json, r3.json)", of many the first few.
std::string filesText(const ChangedInput& changed)
{
    constexpr std::size_t kNamed = 5;
    std::string names;
    for (std::size_t i = 0; i < std::min(kNamed, changed.members.size()); ++i) {
        const ChangedMember& one = changed.members[i];
        const char* how = one.how == ChangedMember::How::Gone    ? " is gone"
                          : one.how == ChangedMember::How::Added ? " is new"
                                                                 : " has other content";
        names += (i > 0 ? ", " : "") + (one.member.empty() ? std::string("it") : one.member) + how;
    }
    const std::size_t more = changed.members.size() - std::min(kNamed, changed.members.size());
    return more > 0 ? names + ", and " + std::to_string(more) + " more" : names;
}

/// The investigation with inputs that were moved at their new places, each of which is told, and so is what is not what
/// it was.
Result<SavedInvestigation> findInputs(const std::string& file, Session& session)
{
    Result<SavedInvestigation> saved = loadInvestigation(file);
    if (!saved)
        return saved;
    if (saved->baseline.empty() && saved->current.empty() && !saved->scale.empty())
        return fail(ErrorCode::NothingUsable, "holds a plan at scale, and no runs to report on", file, {},
                    "open it in the window, or see `headwater-cli plan-scale --help`");
    if (saved->baseline.empty() || saved->current.empty())
        return tl::unexpected(
            Error{ErrorCode::NothingUsable, "names no pair of runs", file, {}, "save it again with both runs"});
    const std::vector<MovedInput> moved = movedInputs(*saved, file, session.job(0, 0));
    for (const MovedInput& one : moved)
        session.tell(one.from.string() + ": was moved, found again by its content: " + one.to.string());
    for (const ChangedInput& one : changedInputs(*saved, session.job(0, 0)))
        session.tell(one.input.string() + ": is not what it was when the investigation was saved: " + filesText(one) +
                     ". It is judged as it is now; what people wrote is about the earlier one");
    return withMoved(*std::move(saved), moved);
}

int run(const Arguments& arguments, Session& session)
{
    if (const Status status = checkTargets(arguments, kReportTargets); !status)
        return session.fail(status.error());
    const Result<report::ReportOptions> options = readReportOptions(arguments);
    if (!options)
        return session.fail(options.error());
    const std::string& file = arguments.operands().front();
    const Result<SavedInvestigation> investigation = findInputs(file, session);
    if (!investigation)
        return session.fail(investigation.error());
    const bool hasBaseline = session.allExist(investigation->baseline);
    if (!session.allExist(investigation->current) || !hasBaseline)
        return kBadInput;
    const std::optional<CacheFolder> cache = readCache(arguments);
    const Result<Verdict> verdict = judge(*investigation, {0, cache ? &*cache : nullptr}, session);
    if (!verdict)
        return session.fail(verdict.error());
    Output output;
    const Notes notes = namedAsIn(*verdict, investigation->notes);
    output.setText(verdictText(report::withDismissals(*verdict, notes), stdoutHasColour(), options->language) +
                   notesText({*verdict, investigation->notes}, *options));
    if (const Status status = addReports(output, arguments, *verdict, *investigation, *options, session.job(1, 1));
        !status)
        return session.fail(status.error());
    if (const Status status = output.write(session.stop()); !status)
        return session.fail(status.error());
    return kDone;
}

constexpr std::array kOptions{
    OptionSpec{"--html", OptionSpec::Kind::One, "FILE", "write one HTML file that needs nothing else; - is stdout"},
    OptionSpec{"--markdown", OptionSpec::Kind::One, "FILE", "write Markdown"},
    OptionSpec{"--json", OptionSpec::Kind::One, "FILE", "write the verdict as JSON (headwater.verdict/1)"},
    OptionSpec{"--junit", OptionSpec::Kind::One, "FILE", "write the stages as JUnit test cases"},
    kRedactOption,
    kSectionsOption,
    kDateOption,
    kLanguageOption,
    kNoCacheOption,
};

}  // namespace

const CommandSpec kReportCommand{
    "report",
    "FILE.headwater",
    1,
    1,
    "print a saved investigation anew",
    "Opens an investigation that `analyze --save` or the window saved, judges it again with its own settings and "
    "prints\n"
    "the verdict and what people wrote. Inputs that were moved are looked for, by their content, near the file; those\n"
    "that changed since are named and judged as they are. The\n"
    "exit code is 0 whatever the verdict says; `analyze` is the one for CI.",
    kOptions,
    "  headwater-cli report tuesday.headwater\n"
    "  headwater-cli report tuesday.headwater --html report.html",
    &run};

}  // namespace headwater::cli
