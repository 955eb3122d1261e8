// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>

#include "core/ingest/Format.h"
#include "core/ingest/Lines.h"

namespace headwater {

namespace {

std::string lowerFirstLine(std::string_view text)
{
    std::string line(text.substr(0, text.find_first_of("\r\n")));
    std::ranges::transform(line, line.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return line;
}

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

std::optional<std::string> recogniseCsv(const FileHead& head)
{
    const std::string line = lowerFirstLine(head.text);
    if (!has(line, "stage") || !has(line, "duration") || line.starts_with('{'))
        return std::nullopt;
    const char separator = separatorOf(line);
    if (separator == ',')
        return has(line, ",") ? std::optional<std::string>("") : std::nullopt;
    // A sentence may hold both words and a semicolon.
    const std::vector<std::string> cells = splitCsv(line, separator);
    const bool header = std::ranges::find(cells, "stage") != cells.end();
    return header ? std::optional<std::string>(separator == ';' ? "semicolons" : "tabs") : std::nullopt;
}

std::optional<std::string> recogniseJsonLines(const FileHead& head)
{
    const std::string line = lowerFirstLine(head.text);
    const bool object =
        line.starts_with('{') && line.ends_with('}') && has(line, "\"stage\"") && has(line, "\"duration");
    return object ? std::optional<std::string>("") : std::nullopt;
}

Status read(const std::filesystem::path& path, const ReadOptions& options, const Job& job, FileContent& content)
{
    auto metrics = readStageMetrics(path, {options.unit, options.rank, options.timeUnit}, job);
    if (!metrics)
        return tl::unexpected(metrics.error());
    content.source.events = metrics->rows;
    content.source.ranks = metrics->cube.ranks();
    content.source.steps = metrics->cube.steps();
    content.source.problems.insert(content.source.problems.end(), metrics->problems.begin(), metrics->problems.end());
    content.metrics = std::move(*metrics);
    return {};
}

constexpr std::array<Format, 2> kFormats = {{
    {"stage-metrics-csv", recogniseCsv, read},
    {"stage-metrics-jsonl", recogniseJsonLines, read},
}};

}  // namespace

std::span<const Format> metricFormats()
{
    return kFormats;
}

}  // namespace headwater
