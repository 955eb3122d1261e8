// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/ingest/telemetry/JsonScalar.h"
#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/SmallReaders.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

using Json = nlohmann::json;

bool readSample(const Json& sample, TelemetrySink& sink, std::uint64_t line)
{
    const auto time = sample.find("time");
    const auto stamp =
        time != sample.end() && time->is_string() ? readDateTime(time->get<std::string>()) : std::nullopt;
    if (!stamp) {
        sink.note(Severity::Warning, "bad-time", "a sample without a time that is understood is left out", line);
        return false;
    }
    for (const auto& [key, value] : sample.items()) {
        if (key == "time")
            continue;
        const std::size_t colon = std::min(key.find(':'), key.size());
        const auto metric = findMetric(Vocabulary::SuperBench, std::string_view(key).substr(0, colon));
        if (!metric) {
            sink.unknown(key);
            continue;
        }
        SeriesOwner owner;
        owner.clock = stamp->clock;
        if (colon < key.size())
            owner.device = "gpu " + key.substr(colon + 1);
        sink.addCell(sink.series(*metric, key, owner), stamp->time, scalarText(value), line);
    }
    return true;
}

}  // namespace

std::optional<std::string> recogniseSuperBench(std::string_view text)
{
    const std::string_view line = text::takeLine(text);
    if (!line.starts_with('{') || line.find("\"time\"") == std::string_view::npos)
        return std::nullopt;
    for (const std::string_view key : {"\"gpu_usage:", "\"gpu_temperature:", "\"gpu_mem_used:", "\"gpu_power_limit:"})
        if (line.find(key) != std::string_view::npos)
            return "SuperBench monitor";
    return std::nullopt;
}

Status readSuperBench(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    std::uint64_t samples = 0;
    const auto lines = readLines(path, job, sink, [&](std::string_view line, std::uint64_t number) {
        const Json json = Json::parse(line, nullptr, false);
        if (!json.is_object())
            sink.note(Severity::Warning, "malformed-line", "a line that is no JSON object is left out", number);
        else
            samples += readSample(json, sink, number) ? 1 : 0;
        return true;
    });
    if (!lines)
        return tl::unexpected(lines.error());
    content.source.events = samples;
    return sink.finish(content);
}

}  // namespace headwater::telemetry
