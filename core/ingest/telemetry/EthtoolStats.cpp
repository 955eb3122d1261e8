// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/ingest/telemetry/JsonScalar.h"
#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/SmallReaders.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Sweeps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

using Json = nlohmann::json;
constexpr std::string_view kBegin = "NIC statistics:";

/// Counters of one network port in the words of ethtool or of the RDMA core.
class NetworkCounters {
public:
    explicit NetworkCounters(TelemetrySink& sink) : m_sink(sink) {}

    void stamp(const Stamp& stamp) { m_stamp = stamp; }

    void value(const std::string& device, std::string_view label, std::string_view text, std::uint64_t number)
    {
        ++m_values;
        auto metric = findMetric(Vocabulary::Ethernet, label);
        if (!metric)
            metric = findMetric(Vocabulary::Infiniband, label);
        if (!metric) {
            m_sink.unknown(label);
            return;
        }
        SeriesOwner owner;
        owner.device = device;
        owner.clock = m_stamp ? m_stamp->clock : ClockKind::Order;
        const auto order = m_samples[device + "\x1f" + std::string(label)]++;
        if (!m_stamp)
            m_sink.note(Severity::Info, "no-clock",
                        "no times: one second between readings of a counter is assumed; a line with the time "
                        "(date +%s) before each reading would tell");
        m_sink.addCell(m_sink.series(*metric, label, owner), m_stamp ? m_stamp->time : order * kAssumedPeriod, text,
                       number);
    }

    [[nodiscard]] std::uint64_t values() const { return m_values; }

private:
    TelemetrySink& m_sink;
    std::optional<Stamp> m_stamp;
    std::map<std::string, std::int64_t> m_samples;
    std::uint64_t m_values = 0;
};

/// "# ethtool -S eth0" above the table names the port.
std::string commandDevice(std::string_view line)
{
    const auto words = text::words(line);
    for (std::size_t i = 0; i + 2 < words.size(); ++i)
        if (words[i].ends_with("ethtool") && (words[i + 1] == "-S" || words[i + 1] == "--statistics"))
            return std::string(words[i + 2]);
    return {};
}

/// "link mlx5_0/1 rx_write_requests 123 out_of_sequence 0 …"
bool rdmaTextLine(std::string_view line, NetworkCounters& counters, std::uint64_t number)
{
    const auto words = text::words(line);
    if (words.size() < 4 || words[0] != "link")
        return false;
    const std::size_t slash = words[1].find('/');
    const std::string device = slash == std::string_view::npos
                                   ? std::string(words[1])
                                   : fmt::format("{} port {}", words[1].substr(0, slash), words[1].substr(slash + 1));
    for (std::size_t i = 2; i + 1 < words.size(); i += 2)
        counters.value(device, words[i], words[i + 1], number);
    return true;
}

Status readText(const std::filesystem::path& path, const Job& job, TelemetrySink& sink, FileContent& content)
{
    NetworkCounters counters(sink);
    std::string device;
    const auto lines = readLines(path, job, sink, [&](std::string_view line, std::uint64_t number) {
        line = text::trim(line);
        if (const auto stamp = readStampLine(line)) {
            counters.stamp(*stamp);
            return true;
        }
        if (const std::string named = commandDevice(line); !named.empty())
            device = named;
        const std::size_t colon = line.rfind(':');
        if (line.empty() || line.starts_with('#') || line == kBegin || rdmaTextLine(line, counters, number))
            return true;
        if (colon == std::string_view::npos)
            sink.note(Severity::Warning, "malformed-line", "a line that is no counter is left out", number);
        else
            counters.value(device, text::trim(line.substr(0, colon)), text::trim(line.substr(colon + 1)), number);
        return true;
    });
    if (!lines)
        return tl::unexpected(lines.error());
    content.source.events = counters.values();
    if (content.source.variant.empty() && device.empty())
        sink.note(Severity::Info, "device-unknown",
                  "the output does not name the interface; a line \"# ethtool -S eth0\" above it would");
    return sink.finish(content);
}

void rdmaLink(const Json& link, NetworkCounters& counters, std::uint64_t line)
{
    std::string device = link.value("ifname", Json()).is_string() ? link["ifname"].get<std::string>() : "";
    if (const Json port = link.value("port", Json()); port.is_number_integer())
        device += fmt::format(" port {}", port.get<std::int64_t>());
    for (const auto& [key, value] : link.items())
        if (key != "ifname" && key != "port" && key != "ifindex")
            counters.value(device, key, scalarText(value), line);
}

Status readJson(const std::filesystem::path& path, const Job& job, TelemetrySink& sink, FileContent& content)
{
    const auto text = readWhole(path, job, sink);
    if (!text)
        return tl::unexpected(text.error());
    NetworkCounters counters(sink);
    const bool complete = forEachDocument(*text, [&](std::string_view document, std::uint64_t line) {
        const Json json = Json::parse(document, nullptr, false);
        if (!json.is_array())
            sink.note(Severity::Warning, "malformed-json", "a document is broken or cut and is left out", line);
        else
            for (const Json& link : json)
                if (link.is_object())
                    rdmaLink(link, counters, line);
        return !job.stopped();
    });
    if (!complete)
        sink.keep({{Severity::Warning, "truncated", "the file ends early", fmt::format("byte {}", text->size()),
                    path.string()}});
    if (job.stopped())
        return cancelled();
    content.source.events = counters.values();
    return sink.finish(content);
}

}  // namespace

std::optional<std::string> recogniseEthtool(std::string_view text)
{
    if (text.starts_with('[')) {
        const std::string_view begin = text.substr(0, 2048);
        const bool link = begin.find("\"ifname\"") != std::string_view::npos &&
                          begin.find("\"port\"") != std::string_view::npos && begin.find('_') != std::string_view::npos;
        return link ? std::optional<std::string>("rdma statistic") : std::nullopt;
    }
    for (int i = 0; i < 10 && !text.empty(); ++i) {
        const std::string_view line = text::trim(text::takeLine(text));
        if (line == kBegin)
            return "";
        const auto words = text::words(line);
        if (words.size() > 3 && words[0] == "link" && words[1].find('/') != std::string_view::npos &&
            text::number(words[3]))
            return "rdma statistic";
        if (!line.empty() && line.front() != '#' && !readStampLine(line) && commandDevice(line).empty())
            return std::nullopt;
    }
    return std::nullopt;
}

Status readEthtool(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    std::array<char, 64> begin{};
    const auto read = source->read(begin);
    if (!read)
        return tl::unexpected(read.error());
    const std::string_view start = text::trim(std::string_view(begin.data(), *read));
    const bool json = start.find_first_of("[{") == start.find_first_not_of("\xEF\xBB\xBF \n\r\t");
    return json && !start.empty() ? readJson(path, job, sink, content) : readText(path, job, sink, content);
}

}  // namespace headwater::telemetry
