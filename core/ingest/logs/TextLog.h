// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/ingest/logs/ArgumentDump.h"
#include "core/ingest/logs/DeepSpeedLines.h"
#include "core/ingest/logs/DictLines.h"
#include "core/ingest/logs/Endings.h"
#include "core/ingest/logs/LaunchLines.h"
#include "core/ingest/logs/LogBuilder.h"
#include "core/ingest/logs/MegatronTimers.h"
#include "core/ingest/logs/ScriptLines.h"

namespace headwater::logs {

/// Reads the lines of a training job's output, whatever frameworks speak in it, into a LogBuilder. Lines that a
/// terminal broke are joined again first.
class TextLog {
public:
    /// One line without its end; `number` for positions.
    void add(std::string_view line, std::uint64_t number);
    /// Reads what is still pending; `unfinished`: the last line has no end. Nothing may be added afterwards.
    void finish(bool unfinished = false);

    [[nodiscard]] LogBuilder& builder() { return m_log; }
    [[nodiscard]] const LogBuilder& builder() const { return m_log; }
    /// Lines that show a framework at work without telling a step: argument tables, DeepSpeed's and torchtitan's
    /// loggers.
    [[nodiscard]] std::uint64_t megatronSigns() const { return m_megatronSigns; }
    [[nodiscard]] std::uint64_t deepSpeedSigns() const { return m_deepSpeedSigns; }
    [[nodiscard]] std::uint64_t titanSigns() const { return m_titanSigns; }
    [[nodiscard]] std::uint64_t endingSigns() const { return m_endingSigns; }

private:
    void flush();
    void dropCutPair();
    void read(std::string_view line, std::uint64_t number);
    void countSigns(std::string_view line);

    LogBuilder m_log;
    MegatronTimers m_megatronTimers;
    DeepSpeedLines m_deepSpeed;
    ScriptLines m_scripts;
    DictLines m_dicts;
    ArgumentDump m_arguments;
    Endings m_endings;
    LaunchLines m_launch;
    std::string m_pending;  ///< a message that may go on in the next line
    std::uint64_t m_pendingNumber = 0;
    std::ptrdiff_t m_bars = 0;  ///< in the latest whole iteration line
    std::uint64_t m_megatronSigns = 0;
    std::uint64_t m_deepSpeedSigns = 0;
    std::uint64_t m_titanSigns = 0;
    std::uint64_t m_endingSigns = 0;
};

/// Which framework's log the lines make, by what was found in them.
/// Script: a trainer of no framework that the contract names a format of, one step a line as torchtitan's; Trainer: the
/// same by Hugging Face's Trainer; Nemo: Megatron's lines as NeMo prints them.
enum class LogFamily { None, Megatron, Nemo, Torchtitan, DeepSpeed, Trainer, Script };
[[nodiscard]] LogFamily familyOf(const TextLog& log);
/// "GPT-NeoX, DeepSpeed breakdown": what kinds of lines were found; kNoSteps where none were.
constexpr std::string_view kNoSteps = "no steps";
[[nodiscard]] std::string variantOf(const TextLog& log);
/// "megatron", "gpt-neox", "deepspeed", "torchtitan", "nemo", "hugging-face" … for TrainingLog::framework.
[[nodiscard]] std::string frameworkOf(const TextLog& log);

}  // namespace headwater::logs
