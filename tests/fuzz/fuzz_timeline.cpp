// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ChromeReader.h"
#include "core/ingest/PipelineSchedule.h"
#include "tests/fuzz/MemoryFile.h"

namespace {

using namespace headwater;
using fuzz::require;

void check(const Trace& trace)
{
    const ActivityTable& device = trace.device;
    require(device.slot.empty() || device.slot.size() == device.size(), "each activity has its slot");
    for (std::size_t row = 0; row < device.size(); ++row) {
        require(device.end[row] >= device.start[row], "activities do not end before they start");
        require(row == 0 || device.start[row] >= device.start[row - 1], "activities are sorted");
        require(device.launch[row] < trace.host.size(), "each operation has its annotation");
        require(device.collective[row] == kNoRow || device.collective[row] < trace.collectives.size(),
                "collectives exist");
    }
}

}  // namespace

// libFuzzer asks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size)  // NOLINT(readability-identifier-naming)
{
    const fuzz::MemoryFile file(data, size);
    if (const auto content = readChromeTrace(file.path(), stragglerStudyRules(), {})) {
        require(!content->traces.empty(), "success means data");
        for (const Trace& trace : content->traces) {
            require(trace.rank.has_value(), "each trace has a rank");
            check(trace);
        }
    } else {
        require(!content.error().what.empty(), "an error says what is wrong");
    }
    if (const auto trace = readPipelineSchedule(file.path(), {}))
        check(*trace);
    // Anything may also be given as a rule file.
    if (const auto rules = readChromeRules(file.path()))
        require(!rules->ranks.empty() && !rules->events.empty(), "rules have ranks and events");
    return 0;
}
