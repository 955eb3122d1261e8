// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/LaunchLines.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/ingest/logs/LogText.h"
#include "core/run/ManifestKeys.h"

namespace headwater::logs {

namespace {

std::string_view takeWord(std::string_view& text)
{
    skipSpaces(text);
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

std::string_view fileName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

/// "torchrun", "accelerate launch", "deepspeed", "python -m torch.distributed.run": takes the words off.
bool takeLauncher(std::string_view& text)
{
    const std::string_view first = fileName(takeWord(text));
    if (first == "torchrun" || first == "deepspeed")
        return true;
    std::string_view rest = text;
    const std::string_view second = takeWord(rest);
    if (first == "accelerate" && second == "launch") {
        text = rest;
        return true;
    }
    if (!first.starts_with("python") || second != "-m")
        return false;
    const std::string_view module = takeWord(rest);
    text = rest;
    return module == "torch.distributed.run" || module == "torch.distributed.launch";
}

/// Takes everything up to the program, "train.py" or the module behind "-m"; the options before it are the launcher's.
std::string_view takeProgram(std::string_view& text)
{
    while (true) {
        const std::string_view word = takeWord(text);
        if (word.empty() || word.ends_with(".py"))
            return word;
        if (word == "-m")
            return takeWord(text);
    }
}

/// "--training.steps=10", "--module qwen3", "--compile.enable".
void readOptions(std::string_view text, LogBuilder& log)
{
    while (true) {
        std::string_view name = takeWord(text);
        if (name.empty())
            return;
        if (!takePrefix(name, "--"))
            continue;
        std::string_view value = "on";
        if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
            value = name.substr(equals + 1);
            name = name.substr(0, equals);
        } else {
            std::string_view rest = text;
            if (const std::string_view next = takeWord(rest); !next.empty() && !next.starts_with("--")) {
                value = next;
                text = rest;
            }
        }
        if (name.empty())
            continue;
        // These the program tells itself, in lines that are read under the project's own names.
        constexpr std::array kOwn = {std::pair(std::string_view("training.local_batch_size"), "micro_batch_size"),
                                     std::pair(std::string_view("training.global_batch_size"), "global_batch_size"),
                                     std::pair(std::string_view("training.seq_len"), "sequence_length"),
                                     std::pair(std::string_view("training.dtype"), "precision")};
        const auto* own = std::ranges::find(kOwn, name, &std::pair<std::string_view, const char*>::first);
        log.fact(own != kOwn.end() ? std::string(own->second) : std::string(kOptionPrefix) + std::string(name), value);
    }
}

/// "+ PYTORCH_ALLOC_CONF=expandable_segments:True": variables that libraries of training read.
bool readVariable(std::string_view line, LogBuilder& log)
{
    constexpr std::array<std::string_view, 11> kPrefixes = {
        "NCCL_", "RCCL_", "CUDA_", "CUBLAS_", "PYTORCH_", "TORCH_", "TORCHINDUCTOR_", "NVTE_", "OMP_", "MKL_", "HSA_"};
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || contains(line, " "))
        return false;
    if (std::ranges::none_of(kPrefixes, [&](std::string_view prefix) { return line.starts_with(prefix); }))
        return false;
    log.fact("env." + std::string(line.substr(0, equals)), line.substr(equals + 1));
    return true;
}

}  // namespace

bool LaunchLines::readCommand(std::string_view line, LogBuilder& log) const
{
    const bool traced = takePrefix(line, "+ ");
    if (traced && readVariable(line, log))
        return true;
    if (!takeLauncher(line))
        return false;
    const std::string_view program = takeProgram(line);
    // Only a command that a shell printed: in prose such words have no options behind them.
    if (program.empty() || (!traced && !contains(line, " --")))
        return false;
    log.fact(std::string(kCommandKey), fileName(program));
    readOptions(line, log);
    return true;
}

bool LaunchLines::readVersions(std::string_view line, LogBuilder& log)
{
    if (!takePrefix(line, "Running pytorch ") && !takePrefix(line, "Running PyTorch "))
        return false;
    const std::string_view version = takeWord(line);
    log.fact("pytorch", version);
    // "+cu124" is the same fact as what it is compiled for.
    if (takePrefix(line, " compiled for CUDA ") && !contains(version, "+cu"))
        log.fact("cuda", takeWord(line));
    if (m_lines > 1)
        log.fact("code_digest", fmt::format("{:016x}", m_digest));
    m_done = true;
    return true;
}

/// "|   0  NVIDIA H100 80GB HBM3          Off |   00000000:18:00.0 Off |                    0 |".
bool LaunchLines::readTable(std::string_view line, LogBuilder& log)
{
    constexpr std::string_view kDriver = "Driver Version: ";
    if (const std::size_t at = line.find(kDriver); at != std::string_view::npos && contains(line, "NVIDIA-SMI")) {
        line.remove_prefix(at + kDriver.size());
        log.fact("driver", takeWord(line));
        m_devices.clear();
        return true;
    }
    if (!takePrefix(line, "|"))
        return false;
    const std::size_t bar = line.find('|');
    std::string_view left = line.substr(0, bar);
    std::string_view right = bar == std::string_view::npos ? std::string_view() : line.substr(bar + 1);
    skipSpaces(left);
    const std::string_view bus = takeWord(right);
    if (!takeInteger(left) || bus.size() < 10 || std::ranges::count(bus, ':') != 2)
        return false;
    left = trimmed(left);
    const std::string_view name = trimmed(left.substr(0, left.find("  ")));
    if (name.empty())
        return false;
    m_devices.emplace_back(bus);
    if (!name.ends_with("..."))  // old tables cut long names
        log.fact("gpu", name);
    log.fact("gpu_count", std::to_string(m_devices.size()));
    log.fact("gpu_bus_ids", fmt::format("{}", fmt::join(m_devices, " ")));
    return true;
}

bool LaunchLines::read(std::string_view line, LogBuilder& log)
{
    if (!m_done) {
        if (readVersions(trimmed(line), log))
            return true;
        constexpr std::uint64_t kLongestProgram = 20'000;
        m_done = ++m_lines > kLongestProgram;
        for (const char c : line)
            m_digest = (m_digest ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
        m_digest = (m_digest ^ '\n') * 0x100000001B3ULL;
    }
    return readTable(line, log) || readCommand(withoutTags(line), log);
}

}  // namespace headwater::logs
