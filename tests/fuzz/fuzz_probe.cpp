// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/ingest/Probe.h"
#include "tests/fuzz/MemoryFile.h"

// libFuzzer asks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size)  // NOLINT(readability-identifier-naming)
{
    using namespace headwater;
    using fuzz::require;
    const fuzz::MemoryFile file(data, size);
    const std::array<std::filesystem::path, 1> paths{file.path()};
    Job job;
    job.threads = 1;
    const auto files = probe(paths, job);
    require(files.has_value(), "a file that exists is never an error for the probe");
    require(files->size() == 1, "each file is listed once");
    const SourceFile& row = files->front();
    require(!row.format.empty(), "a format is named");
    require(row.bytes == size, "the size is the file's");
    require(row.format != "unknown" || !row.problems.empty(), "an unknown file says why");
    return 0;
}
