// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/MegatronLines.h"

#include <algorithm>

#include "core/ingest/logs/LogFields.h"

namespace headwater::logs {

namespace {

/// "iteration   50/  1000 |" in a line.
struct Iteration {
    std::size_t begin = 0;
    std::size_t end = 0;  ///< behind the total
    std::int64_t step = 0;
    std::int64_t total = 0;
};

std::optional<Iteration> findIteration(std::string_view line, std::size_t from)
{
    constexpr std::string_view kWord = "iteration";
    for (std::size_t at = line.find(kWord, from); at != std::string_view::npos; at = line.find(kWord, at + 1)) {
        std::string_view rest = line.substr(at + kWord.size());
        const std::size_t gap = rest.size();
        skipSpaces(rest);
        if (rest.size() == gap)
            continue;
        const auto step = takeInteger(rest);
        skipSpaces(rest);
        if (!step || !isStepNumber(*step) || !takePrefix(rest, "/"))
            continue;
        skipSpaces(rest);
        const auto total = takeInteger(rest);
        skipSpaces(rest);
        if (total && (rest.empty() || rest.front() == '|'))
            return Iteration{at, line.size() - rest.size(), *step, *total};
    }
    return std::nullopt;
}

/// "46.74%" of "134.59GB/153.39GB/287.98GB/46.74%": the share of the device's memory in use.
void setMemoryRatio(LogStep& step, std::string_view key, std::string_view value)
{
    const std::size_t slash = value.rfind('/');
    std::string_view ratio = slash == std::string_view::npos ? value : value.substr(slash + 1);
    const auto number = takeNumber(ratio);
    const std::size_t mem = key.find(" mem");
    if (!number || !ratio.starts_with('%') || mem == std::string_view::npos)
        return;
    std::string name = normalisedName(key.substr(0, mem)) + "_memory_used_ratio";
    if (name.starts_with("rank_")) {
        // "rank-3 rocm max": which rank is the fullest changes; the name must not.
        const std::size_t digitsEnd = name.find_first_not_of("0123456789", 5);
        name = "fullest_rank" + name.substr(std::min(digitsEnd, name.size()));
    }
    step.values[name] = number->value / 100;
}

void setPair(LogStep& step, std::string_view pair, std::uint64_t line, LogBuilder& log)
{
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos)
        return;
    const std::string_view key = trimmed(pair.substr(0, colon));
    std::string_view value = trimmed(pair.substr(colon + 1));
    if (key.empty() || value.empty())
        return;
    if (contains(key, "usage_ratio")) {
        setMemoryRatio(step, key, value);
        return;
    }
    // "680.6/680.6" of Primus is this iteration and the average so far: the first one counts.
    const auto number = takeNumber(value);
    if (!number) {
        log.note(Severity::Info, "malformed-value", "a value of an iteration line is no number", line);
        return;
    }
    takeField(step, key, *number, line, log);
}

void setPairs(LogStep& step, std::string_view text, std::uint64_t line, LogBuilder& log)
{
    while (!text.empty()) {
        const std::size_t bar = std::min(text.find('|'), text.size());
        setPair(step, text.substr(0, bar), line, log);
        text.remove_prefix(std::min(bar + 1, text.size()));
    }
}

/// NeMo counts iterations within an epoch; its global_step is the step.
std::int64_t nemoStep(std::string_view pairs, std::int64_t iteration)
{
    constexpr std::string_view kKey = "global_step:";
    const std::size_t at = pairs.find(kKey);
    if (at == std::string_view::npos)
        return iteration;
    std::string_view rest = pairs.substr(at + kKey.size());
    skipSpaces(rest);
    const auto step = takeInteger(rest);
    return step && isStepNumber(*step) ? *step : iteration;
}

void readIteration(std::string_view before, const Iteration& iteration, std::string_view pairs, std::uint64_t line,
                   LogBuilder& log)
{
    constexpr std::string_view kRate = "samples/sec:";
    const std::size_t rate = before.find(kRate);
    const std::size_t epoch = before.find("Training epoch");
    const bool neox = rate != std::string_view::npos;
    const bool nemo = epoch != std::string_view::npos;
    const LineKind kind = nemo ? LineKind::Nemo : neox ? LineKind::GptNeox : LineKind::Megatron;
    const LineLead lead = readLead(before.substr(0, std::min({rate, epoch, before.size()})));
    const std::int64_t number = nemo ? nemoStep(pairs, iteration.step) : iteration.step;
    LogStep& step = log.step(lead, kind, number, line);
    if (neox)
        setPair(step, before.substr(rate, before.find('|', rate) - rate), line, log);
    setPairs(step, pairs, line, log);
    if (const auto batch = step.values.find("global_batch_size"); batch != step.values.end())
        log.fact("global_batch_size", std::to_string(static_cast<std::int64_t>(batch->second)));
    if (!nemo && iteration.step == iteration.total)
        log.ending("finished", "the last iteration was reached", line);
}

/// "iteration 99999999999999999999/ 1000 |": a number that no step can have.
void noteHugeStep(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    constexpr std::string_view kWord = "iteration";
    const std::size_t at = line.find(kWord);
    std::string_view rest = trimmed(line.substr(at + kWord.size()));
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    std::string_view text = rest.substr(0, digits);
    const std::string_view behind = trimmed(rest.substr(digits));
    if (digits == 0 || !behind.starts_with('/') || !contains(behind, "|"))
        return;
    const auto step = takeInteger(text);
    if (!step || !isStepNumber(*step))
        log.note(Severity::Warning, "bad-step", "an iteration has a number that no step can have: its line is left out",
                 number);
}

bool readIterations(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    auto found = findIteration(line, 0);
    std::size_t from = 0;
    bool any = false;
    while (found) {
        const auto next = findIteration(line, found->end);
        const std::size_t end = next ? next->begin : line.size();
        readIteration(line.substr(from, found->begin - from), *found, line.substr(found->end, end - found->end), number,
                      log);
        any = true;
        from = end;
        found = next;
    }
    return any;
}

/// " validation loss at iteration 100 | lm loss value: 2.36E+00 | lm loss PPL: …".
bool readValidation(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    const std::size_t at = line.find("validation ");
    constexpr std::string_view kWhere = " at iteration ";
    const std::size_t where = at == std::string_view::npos ? at : line.find(kWhere, at);
    const std::size_t value = where == std::string_view::npos ? where : line.find("value:", where);
    if (value == std::string_view::npos)
        return false;
    std::string_view rest = line.substr(where + kWhere.size());
    const auto iteration = takeInteger(rest);
    std::string_view text = line.substr(value + std::string_view("value:").size());
    skipSpaces(text);
    const auto loss = takeNumber(text);
    if (!iteration || !isStepNumber(*iteration) || !loss)
        return false;
    log.step(readLead(line.substr(0, at)), LineKind::Validation, *iteration, number).values["validation_loss"] =
        loss->value;
    return true;
}

/// "[Rank 3] (after 10 iterations) memory (MB) | allocated: 15492.8 | max allocated: … | reserved: … | max reserved:
/// …".
bool readMemory(std::string_view line, LogBuilder& log)
{
    constexpr std::string_view kWord = "iterations) memory (MB)";
    bool any = false;
    for (std::size_t at = line.find(kWord); at != std::string_view::npos; at = line.find(kWord, at + 1)) {
        constexpr std::size_t kLongestTag = 64;
        const std::string_view before = line.substr(at - std::min(at, kLongestTag), std::min(at, kLongestTag));
        const std::size_t tag = before.rfind("[Rank ");
        const std::size_t after = before.rfind("(after ");
        if (tag == std::string_view::npos || after == std::string_view::npos)
            continue;
        std::string_view rankText = before.substr(tag + 6);
        std::string_view iterationText = before.substr(after + 7);
        const auto rank = takeInteger(rankText);
        const auto iteration = takeInteger(iterationText);
        if (!rank || *rank < 0 || *rank > 10'000'000 || !iteration || !isStepNumber(*iteration))
            continue;
        std::string_view pairs = line.substr(at + kWord.size());
        pairs = pairs.substr(0, pairs.find('['));  // the next rank's message on the same line
        while (!pairs.empty()) {
            const std::size_t bar = std::min(pairs.find('|'), pairs.size());
            const std::string_view pair = pairs.substr(0, bar);
            const std::size_t colon = pair.find(':');
            pairs.remove_prefix(std::min(bar + 1, pairs.size()));
            if (colon == std::string_view::npos)
                continue;
            constexpr double kMebi = 1048576.0;
            if (const auto bytes = bytesFrom(pair.substr(colon + 1), kMebi))
                log.memory(static_cast<int>(*rank), *iteration, "torch.memory." + normalisedName(pair.substr(0, colon)),
                           *bytes);
        }
        any = true;
    }
    return any;
}

/// "82", "timizer: 50.82": the last value of a message, or the end of it.
bool isLastPiece(std::string_view text)
{
    constexpr std::size_t kLongest = 60;
    const std::size_t colon = text.rfind(": ");
    const std::string_view name = colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
    const std::string_view value = colon == std::string_view::npos ? text : text.substr(colon + 2);
    return text.size() <= kLongest && !contains(name, " ") && loggedNumber(value).has_value();
}

bool isTimerLine(std::string_view line)
{
    return contains(line, "time (ms) |");
}

}  // namespace

bool readMegatronLine(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    if (!contains(line, "iteration"))
        return false;
    noteHugeStep(line, number, log);
    return readIterations(line, number, log) || readValidation(line, number, log) || readMemory(line, log);
}

bool mayBeBroken(std::string_view line)
{
    if (isTimerLine(line))
        return true;
    const auto found = contains(line, "iteration") ? findIteration(line, 0) : std::nullopt;
    if (!found)
        return false;
    constexpr std::string_view kLast = "number of nan iterations:";
    const std::size_t last = line.rfind(kLast);
    return last == std::string_view::npos || !contains(line.substr(last), "|");
}

bool continuesBroken(std::string_view line)
{
    const std::string_view first = trimmed(line);
    if (first.empty() || first.find_first_of("0123456789") == std::string_view::npos)
        return false;
    const bool begins = first.starts_with('[') || contains(line, "memory (MB)") || contains(line, "validation ") ||
                        contains(line, "test ") || isTimerLine(line) || findIteration(line, 0) ||
                        contains(line, "samples/sec:");
    // A rest has the form "…ey: 1.0 | key: 2.0 |" or, broken inside a number, "08.65 | key: 2.0".
    return !begins && (contains(line, "|") ? contains(line, ": ") || first.ends_with('|') : isLastPiece(first));
}

}  // namespace headwater::logs
