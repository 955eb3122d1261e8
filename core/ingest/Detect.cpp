// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/Detect.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "core/ingest/ByteSource.h"

namespace headwater {

namespace {

constexpr std::size_t kHead = std::size_t(64) * 1024;

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

std::string_view firstLine(std::string_view text)
{
    return text.substr(0, text.find_first_of("\r\n"));
}

bool isBinary(std::string_view text)
{
    return has(text, std::string_view("\0", 1));
}

Detected json(std::string_view text)
{
    const std::string_view line = firstLine(text);
    if (has(text, "\"headwater.investigation/"))
        return {"headwater", "saved investigation", {}};
    if (has(line, "\"stage\"") && has(line, "\"duration") && line.back() == '}')
        return {"stage-metrics-jsonl", {}, {}};
    const bool events = has(text, "\"ph\"");
    if (has(text, "\"deviceProperties\"") || has(text, "\"distributedInfo\"") || has(text, "\"computeProperties\"") ||
        has(text, "\"schemaVersion\""))
        return {"kineto", "profiler", {}};
    if (events && (has(text, "\"cpu_op\"") || has(text, "\"Operator\"") || has(text, "ProfilerStep#") ||
                   has(text, "\"cuda_runtime\"") || has(text, "\"user_annotation\"")))
        return {"kineto", "profiler", {}};
    if (events && (has(text, "\"CPU functions\"") || has(text, "\"CUDA functions\"")))
        return {"kineto", "legacy profiler", {}};
    if (events)
        return {"chrome-trace", has(text, "\"traceEvents\"") ? "object" : "event array", {}};
    return {"unknown", {}, "JSON, but no profiler trace and no stage metrics"};
}

Detected csv(std::string_view text)
{
    std::string header(firstLine(text));
    std::ranges::transform(header, header.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (has(header, "stage") && has(header, "duration") && has(header, ","))
        return {"stage-metrics-csv", {}, {}};
    return {"unknown", {}, "text without a known header or first line"};
}

std::string_view withoutLead(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

}  // namespace

Result<Detected> detectFormat(const std::filesystem::path& path)
{
    auto source = ByteSource::open(path);
    if (!source)
        return tl::unexpected(source.error());
    std::vector<char> head(kHead);
    const auto read = source->read(head);
    if (!read)
        return tl::unexpected(read.error());
    const std::string_view text = withoutLead({head.data(), *read});
    if (text.empty())
        return Detected{"unknown", {}, "empty"};
    if (text.front() == '{' || text.front() == '[')
        return json(text);
    if (text.starts_with("SQLite format 3"))
        return Detected{"unknown", {}, "a SQLite database; Nsight Systems exports are not read by this version"};
    if (isBinary(text))
        return Detected{"unknown", {}, "binary data"};
    return csv(text);
}

}  // namespace headwater
