// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <map>

#include <fmt/format.h>

#include "core/base/Lowered.h"
#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/Sentinels.h"
#include "core/ingest/telemetry/SmallReaders.h"
#include "core/ingest/telemetry/Sweeps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

/// Column tags of a header line ("#Entity  GPUTL  POWER"), or nothing.
std::optional<std::vector<std::string_view>> headerTags(std::string_view line)
{
    line = text::trim(line);
    if (!line.starts_with('#'))
        return std::nullopt;
    auto words = text::words(line.substr(1));
    if (words.size() < 2 || lowered(words.front()) != "entity")
        return std::nullopt;
    words.erase(words.begin());
    return words;
}

class Dcgmi {
public:
    explicit Dcgmi(TelemetrySink& sink) : m_sink(sink) {}

    void line(std::string_view line, std::uint64_t number)
    {
        if (const auto tags = headerTags(line)) {
            header(*tags);
            return;
        }
        const auto words = text::words(line);
        if (words.empty() || lowered(words.front()) == "id" || words.front().starts_with('#'))
            return;
        if (m_tags.empty() || words.size() < m_tags.size() + 2)
            m_sink.note(Severity::Warning, "ragged-row", "a row that does not fit the columns is left out", number);
        else
            data(words, number);
    }

    [[nodiscard]] std::uint64_t rows() const { return m_rows; }

private:
    void header(const std::vector<std::string_view>& tags)
    {
        m_tags.assign(tags.begin(), tags.end());
        m_metrics.clear();
        for (const std::string& tag : m_tags) {
            m_metrics.push_back(findMetric(Vocabulary::DcgmTag, tag));
            if (!m_metrics.back())
                m_sink.unknown(tag);
        }
    }

    void data(const std::vector<std::string_view>& words, std::uint64_t number)
    {
        const std::size_t entityWords = words.size() - m_tags.size();
        SeriesOwner owner;
        owner.clock = ClockKind::Order;
        for (std::size_t i = 0; i < entityWords; ++i)
            owner.device += (i == 0 ? "" : " ") + lowered(words[i]);
        // The entity's last word is its number; otherwise a value with a blank in it has shifted the row.
        if (!text::integer(words[entityWords - 1])) {
            m_sink.note(Severity::Warning, "ragged-row", "a row that does not fit the columns is left out", number);
            return;
        }
        const Ns time = m_samples[owner.device]++ * kAssumedPeriod;
        m_sink.note(Severity::Info, "no-clock",
                    "no times: one second between samples is assumed (dcgmi dmon's default)");
        ++m_rows;
        for (std::size_t i = 0; i < m_tags.size(); ++i) {
            if (!m_metrics[i])
                continue;
            const std::size_t series = m_sink.series(*m_metrics[i], m_tags[i], owner);
            const auto value = text::number(words[entityWords + i]);
            if (value && isDcgmSentinel(*value))
                m_sink.add(series, time, std::numeric_limits<double>::quiet_NaN());
            else
                m_sink.addCell(series, time, words[entityWords + i], number);
        }
    }

    TelemetrySink& m_sink;
    std::vector<std::string> m_tags;
    std::vector<std::optional<Metric>> m_metrics;
    std::map<std::string, std::int64_t> m_samples;
    std::uint64_t m_rows = 0;
};

}  // namespace

std::optional<std::string> recogniseDcgmi(std::string_view text)
{
    for (int i = 0; i < 5 && !text.empty(); ++i)
        if (headerTags(text::takeLine(text)))
            return "";
    return std::nullopt;
}

Status readDcgmi(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    Dcgmi dcgmi(sink);
    const auto lines = readLines(path, job, sink, [&](std::string_view line, std::uint64_t number) {
        dcgmi.line(line, number);
        return true;
    });
    if (!lines)
        return tl::unexpected(lines.error());
    content.source.events = dcgmi.rows();
    return sink.finish(content);
}

}  // namespace headwater::telemetry
