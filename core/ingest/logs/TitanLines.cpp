// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/TitanLines.h"

#include <algorithm>
#include <array>

#include "core/ingest/logs/LogFields.h"

namespace headwater::logs {

namespace {

/// Takes "key:   value" off the text; the value ends at white space.
struct Pair {
    std::string_view key;
    std::string_view value;
    bool second = false;  ///< something else stood before the key
};
std::optional<Pair> takePair(std::string_view& text)
{
    skipSpaces(text);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon > 64)
        return std::nullopt;
    Pair pair{text.substr(0, colon), {}};
    // A comparison of two runs has a second value behind the first: it stands before the next key.
    const std::size_t blank = pair.key.find_last_of(" \t");
    if (blank != std::string_view::npos) {
        pair.second = true;
        pair.key.remove_prefix(blank + 1);
    }
    std::string_view rest = text.substr(colon + 1);
    skipSpaces(rest);
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    pair.value = rest.substr(0, end);
    text = rest.substr(end);
    return pair;
}

/// "165.71GiB(92.91%)": bytes and the share of the device's memory.
void setMemory(LogStep& step, std::string_view value)
{
    if (const auto bytes = bytesFrom(value))
        step.values["memory_max_reserved_b"] = *bytes;
    const std::size_t open = value.find('(');
    if (open == std::string_view::npos)
        return;
    std::string_view ratio = value.substr(open + 1);
    const auto number = takeNumber(ratio);
    if (number && ratio.starts_with('%'))
        step.values["memory_max_reserved_ratio"] = number->value / 100;
}

void setPairs(LogStep& step, std::string_view text, bool validation, std::uint64_t line, LogBuilder& log)
{
    while (const auto pair = takePair(text)) {
        std::string_view value = pair->value;
        if (pair->second)
            log.note(Severity::Info, "second-value", "a torchtitan line has two values of one thing: the first counts",
                     line);
        if (pair->key == "memory") {
            if (!validation)
                setMemory(step, value);
        } else if (const auto number = takeNumber(value)) {
            if (!validation)
                setField(step, pair->key, *number);
            else if (pair->key == "loss")
                step.values["validation_loss"] = number->value;
        } else if (pair->value != "N/A") {
            log.note(Severity::Info, "malformed-value", "a value of a torchtitan step line is no number", line);
        }
    }
}

/// "local batch size 5, global batch size 40, gradient accumulation steps 1, sequence length 4096, total steps 10".
bool readTrainer(std::string_view line, LogBuilder& log)
{
    const bool trainer =
        contains(line, "Trainer is initialized with") || contains(line, "Trainer initialized. Training starts");
    if (!trainer)
        return false;
    constexpr std::array kFacts = {std::pair("local batch size ", "micro_batch_size"),
                                   std::pair("global batch size ", "global_batch_size"),
                                   std::pair("gradient accumulation steps ", "gradient_accumulation_steps"),
                                   std::pair("sequence length ", "sequence_length")};
    for (const auto& [words, key] : kFacts) {
        const std::size_t at = line.find(words);
        if (at == std::string_view::npos)
            continue;
        std::string_view value = line.substr(at + std::string_view(words).size());
        if (const auto number = takeInteger(value))
            log.fact(key, std::to_string(*number));
    }
    log.started();
    return true;
}

/// "Building device mesh with parallelism: pp=1, dp_replicate=1, dp_shard=8, cp=1, tp=1, ep=1".
bool readMesh(std::string_view line, LogBuilder& log)
{
    constexpr std::string_view kWords = "with parallelism:";
    const std::size_t at = line.find(kWords);
    if (at == std::string_view::npos)
        return false;
    constexpr std::array kSizes = {
        std::pair("pp=", "pipeline_parallel"),         std::pair("dp_replicate=", "data_parallel_replicate"),
        std::pair("dp_shard=", "data_parallel_shard"), std::pair("cp=", "context_parallel"),
        std::pair("tp=", "tensor_parallel"),           std::pair("ep=", "expert_parallel")};
    std::int64_t world = 1;
    for (const auto& [words, key] : kSizes) {
        const std::size_t found = line.find(" " + std::string(words), at);
        if (found == std::string_view::npos)
            continue;
        std::string_view value = line.substr(found + 1 + std::string_view(words).size());
        const auto size = takeInteger(value);
        if (!size || *size < 1 || *size > 1'000'000)
            return true;
        log.fact(key, std::to_string(*size));
        // Expert parallelism reuses the ranks of the other dimensions.
        if (std::string_view(key) != "expert_parallel" && world < 1'000'000'000)
            world *= *size;
    }
    log.fact("world_size", std::to_string(world));
    return true;
}

bool readFacts(std::string_view line, LogBuilder& log)
{
    constexpr std::string_view kVersion = "torchtitan version: ";
    if (const std::size_t at = line.find(kVersion); at != std::string_view::npos) {
        std::string_view version = line.substr(at + kVersion.size());
        version = version.substr(0, version.find(' '));
        log.fact("framework_version", version);
        return true;
    }
    constexpr std::string_view kDevice = "CUDA capacity: ";
    if (const std::size_t at = line.find(kDevice); at != std::string_view::npos) {
        std::string_view device = line.substr(at + kDevice.size());
        log.fact("gpu", device.substr(0, device.find(" with ")));
        return true;
    }
    constexpr std::string_view kFloat8 = "Float8 training active with recipe ";
    if (const std::size_t at = line.find(kFloat8); at != std::string_view::npos) {
        const std::string_view recipe = line.substr(at + kFloat8.size());
        log.fact("fp8", recipe.substr(0, recipe.find_first_of(" \t")));
        return true;
    }
    return readTrainer(line, log) || readMesh(line, log);
}

}  // namespace

bool readTitanLine(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    const std::size_t at = line.find("step:");
    if (at == std::string_view::npos)
        return readFacts(line, log);
    std::string_view text = line.substr(at + std::string_view("step:").size());
    skipSpaces(text);
    const auto step = takeInteger(text);
    // Two spaces part the fields; other scripts that print "step:" write bars or one space.
    std::string_view fields = text;
    skipSpaces(fields);
    if (!step || !isStepNumber(*step) || !fields.starts_with("loss:"))
        return false;
    if (!contains(fields, "memory:") && !contains(fields, "tps:") && !contains(fields, "wps:"))
        return false;
    std::string_view before = line.substr(0, at);
    constexpr std::string_view kValidate = "validate ";
    const bool validation = before.ends_with(kValidate);
    if (validation)
        before.remove_suffix(kValidate.size());
    LogStep& entry =
        log.step(readLead(before), validation ? LineKind::Validation : LineKind::Torchtitan, *step, number);
    setPairs(entry, fields, validation, number, log);
    return true;
}

}  // namespace headwater::logs
