// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/NcclResults.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/ingest/others/NcclTests.h"

namespace headwater::scale {

namespace {

constexpr double kGiga = 1e9;

std::string shortName(std::string_view host)
{
    return std::string(host.substr(0, host.find('.')));
}

Result<others::NcclTestsContent> readTests(const std::filesystem::path& file, const Job& job)
{
    auto text = others::readNcclTestsText(file, job);
    return text || text.error().code == ErrorCode::Cancelled ? text : others::readNcclTestsJson(file, job);
}

std::set<std::string> hostsOf(const NcclTest& test)
{
    std::set<std::string> hosts;
    for (const NcclTest::Device& device : test.devices)
        if (!device.host.empty())
            hosts.insert(shortName(device.host));
    return hosts;
}

Status checkHosts(const NcclTest& test, const std::vector<std::string>& nodes, const std::string& file)
{
    const std::set<std::string> ran = hostsOf(test);
    std::set<std::string> wanted;
    for (const std::string& node : nodes)
        wanted.insert(shortName(node));
    if (ran.empty() || ran == wanted)
        return {};
    return fail(ErrorCode::BadUsage,
                fmt::format("ran on {}, not on the group's {}", fmt::join(ran, ", "), fmt::join(wanted, ", ")), file,
                {}, "name the nodes that the test ran on");
}

Status addTest(const NcclTest& test, std::uint64_t messageBytes, const std::string& file, ScaleSide& side)
{
    const auto row = std::ranges::find_if(test.rows, [&](const NcclTestRow& one) {
        return one.bytes == messageBytes && !one.inPlace && one.busBandwidth.has_value();
    });
    if (row == test.rows.end())
        return fail(ErrorCode::BadUsage, fmt::format("no out-of-place result for {} bytes", messageBytes), file, {},
                    "choose message_bytes among the sizes that were measured");
    if (row->wrong.value_or(0) > 0)
        return fail(ErrorCode::BadUsage, fmt::format("{} wrong results at {} bytes", *row->wrong, messageBytes), file,
                    {}, "look for the corruption first: what it measures is no bandwidth");
    side.values.push_back(*row->busBandwidth / kGiga);
    side.invariants["message_bytes"] = std::to_string(messageBytes);
    if (!test.collective.empty())
        side.invariants["collective"] = test.collective;
    if (!test.devices.empty())
        side.invariants["ranks"] = std::to_string(test.devices.size());
    return {};
}

}  // namespace

Status addNcclTests(const std::vector<std::filesystem::path>& files, std::uint64_t messageBytes,
                    const std::vector<std::string>& nodes, ScaleSide& side, const Job& job)
{
    for (const std::filesystem::path& file : files) {
        const auto content = readTests(file, job);
        if (!content)
            return tl::unexpected(content.error());
        for (const NcclTest& test : content->tests) {
            Status status = checkHosts(test, nodes, file.string());
            if (status)
                status = addTest(test, messageBytes, file.string(), side);
            if (!status)
                return status;
        }
    }
    return {};
}

Result<std::vector<std::string>> hostsOf(const std::filesystem::path& file, const Job& job)
{
    const auto content = readTests(file, job);
    if (!content)
        return tl::unexpected(content.error());
    std::set<std::string> hosts;
    for (const NcclTest& test : content->tests)
        hosts.merge(hostsOf(test));
    return std::vector<std::string>(hosts.begin(), hosts.end());
}

Result<std::set<std::uint64_t>> sizesOf(const std::filesystem::path& file, const Job& job)
{
    const auto content = readTests(file, job);
    if (!content)
        return tl::unexpected(content.error());
    std::set<std::uint64_t> common;
    for (std::size_t i = 0; i < content->tests.size(); ++i) {
        std::set<std::uint64_t> sizes;
        for (const NcclTestRow& row : content->tests[i].rows)
            if (!row.inPlace && row.busBandwidth && (i == 0 || common.contains(row.bytes)))
                sizes.insert(row.bytes);
        common = std::move(sizes);
    }
    return common;
}

}  // namespace headwater::scale
