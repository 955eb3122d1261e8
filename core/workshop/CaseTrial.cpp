// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/CaseTrial.h"

#include <cstdlib>

namespace headwater::workshop {

namespace {

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

Result<Remarks> tryRuns(const std::filesystem::path& path, const Library& library, const JudgeRuns& judge,
                        const Job& job)
{
    const auto spec = readCaseFile(path);
    const auto opened = spec ? openCase(*spec, library.questions) : tl::unexpected(spec.error());
    if (!opened)
        return tl::unexpected(opened.error());
    const Scratch scratch;
    if (scratch.path().empty())
        return fail(ErrorCode::WriteFailed, "no folder can be made for the case's runs",
                    std::filesystem::temp_directory_path().string(), {}, "check the free space, or set TMPDIR");
    if (const Status made = generate(*opened, scratch.path(), job); !made)
        return tl::unexpected(made.error());
    const Result<Verdict> verdict = judge(scratch.path() / "baseline", scratch.path() / "current");
    if (!verdict)
        return tl::unexpected(verdict.error());
    return compareWithVerdict(*opened, *verdict);
}

}  // namespace

Result<Remarks> tryCaseFile(const std::filesystem::path& path, const Library& library, const JudgeRuns& judge,
                            const Job& job)
{
    auto remarks = checkCaseFile(path, library);
    if (!remarks || hasErrors(*remarks))
        return remarks;
    const auto more = tryRuns(path, library, judge, job);
    if (!more)
        return tl::unexpected(more.error());
    remarks->insert(remarks->end(), more->begin(), more->end());
    return remarks;
}

}  // namespace headwater::workshop
