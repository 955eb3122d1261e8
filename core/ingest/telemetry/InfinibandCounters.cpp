// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/SmallReaders.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Sweeps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

/// Where the counters of plain perfquery stand still, in counts; the rest are 32 bits wide.
struct NarrowCounter {
    std::string_view label;
    double highest;
};
constexpr auto kNarrow = std::to_array<NarrowCounter>({
    {"SymbolErrorCounter", 65535},
    {"LinkErrorRecoveryCounter", 255},
    {"LinkDownedCounter", 255},
    {"PortRcvErrors", 65535},
    {"PortRcvRemotePhysicalErrors", 65535},
    {"PortRcvSwitchRelayErrors", 65535},
    {"PortXmitDiscards", 65535},
    {"PortXmitConstraintErrors", 255},
    {"PortRcvConstraintErrors", 255},
    {"LocalLinkIntegrityErrors", 15},
    {"ExcessiveBufferOverrunErrors", 15},
    {"VL15Dropped", 65535},
    {"QP1Dropped", 65535},
});
constexpr double kWide = 4294967295.0;

double highestOf(std::string_view label)
{
    for (const NarrowCounter& row : kNarrow)
        if (row.label == label)
            return row.highest;
    return kWide;
}

/// "# Port extended counters: Lid 1719 port 1 (CapMask: …)" → "lid 1719 port 1".
std::optional<std::string> portOf(std::string_view line)
{
    const std::size_t at = line.find("counters: ");
    if (!line.starts_with("# Port") || at == std::string_view::npos)
        return std::nullopt;
    const auto words = text::words(line.substr(at + 10));
    if (words.size() < 4 || words[0] != "Lid" || words[2] != "port")
        return std::nullopt;
    return fmt::format("lid {} port {}", words[1], words[3]);
}

/// "/sys/class/infiniband/mlx5_0/ports/1/counters/port_xmit_data" → device and counter.
struct SysfsCounter {
    std::string device;
    std::string_view counter;
    std::string_view rest;  ///< what follows the path on the line
};

std::optional<SysfsCounter> sysfsOf(std::string_view line)
{
    const std::size_t ports = line.find("/ports/");
    const std::size_t group = line.find("counters/", ports == std::string_view::npos ? 0 : ports);
    if (ports == std::string_view::npos || group == std::string_view::npos)
        return std::nullopt;
    const std::size_t deviceStart = line.rfind('/', ports - 1);
    const std::size_t nameStart = deviceStart == std::string_view::npos ? 0 : deviceStart + 1;
    const std::size_t portStart = ports + 7;
    const std::size_t portEnd = line.find('/', portStart);
    const std::size_t counterStart = group + 9;
    const std::size_t counterEnd = std::min(line.find_first_of(" \t:=", counterStart), line.size());
    if (ports == 0 || portEnd == std::string_view::npos || portEnd >= counterStart || counterEnd == counterStart)
        return std::nullopt;
    std::string_view device = line.substr(nameStart, ports - nameStart);
    device = device.substr(device.find_last_of(" \t") + 1);
    return SysfsCounter{fmt::format("{} port {}", device, line.substr(portStart, portEnd - portStart)),
                        line.substr(counterStart, counterEnd - counterStart), line.substr(counterEnd)};
}

class Counters {
public:
    explicit Counters(TelemetrySink& sink) : m_sink(sink) {}

    void line(std::string_view line, std::uint64_t number)
    {
        line = text::trim(line);
        if (const auto stamp = readStampLine(line)) {
            m_stamp = *stamp;
            return;
        }
        if (const auto port = portOf(line)) {
            m_port = *port;
            m_extended = line.find("extended") != std::string_view::npos;
            m_pending.reset();
        } else if (const auto counter = sysfsOf(line)) {
            sysfs(*counter, number);
        } else if (m_pending) {
            value(m_pending->first, m_pending->second, line, number);
            m_pending.reset();
        } else if (!line.starts_with('#')) {
            perfquery(line, number);
        }
    }

    [[nodiscard]] std::uint64_t values() const { return m_values; }

private:
    void sysfs(const SysfsCounter& counter, std::uint64_t number)
    {
        m_extended = true;
        std::string_view rest = text::trim(counter.rest);
        while (rest.starts_with(':') || rest.starts_with('='))
            rest = text::trim(rest.substr(1));
        // `head` and `tail` write "==> path <==" and the value on the next line.
        m_pending.reset();
        if (rest.empty() || rest == "<==" || rest == "==>")
            m_pending.emplace(counter.device, std::string(counter.counter));
        else
            value(counter.device, std::string(counter.counter), rest, number);
    }

    void perfquery(std::string_view line, std::uint64_t number)
    {
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || m_port.empty()) {
            m_sink.note(Severity::Info, "malformed-line", "lines that are no counters are left out", number);
            return;
        }
        const std::string_view label = line.substr(0, colon);
        if (label == "PortSelect" || label.starts_with("CounterSelect"))
            return;
        std::string_view digits = line.substr(colon + 1);
        digits.remove_prefix(std::min(digits.find_first_not_of('.'), digits.size()));
        value(m_port, std::string(label), digits, number);
    }

    void value(const std::string& device, const std::string& label, std::string_view text, std::uint64_t number)
    {
        const auto metric = findMetric(Vocabulary::Infiniband, label);
        if (!metric) {
            m_sink.unknown(label);
            return;
        }
        SeriesOwner owner;
        owner.device = device;
        owner.clock = m_stamp ? m_stamp->clock : ClockKind::Order;
        const std::size_t series = m_sink.series(*metric, label, owner);
        const auto order = m_samples[device + "\x1f" + label]++;
        const Ns time = m_stamp ? m_stamp->time : order * kAssumedPeriod;
        if (!m_stamp)
            m_sink.note(Severity::Info, "no-clock",
                        "no times: one second between readings of a counter is assumed; a line with the time "
                        "(date +%s) before each reading would tell");
        ++m_values;
        const auto count = text::number(text::trim(text));
        if (!m_extended && count && *count >= highestOf(label)) {
            m_sink.note(
                Severity::Warning, "saturated-counter",
                fmt::format("{} stands at the end of its register: the true value is unknown; use perfquery -x", label),
                number);
            m_sink.add(series, time, std::numeric_limits<double>::quiet_NaN());
            return;
        }
        m_sink.addCell(series, time, text, number);
    }

    TelemetrySink& m_sink;
    std::string m_port;
    bool m_extended = false;
    std::optional<std::pair<std::string, std::string>> m_pending;
    std::optional<Stamp> m_stamp;
    std::map<std::string, std::int64_t> m_samples;
    std::uint64_t m_values = 0;
};

}  // namespace

bool isSysfsCounter(const std::filesystem::path& path, std::string_view text)
{
    const std::string name = path.generic_string();
    const auto counter = sysfsOf(name);
    const std::string_view digits = text::trim(text::takeLine(text));
    return counter && counter->rest.empty() && !digits.empty() && text.empty() &&
           digits.find_first_not_of("0123456789") == std::string_view::npos &&
           findMetric(Vocabulary::Infiniband, counter->counter);
}

std::optional<std::string> recogniseInfiniband(std::string_view text)
{
    for (int i = 0; i < 20 && !text.empty(); ++i) {
        const std::string_view line = text::trim(text::takeLine(text));
        if (portOf(line))
            return line.find("extended") != std::string_view::npos ? "perfquery -x" : "perfquery";
        const auto counter = sysfsOf(line);
        if (counter && findMetric(Vocabulary::Infiniband, counter->counter))
            return "sysfs";
        // Only comments, time stamps and counters that have no name here may come before.
        if (!line.empty() && line.front() != '#' && !counter && !readStampLine(line) &&
            line.find_first_not_of("0123456789") != std::string_view::npos)
            return std::nullopt;
    }
    return std::nullopt;
}

Status readInfiniband(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    Counters counters(sink);
    if (content.source.variant == kSysfsFile)
        counters.line(path.generic_string(), 0);  // as `tail` writes it: the path, then the value
    const auto lines = readLines(path, job, sink, [&](std::string_view line, std::uint64_t number) {
        counters.line(line, number);
        return true;
    });
    if (!lines)
        return tl::unexpected(lines.error());
    content.source.events = counters.values();
    return sink.finish(content);
}

}  // namespace headwater::telemetry
