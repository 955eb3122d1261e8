// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WorkshopCase.h"

#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Pipeline.h"
#include "core/analysis/RunAnalysis.h"
#include "core/base/Language.h"
#include "core/ingest/LoadRun.h"
#include "core/triage/DecisionBasis.h"
#include "core/workshop/CaseTemplate.h"
#include "core/workshop/CaseTrial.h"
#include "core/workshop/StageTable.h"

namespace headwater::cli {

namespace {

/// The way of `analyze`.
workshop::JudgeRuns judgeBy(Session& session)
{
    return [&session](const std::filesystem::path& baseline, const std::filesystem::path& current) {
        SavedInvestigation runs;
        runs.baseline = {baseline};
        runs.current = {current};
        return judge(runs, {}, session);
    };
}

}  // namespace

Result<std::string> stageTimes(const workshop::Library& library, const std::filesystem::path& folder,
                               const workshop::PrintOptions& options, Session& session)
{
    const std::array<std::filesystem::path, 1> baseline{folder / "baseline"};
    const std::array<std::filesystem::path, 1> current{folder / "current"};
    const auto before = loadRun(baseline, {}, session.job(0.3, 0.5));
    const auto now = loadRun(current, {}, session.job(0.5, 0.7));
    const auto& missing = before ? now : before;
    if (!before || !now)
        return tl::unexpected(missing.error());
    const auto pair = analyzePair(*before, *now, {}, session.job(0.7, 0.85));
    if (!pair)
        return tl::unexpected(pair.error());
    const Policy policy;
    const auto basis = prepareStages(*pair, policy, session.job(0.85, 1));
    if (!basis)
        return tl::unexpected(basis.error());
    return "\n" + library.word("times").in(options.language) + "\n" +
           stageTableText(library, workshop::stageTable(**basis, policy), options.language);
}

int checkCase(const Arguments& arguments, const workshop::PrintOptions& options, Session& session)
{
    if (arguments.operands().size() != 2)
        return session.fail(
            {ErrorCode::BadUsage, "workshop check needs one FILE", {}, {}, "see `headwater-cli workshop --help`"});
    const std::string& file = arguments.operands()[1];
    const auto language = languageFromName(options.language);
    const workshop::Library library = workshop::library();
    const auto remarks = workshop::tryCaseFile(file, library, judgeBy(session), session.job(0, 0.3));
    session.finishProgress();
    if (!language || !remarks)
        return session.fail(language ? remarks.error() : language.error());
    const std::string text = remarksText(file, *remarks, *language);
    Output output;
    if (workshop::hasErrors(*remarks)) {
        fmt::print(stderr, "{}", text);  // each fault once, its place in front
        return exitCodeOf(ErrorCode::Malformed);
    }
    if (const auto target = arguments.value("--seal")) {
        const auto sealed = workshop::sealedCaseFile(file);
        const Status status = sealed ? output.add(*target, *sealed) : tl::unexpected(sealed.error());
        if (!status)
            return session.fail(status.error());
    }
    output.setText(text);
    const Status status = output.write(session.stop());
    return status ? kDone : session.fail(status.error());
}

int newCase(const Arguments& arguments, const workshop::PrintOptions& options, Session& session)
{
    if (arguments.operands().size() != 2)
        return session.fail({ErrorCode::BadUsage, "workshop new needs one FILE", {}, {}, "give - to print it"});
    const std::string& file = arguments.operands()[1];
    std::error_code ignored;
    if (file != "-" && std::filesystem::exists(file, ignored))
        return session.fail({ErrorCode::WriteFailed, "is there already", file, {}, "give another name"});
    Output output;
    Status status = output.add(file, caseTemplate(workshop::library(), options.language));
    if (file != "-")
        output.setText(fmt::format("{}: a case to begin with; its remarks say what each line is for. When it is "
                                   "written: headwater-cli workshop check {}\n",
                                   onOneLine(file), onOneLine(file)));
    if (status)
        status = output.write(session.stop());
    return status ? kDone : session.fail(status.error());
}

}  // namespace headwater::cli
