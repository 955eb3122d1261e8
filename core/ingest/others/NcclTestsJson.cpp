// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <fmt/format.h>

#include "core/ingest/others/Json.h"
#include "core/ingest/others/NcclTests.h"

namespace headwater::others {

namespace {

using nlohmann::json;

void addHalf(const json& half, const NcclTestRow& row, bool inPlace, std::vector<NcclTestRow>& rows)
{
    if (!half.is_object())
        return;
    constexpr double kLongestUs = 1e15;
    NcclTestRow out = row;
    out.inPlace = inPlace;
    const auto time = numberAt(half, half.contains("cpu_time") ? "cpu_time" : "time");
    if (time && *time >= 0 && *time < kLongestUs)
        out.time = std::llround(*time * 1e3);
    if (const auto value = numberAt(half, "alg_bw"))
        out.algorithmBandwidth = *value * 1e9;
    if (const auto value = numberAt(half, "bus_bw"))
        out.busBandwidth = *value * 1e9;
    out.wrong = integerAt(half, "nwrong");
    rows.push_back(std::move(out));
}

void addRow(const json& result, NcclTest& test)
{
    const auto bytes = integerAt(result, "size");
    const auto elements = integerAt(result, "count");
    if (!bytes || *bytes < 0)
        return;
    NcclTestRow row;
    row.bytes = static_cast<std::uint64_t>(*bytes);
    row.elements = static_cast<std::uint64_t>(std::max<std::int64_t>(elements.value_or(0), 0));
    row.type = textAt(result, "type");
    row.operation = textAt(result, "redop");
    if (row.operation == "none")
        row.operation.clear();
    addHalf(memberAt(result, "out_of_place"), row, false, test.rows);
    addHalf(memberAt(result, "in_place"), row, true, test.rows);
}

std::string collectiveOf(const json& document)
{
    const json& args = memberAt(document, "args");
    if (!args.is_array() || args.empty() || !args.front().is_string())
        return {};
    // The program's own name: a folder above it may be called anything.
    return collectiveNamedIn(std::filesystem::path(args.front().get_ref<const std::string&>()).filename().string());
}

}  // namespace

Result<NcclTestsContent> readNcclTestsJson(const std::filesystem::path& path, const Job& job)
{
    const auto read = readJsonObject(path, job);
    if (!read)
        return tl::unexpected(read.error());
    const json& document = read->value;
    NcclTest test;
    test.source = path.string();
    test.version = textAt(document, "nccl_version");
    test.collective = collectiveOf(document);
    for (const json& device : memberAt(memberAt(document, "config"), "devices")) {
        const auto rank = integerAt(device, "rank");
        if (rank && *rank >= 0 && *rank < 10'000'000)
            test.devices.push_back(
                {static_cast<int>(*rank), textAt(device, "hostname"), textAt(device, "device_info")});
    }
    for (const json& result : memberAt(document, "results"))
        addRow(result, test);
    if (const auto value = numberAt(memberAt(document, "average_bus_bandwidth"), "bandwidth"))
        test.averageBusBandwidth = *value * 1e9;
    test.outOfBounds = integerAt(memberAt(document, "out_of_bounds"), "count");
    NcclTestsContent content;
    content.problems = read->problems;
    if (read->truncated)
        content.problems.push_back(
            {Severity::Warning, "truncated",
             fmt::format("the file stops in the middle; the {} results before the cut are used", test.rows.size()),
             fmt::format("byte {}", read->fault), path.string()});
    if (test.rows.empty() && test.devices.empty())
        return fail(ErrorCode::NothingUsable, "the file has no results", path.string());
    content.tests.push_back(std::move(test));
    return content;
}

}  // namespace headwater::others
