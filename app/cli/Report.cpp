// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Report.h"

#include <array>
#include <functional>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Pipeline.h"
#include "app/cli/Session.h"
#include "app/cli/Values.h"

namespace headwater::cli {

namespace {

constexpr std::array<std::string_view, 3> kTargets{"--html", "--markdown", "--json"};

int run(const Arguments& arguments, Session& session)
{
    if (const Status status = checkTargets(arguments, kTargets); !status)
        return session.fail(status.error());
    const Result<Language> language = readLanguage(arguments);
    if (!language)
        return session.fail(language.error());
    const std::string& file = arguments.operands().front();
    const Result<SavedInvestigation> investigation = loadInvestigation(file);
    if (!investigation)
        return session.fail(investigation.error());
    if (investigation->baseline.empty() || investigation->current.empty())
        return session.fail(
            {ErrorCode::NothingUsable, "names no pair of runs", file, {}, "save it again with both runs"});
    const bool hasBaseline = session.allExist(investigation->baseline);
    if (!session.allExist(investigation->current) || !hasBaseline)
        return kBadInput;
    const Result<Verdict> verdict = judge(*investigation, 0, session);
    if (!verdict)
        return session.fail(verdict.error());
    const std::array<std::function<std::string(const Verdict&)>, 3> printers{
        [&](const Verdict& v) { return verdictHtml(v, *language); },
        [&](const Verdict& v) { return verdictMarkdown(v, *language); }, &verdictJson};
    Output output;
    output.setText(verdictText(*verdict, stdoutHasColour(), *language));
    for (std::size_t i = 0; i < kTargets.size(); ++i)
        if (const auto target = arguments.value(kTargets[i]))
            if (const Status status = output.add(*target, printers[i](*verdict)); !status)
                return session.fail(status.error());
    if (const Status status = output.write(session.stop()); !status)
        return session.fail(status.error());
    return kDone;
}

constexpr std::array kOptions{
    OptionSpec{"--html", OptionSpec::Kind::One, "FILE", "write one HTML file that needs nothing else; - is stdout"},
    OptionSpec{"--markdown", OptionSpec::Kind::One, "FILE", "write Markdown"},
    OptionSpec{"--json", OptionSpec::Kind::One, "FILE", "write the verdict as JSON (headwater.verdict/1)"},
    kLanguageOption,
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
    "the verdict. The exit code is 0 whatever the verdict says; `analyze` is the one for CI.",
    kOptions,
    "  headwater-cli report tuesday.headwater\n"
    "  headwater-cli report tuesday.headwater --html report.html",
    &run};

}  // namespace headwater::cli
