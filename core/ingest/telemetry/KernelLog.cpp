// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/ingest/telemetry/KernelEvents.h"
#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/SmallReaders.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

constexpr Ns kSecond = 1'000'000'000;

class KernelLog {
public:
    explicit KernelLog(TelemetrySink& sink) : m_sink(sink) {}

    void line(std::string_view text, std::uint64_t number)
    {
        ++m_lines;
        const KernelLine line = splitKernelLine(text);
        const auto found = classifyKernelMessage(line.message);
        if (!found)
            return;
        TelemetryEvent event;
        event.kind = found->kind;
        event.message = text::trim(text);
        event.host = line.host;
        event.device = found->device;
        event.code = found->code;
        event.clock = line.clock;
        event.time = line.clock == ClockKind::Order ? static_cast<Ns>(number) : line.time;
        event.position = fmt::format("line {}", number);
        if (line.yearless)
            m_sink.note(Severity::Info, "no-year",
                        "syslog stamps have no year: events are in order only (journalctl -o short-iso tells)", number);
        flushBefore(event);
        m_pending = std::move(event);
    }

    void finish()
    {
        if (m_pending)
            m_sink.event(std::move(*m_pending));
        m_pending.reset();
    }

    [[nodiscard]] std::uint64_t lines() const { return m_lines; }

private:
    /// The kernel announces a PCIe error ("… received from …") and then describes it: one event, not two.
    void flushBefore(const TelemetryEvent& next)
    {
        if (!m_pending)
            return;
        const bool announced = m_pending->kind == "aer" && m_pending->message.find("received") != std::string::npos;
        const bool described = next.kind == "aer" && next.message.find("received") == std::string::npos;
        const bool near =
            next.clock == ClockKind::Order ? next.time - m_pending->time <= 2 : next.time - m_pending->time <= kSecond;
        if (!(announced && described && near && next.clock == m_pending->clock))
            m_sink.event(std::move(*m_pending));
        m_pending.reset();
    }

    TelemetrySink& m_sink;
    std::optional<TelemetryEvent> m_pending;
    std::uint64_t m_lines = 0;
};

}  // namespace

std::optional<std::string> recogniseKernelLog(std::string_view text)
{
    std::uint64_t lines = 0;
    std::uint64_t kernel = 0;
    for (int i = 0; i < 200 && !text.empty(); ++i) {
        const std::string_view line = text::trim(text::takeLine(text));
        if (line.empty() || line.starts_with("-- "))
            continue;
        ++lines;
        kernel += splitKernelLine(line).kernel || line.find("NVRM: Xid (") != std::string_view::npos ? 1 : 0;
    }
    // journalctl of everything has other services in between.
    return kernel > 0 && kernel * 2 >= lines ? std::optional<std::string>("") : std::nullopt;
}

Status readKernelLog(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    KernelLog log(sink);
    const auto lines = readLines(path, job, sink, [&](std::string_view line, std::uint64_t number) {
        log.line(line, number);
        return true;
    });
    if (!lines)
        return tl::unexpected(lines.error());
    log.finish();
    content.source.events = log.lines();
    const bool quiet = sink.empty();
    const Status finished = sink.finish(content);
    // A log without a fault is good news, not an unusable file.
    return quiet ? Status() : finished;
}

}  // namespace headwater::telemetry
