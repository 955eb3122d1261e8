// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "core/ingest/Format.h"
#include "tests/fuzz/MemoryFile.h"

namespace {

using namespace headwater;
using fuzz::require;

void checkLog(const TrainingLog& log)
{
    require(std::is_sorted(log.steps.begin(), log.steps.end(),
                           [](const LogStep& a, const LogStep& b) { return a.step < b.step; }),
            "steps are sorted");
    for (const LogStep& step : log.steps) {
        require(step.step >= 0, "no negative step");
        require(step.stepTime == kMissing || step.stepTime >= 0, "no negative time");
        require(step.stepsCovered >= 1, "a line stands for a step at least");
        require(!step.skipped || *step.skipped >= 0, "no negative count");
    }
    for (const LogTimer& timer : log.timers) {
        require(!timer.stage.empty(), "a timer has a name");
        require(timer.maximum >= 0, "a timer has a value");
        require(timer.minimum == kMissing || timer.minimum >= 0, "no negative time");
        require(!timer.rank || *timer.rank >= 0, "no negative rank");
    }
    for (const LogEnding& ending : log.endings)
        require(!ending.kind.empty(), "an ending has a kind");
}

}  // namespace

// libFuzzer asks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size)  // NOLINT(readability-identifier-naming)
{
    if (size == 0)
        return 0;
    // The first byte chooses the reader, so that each meets inputs that it would not recognise.
    const auto formats = logFormats();
    const Format& format = formats[data[0] % formats.size()];
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    const fuzz::MemoryFile file(data + 1, size - 1);
    FileHead head;
    head.text = text;
    static_cast<void>(format.recognise(head));
    FileContent content;
    content.source.path = "input";
    content.source.used = true;
    const Status read = format.read(file.path(), {}, {}, content);
    require(read || !read.error().what.empty(), "an error says what is wrong");
    require(read.has_value() == !(content.logs.empty() && content.source.used), "success means data");
    for (const TrainingLog& log : content.logs)
        checkLog(log);
    for (const MetricSeries& series : content.telemetry.series)
        require(series.time.size() == series.value.size() && !series.time.empty(), "a series has values");
    for (const Problem& problem : content.source.problems)
        require(!problem.code.empty() && !problem.message.empty(), "a problem says what it is");
    return 0;
}
