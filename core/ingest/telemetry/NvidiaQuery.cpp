// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/NvidiaQuery.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/Lowered.h"
#include "core/ingest/telemetry/NvidiaCapture.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Sweeps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

constexpr std::string_view kBegin = "NVSMI LOG";
constexpr std::size_t kDeepest = 16;

/// Sections that were renamed in newer drivers.
std::string canonical(std::string path)
{
    if (path.starts_with("clocks throttle reasons"))
        path.replace(0, std::string_view("clocks throttle reasons").size(), "clocks event reasons");
    return path;
}

}  // namespace

void NvidiaQuery::line(std::string_view line, std::uint64_t number)
{
    if (line.starts_with("====") && line.find(kBegin) != std::string_view::npos) {
        endLog();
        beginLog();
        return;
    }
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    line = text::trim(line);
    if (line.empty())
        return;
    const std::size_t colon = line.find(" : ");
    const bool empty = colon == std::string_view::npos && line.ends_with(" :");
    const std::string_view key = text::trim(line.substr(0, empty ? line.size() - 2 : colon));
    if (indent == 0 && line.starts_with("GPU ") && colon == std::string_view::npos) {
        m_gpus.push_back({std::string(text::trim(line.substr(4))), {}, {}});
        m_levels.clear();
        return;
    }
    while (!m_levels.empty() && m_levels.back().indent >= indent)
        m_levels.pop_back();
    if (colon == std::string_view::npos) {
        if (m_levels.size() < kDeepest)
            m_levels.push_back({indent, lowered(key)});
        return;
    }
    const std::string_view text = text::trim(line.substr(colon + 3));
    if (indent == 0) {
        topLevel(key, text, number);
        return;
    }
    std::string path;
    for (const Level& level : m_levels)
        path += level.key + "/";
    value(canonical(path + lowered(key)), key, text, number);
    // "HW Slowdown : Not Active" has parts of its own below it.
    if (m_levels.size() < kDeepest)
        m_levels.push_back({indent, lowered(key)});
}

void NvidiaQuery::topLevel(std::string_view key, std::string_view value, std::uint64_t number)
{
    if (key == "Timestamp") {
        const auto stamp = readCalendar(value);
        m_time = stamp ? std::optional(stamp->time) : std::nullopt;
    } else if (key == "Attached GPUs") {
        m_attached = static_cast<std::size_t>(std::max<std::int64_t>(text::integer(value).value_or(0), 0));
    } else if (key == "Driver Version") {
        m_driver = value;
        m_driverLine = number;
    }
}

void NvidiaQuery::value(const std::string& path, std::string_view key, std::string_view text, std::uint64_t number)
{
    if (m_gpus.empty())
        return;
    Gpu& gpu = m_gpus.back();
    if (path == "minor number")
        gpu.minor = text;
    if (path == "product name") {
        m_name = text;
        m_nameLine = number;
    }
    auto metric = findMetric(Vocabulary::NvidiaSmiQuery, path);
    if (metric)
        gpu.values.push_back({std::move(*metric), path.find('/') == std::string::npos ? std::string(key) : path,
                              std::string(text), number});
}

void NvidiaQuery::beginLog()
{
    m_gpus.clear();
    m_levels.clear();
    m_time.reset();
    m_attached = 0;
}

/// The log gives bus ids, not indices; all attached GPUs are listed in the order of their indices.
std::string NvidiaQuery::deviceOf(std::size_t ordinal, const Gpu& gpu)
{
    if (m_attached == m_gpus.size())
        return fmt::format("gpu {}", ordinal);
    m_sink.note(Severity::Info, "device-by-bus", "not all attached GPUs are listed: they are named by their bus ids");
    return "gpu " + gpu.busId;
}

void NvidiaQuery::endLog()
{
    if (m_gpus.empty())
        return;
    SeriesOwner owner;
    owner.clock = m_time ? ClockKind::LocalTime : ClockKind::Order;
    const Ns time = m_time.value_or(m_logs * kAssumedPeriod);
    if (!m_time)
        m_sink.note(Severity::Info, "no-clock", "a log without a time stamp: one second between logs is assumed");
    for (std::size_t i = 0; i < m_gpus.size(); ++i) {
        owner.device = deviceOf(i, m_gpus[i]);
        for (const Value& value : m_gpus[i].values)
            m_sink.addCell(m_sink.series(value.metric, value.label, owner), time, value.text, value.line);
        ++m_samples;
    }
    ++m_logs;
    m_gpus.clear();
}

void NvidiaQuery::finish(FileContent& content)
{
    endLog();
    if (!m_driver.empty())
        content.manifest.try_emplace("driver",
                                     ManifestValue{m_driver, m_sink.file(), fmt::format("line {}", m_driverLine)});
    if (!m_name.empty())
        content.manifest.try_emplace("gpu", ManifestValue{m_name, m_sink.file(), fmt::format("line {}", m_nameLine)});
}

std::optional<std::string> recogniseNvidiaQuery(std::string_view text)
{
    if (text.find("# $ nvidia-smi") != std::string_view::npos)
        return "mixed capture";
    std::string_view rest = text;
    for (int i = 0; i < 5 && !rest.empty(); ++i) {
        const std::string_view line = text::takeLine(rest);
        if (line.starts_with("====") && line.find(kBegin) != std::string_view::npos)
            return "";
    }
    return std::nullopt;
}

Status readNvidiaQuery(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    return readNvidiaCapture(path, job, content);
}

}  // namespace headwater::telemetry
