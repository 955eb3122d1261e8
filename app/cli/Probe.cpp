// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/Probe.h"

#include <algorithm>
#include <array>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Session.h"
#include "app/cli/Values.h"
#include "core/analysis/StageRules.h"
#include "core/report/Report.h"

namespace headwater::cli {

namespace {

int run(const Arguments& arguments, Session& session)
{
    const auto paths = toPaths(arguments.operands());
    const Result<StageSpec> stages = parseStageSpec(arguments.value("--stages").value_or("auto"));
    if (!stages)
        return session.fail(stages.error());
    const Result<std::vector<SourceFile>> files = probe(paths, session.job(0, 1), stages->traceRules);
    session.finishProgress();
    if (!files)
        return session.fail(files.error());
    for (const SourceFile& file : *files)
        session.warn(file.problems, file.path);
    Output output;
    output.setText(probeText(*files));
    if (const auto target = arguments.value("--json"))
        if (const Status status = output.add(*target, probeJson(*files)); !status)
            return session.fail(status.error());
    if (const Status status = output.write(session.stop()); !status)
        return session.fail(status.error());
    const bool known =
        std::any_of(files->begin(), files->end(), [](const SourceFile& file) { return file.format != "unknown"; });
    if (known)
        return kDone;
    return session.fail({ErrorCode::NothingUsable,
                         "no file of a known format",
                         arguments.operands().front(),
                         {},
                         "give a PyTorch Profiler trace or stage metrics"});
}

constexpr std::array kOptions{
    OptionSpec{"--json", OptionSpec::Kind::One, "FILE", "write the answer as JSON (headwater.probe/1); - is stdout"},
    OptionSpec{"--stages", OptionSpec::Kind::One, "FILE",
               "trace rules: how Chrome traces of other tools are read\n(see core/ingest/README.md)"},
};

}  // namespace

const CommandSpec kProbeCommand{
    "probe",
    "PATH...",
    1,
    std::string::npos,
    "say what each file is, what it holds and what is wrong with it",
    "Looks at every file below the paths and says, from its content, which format it is, how many events, ranks and\n"
    "steps it holds, and what is odd about it. Nothing is analysed. Start here when a run does not load as you expect.",
    kOptions,
    "  headwater-cli probe runs/monday\n"
    "  headwater-cli probe trace.json.gz --json -",
    &run};

}  // namespace headwater::cli
