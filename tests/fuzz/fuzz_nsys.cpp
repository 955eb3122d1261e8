// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstdlib>
#include <string>

#include <unistd.h>

#include "core/ingest/nsys/NsysReader.h"
#include "tests/fuzz/MemoryFile.h"

namespace {

using namespace headwater;
using fuzz::require;

/// SQLite resolves links in paths, which a file without a name cannot stand.
class NamedFile {
public:
    NamedFile(const std::uint8_t* data, std::size_t size) : m_descriptor(::mkstemp(m_path.data()))
    {
        require(m_descriptor >= 0, "mkstemp");
        require(::write(m_descriptor, data, size) == static_cast<ssize_t>(size), "write");
    }
    NamedFile(const NamedFile&) = delete;
    NamedFile& operator=(const NamedFile&) = delete;
    ~NamedFile()
    {
        ::close(m_descriptor);
        ::unlink(m_path.data());
    }
    [[nodiscard]] std::filesystem::path path() const { return m_path.data(); }

private:
    std::array<char, 32> m_path{"/tmp/headwater-fuzz-XXXXXX"};
    int m_descriptor;
};

void check(const Trace& trace)
{
    const ActivityTable& device = trace.device;
    require(device.launch.size() == device.size() && device.track.size() == device.size(),
            "device columns have one length");
    for (std::size_t row = 0; row < device.size(); ++row) {
        require(device.end[row] >= device.start[row], "activities do not end before they start");
        require(row == 0 || device.start[row] >= device.start[row - 1], "activities are sorted");
        require(device.launch[row] == kNoRow || device.launch[row] < trace.host.size(), "launches exist");
        require(static_cast<std::size_t>(device.track[row]) < trace.tracks.size(), "tracks exist");
    }
    for (std::size_t row = 0; row < trace.host.size(); ++row)
        require(trace.host.end[row] >= trace.host.start[row], "host ranges do not end before they start");
}

}  // namespace

// libFuzzer asks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size)  // NOLINT(readability-identifier-naming)
{
    const NamedFile file(data, size);
    const auto content = readNsys(file.path(), {});
    if (!content) {
        require(!content.error().what.empty(), "an error says what is wrong");
        return 0;
    }
    require(!content->traces.empty(), "success means data");
    for (const Trace& trace : content->traces)
        check(trace);
    return 0;
}
