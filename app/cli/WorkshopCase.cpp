// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WorkshopCase.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Pipeline.h"
#include "core/base/Language.h"
#include "core/workshop/CaseCheck.h"
#include "core/workshop/CaseTemplate.h"

namespace headwater::cli {

namespace {

using workshop::Remarks;

/// A folder that is gone with the value.
class Scratch {
public:
    Scratch()
    {
        std::error_code ignored;
        std::string name = (std::filesystem::temp_directory_path(ignored) / "headwater-case-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr)
            m_path = name;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// Makes the runs of the case and looks whether the analysis finds what the case says.
Result<Remarks> tryCase(const std::string& file, const workshop::Library& library, Session& session)
{
    const auto spec = workshop::readCaseFile(file);
    const auto opened = spec ? openCase(*spec, library.questions) : tl::unexpected(spec.error());
    if (!opened)
        return tl::unexpected(opened.error());
    const Scratch scratch;
    if (scratch.path().empty())
        return fail(ErrorCode::WriteFailed, "no folder can be made for the case's runs",
                    std::filesystem::temp_directory_path().string(), {}, "check the free space, or set TMPDIR");
    if (const Status made = generate(*opened, scratch.path(), session.job(0, 0.3)); !made)
        return tl::unexpected(made.error());
    SavedInvestigation runs;
    runs.baseline = {scratch.path() / "baseline"};
    runs.current = {scratch.path() / "current"};
    const Result<Verdict> verdict = judge(runs, {}, session);
    session.finishProgress();
    if (!verdict)
        return tl::unexpected(verdict.error());
    return compareWithVerdict(*opened, *verdict);
}

}  // namespace

int checkCase(const Arguments& arguments, const workshop::PrintOptions& options, Session& session)
{
    if (arguments.operands().size() != 2)
        return session.fail(
            {ErrorCode::BadUsage, "workshop check needs one FILE", {}, {}, "see `headwater-cli workshop --help`"});
    const std::string& file = arguments.operands()[1];
    const auto language = languageFromName(options.language);
    const workshop::Library library = workshop::library();
    auto remarks = workshop::checkCaseFile(file, library);
    if (remarks && !workshop::hasErrors(*remarks)) {
        const auto more = tryCase(file, library, session);
        if (more)
            remarks->insert(remarks->end(), more->begin(), more->end());
        else
            remarks = tl::unexpected(more.error());
    }
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
