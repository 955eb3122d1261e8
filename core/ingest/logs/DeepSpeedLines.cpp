// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/DeepSpeedLines.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "core/ingest/logs/LogFields.h"
#include "core/ingest/logs/MegatronTimers.h"

namespace headwater::logs {

namespace {

/// The text behind "key" in `line`, or nothing.
std::optional<std::string_view> behind(std::string_view line, std::string_view key)
{
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    return line.substr(at + key.size());
}

std::optional<std::int64_t> integerBehind(std::string_view line, std::string_view key)
{
    auto text = behind(line, key);
    return text ? takeInteger(*text) : std::nullopt;
}

std::optional<LoggedNumber> numberBehind(std::string_view line, std::string_view key)
{
    auto text = behind(line, key);
    if (!text)
        return std::nullopt;
    skipSpaces(*text);
    return takeNumber(*text);
}

int rankOf(const LineLead& lead)
{
    return lead.innerRank.value_or(lead.rank.value_or(0));
}

/// Families of the breakdown end a step, begin its end, or are printed once a micro-batch.
bool isOptimizerFamily(std::string_view stage)
{
    return stage == "optimizer_allgather" || stage == "optimizer_gradients" || stage == "optimizer_step";
}

bool isGlobalFamily(std::string_view stage)
{
    return stage == "forward" || stage == "backward";
}

/// Whether the first timer of a line is one of DeepSpeed's, not of Megatron's, which prints lines of the same form.
bool isBreakdown(std::string_view timers)
{
    const std::size_t bar = timers.find('|');
    if (bar == std::string_view::npos)
        return trimmed(timers).empty();
    const std::string_view pair = timers.substr(bar + 1);
    const std::string stage = deepSpeedStage(pair.substr(0, pair.find(':')));
    constexpr std::array<std::string_view, 7> kFirst = {"forward", "backward",    "step",       "optimizer_",
                                                        "pipe_",   "batch_input", "train_batch"};
    return stage.find('-') == std::string::npos &&
           std::ranges::any_of(kFirst, [&](std::string_view word) { return stage.starts_with(word); });
}

/// The rank that a breakdown line names: "rank=3 time (ms)" until 2023, since then only the logger's "[Rank 3] ".
std::optional<std::int64_t> rankOfBreakdown(std::string_view before, std::string_view timers)
{
    const std::size_t tag = before.rfind("rank=");
    if (tag != std::string_view::npos)
        return wholeNumber(before.substr(tag + 5));
    if (!contains(before, "log_dist]") || !isBreakdown(timers))
        return std::nullopt;
    return rankOf(readLead(before));
}

}  // namespace

bool DeepSpeedLines::read(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    if (contains(line, "time (ms)"))
        return breakdownLine(line, number, log);
    if (contains(line, "step=") && stepLine(line, number, log))
        return true;
    if (contains(line, "SamplesPerSec=") && rateLine(line, number, log))
        return true;
    return contains(line, "steps: ") && pipeLine(line, number, log);
}

bool DeepSpeedLines::stepLine(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    const std::size_t at = line.find("step=");
    const auto step = integerBehind(line, "step=");
    const auto skipped = integerBehind(line.substr(at), ", skipped=");
    if (!step || !skipped || !isStepNumber(*step) || !isStepNumber(*skipped) || !contains(line.substr(at), "lr=["))
        return false;
    const LineLead lead = readLead(line.substr(0, at));
    Rank& rank = m_ranks[rankOf(lead)];
    if (*step == 0) {  // printed when the engine is built: no step was made
        settle(rank, log);
        rank = {};
        rank.last = 0;
        log.started();
        return true;
    }
    rank.lead = lead;
    rank.tells = true;
    LogStep& entry = log.step(lead, LineKind::DeepSpeedStep, *step, number);
    // The count is since the beginning of the job.
    entry.skipped = std::max<std::int64_t>(*skipped - rank.skipped, 0);
    rank.skipped = *skipped;
    if (const auto rate = numberBehind(line.substr(at), "lr=["))
        entry.values["learning_rate"] = rate->value;
    nameStep(rank, *step, log);
    return true;
}

bool DeepSpeedLines::rateLine(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    std::optional<std::int64_t> step = integerBehind(line, "global_step=");
    std::size_t at = line.find("epoch=");
    if (!step) {
        // Older: "0/50, SamplesPerSec=172.2".
        const std::size_t comma = line.find(", SamplesPerSec=");
        const std::size_t slash = comma == std::string_view::npos ? comma : line.rfind('/', comma);
        if (slash == std::string_view::npos)
            return false;
        step = wholeNumber(line.substr(slash + 1, comma - slash - 1));
        at = slash;
        while (at > 0 && isDigit(line[at - 1]))
            --at;
    }
    auto rate = numberBehind(line, "CurrSamplesPerSec=");
    if (!rate)
        rate = numberBehind(line, ", SamplesPerSec=");
    if (!step || !isStepNumber(*step) || !rate)
        return false;
    const LineLead lead = readLead(line.substr(0, std::min(at, line.size())));
    LogStep& entry = log.step(lead, LineKind::DeepSpeedRate, *step, number);
    entry.values["samples_per_second"] = rate->value;
    if (const auto average = numberBehind(line, "RunningAvgSamplesPerSec="))
        entry.values["samples_per_second_average"] = average->value;
    for (const auto& [key, name] :
         {std::pair(" MemAllocated=", "memory_allocated_b"), std::pair(" MaxMemAllocated=", "memory_max_allocated_b")})
        if (const auto text = behind(line, key))
            if (const auto bytes = bytesFrom(*text))
                entry.values[name] = *bytes;
    return true;
}

bool DeepSpeedLines::pipeLine(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    const std::size_t at = line.find("steps: ");
    const std::string_view text = line.substr(at);
    const auto step = integerBehind(text, "steps: ");
    const auto time = numberBehind(text, "iter time (s):");
    if (!step || !isStepNumber(*step) || !time)
        return false;
    LineLead lead = readLead(line.substr(0, at));
    LogStep& entry = log.step(lead, LineKind::DeepSpeedPipe, *step, number);
    setStepTime(entry, nsFrom(time->value, kSecond));
    entry.values["engine_iteration_time_s"] = time->value;
    if (const auto loss = numberBehind(text, " loss:"))
        setField(entry, "loss", *loss);
    if (const auto rate = numberBehind(text, "samples/sec:"))
        entry.values["samples_per_second"] = rate->value;
    const auto rank = m_ranks.find(rankOf(lead));
    if (rank != m_ranks.end()) {
        rank->second.tells = true;
        nameStep(rank->second, *step, log);
    }
    return true;
}

void DeepSpeedLines::otherStep(std::int64_t step, LogBuilder& log)
{
    for (auto& [number, rank] : m_ranks)
        if (!rank.tells) {
            const bool ended = !rank.open.timers.empty() && !rank.open.optimizer;
            nameStep(rank, step, log);
            if (ended)
                close(rank, log);  // that line is printed when the iteration is over
        }
}

bool DeepSpeedLines::breakdownLine(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    constexpr std::string_view kHead = " time (ms)";
    const std::size_t at = line.find(kHead);
    if (at == std::string_view::npos)
        return false;
    const std::string_view before = line.substr(0, at);
    const std::string_view timers = line.substr(at + kHead.size());
    const auto rankNumber = rankOfBreakdown(before, timers);
    if (!rankNumber || *rankNumber < 0 || *rankNumber > std::numeric_limits<int>::max())
        return false;
    Rank& rank = m_ranks[static_cast<int>(*rankNumber)];
    rank.number = static_cast<int>(*rankNumber);
    rank.lead = readLead(before.substr(0, before.rfind("rank=")));
    rank.open.line = number;
    ++rank.open.lines;
    addTimers(rank, timers, log);
    return true;
}

/// One line of the breakdown; a line without timers is normal.
void DeepSpeedLines::addTimers(Rank& rank, std::string_view text, LogBuilder& log)
{
    bool optimizer = false;
    bool global = false;
    std::vector<std::pair<std::string, Ns>> values;
    forEachTimer(text, [&](std::string_view name, Ns time) {
        values.emplace_back(deepSpeedStage(name), time);
        optimizer = optimizer || isOptimizerFamily(values.back().first);
        global = global || isGlobalFamily(values.back().first);
    });
    if (optimizer && rank.open.optimizer)
        close(rank, log);  // no line ended the step: the next optimizer step does
    rank.open.optimizer = rank.open.optimizer || optimizer;
    addPiece(rank, values);
    for (auto& [stage, time] : values) {
        // Several lines of a step are its micro-batches, printed one by one: the step takes their sum.
        const auto [sum, isNew] = rank.open.timers.try_emplace(stage, 0);
        if (isNew)
            rank.open.order.push_back(stage);
        if (__builtin_add_overflow(sum->second, time, &sum->second))
            sum->second = std::numeric_limits<Ns>::max();
    }
    if (global)
        close(rank, log);
}

void DeepSpeedLines::addPiece(Rank& rank, const std::vector<std::pair<std::string, Ns>>& values)
{
    if (rank.open.timers.empty())
        rank.pieces.clear();
    const bool again = rank.pieces.empty() || std::ranges::any_of(values, [&](const auto& value) {
                           return rank.pieces.back().timers.contains(value.first);
                       });
    if (again && !values.empty())
        rank.pieces.emplace_back();
    for (const auto& [stage, time] : values) {
        Breakdown& piece = rank.pieces.back();
        piece.order.push_back(stage);
        piece.timers[stage] = time;
        piece.line = rank.open.line;
        piece.lead = rank.lead;
    }
}

/// Everything is one open step: no line named one, and no family of timers ended one.
bool DeepSpeedLines::isOfMicroBatches(const Rank& rank)
{
    return rank.pieces.size() > 1 && !rank.open.timers.empty() && !rank.open.optimizer && !rank.open.step &&
           !rank.last && rank.usual == 0 && rank.waiting.empty();
}

/// Ends the open step of the rank.
void DeepSpeedLines::close(Rank& rank, LogBuilder& log)
{
    const std::optional<std::int64_t> step = rank.open.step;
    rank.open.lead = rank.lead;
    rank.waiting.push_back(std::move(rank.open));
    rank.open = {};
    if (step)
        flush(rank, *step, log);
}

/// A line says which step this is: of the open one, or, behind its last line, of the one closed last.
void DeepSpeedLines::nameStep(Rank& rank, std::int64_t step, LogBuilder& log)
{
    if (!rank.open.timers.empty()) {
        if (!rank.open.optimizer && rank.open.step && *rank.open.step < step)
            closeBefore(rank, step, log);
        else
            rank.open.early = rank.open.early || !(rank.open.optimizer || rank.open.step);
        rank.open.step = step;
        return;
    }
    if (!rank.waiting.empty())
        flush(rank, step, log);
    else if (rank.last != step)
        rank.open.step = step;
}

/// Where no family of timers ends a step, the line that names the next one does. The micro-batches in between are those
/// of all steps that passed: each of them takes its share. Lines from before the first name are of an unknown number.
void DeepSpeedLines::closeBefore(Rank& rank, std::int64_t next, LogBuilder& log)
{
    const std::int64_t passed = next - *rank.open.step;
    for (auto& [stage, time] : rank.open.timers)
        time /= passed;
    rank.usual = rank.open.lines;
    if (rank.open.early)
        rank.open = {};
    else
        close(rank, log);
}

/// All waiting steps are known once the last of them is: they follow each other.
void DeepSpeedLines::flush(Rank& rank, std::int64_t lastOfWaiting, LogBuilder& log)
{
    std::int64_t step = lastOfWaiting - static_cast<std::int64_t>(rank.waiting.size()) + 1;
    for (Breakdown& breakdown : rank.waiting) {
        breakdown.step = std::max<std::int64_t>(step++, -1);
        emit(rank, breakdown, log);
    }
    rank.waiting.clear();
    rank.last = lastOfWaiting;
}

void DeepSpeedLines::emit(const Rank& rank, Breakdown& breakdown, LogBuilder& log) const
{
    if (m_alone && *breakdown.step >= 0)
        log.step(breakdown.lead, LineKind::DeepSpeedTimers, *breakdown.step, breakdown.line);
    for (const std::string& stage : breakdown.order) {
        const Ns time = breakdown.timers[stage];
        log.timer(rank.lead, LineKind::DeepSpeedTimers, {*breakdown.step, stage, rank.number, kMissing, time});
    }
}

/// Numbers what still waits by what came before it.
void DeepSpeedLines::settle(Rank& rank, LogBuilder& log)
{
    if (rank.usual != 0 && rank.open.lines != rank.usual)
        rank.open = {};  // cut, or of other steps too
    if (m_alone && isOfMicroBatches(rank)) {
        log.note(
            Severity::Warning, "micro-batch-steps",
            fmt::format("the DeepSpeed timers are of micro-batches only and nothing says where a step ends: each of "
                        "the {} micro-batches counts as a step",
                        rank.pieces.size()),
            rank.pieces.front().line);
        rank.waiting = std::move(rank.pieces);
        rank.open = {};
    }
    if (!rank.open.timers.empty())
        close(rank, log);
    if (rank.waiting.empty())
        return;
    if (!rank.last)
        log.note(Severity::Info, "assumed-step", "no line says which step the DeepSpeed timers are of: counted from 1",
                 rank.waiting.front().line);
    flush(rank, rank.last.value_or(0) + static_cast<std::int64_t>(rank.waiting.size()), log);
}

void DeepSpeedLines::finish(LogBuilder& log)
{
    m_alone = !log.latestStep();
    for (auto& [number, rank] : m_ranks)
        settle(rank, log);
}

}  // namespace headwater::logs
