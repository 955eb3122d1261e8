// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/MetricTable.h"

#include <cctype>
#include <unordered_map>

namespace headwater::telemetry {

namespace {

using Index = std::unordered_map<std::string, Metric>;

std::string keyOf(Vocabulary vocabulary, std::string_view label)
{
    std::string key(1, static_cast<char>('A' + static_cast<int>(vocabulary)));
    return key.append(label);
}

Index makeIndex()
{
    Index index;
    for (const auto table : {gpuMetrics(), hostMetrics()})
        for (const MetricRow& row : table)
            index.try_emplace(keyOf(row.vocabulary, row.label),
                              Metric{std::string(row.name), row.unit, row.scale, row.kind});
    for (const DcgmRow& row : dcgmMetrics()) {
        const Metric metric{std::string(row.name), row.unit, row.scale, row.kind};
        index.try_emplace(keyOf(Vocabulary::DcgmTag, row.tag), metric);
        index.try_emplace(keyOf(Vocabulary::DcgmField, row.oldField), metric);
        if (!row.newField.empty())
            index.try_emplace(keyOf(Vocabulary::DcgmField, row.newField), metric);
    }
    return index;
}

/// Replaces the first run of digits by '#'; `number` receives it.
std::string withoutNumber(std::string_view label, std::string& number)
{
    const std::size_t begin = label.find_first_of("0123456789");
    if (begin == std::string_view::npos)
        return {};
    const std::size_t end = std::min(label.find_first_not_of("0123456789", begin), label.size());
    number = label.substr(begin, end - begin);
    return std::string(label.substr(0, begin)).append("#").append(label.substr(end));
}

}  // namespace

std::optional<Metric> findMetric(Vocabulary vocabulary, std::string_view label)
{
    static const Index kIndex = makeIndex();
    if (const auto found = kIndex.find(keyOf(vocabulary, label)); found != kIndex.end())
        return found->second;
    std::string number;
    const std::string pattern = withoutNumber(label, number);
    const auto found = pattern.empty() ? kIndex.end() : kIndex.find(keyOf(vocabulary, pattern));
    if (found == kIndex.end())
        return std::nullopt;
    Metric metric = found->second;
    if (const std::size_t at = metric.name.find('#'); at != std::string::npos)
        metric.name.replace(at, 1, number);
    return metric;
}

std::optional<Metric> findPrometheusMetric(std::string_view name)
{
    if (!name.starts_with("DCGM_FI_"))
        return findMetric(Vocabulary::Prometheus, name);
    name.remove_prefix(8);
    for (const std::string_view prefix : {"DEV_", "PROF_"})
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    return findMetric(Vocabulary::DcgmField, name);
}

}  // namespace headwater::telemetry
