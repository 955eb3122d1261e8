// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/History.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/ReportFiles.h"
#include "core/analysis/RunAnalysis.h"
#include "core/base/Messages.h"
#include "core/ingest/LoadRun.h"
#include "core/report/Report.h"
#include "core/report/model/HistoryReport.h"
#include "core/run/TimeZone.h"

namespace headwater::cli {

namespace {

namespace fs = std::filesystem;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Numbers inside names count as numbers; of equal ones the one with fewer zeros before it comes first.
bool naturallyBefore(const std::string& a, const std::string& b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j])
                return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
            ++i;
            ++j;
            continue;
        }
        const auto number = [](const std::string& text, std::size_t& at) {
            while (at < text.size() && text[at] == '0')
                ++at;
            const std::size_t from = at;
            while (at < text.size() && isDigit(text[at]))
                ++at;
            return std::string_view(text).substr(from, at - from);
        };
        const std::string_view left = number(a, i);
        const std::string_view right = number(b, j);
        if (left != right)
            return left.size() != right.size() ? left.size() < right.size() : left < right;
    }
    return a.size() - i != b.size() - j ? a.size() - i < b.size() - j : a < b;
}

Result<RunAnalysisPtr> readRun(const fs::path& path, const LoadOptions& load, const AnalysisOptions& options,
                               const Job& job)
{
    const std::vector<fs::path> paths{path};
    const Result<RunPtr> run = loadRun(paths, load, job);
    if (!run)
        return tl::unexpected(run.error());
    return analyzeRun(*run, options, job);
}

}  // namespace

Result<std::vector<fs::path>> runsOf(const fs::path& folder)
{
    std::error_code error;
    if (!fs::exists(folder, error))
        return fail(ErrorCode::NotFound, "does not exist", folder.string(), {}, "check the spelling");
    std::vector<fs::path> runs;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (!it->path().filename().string().starts_with('.'))
            runs.push_back(it->path());
    if (error)
        return fail(ErrorCode::BadUsage, "cannot be listed: " + error.message(), folder.string(), {},
                    "name a folder that holds one folder or file for each run");
    std::ranges::sort(runs, [](const fs::path& a, const fs::path& b) {
        return naturallyBefore(a.filename().string(), b.filename().string());
    });
    return runs;
}

namespace {

struct ReadRuns {
    std::vector<HistoryEntry> entries;
    std::vector<LeftOutRun> leftOut;
};

/// Each in turn, reduced at once: only one is held.
Result<ReadRuns> readRuns(const std::vector<fs::path>& runs, const SavedInvestigation& investigation,
                          const Reading& reading, Session& session)
{
    const Result<StageSpec> stages = parseStageSpec(investigation.stages);
    if (!stages)
        return tl::unexpected(stages.error());
    AnalysisOptions options;
    options.linkedOnly = investigation.linkedOnly;
    options.stages = *stages;
    LoadOptions load;
    load.ruleFile = stages->traceRules;
    load.unit = investigation.unit;
    load.overrides = investigation.overrides;
    load.zone = zoneFromText(investigation.timezone);
    readThrough(reading.cache, options, load);
    ReadRuns read;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const fs::path& path = runs[i];
        const double part = 1.0 / static_cast<double>(runs.size());
        const double from = part * static_cast<double>(i);
        const Result<RunAnalysisPtr> run =
            readRun(path, load, options, session.job(from, from + part, reading.threads));
        if (!run && run.error().code == ErrorCode::Cancelled)
            return tl::unexpected(run.error());
        if (!run) {
            session.warn({{Severity::Warning,
                           "history-run",
                           run.error().what + ", left out of the history",
                           {},
                           path.string()}});
            read.leftOut.push_back({path.filename().string(), messageText(run.error().what)});
            continue;
        }
        read.entries.push_back(historyEntry(**run, investigation.policy));
        read.entries.back().name = path.filename().string();
        read.entries.back().folder = path.string();
    }
    return read;
}

}  // namespace

Result<RunHistory> readHistory(const fs::path& folder, const SavedInvestigation& investigation, const Reading& reading,
                               Session& session)
{
    const Result<std::vector<fs::path>> runs = runsOf(folder);
    if (!runs)
        return tl::unexpected(runs.error());
    auto read = readRuns(*runs, investigation, reading, session);
    if (!read)
        return tl::unexpected(read.error());
    auto history = runHistory(std::move(read->entries), investigation.policy, session.job(1, 1, reading.threads));
    session.finishProgress();
    if (!history) {
        history.error().file = folder.string();
        return history;
    }
    for (const LeftOutRun& run : read->leftOut)
        history->warnings.push_back(report::leftOutText(run));
    history->leftOut.insert(history->leftOut.end(), read->leftOut.begin(), read->leftOut.end());
    return history;
}

void applyNoise(const RunHistory& history, Policy& policy, Session& session)
{
    if (!history.effectiveEpsilon || !history.step.runNoise) {
        session.warn({{Severity::Warning,
                       "noise-unknown",
                       fmt::format("the noise between runs stays unknown: it takes {} runs of one job that have a "
                                   "step time",
                                   fewestToJudge(history.rule)),
                       {},
                       "--history"}});
        return;
    }
    policy.noise = NoiseFloor{static_cast<int>(history.runs.size()), *history.step.runNoise, policy.epsilonPpm};
    policy.epsilonPpm = std::llround(*history.effectiveEpsilon * 1e6);
}

int printHistory(const RunHistory& history, const report::ReportOptions& options, const Arguments& arguments,
                 Session& session)
{
    constexpr std::array<std::string_view, 3> kPages{"--html", "--markdown", "--junit"};
    const bool pages =
        std::ranges::any_of(kPages, [&](std::string_view option) { return arguments.value(option).has_value(); });
    const report::Report report = report::historyReport(
        history, options, pages ? report::filePrints(history, session.job(1, 1)) : report::FilePrints{});
    constexpr std::array kPrinters{std::pair{std::string_view("--html"), &html},
                                   std::pair{std::string_view("--markdown"), &markdown},
                                   std::pair{std::string_view("--junit"), &junit}};
    Output output;
    output.setText(historyText(history, options.language));
    Status status;
    if (const auto target = arguments.value("--json"))
        status = output.add(*target, report::historyRedaction(history, options.redaction).json(historyJson(history)));
    for (const auto& [option, print] : kPrinters)
        if (const auto target = arguments.value(option); status && target)
            status = output.add(*target, print(report));
    if (status)
        status = output.write(session.stop());
    if (!status)
        return session.fail(status.error());
    if (report.attention || report::endsSlower(history.step))
        return kRegressed;
    return history.runs.size() < fewestToJudge(history.rule) ? kNotJudged : kDone;
}

}  // namespace headwater::cli
