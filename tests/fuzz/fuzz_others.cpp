// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/others/Environment.h"
#include "core/ingest/others/FlightRecorder.h"
#include "core/ingest/others/NcclTests.h"
#include "tests/fuzz/MemoryFile.h"

namespace {

using namespace headwater;
using fuzz::require;

template <class T>
void explained(const Result<T>& result)
{
    require(result || !result.error().what.empty(), "an error says what is wrong");
}

void check(const Result<others::NcclTestsContent>& content)
{
    explained(content);
    if (!content)
        return;
    require(!content->tests.empty(), "success means data");
    for (const NcclTest& test : content->tests)
        for (const NcclTestRow& row : test.rows)
            require(!row.time || *row.time > std::numeric_limits<Ns>::min(), "a missing time is nothing, not a number");
}

}  // namespace

// libFuzzer asks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size)  // NOLINT(readability-identifier-naming)
{
    const fuzz::MemoryFile file(data, size);
    check(others::readNcclTestsText(file.path(), {}));
    check(others::readNcclTestsJson(file.path(), {}));
    explained(others::readFlightRecorder(file.path(), {}));
    explained(others::readCollectEnv(file.path(), {}));
    explained(others::readManifestJson(file.path(), {}));
    return 0;
}
