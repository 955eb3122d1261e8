// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ChromeEvents.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/ingest/ByteSource.h"
#include "core/ingest/ChromeEvent.h"
#include "core/ingest/JsonSplitter.h"

namespace headwater {

namespace {

class Collector {
public:
    Collector(const std::filesystem::path& path, const ChromeRules& rules)
        : m_file(path.string())
        , m_parser(rules.arguments, rules.unit)
    {
        m_out.names.intern({});
    }

    void take(const JsonSplitter::Item& item, JsonSplitter& splitter)
    {
        ++m_out.total;
        m_offset = item.offset;
        ChromeEvent event;
        if (!m_parser.parse(item.text, event)) {
            if (m_malformed++ == 0)
                m_firstMalformed = item.offset;
            splitter.resynchronise();
            return;
        }
        switch (event.phase) {
        case 'X': complete(event); break;
        case 'B': begin(event); break;
        case 'E': end(event); break;
        case 'M': metadata(event); break;
        default: break;
        }
    }

    ChromeEvents finish(const JsonSplitter& splitter, const ByteSource& source)
    {
        for (auto& place : m_out.tracks)
            if (const auto name = m_processNames.find(place.process); name != m_processNames.end())
                place.processName = name->second;
        for (const auto& [track, open] : m_open)
            m_unpaired += open.size();
        keepRemarks(source, m_out.problems);
        if (splitter.truncated() || source.truncated()) {
            m_out.cut = source.position();
            m_out.problems.push_back(
                {Severity::Warning, "truncated",
                 fmt::format("the file stops in the middle; the {} events before the cut are used", m_out.total),
                 fmt::format("byte {}", source.position()), m_file});
        }
        note(m_malformed, "malformed-events", "events are not valid JSON and were skipped",
             fmt::format("byte {}", m_firstMalformed));
        note(splitter.unclosed(), "unclosed-event", "events never close their quotes or brackets and were skipped", {});
        if (splitter.tooLong() > 0)
            m_out.problems.push_back({Severity::Warning, "long-event", longEvents(splitter),
                                      fmt::format("byte {}", splitter.firstTooLong()), m_file});
        note(m_badTimes, "bad-time", "events have no finite time and were skipped",
             fmt::format("byte {}", m_firstBadTime));
        note(m_negative, "negative-duration", "events have a negative duration, taken as 0", {});
        note(m_unpaired, "unpaired-event", "begin or end events have no partner and were skipped", {});
        return std::move(m_out);
    }

private:
    void note(std::uint64_t count, const char* code, std::string_view what, std::string position)
    {
        if (count > 0)
            m_out.problems.push_back(
                {Severity::Warning, code, fmt::format("{} {}", count, what), std::move(position), m_file});
    }

    std::uint32_t trackOf(const ChromeEvent& event)
    {
        const NameId process = m_out.names.intern(event.process);
        const NameId thread = m_out.names.intern(event.thread);
        const std::uint64_t key = static_cast<std::uint64_t>(process) << 32U | static_cast<std::uint64_t>(thread);
        const auto [found, isNew] = m_trackIds.try_emplace(key, static_cast<std::uint32_t>(m_out.tracks.size()));
        if (isNew)
            m_out.tracks.push_back({process, thread, {}, {}});
        return found->second;
    }

    void add(const ChromeEvent& event, Interval time, NameId name)
    {
        m_out.events.push_back({time, name, m_out.names.intern(event.category), trackOf(event)});
        for (const std::string_view argument : event.arguments)
            m_out.arguments.push_back(m_out.names.intern(argument));
    }

    void noteBadTime()
    {
        if (m_badTimes++ == 0)
            m_firstBadTime = m_offset;
    }

    void complete(const ChromeEvent& event)
    {
        constexpr Ns kLargest = 4'000'000'000'000'000'000;
        Ns length = event.duration.value_or(0);
        if (event.badTime || !event.timestamp || *event.timestamp > kLargest || *event.timestamp < -kLargest ||
            length > kLargest) {
            noteBadTime();
            return;
        }
        m_negative += length < 0;
        length = std::max<Ns>(length, 0);
        add(event, {*event.timestamp, *event.timestamp + length}, m_out.names.intern(event.name));
    }

    void begin(const ChromeEvent& event)
    {
        if (event.badTime || !event.timestamp) {
            noteBadTime();
            return;
        }
        m_open[trackOf(event)].push_back({*event.timestamp, m_out.names.intern(event.name)});
    }

    void end(const ChromeEvent& event)
    {
        std::vector<Open>& open = m_open[trackOf(event)];
        if (event.badTime || !event.timestamp || open.empty() || *event.timestamp < open.back().start) {
            ++m_unpaired;
            return;
        }
        add(event, {open.back().start, *event.timestamp}, open.back().name);
        open.pop_back();
    }

    void metadata(const ChromeEvent& event)
    {
        if (event.name == "thread_name") {
            const NameId name = m_out.names.intern(event.metadataName);
            m_out.tracks[trackOf(event)].threadName = name;
        } else if (event.name == "process_name") {
            m_processNames[m_out.names.intern(event.process)] = m_out.names.intern(event.metadataName);
        }
    }

    struct Open {
        Ns start;
        NameId name;
    };
    std::string m_file;
    ChromeEventParser m_parser;
    ChromeEvents m_out;
    std::unordered_map<std::uint64_t, std::uint32_t> m_trackIds;
    std::unordered_map<std::uint32_t, std::vector<Open>> m_open;
    std::unordered_map<NameId, NameId> m_processNames;
    std::uint64_t m_malformed = 0;
    std::uint64_t m_firstMalformed = 0;
    std::uint64_t m_badTimes = 0;
    std::uint64_t m_firstBadTime = 0;  ///< byte of it
    std::uint64_t m_offset = 0;        ///< of the event that is being read
    std::uint64_t m_negative = 0;
    std::uint64_t m_unpaired = 0;
};

}  // namespace

Result<ChromeEvents> readChromeEvents(const std::filesystem::path& path, const ChromeRules& rules, const Job& job)
{
    constexpr std::uint64_t kMostEvents = std::uint64_t(1) << 31U;
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    JsonSplitter splitter(*source);
    Collector collector(path, rules);
    for (std::uint64_t count = 0;; ++count) {
        const auto item = splitter.next();
        if (!item) {
            Error error = item.error();
            error.file = path.string();
            return tl::unexpected(error);
        }
        if (item->kind == JsonSplitter::Kind::End)
            return collector.finish(splitter, *source);
        if (count == kMostEvents)
            return fail(ErrorCode::TooLarge, "more than two thousand million events", path.string());
        if (item->kind == JsonSplitter::Kind::Event)
            collector.take(*item, splitter);
        constexpr std::uint64_t kEventsPerReport = 8'192;
        if (count % kEventsPerReport == 0) {
            if (job.stopped())
                return cancelled();
            job.report(static_cast<double>(source->filePosition()) /
                           static_cast<double>(std::max<std::uint64_t>(source->fileSize(), 1)),
                       "reading events");
        }
    }
}

}  // namespace headwater
