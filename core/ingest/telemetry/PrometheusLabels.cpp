// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/PrometheusLabels.h"

#include <array>
#include <limits>

#include "core/base/Lowered.h"
#include "core/ingest/telemetry/Sentinels.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

bool isNameChar(char c, bool first)
{
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
    return letter || (!first && c >= '0' && c <= '9');
}

std::string_view takeName(std::string_view& rest)
{
    std::size_t end = 0;
    while (end < rest.size() && isNameChar(rest[end], end == 0))
        ++end;
    const std::string_view name = rest.substr(0, end);
    rest.remove_prefix(end);
    return name;
}

void skipBlanks(std::string_view& rest)
{
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
}

bool takeChar(std::string_view& rest, char c)
{
    if (!rest.starts_with(c))
        return false;
    rest.remove_prefix(1);
    return true;
}

/// A quoted label value with \\, \" and \n.
std::optional<std::string> takeQuoted(std::string_view& rest)
{
    if (!takeChar(rest, '"'))
        return std::nullopt;
    std::string value;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i] == '"') {
            rest.remove_prefix(i + 1);
            return value;
        }
        if (rest[i] == '\\' && i + 1 < rest.size()) {
            ++i;
            value += rest[i] == 'n' ? '\n' : rest[i];
        } else {
            value += rest[i];
        }
    }
    return std::nullopt;
}

bool takeLabels(std::string_view& rest, Labels& labels)
{
    while (true) {
        skipBlanks(rest);
        if (takeChar(rest, '}'))
            return true;
        const std::string_view name = takeName(rest);
        skipBlanks(rest);
        if (name.empty() || !takeChar(rest, '='))
            return false;
        skipBlanks(rest);
        auto value = takeQuoted(rest);
        if (!value)
            return false;
        labels.insert_or_assign(std::string(name), std::move(*value));
        skipBlanks(rest);
        if (!takeChar(rest, ',') && !rest.starts_with('}'))
            return false;
    }
}

std::string_view labelOr(const Labels& labels, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        if (const auto found = labels.find(name); found != labels.end() && !found->second.empty())
            return found->second;
    return {};
}

/// "10.0.0.3:9400" names the host and the exporter's port.
std::string_view withoutPort(std::string_view instance)
{
    const std::size_t colon = instance.rfind(':');
    const bool port = colon != std::string_view::npos && text::integer(instance.substr(colon + 1));
    return port && instance.find(':') == colon ? instance.substr(0, colon) : instance;
}

std::string gpuOf(const Labels& labels)
{
    const std::string_view gpu = labelOr(labels, {"gpu", "gpu_id", "minor_number"});
    const std::string_view uuid = labelOr(labels, {"UUID", "uuid"});
    std::string device = "gpu ";
    device += gpu.empty() ? uuid : gpu;
    if (const std::string_view instance = labelOr(labels, {"GPU_I_ID"}); !instance.empty())
        device.append(" instance ").append(instance);
    if (const std::string_view link = labelOr(labels, {"nvlink"}); !link.empty())
        device.append(" link ").append(link);
    return device == "gpu " ? "" : device;
}

}  // namespace

std::optional<ExpositionSample> readExposition(std::string_view line)
{
    line = text::trim(line);
    ExpositionSample sample;
    std::string_view rest = line;
    sample.name = takeName(rest);
    if (sample.name.empty())
        return std::nullopt;
    skipBlanks(rest);
    if (takeChar(rest, '{') && !takeLabels(rest, sample.labels))
        return std::nullopt;
    sample.identity = line.substr(0, line.size() - rest.size());
    // OpenMetrics may append an exemplar behind " # ".
    const auto words = text::words(rest.substr(0, rest.find('#')));
    if (words.empty() || words.size() > 2)
        return std::nullopt;
    sample.value = words[0];
    if (words.size() == 2)
        sample.time = words[1];
    return sample;
}

SeriesOwner ownerOf(std::string_view metricName, const Labels& labels, ClockKind clock)
{
    SeriesOwner owner;
    owner.clock = clock;
    owner.host = labelOr(labels, {"Hostname", "hostname", "host", "node", "nodename", "kubernetes_node"});
    if (owner.host.empty())
        owner.host = withoutPort(labelOr(labels, {"instance", "exported_instance"}));
    if (const auto rank = text::integer(labelOr(labels, {"rank"})); rank && *rank >= 0 && *rank < (1 << 24))
        owner.rank = static_cast<int>(*rank);
    if (metricName.starts_with("container_")) {
        for (const std::string_view name : {"pod", "container", "id"})
            if (const std::string_view value = labelOr(labels, {name}); !value.empty())
                owner.device.append(owner.device.empty() ? "container " : " ").append(value);
        return owner;
    }
    if (!metricName.starts_with("node_")) {
        owner.device = gpuOf(labels);
        return owner;
    }
    for (const std::string_view name : {"device", "cpu", "core", "package", "controller", "port"}) {
        const std::string_view value = labelOr(labels, {name});
        if (value.empty())
            continue;
        owner.device += owner.device.empty() ? "" : " ";
        if (name != "device")
            owner.device.append(name).append(" ");
        owner.device.append(value);
    }
    return owner;
}

std::optional<Metric> metricOf(std::string_view metricName, const Labels& labels)
{
    auto metric = findPrometheusMetric(metricName);
    if (!metric)
        return std::nullopt;
    const std::size_t open = metric->name.find('{');
    const std::size_t close = metric->name.find('}');
    if (open == std::string::npos || close == std::string::npos)
        return metric;
    const auto found = labels.find(metric->name.substr(open + 1, close - open - 1));
    if (found == labels.end())
        return std::nullopt;
    metric->name.replace(open, close + 1 - open, lowered(found->second));
    return metric;
}

std::optional<Metric> metricFromSuffix(std::string_view metricName)
{
    struct Suffix {
        std::string_view text, unit;
        SeriesKind kind;
    };
    static constexpr auto kSuffixes = std::to_array<Suffix>({
        {"_bytes_total", "B", SeriesKind::Counter},
        {"_seconds_total", "s", SeriesKind::Counter},
        {"_joules_total", "J", SeriesKind::Counter},
        {"_total", "count", SeriesKind::Counter},
        {"_bytes_per_second", "B/s", SeriesKind::Gauge},
        {"_bytes", "B", SeriesKind::Gauge},
        {"_seconds", "s", SeriesKind::Gauge},
        {"_ratio", "1", SeriesKind::Gauge},
        {"_celsius", "degC", SeriesKind::Gauge},
        {"_watts", "W", SeriesKind::Gauge},
        {"_hertz", "Hz", SeriesKind::Gauge},
    });
    for (const Suffix& suffix : kSuffixes)
        if (metricName.ends_with(suffix.text))
            return Metric{std::string(metricName), suffix.unit, 1, suffix.kind};
    return std::nullopt;
}

std::string joinedLabels(const Labels& labels)
{
    std::string joined;
    for (const auto& [name, value] : labels) {
        if (name == "__name__" || name == "job" || name == "instance" || name == "Hostname" || name == "hostname")
            continue;
        joined.append(joined.empty() ? "" : " ").append(name).append("=").append(value);
    }
    return joined;
}

std::optional<double> readPrometheusValue(std::string_view text, std::string_view metricName)
{
    constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    for (const std::string_view name : {"NaN", "+Inf", "-Inf", "Inf", "nan", "inf", "-inf", "+inf"})
        if (text == name)
            return kNothing;
    const auto value = text::number(text);
    if (value && metricName.starts_with("DCGM_") && isDcgmSentinel(*value))
        return kNothing;
    return value;
}

}  // namespace headwater::telemetry
