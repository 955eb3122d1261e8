// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/Decimal.h"
#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/PrometheusLabels.h"
#include "core/ingest/telemetry/SmallReaders.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

using Json = nlohmann::json;

/// What a query answered, put together while the document streams by.
class RangeHandler : public nlohmann::json_sax<Json> {
public:
    RangeHandler(TelemetrySink& sink, std::uint64_t line) : m_sink(sink), m_line(line) {}

    bool null() override { return scalar({}); }
    bool boolean(bool) override { return scalar({}); }
    bool number_integer(number_integer_t value) override { return scalar(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return scalar(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& text) override { return scalar(text); }
    bool string(string_t& text) override { return scalar(text); }
    bool binary(binary_t&) override { return true; }

    bool start_object(std::size_t) override
    {
        push(where());
        return true;
    }
    bool end_object() override
    {
        pop();
        return true;
    }
    bool start_array(std::size_t) override
    {
        push(where());
        return true;
    }
    bool end_array() override
    {
        pop();
        return true;
    }
    bool key(string_t& text) override
    {
        m_key = text;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

    [[nodiscard]] std::uint64_t samples() const { return m_samples; }
    [[nodiscard]] std::string serverError() const
    {
        return m_status == "error" ? m_errorType + (m_errorType.empty() ? "" : ": ") + m_error : std::string();
    }
    [[nodiscard]] const std::string& resultType() const { return m_resultType; }

private:
    enum class Where { Root, Data, Result, Series, Metric, Values, Pair, Warnings, Other };
    static constexpr std::size_t kDeepest = 8;

    /// Where the container that opens now is, from its key and its parent.
    [[nodiscard]] Where where()
    {
        if (m_depth == 0)
            return Where::Root;
        if (m_depth > kDeepest)
            return Where::Other;
        switch (m_path[m_depth - 1]) {
        case Where::Root: return inRoot();
        case Where::Data: return m_key == "result" ? Where::Result : Where::Other;
        case Where::Result: return Where::Series;
        case Where::Series: return inSeries();
        case Where::Values: return Where::Pair;
        default: return Where::Other;
        }
    }

    [[nodiscard]] Where inRoot() const
    {
        if (m_key == "data")
            return Where::Data;
        return m_key == "warnings" || m_key == "infos" ? Where::Warnings : Where::Other;
    }

    Where inSeries()
    {
        if (m_key == "metric")
            return Where::Metric;
        if (m_key == "values")
            return Where::Values;
        if (m_key == "value")
            return Where::Pair;
        if (m_key == "histograms" || m_key == "histogram")
            m_sink.note(Severity::Info, "histogram", "native histograms are not used", m_line);
        return Where::Other;
    }

    void push(Where where)
    {
        if (m_depth < kDeepest)
            m_path[m_depth] = where;
        if (where == Where::Pair)
            m_scalar = 0;
        else if (where == Where::Series)
            beginSeries();
        ++m_depth;
    }

    void pop()
    {
        --m_depth;
        if (m_depth < kDeepest && m_path[m_depth] == Where::Metric)
            settleSeries();
    }

    void beginSeries()
    {
        m_labels.clear();
        m_name.clear();
        m_series.reset();
        m_settled = false;
    }

    bool scalar(const std::string& text)
    {
        if (m_depth == 0 || m_depth > kDeepest)
            return true;
        switch (m_path[m_depth - 1]) {
        case Where::Root: rootField(text); break;
        case Where::Data: m_resultType = m_key == "resultType" ? text : m_resultType; break;
        case Where::Warnings: m_sink.note(Severity::Warning, "server-warning", text, m_line); break;
        case Where::Metric: m_labels.insert_or_assign(m_key, text); break;
        case Where::Pair: pair(text); break;
        default: break;
        }
        return true;
    }

    void rootField(const std::string& text)
    {
        if (m_key == "status")
            m_status = text;
        else if (m_key == "errorType")
            m_errorType = text;
        else if (m_key == "error")
            m_error = text;
        else if (m_key == "name")
            m_givenName = text;
    }

    void settleSeries()
    {
        m_settled = true;
        const auto found = m_labels.find("__name__");
        m_name = found != m_labels.end() ? found->second : m_givenName;
        if (m_name.empty()) {
            m_sink.note(Severity::Warning, "unnamed-series",
                        "a series without a name (functions such as rate() drop it) is not used", m_line);
            return;
        }
        SeriesOwner owner = ownerOf(m_name, m_labels, ClockKind::Epoch);
        auto metric = metricOf(m_name, m_labels);
        if (!metric) {
            // Somebody asked for it, so it is kept where its name tells the unit, as Prometheus' names should.
            metric = metricFromSuffix(m_name);
            owner.device = joinedLabels(m_labels);
        }
        if (!metric) {
            m_sink.unknown(m_name);
            return;
        }
        m_scale = metric->scale;
        m_series = m_sink.series(*metric, m_name, owner);
    }

    void pair(const std::string& text)
    {
        if (m_scalar++ == 0) {
            m_time = parseDecimal(text, TimeUnit::Second);
            return;
        }
        if (!m_settled && !m_unsettledNoted) {
            m_unsettledNoted = true;
            m_sink.note(Severity::Warning, "unnamed-series", "values before their metric are not used", m_line);
        }
        ++m_samples;
        const auto value = readPrometheusValue(text, m_name);
        if (!m_series)
            return;
        if (!m_time || !value)
            m_sink.note(Severity::Warning, "malformed-value",
                        fmt::format("\"{}\" is no value of {}", text.substr(0, 40), m_name), m_line);
        else
            m_sink.add(*m_series, *m_time, *value * m_scale);
    }

    TelemetrySink& m_sink;
    std::uint64_t m_line = 0;
    std::array<Where, kDeepest> m_path{};
    std::size_t m_depth = 0;
    std::string m_key, m_status, m_error, m_errorType, m_resultType, m_givenName;
    Labels m_labels;
    std::string m_name;
    std::optional<std::size_t> m_series;
    double m_scale = 1;
    bool m_settled = false;
    bool m_unsettledNoted = false;
    int m_scalar = 0;
    std::optional<Ns> m_time;
    std::uint64_t m_samples = 0;
};

}  // namespace

std::optional<std::string> recognisePrometheusRange(std::string_view text)
{
    if (!text.starts_with('{'))
        return std::nullopt;
    const std::string_view begin = text.substr(0, 4096);
    const auto has = [&](std::string_view part) { return begin.find(part) != std::string_view::npos; };
    if (!has("\"status\""))
        return std::nullopt;
    if (has("\"errorType\"") && has("\"error\""))
        return "error";
    if (!has("\"resultType\""))
        return std::nullopt;
    for (const char* type : {"matrix", "vector", "scalar", "string"})
        if (has(fmt::format("\"{}\"", type)))
            return type;
    return std::nullopt;
}

Status readPrometheusRange(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    const auto text = readWhole(path, job, sink);
    if (!text)
        return tl::unexpected(text.error());
    sink.expectInterleaving();
    std::string serverError;
    std::uint64_t errorLine = 0;
    std::uint64_t broken = 0;
    std::uint64_t firstBroken = 0;
    const bool complete = forEachDocument(*text, [&](std::string_view document, std::uint64_t line) {
        RangeHandler handler(sink, line);
        if (!Json::sax_parse(document, &handler) && broken++ == 0)
            firstBroken = line;
        content.source.events += handler.samples();
        if (!handler.serverError().empty()) {
            errorLine = serverError.empty() ? line : errorLine;
            serverError = serverError.empty() ? handler.serverError() : serverError;
        } else if (handler.resultType() == "scalar" || handler.resultType() == "string") {
            sink.note(Severity::Warning, "unsupported-result", "a result that is one value, not a series, is not used",
                      line);
        }
        return !job.stopped();
    });
    if (!complete)
        sink.keep({{Severity::Warning, "truncated", "the document ends early; what was before the cut is used",
                    fmt::format("byte {}", text->size()), path.string()}});
    else if (broken > 0)
        sink.note(Severity::Error, "malformed-json", "a document is broken; what came before the fault is used",
                  firstBroken);
    if (job.stopped())
        return cancelled();
    if (!serverError.empty() && sink.empty())
        return fail(ErrorCode::NothingUsable, "the server answered with an error: " + serverError, path.string(),
                    fmt::format("line {}", errorLine), "fetch it again");
    if (!serverError.empty())
        sink.note(Severity::Error, "server-error", "the server answered: " + serverError, errorLine);
    return sink.finish(content);
}

}  // namespace headwater::telemetry
