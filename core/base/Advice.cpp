// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Advice.h"

#include <algorithm>
#include <array>

namespace headwater {

namespace {

struct Advice {
    std::string_view code;
    std::string_view text;
};

constexpr std::string_view kCaptureAgain = "capture it again if what is missing matters";
constexpr std::string_view kCopyAgain = "copy the file again, or wait until its job has written it to the end";
constexpr std::string_view kLookAtLine = "look at that line, and at how the file was written";
constexpr std::string_view kLookAtByte = "look at the text there, and at what wrote it; all other events are used";
constexpr std::string_view kGiveUnit = "give the unit in the header, or with --unit";

/// By code.
constexpr std::array kAdvice = {
    Advice{"assumed-ranks", "copy the file again, or give a rule file whose \"ranks\" use pid and tid"},
    Advice{"bad-base-time", "align it by steps instead of times, or export it again"},
    Advice{"bad-checksum", kCopyAgain},
    Advice{"bad-rank", "write ranks as whole numbers from 0"},
    Advice{"bad-step", "write steps as whole numbers"},
    Advice{"bad-time", kLookAtLine},
    Advice{"bad-world-size", "check the launcher's WORLD_SIZE, and that all files are of this run"},
    Advice{"broken-summary", "summarise its trace again"},
    Advice{"clocks-apart", "check the clock of its host, and that the file is of this run"},
    Advice{"clocks-mixed", "compare the ranks by steps; the times of these files cannot be laid beside each other"},
    Advice{"collected-beside-ranks", "give either the collected run or the ranks' own files"},
    Advice{"collected-twice", "give one collected run a side"},
    Advice{"collectives-differ", "check that all ranks ran the same step of the same program"},
    Advice{"cut-line", kCopyAgain},
    Advice{"cut-value", kLookAtLine},
    Advice{"damaged", kCopyAgain},
    Advice{"dangling-link", "remove it, or bring back what it points to"},
    Advice{"device-assumed", "add \"index\" to --query-gpu"},
    Advice{"device-behind", "synchronise the device before the capture stops, or let it run on until the step is over"},
    Advice{"doubled-column", "leave one of them out of the query"},
    Advice{"driver-xid", "look the number up in NVIDIA's list of XID errors before using the node again"},
    Advice{"duplicate-file", "remove one of the two, or give each rank's own file"},
    Advice{"duplicate-rank", "give the two captures as two runs, or one of the files another rank"},
    Advice{"duplicate-row", "remove the repeated rows, or give each its own step"},
    Advice{"duplicate-step", "profile one loop at a time"},
    Advice{"ended-by-exception", "its steps before that are used; find out why it ended before comparing times"},
    Advice{"ended-by-signal", "its steps before that are used; find out who stopped it before comparing times"},
    Advice{"ended-in-collective", "look for the rank that did not come: flight recorder dumps name it"},
    Advice{"ended-out-of-memory", "its steps before that are used; make the batch smaller or free memory"},
    Advice{"event-without-rank", "name the field that holds the rank in the rule file"},
    Advice{"first-run-only", "give one run; several of a side are judged by analyze"},
    Advice{"history-run", "keep only runs in the folder of the history"},
    Advice{"implausible-value", "check what the column holds and in which unit"},
    Advice{"impossible-duration", kLookAtLine},
    Advice{"inferred-steps", "call profiler.step() in the training loop to mark them"},
    Advice{"local-rank", "capture with the launcher's RANK set, or put the rank into the file's name"},
    Advice{"log-conflict", "give the logs of one run a side; of several, the step times of the first one are used"},
    Advice{"long-event", kLookAtByte},
    Advice{"long-line", kLookAtLine},
    Advice{"lost-activities", "profile fewer steps at a time, or with a larger buffer"},
    Advice{"lost-activity", "profile fewer steps at a time, or with a larger buffer"},
    Advice{"lost-overlap", "read the share of that stage together with those of the stages before it"},
    Advice{"machine-check", "look at the host's hardware log before using the node again"},
    Advice{"malformed-event", kLookAtByte},
    Advice{"malformed-events", kLookAtByte},
    Advice{"malformed-json", kCopyAgain},
    Advice{"malformed-line", kLookAtLine},
    Advice{"malformed-record", kCopyAgain},
    Advice{"malformed-row", kLookAtLine},
    Advice{"malformed-value", kLookAtLine},
    Advice{"manifest-conflict", "check that all files are of one run"},
    Advice{"merged-processes", "give --stages RULES.json, which says what is a rank, a step and a stage"},
    Advice{"micro-batch-steps", "print the optimizer's timers or a line with step= too, to have whole steps"},
    Advice{"missing-duration", "fill it in; where the stage did not run, leave the whole row out"},
    Advice{"missing-rank", "put the rank into the file's name, such as rank-3.json"},
    Advice{"missing-rank-files", "add their files, or compare the same ranks on both sides"},
    Advice{"missing-step", "record every step if the missing ones matter"},
    Advice{"mixed-inputs", "give them as two runs to use both"},
    Advice{"more-problems", "look at how the file was written"},
    Advice{"names-saved", "give away the reports, not this file"},
    Advice{"no-coupling", "give the traces of all ranks, or --baseline to attribute a change"},
    Advice{"no-header", "keep the header that the tool prints first"},
    Advice{"no-pipeline-replay", "record every rank, with the details of its communication (ranks of groups, Seq)"},
    Advice{"no-stage", "name the stage in every row"},
    Advice{"no-such-file", "check the path"},
    Advice{"nodes-left-out", "name the nodes that the slow job ran on with --nodes"},
    Advice{"noise-unknown", "name a folder with at least five earlier runs of the same job"},
    Advice{"not-a-file", "give a regular file, copied from it where it holds data"},
    Advice{"not-a-number", "write durations as plain numbers"},
    Advice{"odd-row", kLookAtLine},
    Advice{"odd-value", "write it as text, number or truth value"},
    Advice{"oom-kill", "look at what else ran on the host"},
    Advice{"ragged-row", kLookAtLine},
    Advice{"rank-beyond-world", "check the launcher's RANK and WORLD_SIZE, and that the file is of this run"},
    Advice{"rank-conflict", "rename the file if its name is right"},
    Advice{"rank-host-conflict", "check that the topology is of this job: schedulers move ranks between jobs"},
    Advice{"rank-ignored", "give one file a rank to name its rank"},
    Advice{"ranks-disagree", "check that all files are of one run"},
    Advice{"repeat-unusable", "see what is wrong with that run, or leave it out"},
    Advice{"repeated-rank", "keep one file of each rank"},
    Advice{"replay-differs", "give two runs of one program, in the same form"},
    Advice{"replay-error", "give traces of all ranks, of whole steps, with linked device activities"},
    Advice{"replay-of-summaries", "give the traces that the summaries were made of"},
    Advice{"server-error", "fetch it again"},
    Advice{"server-warning", "fetch a shorter range or a coarser step"},
    Advice{"step-only", "log the same timers in both runs, or compare traces"},
    Advice{"summaries-without-manifest", "lay the manifest beside them, or summarise the traces again where it lies"},
    Advice{"telemetry-conflict", "give each run's telemetry in a folder of its own, or say the zone of its times"},
    Advice{"tensor-ranks", "look at them with inspect"},
    Advice{"times-not-ascending", "check the clock of the host that wrote it"},
    Advice{"too-many-files", "give the folder of one run"},
    Advice{"topology-left-out", "say cluster_default: true of the one that is meant, or keep it alone"},
    Advice{"trailing-data", "if a second trace begins there, split the file; else copy it again"},
    Advice{"truncated", kCaptureAgain},
    Advice{"two-columns", "keep one of the two columns"},
    Advice{"unclosed-event", kLookAtByte},
    Advice{"uneven-schedule", "give steps of one schedule"},
    Advice{"unit-assumed", "keep the header and the units that the tool prints"},
    Advice{"unit-conflict", "check how the header came about; a cell's own unit counts"},
    Advice{"unit-unclear", kGiveUnit},
    Advice{"unit-unknown", kGiveUnit},
    Advice{"unknown-key", "remove the key, or spell it as the description of the format does"},
    Advice{"unnamed-series", "query the metric itself"},
    Advice{"unreadable-folder", "check its permissions"},
    Advice{"unsupported-result", "query a range: api/v1/query_range"},
    Advice{"write-ahead-log", "fold it in: sqlite3 FILE \"PRAGMA wal_checkpoint(TRUNCATE)\""},
};
static_assert(std::ranges::is_sorted(kAdvice, {}, &Advice::code));

}  // namespace

std::string_view adviceOn(std::string_view code)
{
    const auto* found = std::ranges::lower_bound(kAdvice, code, {}, &Advice::code);
    return found != kAdvice.end() && found->code == code ? found->text : std::string_view();
}

}  // namespace headwater
