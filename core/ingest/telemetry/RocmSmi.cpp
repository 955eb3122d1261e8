// SPDX-License-Identifier: GPL-3.0-or-later

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/Lowered.h"
#include "core/ingest/telemetry/JsonScalar.h"
#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/SmallReaders.h"
#include "core/ingest/telemetry/Sweeps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

using Json = nlohmann::json;

/// "(1700Mhz)" as well as "1700".
std::string withoutBrackets(std::string text)
{
    if (text.size() > 2 && text.front() == '(' && text.back() == ')')
        return text.substr(1, text.size() - 2);
    return text;
}

void readCard(const std::string& card, const Json& values, std::int64_t sample, TelemetrySink& sink, std::uint64_t line)
{
    SeriesOwner owner;
    owner.clock = ClockKind::Order;
    owner.device = "gpu " + card.substr(4);
    for (const auto& [key, value] : values.items()) {
        const auto metric = findMetric(Vocabulary::RocmSmi, lowered(text::trim(key)));
        if (!metric) {
            sink.unknown(key);
            continue;
        }
        sink.addCell(sink.series(*metric, key, owner), sample * kAssumedPeriod, withoutBrackets(scalarText(value)),
                     line);
    }
}

bool isCard(std::string_view key)
{
    return key.size() > 4 && key.starts_with("card") && text::integer(key.substr(4));
}

}  // namespace

std::optional<std::string> recogniseRocmSmi(std::string_view text)
{
    if (!text.starts_with('{'))
        return std::nullopt;
    const std::string_view begin = text.substr(0, 4096);
    const std::size_t at = begin.find("\"card");
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::size_t digits = at + 5;
    const std::size_t end = begin.find('"', digits);
    if (end == std::string_view::npos || !text::integer(begin.substr(digits, end - digits)))
        return std::nullopt;
    const std::string_view after = text::trim(begin.substr(end + 1, 4));
    return after.starts_with(':') ? std::optional<std::string>("") : std::nullopt;
}

Status readRocmSmi(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    const auto text = readWhole(path, job, sink);
    if (!text)
        return tl::unexpected(text.error());
    std::int64_t sample = 0;
    const bool complete = forEachDocument(*text, [&](std::string_view document, std::uint64_t line) {
        const Json json = Json::parse(document, nullptr, false);
        if (!json.is_object()) {
            sink.note(Severity::Warning, "malformed-json", "a document is broken or cut and is left out", line);
            return !job.stopped();
        }
        for (const auto& [key, value] : json.items()) {
            if (isCard(key) && value.is_object())
                readCard(key, value, sample, sink, line);
            else if (key == "system" && value.is_object() && value.contains("Driver version") &&
                     value["Driver version"].is_string())
                content.manifest.try_emplace(
                    "driver", ManifestValue{value["Driver version"], path.string(), fmt::format("line {}", line)});
        }
        ++sample;
        return !job.stopped();
    });
    if (!complete)
        sink.keep({{Severity::Warning, "truncated", "the file ends early", fmt::format("byte {}", text->size()),
                    path.string()}});
    if (job.stopped())
        return cancelled();
    sink.note(Severity::Info, "no-clock", "rocm-smi gives no times: one second between samples is assumed");
    content.source.events = static_cast<std::uint64_t>(sample);
    return sink.finish(content);
}

}  // namespace headwater::telemetry
