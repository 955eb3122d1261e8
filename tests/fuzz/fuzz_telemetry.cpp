// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/ingest/Format.h"
#include "core/run/Alignment.h"
#include "tests/fuzz/MemoryFile.h"

namespace {

using namespace headwater;

void checkSeries(const MetricSeries& series)
{
    using fuzz::require;
    require(series.time.size() == series.value.size(), "a time for every value");
    require(std::is_sorted(series.time.begin(), series.time.end()), "times ascend");
    require(!series.name.empty() && !series.unit.empty(), "a name and a unit");
    for (const double value : series.value) {
        require(!std::isinf(value), "no infinite value gets in");
        require(series.kind != SeriesKind::Rate || std::isnan(value) || value >= 0, "no negative rate");
    }
}

void checkAlignment(const Telemetry& telemetry)
{
    StepAxis axis;
    axis.steps = {{1, {0, 1'000'000'000}}, {2, {1'000'000'000, 5'000'000'000}}};
    for (const ClockKind clock : {ClockKind::Epoch, ClockKind::LocalTime}) {
        axis.clock = clock;
        for (const TelemetryGroup& group : alignTelemetry(telemetry, axis))
            for (const AlignedSeries& series : group.series)
                fuzz::require(series.value.size() == axis.steps.size(), "a value for every step");
    }
}

}  // namespace

// libFuzzer asks for this name. The first byte chooses the reader, so that each sees all the input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size)  // NOLINT(readability-identifier-naming)
{
    if (size == 0)
        return 0;
    const auto formats = telemetryFormats();
    const Format& format = formats[data[0] % formats.size()];
    const fuzz::MemoryFile file(data + 1, size - 1);
    FileHead head;
    head.text = {reinterpret_cast<const char*>(data + 1), size - 1};
    FileContent content;
    if (const auto variant = format.recognise(head))
        content.source.variant = *variant;
    const Status read = format.read(file.path(), {}, {}, content);
    fuzz::require(read.has_value() || !read.error().what.empty(), "an error says what is wrong");
    for (const MetricSeries& series : content.telemetry.series)
        checkSeries(series);
    checkAlignment(content.telemetry);
    return 0;
}
