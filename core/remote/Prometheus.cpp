// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/Prometheus.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace headwater {

namespace embedded {
extern const std::string_view kPrometheusQueries;
}

namespace {

using nlohmann::json;

constexpr Ns kMostPoints = 10'000;

std::string seconds(Ns time)
{
    return fmt::format("{}.{:03}", time / 1'000'000'000, time % 1'000'000'000 / 1'000'000);
}

Error serverError(const std::string& url, const HttpReply& reply)
{
    const json body = json::parse(reply.body, nullptr, false);
    const bool told = body.is_object() && body.contains("error") && body["error"].is_string();
    Error error{
        ErrorCode::Unreadable, fmt::format("the server answered with HTTP status {}", reply.status), url, {}, {}};
    if (told)
        error.what += ": " + body["error"].get<std::string>().substr(0, 300);
    if (reply.status == 401 || reply.status == 403)
        error.advice = "set HEADWATER_PROMETHEUS_TOKEN, or HEADWATER_PROMETHEUS_USER and _PASSWORD, or check them";
    else if (reply.status == 404)
        error.advice = "the address must be that of Prometheus itself, without /api/v1";
    return error;
}

/// Collects series over queries and pieces: one a set of labels.
class Collector {
public:
    Status add(const json& reply, const MetricQuery& query, const std::string& url)
    {
        const json* result = matrixOf(reply);
        if (result == nullptr)
            return fail(ErrorCode::Malformed, "not a reply of Prometheus", url, "query " + query.name,
                        "the address must be that of Prometheus itself");
        for (const json& series : *result) {
            if (!series.is_object() || !series.contains("metric") || !series.contains("values") ||
                !series["metric"].is_object() || !series["values"].is_array())
                continue;  // native histograms have no values
            json labels = series["metric"];
            if (!labels.contains("__name__"))
                labels["__name__"] = query.name;
            ++m_found;
            auto& values = m_series[labels.dump()];  // several queries may give one series: each time once
            for (const json& sample : series["values"])
                if (sample.is_array() && !sample.empty() && sample.front().is_number())
                    values.try_emplace(sample.front().get<double>(), sample);
        }
        if (reply.contains("warnings") && reply["warnings"].is_array())
            for (const json& warning : reply["warnings"])
                if (warning.is_string())
                    m_problems.push_back(
                        {Severity::Warning, "server-warning", warning.get<std::string>(), query.name, url});
        return {};
    }

    /// Series in all replies; one that several gave counts as often.
    [[nodiscard]] std::size_t found() const { return m_found; }

    FetchedMetrics finish()
    {
        FetchedMetrics out;
        json result = json::array();
        for (auto& [labels, values] : m_series) {
            out.samples += values.size();
            json samples = json::array();
            for (auto& [time, sample] : values)
                samples.push_back(std::move(sample));
            result.push_back({{"metric", json::parse(labels)}, {"values", std::move(samples)}});
        }
        out.series = result.size();
        const json document = {{"status", "success"},
                               {"data", {{"resultType", "matrix"}, {"result", std::move(result)}}}};
        out.json = document.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
        out.problems = std::move(m_problems);
        return out;
    }

    void noteEmpty(const MetricQuery& query, const std::string& url)
    {
        m_problems.push_back({Severity::Info, "no-series", "the server has no series for this query in the time range",
                              query.name, url});
    }

private:
    static const json* matrixOf(const json& reply)
    {
        if (!reply.is_object() || !reply.contains("data") || !reply["data"].is_object())
            return nullptr;
        const json& data = reply["data"];
        const bool matrix = data.contains("resultType") && data["resultType"] == "matrix" && data.contains("result") &&
                            data["result"].is_array();
        return matrix ? &data["result"] : nullptr;
    }

    std::map<std::string, std::map<double, json>> m_series;
    std::size_t m_found = 0;
    Problems m_problems;
};

std::string endpoint(std::string url)
{
    while (url.ends_with('/'))
        url.pop_back();
    return url + "/api/v1/query_range";
}

/// The starts and ends of the pieces of a range, both inclusive, without a point twice.
std::vector<std::pair<Ns, Ns>> pieces(const MetricRange& range)
{
    std::vector<std::pair<Ns, Ns>> out;
    for (Ns start = range.from; start <= range.to; start += kMostPoints * range.step)
        out.emplace_back(start, std::min(range.to, start + (kMostPoints - 1) * range.step));
    return out;
}

Status checkRange(const MetricRange& range)
{
    constexpr Ns kMostPieces = 1'000;
    if (range.step < 1'000'000)
        return fail(ErrorCode::BadUsage, "the step must be at least a millisecond");
    if (range.to < range.from)
        return fail(ErrorCode::BadUsage, "the time range ends before it begins", {}, {}, "swap --from and --to");
    if ((range.to - range.from) / range.step > kMostPieces * kMostPoints)
        return fail(ErrorCode::BadUsage, "the time range has more than ten million points", {}, {},
                    "use a larger --step or a shorter range");
    return {};
}

}  // namespace

Result<std::vector<MetricQuery>> parseMetricQueries(std::string_view text, const std::string& file)
{
    const json document = json::parse(text, nullptr, false);
    if (!document.is_object() || !document.contains("queries") || !document["queries"].is_array() ||
        document["queries"].empty())
        return fail(ErrorCode::Malformed, "a query file is an object with a non-empty array \"queries\"", file);
    std::vector<MetricQuery> queries;
    for (const json& entry : document["queries"]) {
        if (!entry.is_object() || !entry.contains("name") || !entry.contains("expression") ||
            !entry["name"].is_string() || !entry["expression"].is_string())
            return fail(ErrorCode::Malformed, "a query needs \"name\" and \"expression\"", file);
        queries.push_back({entry["name"].get<std::string>(), entry["expression"].get<std::string>()});
    }
    return queries;
}

std::vector<MetricQuery> defaultMetricQueries()
{
    return parseMetricQueries(embedded::kPrometheusQueries, "built-in queries").value_or(std::vector<MetricQuery>());
}

Result<FetchedMetrics> fetchMetrics(const std::string& url, const std::vector<MetricQuery>& queries,
                                    const MetricRange& range, const HttpAccess& access, const Job& job)
{
    if (const Status ok = checkRange(range); !ok)
        return tl::unexpected(ok.error());
    const std::string target = endpoint(url);
    const std::string name = withoutPassword(url);
    const auto parts = pieces(range);
    Collector collector;
    std::size_t done = 0;
    for (const MetricQuery& query : queries) {
        const std::size_t before = collector.found();
        for (const auto& [start, end] : parts) {
            job.report(static_cast<double>(done++) / static_cast<double>(queries.size() * parts.size()), query.name);
            const auto reply = postForm(target,
                                        {{"query", query.expression},
                                         {"start", seconds(start)},
                                         {"end", seconds(end)},
                                         {"step", seconds(range.step)}},
                                        access, job);
            if (!reply)
                return tl::unexpected(reply.error());
            if (reply->status != 200)
                return tl::unexpected(serverError(name, *reply));
            if (const Status ok = collector.add(json::parse(reply->body, nullptr, false), query, name); !ok)
                return tl::unexpected(ok.error());
        }
        if (collector.found() == before)
            collector.noteEmpty(query, name);
    }
    if (collector.found() == 0)
        return fail(ErrorCode::NothingUsable, "the server has none of the metrics asked for in this time range", name,
                    {}, "check --from, --to and the queries");
    return collector.finish();
}

}  // namespace headwater
