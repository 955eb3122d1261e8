// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/TextLog.h"

#include <algorithm>
#include <array>

#include "core/ingest/logs/MegatronLines.h"
#include "core/ingest/logs/TitanLines.h"

namespace headwater::logs {

namespace {

constexpr std::size_t kLongestJoined = std::size_t(64) * 1024;

std::uint64_t total(const LogBuilder& log, std::initializer_list<LineKind> kinds)
{
    std::uint64_t sum = 0;
    for (const LineKind kind : kinds)
        sum += log.count(kind);
    return sum;
}

}  // namespace

void TextLog::add(std::string_view line, std::uint64_t number)
{
    std::string plain;
    if (contains(line, "\x1b")) {
        plain = withoutAnsi(line);
        line = plain;
    }
    if (!m_pending.empty()) {
        if (m_pending.size() + line.size() < kLongestJoined && continuesBroken(line)) {
            m_pending.append(withoutTags(line));
            return;
        }
        flush();
    }
    if (mayBeBroken(line)) {
        m_pending = line;
        m_pendingNumber = number;
        return;
    }
    read(line, number);
}

void TextLog::flush()
{
    const std::string line = std::move(m_pending);
    m_pending.clear();
    read(line, m_pendingNumber);
}

/// Where the file ends within an iteration line, its last pair is cut: a number may lack digits.
void TextLog::dropCutPair()
{
    const auto bars = std::ranges::count(m_pending, '|');
    if (!contains(m_pending, "iteration") || bars == 0 || bars >= m_bars)
        return;
    m_pending.erase(m_pending.rfind('|') + 1);
    m_log.note(Severity::Warning, "cut-line", "the file ends within a line; what is complete in it is used",
               m_pendingNumber);
}

void TextLog::finish(bool unfinished)
{
    if (unfinished)
        dropCutPair();
    if (!m_pending.empty())
        flush();
    m_deepSpeed.finish(m_log);
}

void TextLog::countSigns(std::string_view line)
{
    m_megatronSigns += contains(line, "- arguments -") || contains(line, "using world size:");
    m_deepSpeedSigns += contains(line, "log_dist]") || contains(line, "DeepSpeed info:");
    m_titanSigns += contains(line, "[titan]") || contains(line, "torchtitan version:");
}

void TextLog::read(std::string_view line, std::uint64_t number)
{
    m_log.at("line ", number);
    countSigns(line);
    if (m_launch.read(line, m_log))
        return;
    if (m_deepSpeed.read(line, number, m_log))
        return;
    if (readMegatronLine(line, number, m_log)) {
        if (contains(line, "elapsed time"))
            m_bars = std::ranges::count(line, '|');
        if (const auto step = m_log.latestStep())
            m_deepSpeed.otherStep(*step, m_log);
        return;
    }
    if (m_megatronTimers.read(line, m_log) || readTitanLine(line, number, m_log) ||
        m_scripts.read(line, number, m_log) || m_dicts.read(line, number, m_scripts.progress(), m_log))
        return;
    m_endingSigns += isSureEnding(line);
    m_endings.read(line, number, m_log);
    m_arguments.read(line, m_log);
}

LogFamily familyOf(const TextLog& log)
{
    const LogBuilder& found = log.builder();
    if (total(found, {LineKind::Megatron, LineKind::GptNeox}) > 0)
        return LogFamily::Megatron;
    if (found.count(LineKind::Torchtitan) > 0)
        return LogFamily::Torchtitan;
    if (total(found, {LineKind::DeepSpeedStep, LineKind::DeepSpeedRate, LineKind::DeepSpeedPipe,
                      LineKind::DeepSpeedTimers}) > 0)
        return LogFamily::DeepSpeed;
    if (found.count(LineKind::Nemo) > 0)
        return LogFamily::Nemo;
    if (total(found, {LineKind::NanoGpt, LineKind::NanoChat, LineKind::ModdedNanoGpt, LineKind::LlmC,
                      LineKind::Torchtune}) > 0)
        return LogFamily::Script;
    if (total(found, {LineKind::HfConsole, LineKind::Progress, LineKind::JsonLines}) > 0)
        return LogFamily::Trainer;
    if (found.count(LineKind::MegatronTimers) > 0 || log.megatronSigns() > 0)
        return LogFamily::Megatron;
    if (log.titanSigns() > 0)
        return LogFamily::Torchtitan;
    if (log.deepSpeedSigns() > 0)
        return LogFamily::DeepSpeed;
    return log.endingSigns() > 0 ? LogFamily::Script : LogFamily::None;
}

std::string variantOf(const TextLog& log)
{
    std::string variant;
    for (std::size_t i = 0; i < kLineKinds; ++i) {
        const auto kind = static_cast<LineKind>(i);
        if (log.builder().count(kind) > 0 && kind != LineKind::Validation)
            variant += (variant.empty() ? "" : ", ") + std::string(nameOf(kind));
    }
    return variant.empty() ? std::string(kNoSteps) : variant;
}

std::string frameworkOf(const TextLog& log)
{
    switch (familyOf(log)) {
    case LogFamily::Megatron: return log.builder().count(LineKind::GptNeox) > 0 ? "gpt-neox" : "megatron";
    case LogFamily::Torchtitan: return "torchtitan";
    case LogFamily::DeepSpeed: return "deepspeed";
    default: break;
    }
    constexpr std::array kNames = {std::pair(LineKind::Nemo, "nemo"),
                                   std::pair(LineKind::ModdedNanoGpt, "modded-nanogpt"),
                                   std::pair(LineKind::NanoGpt, "nanogpt"),
                                   std::pair(LineKind::NanoChat, "nanochat"),
                                   std::pair(LineKind::LlmC, "llm.c"),
                                   std::pair(LineKind::Torchtune, "torchtune"),
                                   std::pair(LineKind::HfConsole, "hugging-face"),
                                   std::pair(LineKind::JsonLines, "json-lines"),
                                   std::pair(LineKind::Progress, "progress-bar")};
    for (const auto& [kind, name] : kNames)
        if (log.builder().count(kind) > 0)
            return name;
    return "unknown";
}

}  // namespace headwater::logs
