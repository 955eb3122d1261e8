// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/ManifestKeys.h"

#include <algorithm>
#include <array>
#include <span>

namespace headwater {

namespace {

constexpr std::array<std::string_view, 7> kIdentity = {"backend",        "gpu",       "job_id", "model", "tenant",
                                                       "parallel_sizes", "world_size"};
constexpr std::array<std::string_view, 5> kVolatile = {"hostname", "pid", "start_time", "trace_id", "gpu_bus_ids"};

/// Of arguments and options: where output goes, who runs it, how far it has come. By the last part of the name.
constexpr std::array<std::string_view, 34> kVolatileArguments = {"save",           "dump_folder",
                                                                 "output_dir",     "output",
                                                                 "log_dir",        "tensorboard_dir",
                                                                 "save_dir",       "save_folder",
                                                                 "logging_dir",    "wandb_project",
                                                                 "wandb_group",    "wandb_team",
                                                                 "wandb_host",     "wandb_exp_name",
                                                                 "wandb_save_dir", "run_name",
                                                                 "job_name",       "exp_name",
                                                                 "rank",           "local_rank",
                                                                 "master_addr",    "master_port",
                                                                 "hostfile",       "host",
                                                                 "port",           "user_script",
                                                                 "iteration",      "consumed_train_samples",
                                                                 "start_time",     "consumed_valid_samples",
                                                                 "dump_state",     "tensorboard_log_dir",
                                                                 "world_info",     "global_rank"};

/// Spellings of one setting, compact, and its name here.
struct Alias {
    std::string_view name;
    std::string_view key;
};
constexpr std::array kAliases = {Alias{"deterministic", "deterministic_mode"},
                                 Alias{"deterministicmode", "deterministic_mode"},
                                 Alias{"usedeterministicalgorithms", "deterministic_mode"},
                                 Alias{"deterministicalgorithms", "deterministic_mode"},
                                 Alias{"torchdeterministic", "deterministic_mode"},
                                 Alias{"torchusedeterministicalgorithms", "deterministic_mode"},
                                 Alias{"debugdeterministic", "deterministic_mode"},
                                 Alias{"trainingdeterministic", "deterministic_mode"},
                                 Alias{"seed", "seed"},
                                 Alias{"randomseed", "seed"},
                                 Alias{"manualseed", "seed"},
                                 Alias{"torchseed", "seed"},
                                 Alias{"globalseed", "seed"},
                                 Alias{"trainingseed", "seed"},
                                 Alias{"debugseed", "seed"},
                                 Alias{"nccl", "nccl_version"},
                                 Alias{"ncclversion", "nccl_version"},
                                 Alias{"pytorch", "pytorch"},
                                 Alias{"pytorchversion", "pytorch"},
                                 Alias{"torch", "pytorch"},
                                 Alias{"torchversion", "pytorch"},
                                 Alias{"numworkers", "dataloader_workers"},
                                 Alias{"dataloaderworkers", "dataloader_workers"},
                                 Alias{"dataloadernumworkers", "dataloader_workers"},
                                 Alias{"gpumodel", "gpu"},
                                 Alias{"gpu", "gpu"}};

bool contains(std::span<const std::string_view> list, std::string_view key)
{
    return std::ranges::find(list, key) != list.end();
}

std::string compact(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            out += c;
        else if (c >= 'A' && c <= 'Z')
            out += static_cast<char>(c - 'A' + 'a');
    return out;
}

/// The key without what tells where it was read.
std::string_view bare(std::string_view key)
{
    for (const std::string_view prefix : {kOptionPrefix, kArgumentPrefix, kDeepSpeedPrefix, std::string_view("env.")})
        if (key.starts_with(prefix))
            return key.substr(prefix.size());
    return key;
}

/// 1 on, 0 off, −1 neither.
int switchOf(std::string_view value)
{
    constexpr std::array<std::string_view, 5> kOn = {"true", "1", "on", "yes", "enabled"};
    constexpr std::array<std::string_view, 5> kOff = {"false", "0", "off", "no", "disabled"};
    const std::string text = compact(value);
    if (contains(kOn, text))
        return 1;
    return contains(kOff, text) ? 0 : -1;
}

}  // namespace

std::string canonicalKey(std::string_view key)
{
    const std::string name = compact(bare(key));
    const auto* found = std::ranges::find(kAliases, name, &Alias::name);
    return found == kAliases.end() ? std::string(key) : std::string(found->key);
}

std::string_view tableOf(std::string_view key)
{
    for (const std::string_view prefix : {kArgumentPrefix, kDeepSpeedPrefix})
        if (key.starts_with(prefix))
            return prefix;
    return {};
}

bool sameSetting(std::string_view a, std::string_view b)
{
    return a == b || (switchOf(a) >= 0 && switchOf(a) == switchOf(b));
}

bool isVolatileKey(std::string_view key)
{
    if (contains(kVolatile, key))
        return true;
    if (!key.starts_with(kOptionPrefix) && tableOf(key).empty())
        return false;
    std::string last(bare(key).substr(bare(key).rfind('.') + 1));
    std::ranges::replace(last, '-', '_');
    return contains(kVolatileArguments, last);
}

bool isIdentityKey(std::string_view key)
{
    return contains(kIdentity, key);
}

}  // namespace headwater
