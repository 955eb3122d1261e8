// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/NvidiaCapture.h"

#include <map>

#include <fmt/format.h>

#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/NvidiaCsv.h"
#include "core/ingest/telemetry/NvidiaDmon.h"
#include "core/ingest/telemetry/NvidiaQuery.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

constexpr std::string_view kCommand = "# $ ";
enum class Section { Query, Csv, Monitor, Processes, Other };

/// One parser for each kind of section; sections of one kind follow each other in time.
class Capture {
public:
    explicit Capture(TelemetrySink& sink) : m_sink(sink), m_query(sink), m_csv(sink), m_monitor(sink), m_processes(sink)
    {}

    void line(std::string_view line, std::uint64_t number)
    {
        if (line.starts_with(kCommand)) {
            begin(text::trim(line.substr(kCommand.size())));
            return;
        }
        if (line.starts_with("########"))
            return;
        switch (m_section) {
        case Section::Query: m_query.line(line, number); break;
        case Section::Csv: m_csv.line(line, number); break;
        case Section::Monitor: m_monitor.line(line, number); break;
        case Section::Processes: m_processes.line(line, number); break;
        case Section::Other: break;
        }
    }

    void finish(FileContent& content)
    {
        m_query.finish(content);
        m_csv.finish(content);
        content.source.events = m_query.samples() + m_csv.rows() + m_monitor.rows() + m_processes.rows();
        if (m_others.empty())
            return;
        std::uint64_t count = 0;
        std::string names;
        for (const auto& [command, times] : m_others) {
            count += times;
            names += (names.empty() ? "" : ", ") + command;
        }
        m_sink.note(Severity::Info, "unused-section", fmt::format("{} sections are not used: {}", count, names));
    }

private:
    void begin(std::string_view command)
    {
        const auto words = text::words(command);
        const std::string_view option = words.size() > 1 ? words[1] : std::string_view();
        const bool nvidia = !words.empty() && words[0].ends_with("nvidia-smi");
        m_section = Section::Other;
        if (nvidia && (option == "-q" || option == "--query"))
            m_section = Section::Query;
        else if (nvidia && option.starts_with("--query-gpu"))
            m_section = Section::Csv;
        else if (nvidia && option == "dmon")
            m_section = Section::Monitor;
        else if (nvidia && option == "pmon")
            m_section = Section::Processes;
        else if (m_others.size() < kMost)
            ++m_others[fmt::format("{}{}{}", words.empty() ? "" : words[0], option.empty() ? "" : " ",
                                   option.substr(0, option.find('=')))];
    }

    static constexpr std::size_t kMost = 32;
    TelemetrySink& m_sink;
    NvidiaQuery m_query;
    NvidiaCsv m_csv;
    NvidiaDmon m_monitor;
    NvidiaDmon m_processes;
    Section m_section = Section::Query;
    std::map<std::string, std::uint64_t> m_others;
};

}  // namespace

Status readNvidiaCapture(const std::filesystem::path& path, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    Capture capture(sink);
    const auto lines = readLines(path, job, sink, [&](std::string_view line, std::uint64_t number) {
        capture.line(line, number);
        return true;
    });
    if (!lines)
        return tl::unexpected(lines.error());
    capture.finish(content);
    return sink.finish(content);
}

}  // namespace headwater::telemetry
