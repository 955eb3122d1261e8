// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/ArgumentDump.h"

#include <algorithm>
#include <array>

#include "core/run/ManifestKeys.h"

namespace headwater::logs {

namespace {

struct Argument {
    std::string_view name;
    const char* key;
};

constexpr std::array kArguments = {
    Argument{"global_batch_size", "global_batch_size"},
    Argument{"train_batch_size", "global_batch_size"},
    Argument{"micro_batch_size", "micro_batch_size"},
    Argument{"train_micro_batch_size_per_gpu", "micro_batch_size"},
    Argument{"rampup_batch_size", "batch_size_rampup"},
    Argument{"gradient_accumulation_steps", "gradient_accumulation_steps"},
    Argument{"tensor_model_parallel_size", "tensor_parallel"},
    Argument{"model_parallel_size", "tensor_parallel"},
    Argument{"pipeline_model_parallel_size", "pipeline_parallel"},
    Argument{"pipe_parallel_size", "pipeline_parallel"},
    Argument{"virtual_pipeline_model_parallel_size", "virtual_pipeline"},
    Argument{"data_parallel_size", "data_parallel"},
    Argument{"context_parallel_size", "context_parallel"},
    Argument{"expert_model_parallel_size", "expert_parallel"},
    Argument{"sequence_parallel", "sequence_parallel"},
    Argument{"world_size", "world_size"},
    Argument{"seq_length", "sequence_length"},
    Argument{"num_layers", "num_layers"},
    Argument{"hidden_size", "hidden_size"},
    Argument{"ffn_hidden_size", "ffn_hidden_size"},
    Argument{"num_attention_heads", "attention_heads"},
    Argument{"num_experts", "num_experts"},
    Argument{"params_dtype", "precision"},
    Argument{"precision", "precision"},
    Argument{"fp8", "fp8"},
    Argument{"optimizer", "optimizer"},
    Argument{"optimizer_type", "optimizer"},
    Argument{"seed", "seed"},
    Argument{"num_workers", "dataloader_workers"},
    Argument{"log_interval", "log_interval"},
    Argument{"deepspeed", "deepspeed"},
    Argument{"deepspeed_config", "deepspeed_config"},
    Argument{"deepspeed_activation_checkpointing", "deepspeed_activation_checkpointing"},
    Argument{"zero_stage", "zero_stage"},
    Argument{"zero_optimization_stage", "zero_stage"},
    Argument{"use_distributed_optimizer", "distributed_optimizer"},
    Argument{"overlap_grad_reduce", "overlap_grad_reduce"},
    Argument{"overlap_param_gather", "overlap_param_gather"},
    Argument{"checkpoint_activations", "activation_checkpointing"},
    Argument{"recompute_granularity", "recompute_granularity"},
    Argument{"transformer_impl", "transformer_implementation"},
    Argument{"use_flash_attn", "flash_attention"},
    Argument{"attention_backend", "attention_backend"},
    Argument{"deterministic_mode", "deterministic_mode"},
    Argument{"tp_comm_overlap", "tp_comm_overlap"},
};

bool isArgumentName(std::string_view name)
{
    constexpr std::size_t kLongest = 64;
    return !name.empty() && name.size() <= kLongest && isLetter(name.front()) && std::ranges::all_of(name, [](char c) {
        return isLetter(c) || isDigit(c) || c == '_' || c == '-' || c == '.';
    });
}

/// Not the first line of a longer value, and no object of which only its address is printed.
bool isSetting(std::string_view value)
{
    return value != "{" && value != "[" && !contains(value, " at 0x") && !contains(value, "=0x");
}

/// Keys that are combined into the sizes of the job and of the model.
bool isSize(std::string_view key)
{
    return key.ends_with("_parallel") || key.ends_with("_size") || key == "virtual_pipeline" || key == "num_experts" ||
           key == "num_layers" || key == "attention_heads" || key == "sequence_length";
}

/// The name of the file without the folders, which are private: "['/data/corpus_text']" → "corpus_text".
std::string_view withoutFolders(std::string_view value)
{
    const std::size_t start = value.find_first_not_of("['\"");
    if (start == std::string_view::npos || value[start] != '/')
        return value;
    const std::size_t end = value.find_last_not_of("]'\"/");
    value = value.substr(0, end + 1);
    return value.substr(value.rfind('/') + 1);
}

/// Number behind words of a sentence: "using world size: 64, data-parallel-size: 1, …".
bool sentence(std::string_view line, std::string_view words, const char* key, LogBuilder& log)
{
    const std::size_t at = line.find(words);
    if (at == std::string_view::npos)
        return false;
    std::string_view rest = line.substr(at + words.size());
    skipSpaces(rest);
    const auto number = takeInteger(rest);
    if (number && *number > 0)
        log.fact(key, std::to_string(*number));
    return number.has_value();
}

bool readSentences(std::string_view line, LogBuilder& log)
{
    if (contains(line, "world size:") && contains(line, "parallel")) {
        sentence(line, "using world size:", "world_size", log);
        sentence(line, "data-parallel-size:", "data_parallel", log);
        sentence(line, "data-parallel size:", "data_parallel", log);
        sentence(line, "context-parallel-size:", "context_parallel", log);
        sentence(line, "tensor-model-parallel size:", "tensor_parallel", log);
        sentence(line, "tensor-model-parallel-size:", "tensor_parallel", log);
        sentence(line, "pipeline-model-parallel size:", "pipeline_parallel", log);
        sentence(line, "pipeline-model-parallel-size:", "pipeline_parallel", log);
        return true;
    }
    if (sentence(line, "dist_world_size=", "world_size", log))
        return true;
    constexpr std::string_view kDeepSpeed = "DeepSpeed info: version=";
    if (const std::size_t at = line.find(kDeepSpeed); at != std::string_view::npos) {
        const std::string_view version = line.substr(at + kDeepSpeed.size());
        log.fact("deepspeed_version", version.substr(0, version.find(',')));
        return true;
    }
    constexpr std::string_view kNccl = "NCCL version ";
    if (const std::size_t at = line.find(kNccl); at != std::string_view::npos) {
        const std::string_view version = line.substr(at + kNccl.size());
        const std::string_view word = version.substr(0, version.find_first_of(" \t"));
        if (!word.empty() && isDigit(word.front()))
            log.fact("nccl_version", word);
        return true;
    }
    return false;
}

/// "  name ........... value", and the rows of GPT-NeoX, "  name ... value......updated".
bool readRow(std::string_view line, LogBuilder& log, std::string_view table)
{
    std::string_view text = trimmed(line);
    for (const std::string_view mark : {"updated", "default"})
        if (text.ends_with("." + std::string(mark))) {
            text.remove_suffix(mark.size());
            while (text.ends_with('.'))
                text.remove_suffix(1);
        }
    const std::size_t dots = text.find(" ..");
    const std::size_t gap = text.find("  ");
    const std::size_t end = std::min(dots, gap);
    if (end == std::string_view::npos)
        return false;
    std::string_view value = text.substr(end);
    const std::size_t first = value.find_first_not_of(" .");
    if (first == std::string_view::npos)
        return false;
    value = value.substr(first > 0 && value[first] == '/' && value[first - 1] == '.' ? first - 1 : first);
    const std::string_view left = text.substr(0, end);
    const std::size_t space = left.find_last_of(" \t:]");
    setArgument(space == std::string_view::npos ? left : left.substr(space + 1), value, log, table);
    return true;
}

}  // namespace

void setArgument(std::string_view name, std::string_view value, LogBuilder& log, std::string_view table)
{
    value = trimmed(value);
    if (!isArgumentName(name) || value.empty() || !isSetting(value))
        return;
    const auto* found = std::ranges::find(kArguments, name, &Argument::name);
    // An argument table tells all: that a thing is off or not set is as much a fact as that it is on.
    const bool off = value == "False" || value == "None";
    if (found == kArguments.end()) {
        log.fact(std::string(table) + std::string(name), value == "None" ? "not set" : withoutFolders(value));
        return;
    }
    const std::string_view key = found->key;
    if (off && (isSize(key) || key == "precision"))
        return;
    takePrefix(value, "torch.");
    // GPT-NeoX counts "no pipeline" as 0 stages.
    if (value == "0" && key.ends_with("_parallel"))
        value = "1";
    log.fact(found->key, value == "None" ? "not set" : value);
}

bool ArgumentDump::read(std::string_view line, LogBuilder& log)
{
    if (contains(line, " arguments ---")) {
        m_open = !contains(line, "end of arguments");
        if (m_open)
            log.started();
        return true;
    }
    constexpr std::string_view kPrint = ":print]";
    if (const std::size_t at = line.find(kPrint); at != std::string_view::npos && contains(line, "[config.py"))
        return readRow(line.substr(at + kPrint.size()), log, kDeepSpeedPrefix);
    if (m_open && readRow(withoutTags(line), log, kArgumentPrefix))
        return true;
    return readSentences(line, log);
}

}  // namespace headwater::logs
