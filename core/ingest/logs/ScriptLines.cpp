// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/ScriptLines.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/ingest/logs/LogFields.h"

namespace headwater::logs {

namespace {

/// The line behind its tags and times, if it begins with `word` there.
struct Begin {
    LineLead lead;
    std::string_view rest;  ///< behind the word
};
std::optional<Begin> beginsWith(std::string_view line, std::string_view word)
{
    constexpr std::size_t kFurthest = 512;
    const std::size_t at = line.find(word);
    if (at > kFurthest)  // also where it is nowhere
        return std::nullopt;
    Begin begin{readLead(line.substr(0, at)), line.substr(at + word.size())};
    if (!begin.lead.plain)
        return std::nullopt;
    return begin;
}

/// The number behind `key` in the text.
std::optional<LoggedNumber> numberBehind(std::string_view text, std::string_view key)
{
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(at + key.size());
    skipSpaces(text);
    return takeNumber(text);
}

void setBehind(LogStep& step, std::string_view text, std::string_view key, std::string_view name)
{
    if (const auto number = numberBehind(text, key))
        setField(step, name, *number);
}

void finished(std::int64_t step, std::int64_t total, std::uint64_t line, LogBuilder& log)
{
    if (step == total && total > 0)
        log.ending("finished", "the last step was reached", line);
}

/// "iter 10: loss 3.4410, time 1970.20ms, mfu 0.19%" and "step 250: train loss 2.5, val loss 2.6".
bool nanoGpt(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    if (auto begin = beginsWith(line, "iter ")) {
        const auto step = takeInteger(begin->rest);
        if (!step || !isStepNumber(*step) || !begin->rest.starts_with(": loss "))
            return false;
        LogStep& entry = log.step(begin->lead, LineKind::NanoGpt, *step, number);
        setBehind(entry, begin->rest, ": loss ", "loss");
        if (const auto time = numberBehind(begin->rest, ", time "))
            takeStepTime(entry, *time, kMillisecond, number, log);
        // −100 % is what it prints before it has measured anything.
        if (const auto mfu = numberBehind(begin->rest, ", mfu "); mfu && mfu->value >= 0)
            setField(entry, "mfu", *mfu);
        return true;
    }
    auto begin = beginsWith(line, "step ");
    if (!begin)
        return false;
    const auto step = takeInteger(begin->rest);
    if (!step || !isStepNumber(*step) || !begin->rest.starts_with(": train loss "))
        return false;
    setBehind(log.step(begin->lead, LineKind::Validation, *step, number), begin->rest, "val loss ", "val loss");
    return true;
}

/// nanochat: "step 00004/05000 (0.08%) | loss: 8.467922 | lrm: 1.00 | dt: 5.55ms | tok/sec: 23,045 | mfu: 0.00 | …".
void nanoChat(LogStep& entry, std::string_view rest, std::uint64_t line, LogBuilder& log)
{
    setBehind(entry, rest, "loss:", "loss");
    setBehind(entry, rest, "| tok/sec:", "tok/sec");
    setBehind(entry, rest, "mfu:", "mfu");
    if (const auto time = numberBehind(rest, "| dt:"))
        takeStepTime(entry, *time, kMillisecond, line, log);
}

/// llm.c: "step   12/18865 | loss 9.51 (+1.23z)| norm 3.10 (-0.1z)| lr 1e-05 | 334.67 ms | 51.4% bf16 MFU | 1567712
/// tok/s".
void llmC(LogStep& entry, std::string_view rest, std::uint64_t line, LogBuilder& log)
{
    while (!rest.empty()) {
        const std::size_t bar = std::min(rest.find('|'), rest.size());
        std::string_view part = trimmed(rest.substr(0, bar));
        rest.remove_prefix(std::min(bar + 1, rest.size()));
        for (const std::string_view name : {"loss", "norm", "lr"}) {
            std::string_view value = part;
            if (takePrefix(value, name) && value.starts_with(' '))
                setBehind(entry, value, " ", name);
        }
        std::string_view unit = part;
        const auto number = takeNumber(unit);
        unit = trimmed(unit);
        if (!number)
            continue;
        if (unit == "ms")
            takeStepTime(entry, *number, kMillisecond, line, log);
        else if (unit == "tok/s")
            setField(entry, "tok/s", *number);
        else if (unit.ends_with("MFU") && number->value >= 0)
            setField(entry, "mfu", *number);
    }
}

/// "step 12/18865 | loss …" with or without a colon behind the names.
bool stepOfTotal(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    auto begin = beginsWith(line, "step ");
    if (!begin)
        return false;
    std::string_view rest = begin->rest;
    skipSpaces(rest);
    const auto step = takeInteger(rest);
    if (!step || !isStepNumber(*step) || !takePrefix(rest, "/"))
        return false;
    const auto total = takeInteger(rest);
    const std::size_t bar = rest.find('|');
    if (!total || bar == std::string_view::npos || bar > 32 || !contains(rest, "loss"))
        return false;
    const bool colons = contains(rest, "loss:");
    LogStep& entry = log.step(begin->lead, colons ? LineKind::NanoChat : LineKind::LlmC, *step, number);
    if (colons)
        nanoChat(entry, rest, number, log);
    else
        llmC(entry, rest.substr(bar + 1), number, log);
    finished(*step, *total, number, log);
    return true;
}

/// llm.c's main.log: "s:3 trl:10.7157 lr:0.000003 norm:13.12", "s:250 tel:6.2", "s:250 eval:0.25".
bool llmCFile(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    std::string_view text = line;
    if (!takePrefix(text, "s:"))
        return false;
    const auto step = takeInteger(text);
    skipSpaces(text);
    const bool training = text.starts_with("trl:");
    const bool validation = text.starts_with("tel:") || text.starts_with("eval:");
    if (!step || !isStepNumber(*step) || (!training && !validation))
        return false;
    LogStep& entry = log.step({}, training ? LineKind::LlmC : LineKind::Validation, *step, number);
    for (const std::string_view key : {"trl", "tel", "eval", "lr", "norm"})
        setBehind(entry, text, std::string(key) + ":", key);
    return true;
}

/// torchtune: "Step 12 | loss:1.23 lr:2e-05 tokens_per_second_per_gpu:4512.3 …".
bool torchtune(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    auto begin = beginsWith(line, "Step ");
    if (!begin)
        return false;
    const auto step = takeInteger(begin->rest);
    if (!step || !isStepNumber(*step) || !takePrefix(begin->rest, " | "))
        return false;
    LogStep& entry = log.step(begin->lead, LineKind::Torchtune, *step, number);
    std::string_view rest = begin->rest;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view pair = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t colon = pair.find(':');
        if (colon == std::string_view::npos || colon == 0)
            continue;
        if (const auto value = loggedNumber(pair.substr(colon + 1)))
            takeField(entry, pair.substr(0, colon), *value, number, log);
    }
    return true;
}

/// "02:31" or "1:02:31" in seconds.
std::optional<double> clockSeconds(std::string_view text)
{
    double seconds = 0;
    while (true) {
        const auto part = takeInteger(text);
        if (!part || *part < 0 || *part > 1'000'000)
            return std::nullopt;
        seconds = seconds * 60 + static_cast<double>(*part);
        if (!takePrefix(text, ":"))
            return text.empty() ? std::optional<double>(seconds) : std::nullopt;
    }
}

/// What a progress bar says: " 98%|#########8| 98/100 [02:31<00:03,  1.58s/it, key=value]".
struct Bar {
    std::int64_t step = 0;
    std::int64_t total = 0;
    double elapsed = 0;
    double rate = 0;           ///< seconds a step, smoothed
    std::string_view postfix;  ///< behind the rate
};

std::optional<Bar> parseBar(std::string_view line, std::size_t percent)
{
    std::string_view rest = line.substr(percent + 2);
    const std::size_t bar = rest.find('|');
    if (bar == std::string_view::npos)
        return std::nullopt;
    rest.remove_prefix(bar + 1);
    skipSpaces(rest);
    Bar out;
    const auto step = takeInteger(rest);
    const auto total = takePrefix(rest, "/") ? takeInteger(rest) : std::nullopt;
    if (!step || !total || !isStepNumber(*step) || *total < 1 || !takePrefix(rest, " ["))
        return std::nullopt;
    const auto elapsed = clockSeconds(rest.substr(0, rest.find('<')));
    const std::size_t comma = rest.find(',');
    if (!elapsed || comma == std::string_view::npos)
        return std::nullopt;
    rest.remove_prefix(comma + 1);
    skipSpaces(rest);
    out.step = *step;
    out.total = *total;
    out.elapsed = *elapsed;
    std::string_view rate = rest;
    if (const auto number = takeNumber(rate); number && number->value > 0) {
        if (rate.starts_with("s/it"))
            out.rate = number->value;
        else if (rate.starts_with("it/s"))
            out.rate = 1 / number->value;
    }
    out.postfix = rest;
    return out;
}

/// NeMo puts its numbers behind the bar: "v_num=0, reduced_train_loss=11.50, global_step=5.000, …".
bool nemoBar(const LineLead& lead, std::string_view postfix, std::uint64_t number, LogBuilder& log)
{
    const auto step = numberBehind(postfix, "global_step=");
    if (!step || !(step->value >= 0 && step->value <= 1e12))
        return false;
    LogStep* known = log.known(lead, static_cast<std::int64_t>(step->value));
    // The bar is drawn again and again: the last drawing of a step counts.
    LogStep& entry = known ? *known : log.step(lead, LineKind::Nemo, static_cast<std::int64_t>(step->value), number);
    while (!postfix.empty()) {
        const std::size_t end = std::min(postfix.find_first_of(",]"), postfix.size());
        const std::string_view pair = trimmed(postfix.substr(0, end));
        postfix.remove_prefix(std::min(end + 1, postfix.size()));
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos || pair.starts_with("v_num"))
            continue;
        if (const auto value = loggedNumber(pair.substr(equals + 1)))
            takeField(entry, pair.substr(0, equals), *value, number, log);
    }
    return true;
}

}  // namespace

/// "step:6/5100 train_loss:7.5466 train_time:36322ms step_avg:nanms". The time is cumulative and starts again after
/// some warm-up steps, so a step's time is a difference; where the clock was restarted there is none.
bool ScriptLines::modded(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    auto begin = beginsWith(line, "step:");
    if (!begin)
        return false;
    std::string_view rest = begin->rest;
    const auto step = takeInteger(rest);
    const auto total = takePrefix(rest, "/") ? takeInteger(rest) : std::nullopt;
    skipSpaces(rest);
    const bool training = rest.starts_with("train_loss:") || rest.starts_with("train_time:");
    if (!step || !isStepNumber(*step) || !total || (!training && !rest.starts_with("val_loss:")))
        return false;
    LogStep& entry = log.step(begin->lead, training ? LineKind::ModdedNanoGpt : LineKind::Validation, *step, number);
    setBehind(entry, rest, "train_loss:", "train_loss");
    setBehind(entry, rest, "val_loss:", "val_loss");
    if (const auto average = numberBehind(rest, "step_avg:"); average && std::isfinite(average->value))
        entry.values["step_time_average_s"] = average->value / 1000;
    const auto time = numberBehind(rest, "train_time:");
    if (time && std::isfinite(time->value)) {
        const auto found = m_clocks.find(begin->lead.key());
        const bool follows = found != m_clocks.end() && *step > found->second.step && time->value >= found->second.ms;
        if (training && follows) {
            const auto covered = static_cast<double>(*step - found->second.step);
            entry.stepTime = nsFrom((time->value - found->second.ms) / covered, kMillisecond);
            entry.stepsCovered = static_cast<int>(std::min(covered, 1e6));
        }
        if (training || found == m_clocks.end())
            m_clocks[begin->lead.key()] = {*step, time->value};
    }
    finished(*step, *total, number, log);
    return true;
}

bool ScriptLines::progressBar(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    const std::size_t percent = line.find("%|");
    if (percent == std::string_view::npos)
        return false;
    std::size_t begin = percent;
    while (begin > 0 && (isDigit(line[begin - 1]) || line[begin - 1] == ' '))
        --begin;
    const auto bar = parseBar(line, percent);
    if (!bar)
        return false;
    const std::string_view before = trimmed(line.substr(0, begin));
    if (contains(before, "Epoch")) {
        const std::string_view lead = before.substr(0, before.find("Epoch"));
        return nemoBar(readLead(lead), bar->postfix, number, log);
    }
    // A bar with a word in front counts something else: files, shards, examples.
    constexpr std::int64_t kFewest = 5;
    const LineLead lead = readLead(before);
    if (!lead.plain || !lead.label.empty() || bar->total < kFewest || bar->rate <= 0)
        return false;
    m_progress = {bar->step, bar->total};
    if (bar->step == 0)
        return true;
    LogStep* known = log.known(lead, bar->step);
    LogStep& entry = known ? *known : log.step(lead, LineKind::Progress, bar->step, number);
    entry.values["step_time_smoothed_s"] = bar->rate;
    if (bar->step == bar->total) {
        setStepTime(entry, nsFrom(bar->elapsed / static_cast<double>(bar->total), kSecond));
        entry.stepsCovered = static_cast<int>(std::min<std::int64_t>(bar->total, 1'000'000));
    }
    return true;
}

bool ScriptLines::read(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    if (contains(line, "%|"))
        return progressBar(line, number, log);
    if (contains(line, "step:"))
        return modded(line, number, log);
    if (line.starts_with("s:"))
        return llmCFile(line, number, log);
    if (contains(line, "loss") || contains(line, " | "))
        return nanoGpt(line, number, log) || stepOfTotal(line, number, log) || torchtune(line, number, log);
    return false;
}

}  // namespace headwater::logs
