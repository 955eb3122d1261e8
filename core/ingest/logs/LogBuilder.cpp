// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/LogBuilder.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/ingest/logs/LogFinish.h"

namespace headwater::logs {

namespace {

constexpr std::size_t kMostEndings = 32;
constexpr std::size_t kLongestMessage = 2000;

constexpr std::array<std::string_view, kLineKinds> kNames = {"Megatron",
                                                             "GPT-NeoX",
                                                             "validation",
                                                             "Megatron timers",
                                                             "DeepSpeed steps",
                                                             "DeepSpeed rates",
                                                             "DeepSpeed engine",
                                                             "DeepSpeed breakdown",
                                                             "torchtitan",
                                                             "NeMo",
                                                             "nanoGPT",
                                                             "nanochat",
                                                             "modded-nanogpt",
                                                             "llm.c",
                                                             "torchtune",
                                                             "Hugging Face console",
                                                             "progress bar",
                                                             "JSON lines",
                                                             "rows"};

std::uint32_t bit(LineKind kind)
{
    return std::uint32_t(1) << static_cast<unsigned>(kind);
}

/// The message without its digits: 64 ranks that say the same with different numbers said it once.
std::string withoutDigits(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if (!isDigit(c))
            out += c;
    return out;
}

}  // namespace

std::string_view nameOf(LineKind kind)
{
    return kNames[static_cast<std::size_t>(kind)];
}

LogStream& LogBuilder::stream(const LineLead& lead)
{
    const std::string key = lead.key();
    if (key.empty() && m_current)
        return *m_current;
    LogStream& found = m_streams[key];
    found.rank = lead.rank;
    found.host = lead.host;
    return found;
}

LogStep& LogBuilder::step(const LineLead& lead, LineKind kind, std::int64_t number, std::uint64_t line)
{
    LogStream& from = m_streams[lead.key()];
    from.rank = lead.rank;
    from.host = lead.host;
    m_current = &from;
    const bool again = m_started || (from.last && number < *from.last);
    const bool onwards = again || !m_furthest || number > *m_furthest;
    LogStream::Entry& entry = from.steps[number];
    if ((entry.kinds & bit(kind)) != 0) {
        note(Severity::Info, "repeated-step",
             "a step is reported again (a restart, most likely); its later lines count", line);
        entry = {{}, 0, entry.generation + 1};
    }
    if (onwards && !again)
        passEndings();
    if (onwards)
        m_furthest = number;
    m_started = false;
    entry.kinds |= bit(kind);
    entry.step.step = number;
    entry.step.line = line;
    if (lead.time) {
        entry.step.time = lead.time->time;
        // Lines of several processes may come a moment out of order; a restart goes on later.
        constexpr Ns kMoment = 2'000'000'000;
        if (from.lastTime && lead.time->time < *from.lastTime - kMoment)
            note(Severity::Warning, "times-not-ascending", "the times of the lines go back", line);
        from.lastTime = lead.time->time;
        m_zoned = m_timed ? m_zoned : lead.time->zoned;
        m_timed = true;
    }
    from.last = number;
    ++from.lines[static_cast<std::size_t>(kind)];
    ++m_counts[static_cast<std::size_t>(kind)];
    ++m_understood;
    return entry.step;
}

LogStep* LogBuilder::known(const LineLead& lead, std::int64_t number)
{
    LogStream& from = stream(lead);
    const auto found = from.steps.find(number);
    return found == from.steps.end() ? nullptr : &found->second.step;
}

void LogBuilder::timer(const LineLead& lead, LineKind kind, LogTimer timer)
{
    LogStream& from = stream(lead);
    const auto entry = from.steps.find(timer.step);
    from.timers.push_back({std::move(timer), entry == from.steps.end() ? 0 : entry->second.generation});
    ++m_counts[static_cast<std::size_t>(kind)];
    ++m_understood;
}

std::optional<std::int64_t> LogBuilder::lastStep(const LineLead& lead)
{
    return stream(lead).last;
}

void LogBuilder::started()
{
    m_started = true;
}

void LogBuilder::passEndings()
{
    for (Ending& ending : m_endings)
        ending.passed = true;
}

void LogBuilder::ending(std::string_view kind, std::string_view message, std::uint64_t line)
{
    message = trimmed(message).substr(0, kLongestMessage);
    std::erase_if(m_endings, [](const Ending& one) { return one.passed; });
    const std::string bare = withoutDigits(message);
    for (const Ending& known : m_endings)
        if (known.ending.kind == kind && withoutDigits(known.ending.message) == bare)
            return;
    if (m_endings.size() < kMostEndings)
        m_endings.push_back({{std::string(kind), std::string(message), line}, false});
}

std::string LogBuilder::place() const
{
    return std::string(m_place.first) + (m_place.second ? std::to_string(*m_place.second) : "");
}

void LogBuilder::fact(const std::string& key, std::string_view value)
{
    value = trimmed(value);
    constexpr std::size_t kLongestFact = 256;
    if (value.empty() || value == "None" || value == "null")
        return;
    std::string& slot = m_facts[key];
    // Launchers and parts of a framework that see fewer ranks than the job has name a smaller world.
    if (key == "world_size" && wholeNumber(slot).value_or(0) > wholeNumber(value).value_or(0))
        return;
    slot = value.substr(0, kLongestFact);
    m_factPositions[key] = place();
}

void LogBuilder::note(Severity severity, const char* code, std::string_view message, std::uint64_t line)
{
    Note& entry = m_notes[code];
    if (entry.count++ == 0) {
        entry.severity = severity;
        entry.message = std::string(message);
        entry.position = line > 0 ? fmt::format("line {}", line) : place();
    }
}

void LogBuilder::memory(int rank, std::int64_t iteration, const std::string& name, double bytes)
{
    MetricSeries& series = m_memory[{rank, name}];
    series.name = name;
    series.label = name;
    series.unit = "B";
    series.rank = rank;
    series.clock = ClockKind::Order;
    if (!series.time.empty() && iteration <= series.time.back())
        return;
    series.time.push_back(iteration);
    series.value.push_back(bytes);
    ++m_understood;
}

/// `grep -n` puts a line number and a colon before each line, which looks like srun's rank. Ranks that each speak once,
/// and of a step of their own, are such line numbers.
void LogBuilder::mergeGreppedStreams()
{
    constexpr std::size_t kFewest = 3;
    std::set<std::int64_t> steps;
    std::size_t ranked = 0;
    for (const auto& [key, one] : m_streams) {
        if (!one.rank)
            continue;
        ++ranked;
        if (one.steps.size() != 1 || !steps.insert(one.steps.begin()->first).second)
            return;
    }
    if (ranked < kFewest)
        return;
    LogStream merged;
    for (auto& [key, one] : m_streams) {
        merged.steps.merge(one.steps);
        std::ranges::move(one.timers, std::back_inserter(merged.timers));
        for (std::size_t i = 0; i < kLineKinds; ++i)
            merged.lines[i] += one.lines[i];
    }
    m_streams.clear();
    m_streams[""] = std::move(merged);
}

/// Timers of processes that print no steps belong to the one that does: launchers' tags differ where the first rank
/// prints timers and the last one iterations.
void LogBuilder::adoptTimers()
{
    LogStream* printer = nullptr;
    for (auto& [key, one] : m_streams) {
        if (one.steps.empty())
            continue;
        if (printer)
            return adoptUntagged(*printer);
        printer = &one;
    }
    if (!printer)
        return;
    for (auto& [key, one] : m_streams) {
        if (&one == printer || one.timers.empty())
            continue;
        if (one.rank && one.rank != printer->rank)
            note(Severity::Info, "timers-of-other-rank",
                 fmt::format("the timers are of rank {}, the steps that they divide of rank {}", *one.rank,
                             printer->rank ? std::to_string(*printer->rank) : std::string("unknown")),
                 0);
        printer->timers.insert(printer->timers.begin(), one.timers.begin(), one.timers.end());
        one.timers.clear();
    }
}

/// Timers without a tag belong to the first process that printed steps.
void LogBuilder::adoptUntagged(LogStream& first)
{
    const auto untagged = m_streams.find("");
    if (untagged == m_streams.end() || !untagged->second.steps.empty())
        return;
    first.timers.insert(first.timers.begin(), untagged->second.timers.begin(), untagged->second.timers.end());
    m_streams.erase(untagged);
}

TrainingLog LogBuilder::bareLog(const std::string& framework, const std::string& source) const
{
    TrainingLog log;
    log.source = source;
    log.framework = framework;
    if (!m_timed)
        log.clock = ClockKind::Order;
    else if (m_zoned)
        log.clock = ClockKind::Epoch;
    log.manifest = m_facts;
    log.manifestPositions = m_factPositions;
    return log;
}

LogBuilder::Outcome LogBuilder::finish(const std::string& framework, const std::string& source)
{
    m_place = {};
    mergeGreppedStreams();
    adoptTimers();
    Outcome outcome;
    for (auto& [key, from] : m_streams) {
        if (from.steps.empty() && from.timers.empty())
            continue;
        TrainingLog& log = outcome.logs.emplace_back(bareLog(framework, source));
        log.rank = from.rank;
        log.host = from.host;
        finishStream(from, log, *this);
    }
    std::ranges::stable_sort(outcome.logs, {}, [](const TrainingLog& log) { return log.rank.value_or(-1); });
    if (outcome.logs.empty())
        outcome.logs.push_back(bareLog(framework, source));
    settleRanks(outcome.logs, *this);
    for (const Ending& one : m_endings)
        if (!one.passed)
            outcome.logs.front().endings.push_back(one.ending);
    for (auto& [key, series] : m_memory) {
        series.source = source;
        outcome.series.push_back(std::move(series));
    }
    outcome.problems = problems(source);
    *this = LogBuilder();
    return outcome;
}

Problems LogBuilder::problems(const std::string& source) const
{
    Problems list;
    for (const auto& [code, one] : m_notes)
        list.push_back({one.severity, code,
                        one.count > 1 ? fmt::format("{} ({} times)", one.message, one.count) : one.message,
                        one.position, source});
    return list;
}

}  // namespace headwater::logs
