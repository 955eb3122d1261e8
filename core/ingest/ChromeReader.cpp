// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ChromeReader.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "core/ingest/ChromeEvents.h"
#include "core/ingest/RankGrid.h"
#include "core/ingest/ScheduleTrace.h"

namespace headwater {

namespace {

constexpr std::size_t kMatchedPrefix = 256;  ///< std::regex recurses per character

/// Takes the value of a field out of an event; patterns are matched once a distinct text.
class FieldReader {
public:
    FieldReader(ChromeEvents& events, const ChromeRules& rules) : m_events(events), m_rules(rules) {}

    /// The empty text where the event has no such value.
    NameId value(const ChromeField& field, std::size_t event)
    {
        const NameId raw = rawValue(field, event);
        if (!field.pattern || raw == NameId{})
            return raw;
        const auto [found, isNew] = m_matched[&field].try_emplace(raw);
        if (isNew) {
            const std::string text(m_events.names[raw].substr(0, kMatchedPrefix));
            std::smatch match;
            if (std::regex_search(text, match, *field.pattern))
                found->second = m_events.names.intern(match[match.size() > 1 ? 1 : 0].str());
        }
        return found->second;
    }

    std::int64_t number(const std::optional<ChromeField>& field, std::size_t event, std::int64_t otherwise)
    {
        return field ? toNumber(m_events.names[value(*field, event)]).value_or(otherwise) : otherwise;
    }

private:
    NameId rawValue(const ChromeField& field, std::size_t event) const
    {
        const ChromeEvents::Event& e = m_events.events[event];
        const ChromeEvents::Place& place = m_events.tracks[e.track];
        switch (field.source) {
        case ChromeField::Source::Name: return e.name;
        case ChromeField::Source::Category: return e.category;
        case ChromeField::Source::Process: return place.process;
        case ChromeField::Source::Thread: return place.thread;
        case ChromeField::Source::ProcessName: return place.processName;
        case ChromeField::Source::ThreadName: return place.threadName;
        case ChromeField::Source::Argument: break;
        }
        return m_events.arguments[event * m_rules.arguments.size() + field.argument];
    }

    ChromeEvents& m_events;
    const ChromeRules& m_rules;
    std::map<const ChromeField*, std::unordered_map<NameId, NameId>> m_matched;
};

/// Makes traces of events, one a rank.
class Assembler {
public:
    Assembler(const std::filesystem::path& path, const ChromeRules& rules, ChromeEvents events)
        : m_file(path.string())
        , m_rules(rules)
        , m_events(std::move(events))
        , m_fields(m_events, rules)
        , m_grid(rules.ranks.size())
    {
        m_out.events = m_events.total;
        m_cutNames = m_events.cut && std::ranges::any_of(rules.ranks, [](const ChromeRules::Coordinate& c) {
                         return c.field.source == ChromeField::Source::ProcessName ||
                                c.field.source == ChromeField::Source::ThreadName;
                     });
        m_out.problems = std::move(m_events.problems);
    }

    Result<TimelineContent> run()
    {
        findPoints();
        if (!m_grid.close())
            return fail(ErrorCode::TooLarge, fmt::format("the rules find more than {} ranks", RankGrid::kMostRanks),
                        m_file, {}, "check \"ranks\" in the rule file");
        if (m_byPoint.empty() && m_cutNames)
            rankByThread();
        if (m_byPoint.empty())
            return tl::unexpected(noRank());
        if (!m_assumed)
            for (const auto& [point, events] : m_byPoint)
                m_byRank.emplace(m_grid.rankOf(point), &point);
        for (const auto& [rank, point] : m_byRank)
            addRank(rank, *point);
        note(m_withoutRank, Severity::Warning, "event-without-rank",
             m_assumed    ? "events of threads that compute nothing are left out: whose they are is unknown"
             : m_cutNames ? "events have no rank by these rules and were skipped: the file stops before the names of "
                            "their processes or threads"
                          : "events have no rank by these rules and were skipped");
        note(m_unnamed, Severity::Info, "event-without-rule", "events are named by no rule and count as host time");
        return std::move(m_out);
    }

private:
    Error noRank() const
    {
        const std::string_view cut = m_cutNames ? ", and it stops before the names of its processes and threads" : "";
        return {ErrorCode::NothingUsable,
                fmt::format("none of its {} events has a rank by these rules{}", m_events.total, cut), m_file,
                m_cutNames ? fmt::format("byte {}", *m_events.cut) : std::string(), "check \"ranks\" in the rule file"};
    }

    void note(std::uint64_t count, Severity severity, const char* code, std::string_view what)
    {
        if (count > 0)
            m_out.problems.push_back({severity, code, fmt::format("{} {}", count, what), {}, m_file});
    }

    void findPoints()
    {
        for (std::size_t i = 0; i < m_events.events.size(); ++i) {
            RankGrid::Point point;
            for (const ChromeRules::Coordinate& coordinate : m_rules.ranks)
                point.push_back(m_events.names[m_fields.value(coordinate.field, i)]);
            if (std::ranges::any_of(point, [](std::string_view value) { return value.empty(); })) {
                ++m_withoutRank;
                continue;
            }
            for (std::size_t c = 0; c < point.size(); ++c)
                m_grid.add(c, point[c]);
            m_byPoint[std::move(point)].push_back(i);
        }
    }

    /// The file stops before the names that say the ranks: threads that compute are told apart by their numbers, by
    /// which writers go through the ranks. What other threads do belongs to one of these, but to which is not known.
    void rankByThread()
    {
        std::map<std::tuple<std::int64_t, std::string_view, std::string_view>, RankGrid::Point> order;
        for (std::size_t i = 0; i < m_events.events.size(); ++i) {
            const ChromeEventRule* rule = ruleOf(m_events.events[i].name);
            if (rule == nullptr || rule->kind != ChromeEventRule::Kind::Compute)
                continue;
            const RankGrid::Point point = placeOf(i);
            order.try_emplace(
                {toNumber(point[1]).value_or(std::numeric_limits<std::int64_t>::max()), point[1], point[0]}, point);
            m_byPoint[point];
        }
        if (m_byPoint.empty() || order.size() > RankGrid::kMostRanks)
            return;
        m_assumed = true;
        m_withoutRank = 0;
        for (std::size_t i = 0; i < m_events.events.size(); ++i)
            if (const auto found = m_byPoint.find(placeOf(i)); found != m_byPoint.end())
                found->second.push_back(i);
            else
                ++m_withoutRank;
        for (const auto& [key, point] : order)
            m_byRank.emplace(static_cast<int>(m_byRank.size()), &m_byPoint.find(point)->first);
        m_out.problems.push_back(
            {Severity::Warning, "assumed-ranks",
             fmt::format("the file stops before the names of its processes and threads, which say the ranks: its {} "
                         "threads that compute count as ranks in the order of their numbers (assumed)",
                         order.size()),
             fmt::format("byte {}", *m_events.cut), m_file});
    }

    /// Process and thread of an event.
    [[nodiscard]] RankGrid::Point placeOf(std::size_t event) const
    {
        const ChromeEvents::Place& place = m_events.tracks[m_events.events[event].track];
        return {m_events.names[place.process], m_events.names[place.thread]};
    }

    const ChromeEventRule* ruleOf(NameId name)
    {
        const auto [found, isNew] = m_ruleOf.try_emplace(name, nullptr);
        if (isNew) {
            const std::string_view text = m_events.names[name].substr(0, kMatchedPrefix);
            for (const ChromeEventRule& rule : m_rules.events)
                if (std::regex_search(text.begin(), text.end(), rule.pattern)) {
                    found->second = &rule;
                    break;
                }
        }
        return found->second;
    }

    void addRank(int rank, const RankGrid::Point& point)
    {
        TraceBuilder builder;
        Trace& trace = builder.trace();
        trace.file = m_file;
        trace.rank = rank;
        trace.rankSource = m_assumed ? "order of the threads, assumed" : "trace rules";
        if (!m_assumed && (!m_cutNames || m_withoutRank == 0))  // else there are more places than were named
            trace.worldSize = m_grid.places();
        describe(trace, point);
        std::vector<ScheduleOperation> operations;
        std::map<std::int64_t, Interval> steps;
        m_occurrences.clear();
        std::vector<std::size_t>& events = m_byPoint[point];
        std::ranges::stable_sort(events, {}, [&](std::size_t i) { return m_events.events[i].time.start; });
        for (const std::size_t event : events)
            if (const auto operation = operationOf(builder, event, point)) {
                operations.push_back(*operation);
                const std::int64_t step = operation->slot.step;
                const auto [window, isNew] = steps.try_emplace(step, operation->time);
                window->second.end = std::max(window->second.end, operation->time.end);
            }
        steps.erase(-1);
        trace.counts.total = events.size();
        addSchedule(builder, std::move(operations), steps, m_rules.waitsBefore);
        m_out.traces.push_back(builder.finish(Taxonomy::builtIn(), 0));
    }

    void describe(Trace& trace, const RankGrid::Point& point)
    {
        if (trace.worldSize)
            trace.metadata["world_size"] = std::to_string(*trace.worldSize);
        for (std::size_t i = 0; i < point.size() && !m_assumed; ++i) {
            const std::string& name = m_rules.ranks[i].name;
            if (name.empty() || name == "rank")
                continue;
            trace.metadata["rank." + name] = point[i];
            trace.metadata[name + "_parallel"] = std::to_string(m_grid.sizeOf(i));
            if (name == "pipeline")
                trace.metadata["rank.role"] = fmt::format("pipeline stage {}", point[i]);
        }
    }

    std::optional<ScheduleOperation> operationOf(TraceBuilder& builder, std::size_t event, const RankGrid::Point& point)
    {
        using Kind = ChromeEventRule::Kind;
        const ChromeEvents::Event& e = m_events.events[event];
        const ChromeEventRule* rule = ruleOf(e.name);
        m_unnamed += rule == nullptr;
        const Kind kind = rule == nullptr ? Kind::Host : rule->kind;
        if (kind == Kind::Ignore)
            return std::nullopt;
        ScheduleOperation op;
        op.time = e.time;
        op.name = builder.intern(m_events.names[e.name]);
        op.device = kind != Kind::Host;
        op.kind = rule == nullptr ? HostKind::Other : HostKind::Annotation;
        op.activity = kind == Kind::Comm     ? ActivityClass::Comm
                      : kind == Kind::Memcpy ? ActivityClass::Memcpy
                      : kind == Kind::Memset ? ActivityClass::Memset
                                             : ActivityClass::Compute;
        op.slot.step = std::max<std::int64_t>(m_fields.number(m_rules.step, event, -1), -1);
        op.slot.microBatch = small(m_fields.number(m_rules.microBatch, event, -1));
        op.slot.modelChunk = small(m_fields.number(m_rules.modelChunk, event, -1));
        op.slot.sequence = small(m_fields.number(m_rules.sequence, event, -1));
        if (op.device) {
            const NameId stream =
                m_rules.stream ? m_fields.value(*m_rules.stream, event) : m_events.tracks[e.track].thread;
            op.stream = builder.track("device", m_events.names[stream], true);
        }
        if (kind == Kind::Comm)
            op.collective = collectiveOf(builder, *rule, event, op, point);
        return op;
    }

    static std::int32_t small(std::int64_t number)
    {
        return number >= 0 && number <= 1'000'000'000 ? static_cast<std::int32_t>(number) : -1;
    }

    /// The k-th operation of a name in a step is the same one on every rank of its group.
    Row collectiveOf(TraceBuilder& builder, const ChromeEventRule& rule, std::size_t event, const ScheduleOperation& op,
                     const RankGrid::Point& point)
    {
        const std::string_view name = m_events.names[m_events.events[event].name];
        if (m_assumed)
            return kNoRow;  // with whom is unknown
        CollectiveInfo info;
        if (rule.pointToPoint) {
            info.operation = builder.intern(name.find("recv") != std::string_view::npos ? "recv" : "send");
            return builder.add(info);
        }
        std::string group(name);
        for (std::size_t i = 0; i < point.size(); ++i)
            if (std::ranges::find(rule.group, i) == rule.group.end())
                group += fmt::format(", {} {}", m_rules.ranks[i].name, point[i]);
        info.operation = builder.intern(name);
        info.group = builder.intern(group);
        constexpr std::int64_t kPerStep = 1'000'000;
        const std::int64_t index = m_occurrences[{op.slot.step, op.name}]++;
        if (op.slot.step < std::numeric_limits<std::int64_t>::max() / kPerStep - 1 && index < kPerStep)
            info.sequence = (op.slot.step + 1) * kPerStep + index;
        return builder.add(info);
    }

    std::string m_file;
    const ChromeRules& m_rules;
    ChromeEvents m_events;
    FieldReader m_fields;
    RankGrid m_grid;
    std::map<RankGrid::Point, std::vector<std::size_t>> m_byPoint;
    std::multimap<int, const RankGrid::Point*>
        m_byRank;  ///< "1" and "01" are one rank: reported by whoever joins ranks
    std::unordered_map<NameId, const ChromeEventRule*> m_ruleOf;
    std::map<std::pair<std::int64_t, NameId>, std::int64_t> m_occurrences;  ///< of the rank at hand
    TimelineContent m_out;
    bool m_assumed = false;   ///< ranks are threads that compute
    bool m_cutNames = false;  ///< the file stops, and names that its ranks need may stand behind the cut
    std::uint64_t m_withoutRank = 0;
    std::uint64_t m_unnamed = 0;
};

}  // namespace

Result<TimelineContent> readChromeTrace(const std::filesystem::path& path, const ChromeRules& rules, const Job& job)
{
    auto events = readChromeEvents(path, rules, job);
    if (!events)
        return tl::unexpected(events.error());
    if (job.stopped())
        return cancelled();
    return Assembler(path, rules, std::move(*events)).run();
}

}  // namespace headwater
