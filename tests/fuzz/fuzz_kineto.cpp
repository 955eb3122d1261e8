// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/KinetoReader.h"
#include "tests/fuzz/MemoryFile.h"

namespace {

using namespace headwater;
using fuzz::require;

void checkHost(const Trace& trace)
{
    const HostTable& host = trace.host;
    const std::size_t size = host.size();
    require(host.end.size() == size && host.name.size() == size && host.track.size() == size &&
                host.kind.size() == size,
            "host columns have one length");
    for (std::size_t row = 0; row < size; ++row) {
        require(host.end[row] >= host.start[row], "host ranges do not end before they start");
        require(row == 0 || host.start[row] >= host.start[row - 1], "host ranges are sorted");
        require(static_cast<std::size_t>(host.name[row]) < trace.names.size(), "host names exist");
        require(static_cast<std::size_t>(host.track[row]) < trace.tracks.size(), "host tracks exist");
        require(!trace.tracks[static_cast<std::size_t>(host.track[row])].device, "host ranges lie on threads");
    }
}

void checkDevice(const Trace& trace)
{
    const ActivityTable& device = trace.device;
    const std::size_t size = device.size();
    require(device.end.size() == size && device.name.size() == size && device.track.size() == size &&
                device.activity.size() == size && device.launch.size() == size && device.collective.size() == size,
            "device columns have one length");
    for (std::size_t row = 0; row < size; ++row) {
        require(device.end[row] >= device.start[row], "activities do not end before they start");
        require(row == 0 || device.start[row] >= device.start[row - 1], "activities are sorted");
        require(static_cast<std::size_t>(device.name[row]) < trace.names.size(), "activity names exist");
        require(static_cast<std::size_t>(device.track[row]) < trace.tracks.size(), "activity tracks exist");
        require(device.launch[row] == kNoRow || device.launch[row] < trace.host.size(), "launches exist");
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
    const auto trace = readKineto(file.path(), {});
    if (!trace) {
        require(!trace.error().what.empty(), "an error says what is wrong");
        return 0;
    }
    checkHost(*trace);
    checkDevice(*trace);
    require(trace->counts.host == trace->host.size(), "host ranges are counted");
    require(trace->counts.device == trace->device.size(), "activities are counted");
    return 0;
}
