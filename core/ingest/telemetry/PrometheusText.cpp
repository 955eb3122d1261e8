// SPDX-License-Identifier: GPL-3.0-or-later
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/Decimal.h"
#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/PrometheusLabels.h"
#include "core/ingest/telemetry/SmallReaders.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Sweeps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

constexpr std::uint32_t kNoSeries = static_cast<std::uint32_t>(-1);
constexpr std::uint32_t kNotUsed = kNoSeries - 1;  ///< a metric that the table does not know

class Exposition {
public:
    explicit Exposition(TelemetrySink& sink) : m_sink(sink) {}

    void line(std::string_view line, std::uint64_t number)
    {
        line = text::trim(line);
        if (const auto stamp = readStampLine(line)) {
            m_scrapeTime = *stamp;
            beginScrape();
            return;
        }
        if (line.starts_with('#')) {
            if (line == "# EOF")
                beginScrape();
            return;
        }
        const auto sample = readExposition(line);
        const auto value = sample ? readPrometheusValue(sample->value, sample->name) : std::nullopt;
        if (value)
            add(*sample, *value, number);
        else if (!line.empty())
            m_sink.note(Severity::Warning, "malformed-line", "a line that is no sample is left out", number);
    }

    [[nodiscard]] std::uint64_t samples() const { return m_samples; }
    [[nodiscard]] std::int64_t scrapes() const { return m_scrape + (m_inScrape > 0 ? 1 : 0); }

private:
    /// What is known of one metric with its labels.
    struct Known {
        std::int64_t scrape = -1;  ///< last scrape that had it
        std::uint32_t series = kNoSeries;
    };

    void beginScrape()
    {
        m_scrape += m_inScrape > 0 ? 1 : 0;
        m_inScrape = 0;
    }

    void add(const ExpositionSample& sample, double value, std::uint64_t number)
    {
        ++m_samples;
        const auto [found, isNew] = m_known.try_emplace(fingerprintOf(sample.identity));
        Known& known = found->second;
        if (isNew && !metricOf(sample.name, sample.labels)) {
            known.series = kNotUsed;
            m_sink.unknown(sample.name);
        }
        // The same metric with the same labels again: the next scrape has begun, unless each line has its own time.
        if (sample.time.empty() && known.scrape == m_scrape)
            beginScrape();
        ++m_inScrape;
        known.scrape = m_scrape;
        if (known.series == kNotUsed)
            return;
        Ns time = 0;
        ClockKind clock = ClockKind::Order;
        if (!timeOf(sample, clock, time, number))
            return;
        if (known.series == kNoSeries || m_sink.at(known.series).clock != clock)
            known.series = static_cast<std::uint32_t>(m_sink.series(*metricOf(sample.name, sample.labels), sample.name,
                                                                    ownerOf(sample.name, sample.labels, clock)));
        store(known.series, time, value, number);
    }

    bool timeOf(const ExpositionSample& sample, ClockKind& clock, Ns& time, std::uint64_t number)
    {
        if (!sample.time.empty()) {
            // Milliseconds, or seconds with a fraction in OpenMetrics.
            const bool seconds = sample.time.find('.') != std::string_view::npos;
            const auto read = parseDecimal(sample.time, seconds ? TimeUnit::Second : TimeUnit::Millisecond);
            if (!read)
                m_sink.note(Severity::Warning, "bad-time", "a time that is no number; the sample is left out", number);
            clock = ClockKind::Epoch;
            time = read.value_or(0);
            return read.has_value();
        }
        clock = m_scrapeTime ? m_scrapeTime->clock : ClockKind::Order;
        time = m_scrapeTime ? m_scrapeTime->time : m_scrape * kAssumedPeriod;
        if (!m_scrapeTime)
            m_sink.note(Severity::Info, "no-clock",
                        "no times: one second between scrapes is assumed; a line with the time (date +%s) before each "
                        "scrape would tell");
        return true;
    }

    /// Two pods that share a GPU report it twice in one scrape: the first value stands.
    void store(std::uint32_t index, Ns time, double value, std::uint64_t number)
    {
        const MetricSeries& series = m_sink.at(index);
        if (!series.time.empty() && series.time.back() == time) {
            m_sink.note(Severity::Info, "duplicate-sample",
                        "one device twice in one scrape (shared by pods?); the first value is used", number);
            return;
        }
        m_sink.add(index, time, value * m_sink.metricAt(index).scale);
    }

    TelemetrySink& m_sink;
    std::unordered_map<Fingerprint, Known, Fingerprint::Hash> m_known;  ///< by metric and labels
    std::optional<Stamp> m_scrapeTime;
    std::int64_t m_scrape = 0;
    std::uint64_t m_inScrape = 0;
    std::uint64_t m_samples = 0;
};

}  // namespace

std::optional<std::string> recognisePrometheusText(std::string_view text)
{
    bool described = false;
    bool dcgm = false;
    bool node = false;
    int samples = 0;
    int bad = 0;
    for (int i = 0; i < 200 && !text.empty() && samples < 20; ++i) {
        const std::string_view line = text::trim(text::takeLine(text));
        described = described || line.starts_with("# HELP ") || line.starts_with("# TYPE ");
        if (line.empty() || line.front() == '#' || readStampLine(line))
            continue;
        const auto sample = readExposition(line);
        if (!sample || !readPrometheusValue(sample->value, sample->name)) {
            // The head may end inside a line.
            bad += text.empty() ? 0 : 1;
            continue;
        }
        ++samples;
        dcgm = dcgm || sample->name.starts_with("DCGM_");
        node = node || sample->name.starts_with("node_");
        described = described || findPrometheusMetric(sample->name).has_value();
    }
    if (!described || samples == 0 || bad * 4 > samples)
        return std::nullopt;
    if (dcgm)
        return "dcgm-exporter";
    return node ? "node_exporter" : "";
}

Status readPrometheusText(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    Exposition exposition(sink);
    const auto lines = readLines(path, job, sink, [&](std::string_view line, std::uint64_t number) {
        exposition.line(line, number);
        return true;
    });
    if (!lines)
        return tl::unexpected(lines.error());
    content.source.events = exposition.samples();
    if (exposition.scrapes() > 1)
        content.source.variant +=
            fmt::format("{}{} scrapes", content.source.variant.empty() ? "" : ", ", exposition.scrapes());
    return sink.finish(content);
}

}  // namespace headwater::telemetry
