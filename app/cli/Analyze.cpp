// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <fstream>
#include <iterator>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/History.h"
#include "app/cli/Output.h"
#include "app/cli/Pipeline.h"
#include "app/cli/ReportFiles.h"
#include "app/cli/Session.h"
#include "app/cli/Units.h"
#include "app/cli/Values.h"
#include "core/analysis/StageRules.h"
#include "core/report/Report.h"
#include "core/report/model/HistoryReport.h"
#include "core/triage/Names.h"

namespace headwater::cli {

namespace {

namespace fs = std::filesystem;

/// Reads an option whose value is one of a fixed list of names, in the order of the enumeration.
template <class Enum, std::size_t N>
Status readName(const Arguments& arguments, std::string_view option, std::optional<Enum> (*fromName)(std::string_view),
                const std::array<std::string_view, N>& names, Enum& value)
{
    const auto text = arguments.value(option);
    if (!text)
        return {};
    const std::optional<Enum> known = fromName(*text);
    if (!known)
        return tl::unexpected(notOneOf(option, *text, names));
    value = *known;
    return {};
}

Status readNames(const Arguments& arguments, Policy& policy)
{
    constexpr std::array<std::string_view, 4> kStatisticNames{"p50", "mean", "p95", "p99"};
    constexpr std::array<std::string_view, 3> kAcross{"median", "max", "mean"};
    constexpr std::array<std::string_view, 4> kMeasures{"span", "host", "busy", "compute"};
    Status status = readName(arguments, "--statistic", &statisticFromName, kStatisticNames, policy.statistic);
    if (status)
        status = readName(arguments, "--across-ranks", &acrossRanksFromName, kAcross, policy.acrossRanks);
    if (status)
        status = readName(arguments, "--measure", &measureFromName, kMeasures, policy.measure);
    return status;
}

Result<ResourcePolicy> readThresholds(const std::string& file)
{
    constexpr std::uintmax_t kMaximumBytes = 1'000'000;
    std::error_code error;
    if (const std::uintmax_t bytes = fs::file_size(file, error); error || bytes > kMaximumBytes)
        return fail(ErrorCode::BadUsage, error ? "cannot be read: " + error.message() : "is too large for thresholds",
                    file, {}, "give a JSON file of thresholds");
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    Result<ResourcePolicy> policy = resourcePolicyFromJson(text);
    if (!policy)
        policy.error().file = file;
    return policy;
}

Result<Policy> readPolicy(const Arguments& arguments)
{
    Policy policy;
    if (const auto file = arguments.value("--thresholds")) {
        const auto thresholds = readThresholds(*file);
        if (!thresholds)
            return tl::unexpected(thresholds.error());
        policy.resources = *thresholds;
    }
    if (const auto text = arguments.value("--epsilon")) {
        const auto ppm = readRatioPpm("--epsilon", *text);
        if (!ppm)
            return tl::unexpected(ppm.error());
        policy.epsilonPpm = *ppm;
    }
    if (const Status status = readNames(arguments, policy); !status)
        return tl::unexpected(status.error());
    if (const auto text = arguments.value("--warmup"); text && *text != "auto") {
        const auto steps = readInteger("--warmup", *text, 0, 1'000'000'000);
        if (!steps)
            return tl::unexpected(steps.error());
        policy.warmup = static_cast<int>(*steps);
    }
    policy.strict = arguments.has("--strict");
    policy.acknowledgement = arguments.value("--acknowledge").value_or("");
    if (arguments.value("--acknowledge") && policy.acknowledgement.find_first_not_of(" \t\r\n") == std::string::npos)
        return fail(ErrorCode::BadUsage, "--acknowledge needs a reason", {}, {},
                    "say in words why the runs are judged although they are not comparable");
    return policy;
}

/// The history alone, without a pair to judge.
bool historyOnly(const Arguments& arguments)
{
    return arguments.value("--history") && arguments.values("--baseline").empty() &&
           arguments.values("--current").empty();
}

Result<SavedInvestigation> readInvestigation(const Arguments& arguments)
{
    SavedInvestigation investigation;
    investigation.baseline = toPaths(arguments.values("--baseline"));
    investigation.current = toPaths(arguments.values("--current"));
    for (const auto& [paths, option] :
         {std::pair(&investigation.baseline, "--baseline"), std::pair(&investigation.current, "--current")})
        if (paths->empty() && !historyOnly(arguments))
            return fail(ErrorCode::BadUsage, std::string("analyze needs ") + option + " PATH", {}, {},
                        "see `headwater-cli analyze --help`");
    investigation.stages = arguments.value("--stages").value_or("auto");
    investigation.linkedOnly = arguments.has("--linked-only");
    auto unit = readUnit(arguments);
    if (!unit)
        return tl::unexpected(unit.error());
    investigation.unit = std::move(*unit);
    auto timezone = readTimezone(arguments);
    if (!timezone)
        return tl::unexpected(timezone.error());
    investigation.timezone = std::move(*timezone);
    auto policy = readPolicy(arguments);
    if (!policy)
        return tl::unexpected(policy.error());
    investigation.policy = std::move(*policy);
    return investigation;
}

/// The file names a rule file by its full path: it may be opened from another folder.
std::string savedText(SavedInvestigation investigation, const std::string& target, const Job& job)
{
    const auto spec = parseStageSpec(investigation.stages);
    if (spec && (spec->mode == StageMode::Rules || !spec->traceRules.empty()))
        investigation.stages = fs::absolute(investigation.stages).lexically_normal().string();
    for (const auto* side : {&investigation.baseline, &investigation.current})
        investigation.prints.merge(printsOf(*side, job));  // to find them again where they were moved
    return investigationJson(investigation, fs::absolute(target).parent_path());
}

/// ε with the noise of the history, where one is named.
Status widenByHistory(const Arguments& arguments, SavedInvestigation& investigation, const Reading& reading,
                      Session& session)
{
    const auto folder = arguments.value("--history");
    if (!folder)
        return {};
    const Result<RunHistory> history = readHistory(*folder, investigation, reading, session);
    if (!history)
        return tl::unexpected(history.error());
    applyNoise(*history, investigation.policy, session);
    return {};
}

int printReports(const Verdict& verdict, const SavedInvestigation& investigation, const report::ReportOptions& options,
                 const Arguments& arguments, Session& session)
{
    Output output;
    output.setText(verdictText(verdict, stdoutHasColour(), options.language));
    Status status = addReports(output, arguments, verdict, investigation, options, session.job(1, 1));
    if (const auto target = arguments.value("--save"); status && target)
        status = output.add(*target, savedText(investigation, *target, session.job(1, 1)));
    if (status)
        status = output.write(session.stop());
    if (status && options.redaction.any() && arguments.has("--save"))
        session.warn({{Severity::Warning,
                       "names-saved",
                       "keeps its files' paths and all names: --redact replaces them in reports alone",
                       {},
                       *arguments.value("--save")}});
    return status ? exitCode(verdict) : session.fail(status.error());
}

int run(const Arguments& arguments, Session& session)
{
    Result<SavedInvestigation> investigation = readInvestigation(arguments);
    if (!investigation)
        return session.fail(investigation.error());
    const Result<int> threads = readThreads(arguments);
    if (!threads)
        return session.fail(threads.error());
    const Result<report::ReportOptions> options =
        readReportOptions(arguments, historyOnly(arguments) ? report::historySectionIds() : report::sectionIds());
    if (!options)
        return session.fail(options.error());
    if (const Status status = checkTargets(arguments, kReportTargets); !status)
        return session.fail(status.error());
    const std::optional<CacheFolder> cache = readCache(arguments);
    const Reading reading{*threads, cache ? &*cache : nullptr};
    if (historyOnly(arguments)) {
        if (arguments.has("--save"))
            return session.fail({ErrorCode::BadUsage,
                                 "--save does not go with a history alone",
                                 {},
                                 {},
                                 "leave it out, or name a pair with --baseline and --current"});
        const auto history = readHistory(*arguments.value("--history"), *investigation, reading, session);
        return history ? printHistory(*history, *options, arguments, session) : session.fail(history.error());
    }
    const bool hasBaseline = session.allExist(investigation->baseline);
    if (!session.allExist(investigation->current) || !hasBaseline)
        return kBadInput;
    if (const Status status = widenByHistory(arguments, *investigation, reading, session); !status)
        return session.fail(status.error());
    const Result<Verdict> verdict = judge(*investigation, reading, session);
    return verdict ? printReports(*verdict, *investigation, *options, arguments, session)
                   : session.fail(verdict.error());
}

constexpr std::array kOptions{
    OptionSpec{"--baseline", OptionSpec::Kind::Many, "PATH...", "files and folders of the run that was fine"},
    OptionSpec{"--current", OptionSpec::Kind::Many, "PATH...", "files and folders of the run that is slow"},
    OptionSpec{"--json", OptionSpec::Kind::One, "FILE", "write the verdict as JSON (headwater.verdict/1); - is stdout"},
    OptionSpec{"--html", OptionSpec::Kind::One, "FILE", "write a report as one HTML file that needs nothing else"},
    OptionSpec{"--markdown", OptionSpec::Kind::One, "FILE", "write a report as Markdown"},
    OptionSpec{"--junit", OptionSpec::Kind::One, "FILE", "write the stages as JUnit test cases, for CI"},
    OptionSpec{"--save", OptionSpec::Kind::One, "FILE.headwater",
               "keep runs and settings, --redact or not; `report` and the\nwindow open it"},
    OptionSpec{"--stages", OptionSpec::Kind::One, "SPEC", kStagesHelp},
    OptionSpec{"--epsilon", OptionSpec::Kind::One, "RATIO",
               "how much slower counts as regressed; 0.05 (default) is 5 %"},
    OptionSpec{"--statistic", OptionSpec::Kind::One, "NAME", "p50 (default), mean, p95 or p99 over steps"},
    OptionSpec{"--across-ranks", OptionSpec::Kind::One, "NAME", "median (default), max or mean over ranks"},
    OptionSpec{"--measure", OptionSpec::Kind::One, "NAME",
               "what of a stage is compared: span (default), its share of the step;\n"
               "host, time of its ranges; busy or compute, time on the device"},
    OptionSpec{"--warmup", OptionSpec::Kind::One, "auto|N",
               "steps to leave out at the start of both runs (default auto)"},
    OptionSpec{"--linked-only", OptionSpec::Kind::Flag, "",
               "leave out device activities whose launch is not in the trace"},
    OptionSpec{"--thresholds", OptionSpec::Kind::One, "FILE",
               "thresholds of the resource checks, {\"clock_ratio\": 0.97, …};\n"
               "keys as in policy.resources of the verdict's JSON"},
    OptionSpec{"--acknowledge", OptionSpec::Kind::One, "REASON",
               "judge runs that are not comparable; the reason is kept in\nevery report"},
    OptionSpec{"--strict", OptionSpec::Kind::Flag, "",
               "exit with 3 when more than one thing changed between the\nruns, unless that is acknowledged"},
    OptionSpec{"--threads", OptionSpec::Kind::One, "N", "use at most N threads (default: one a core)"},
    kNoCacheOption,
    kLanguageOption,
    kUnitOption,
    kTimezoneOption,
    OptionSpec{"--history", OptionSpec::Kind::One, "DIR",
               "a folder of earlier runs, each a folder or file in it, in the\norder of their names. With a pair: the "
               "noise between them\nwidens epsilon. Alone: where each stage changed"},
    kRedactOption,
    kSectionsOption,
    kDateOption,
};

}  // namespace

const CommandSpec kAnalyzeCommand{
    "analyze",
    "--baseline PATH... --current PATH... | --history DIR",
    0,
    0,
    "compare two runs and name the first regressed stage",
    "Compares a current run with a baseline and says where the slowdown starts: the first regressed stage by the "
    "course\n"
    "rule (first stage slower than the baseline by more than epsilon) and by the confirmed rule (with intervals over "
    "the\n"
    "steps), next to the largest increase and the slowest stage, which are often only victims.\n"
    "Exit code 1 means regressed, so a CI job can rely on it.\n"
    "With --history alone it looks for the run with which each stage changed; 1 means that one ends slower than it "
    "was.",
    kOptions,
    "  headwater-cli analyze --baseline runs/monday --current runs/tuesday\n"
    "  headwater-cli analyze --baseline a.csv --current b.csv --epsilon 0.02 --json -\n"
    "  headwater-cli analyze --baseline a/ --current b/ --html report.html --junit stages.xml\n"
    "  headwater-cli analyze --baseline a/ --current b/ --acknowledge \"same model, fewer ranks\"\n"
    "  headwater-cli analyze --history nightly/ --html history.html",
    &run};

}  // namespace headwater::cli
