// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/Reproducibility.h"

#include <algorithm>
#include <array>
#include <map>

namespace headwater {

namespace {

struct Item {
    std::string_view id;
    std::string_view what;
    std::string_view hides;
    std::string_view keys;  ///< normalised, separated by spaces; the first that a side has counts
    bool essential = false;
};

constexpr std::string_view kDeterministicKeys =
    "deterministic deterministicmode usedeterministicalgorithms torchdeterministic deterministicalgorithms";

constexpr std::string_view kOther = "another library version: other kernels, other rounding";
constexpr std::string_view kKernelChoice = "another choice of kernels: other rounding and another speed";
constexpr std::string_view kReduction = "another order of additions in collectives: other rounding, other speed";
constexpr std::string_view kHardware = "other hardware: other kernels, clocks and rounding";

constexpr std::array kItems = {
    Item{"seed", "random seed", "other initial weights, dropout and data order: losses differ from the first step on",
         "seed randomseed manualseed torchseed globalseed trainingseed", true},
    Item{"data-seed", "seed of the data loader and its workers", "another order or augmentation of the data",
         "dataseed dataloaderseed workerseed workerinitfn samplerseed shuffleseed", true},
    Item{"deterministic", "deterministic algorithms",
         "atomic additions in another order (index_add, scatter_add, embedding backward): bits differ from run to run; "
         "deterministic mode costs 4\u201317 % of the step",
         kDeterministicKeys, true},
    Item{"cudnn-deterministic", "cudnn.deterministic", "convolutions whose gradients differ from run to run",
         "cudnndeterministic backendscudnndeterministic torchbackendscudnndeterministic", true},
    Item{"cudnn-benchmark", "cudnn.benchmark (autotuning)",
         "other convolution algorithms chosen by timing in each run: other bits, other speed",
         "cudnnbenchmark backendscudnnbenchmark torchbackendscudnnbenchmark", true},
    Item{"cublas-workspace", "CUBLAS_WORKSPACE_CONFIG",
         "matrix products that differ in bits when several streams share cuBLAS", "cublasworkspaceconfig", true},
    Item{"tf32", "allow_tf32 / matmul precision",
         "products in TF32 instead of float32: 10 instead of 23 bits, and several times the speed",
         "allowtf32 cudamatmulallowtf32 backendscudamatmulallowtf32 float32matmulprecision matmulprecision "
         "nvidiatf32override torchallowtf32cublasoverride",
         true},
    Item{"precision", "number format", "another number format: other rounding, another speed",
         "precision dtype paramsdtype mixedprecision amp"},
    Item{"nccl-algo", "NCCL_ALGO", kReduction, "ncclalgo", true},
    Item{"nccl-proto", "NCCL_PROTO", kReduction, "ncclproto", true},
    Item{"nccl-nvls", "NCCL_NVLS_ENABLE", "NVLink SHARP, whose sums differ between calls on older drivers",
         "ncclnvlsenable ncclnvls"},
    Item{"topology", "place of the ranks (topology, allocation)",
         "another physical ring: other sums in collectives, other links",
         "topology topologyhash allocation nodes nodelist"},
    Item{"transformer-engine", "NVTE_ALLOW_NONDETERMINISTIC_ALGO",
         "attention backward of Transformer Engine that differs from run to run", "nvteallownondeterministicalgo"},
    Item{"mamba", "MAMBA_DETERMINISTIC", "Mamba kernels that differ from run to run", "mambadeterministic"},
    Item{"causal-conv1d", "CAUSAL_CONV1D_DETERMINISTIC", "its backward differs from run to run",
         "causalconv1ddeterministic"},
    Item{"attention", "attention implementation", "flash attention, whose backward may differ from run to run",
         "attentionbackend flashattention useflashattn attnimplementation"},
    Item{"tp-overlap", "tensor-parallel communication overlap", "overlapped sums in another order",
         "tpcommoverlap ubtpcommoverlap"},
    Item{"workers", "data loader workers", "another order of augmentation, and input that is faster or slower",
         "dataloaderworkers numworkers dataloadernumworkers", true},
    Item{"prefetch", "data loader prefetch and pinned memory", "input that is faster or slower",
         "prefetchfactor dataloaderprefetch prefetch pinmemory"},
    Item{"hash-seed", "PYTHONHASHSEED", "another order of Python sets: parameters or files in another order",
         "pythonhashseed"},
    Item{"threads", "OMP_NUM_THREADS, MKL", "CPU sums in another order, another host speed",
         "ompnumthreads mklnumthreads mklcbwr"},
    Item{"launch-blocking", "CUDA_LAUNCH_BLOCKING", "every launch waits for its kernel: much slower host",
         "cudalaunchblocking"},
    Item{"connections", "CUDA_DEVICE_MAX_CONNECTIONS", "another order of compute and communication kernels",
         "cudadevicemaxconnections"},
    Item{"allocator", "PYTORCH_CUDA_ALLOC_CONF", "another allocator: fragmentation, retries",
         "pytorchcudaallocconf pytorchallocconf"},
    Item{"inductor", "TORCHINDUCTOR_* and autotuning", "generated kernels chosen by timing in each run",
         "torchinductormaxautotune maxautotune torchcompile compile"},
    Item{"gpu", "GPU model", kHardware, "gpu gpumodel"},
    Item{"clocks", "clocks and power limit", "a device that is slower for no reason in the program",
         "powerlimit clocks applicationclocks"},
    Item{"driver", "GPU driver", kOther, "driver cudadriver hipdriver"},
    Item{"cuda", "CUDA or ROCm", kOther, "cudaruntime cudatoolkit cudabuild hipruntime rocmbuild cuda rocm"},
    Item{"cudnn", "cuDNN or MIOpen", kKernelChoice, "cudnn cudnnversion miopen"},
    Item{"nccl", "NCCL or RCCL", kReduction, "ncclversion rcclversion nccl"},
    Item{"pytorch", "PyTorch", kKernelChoice, "pytorch pytorchversion torch torchversion"},
    Item{"container", "container image", "any other library", "container containerdigest image imagedigest"},
    Item{"code", "code version", "other code", "git gitsha gitcommit commit coderevision gitdirty"},
    Item{"dataset", "data set version and order", "other data: other losses, longer sequences",
         "dataset datasetversion data datapath shardorder shardorderhash"},
    Item{"checkpoint", "checkpoint that the run starts from", "other weights: losses differ from the first step on",
         "checkpoint checkpointhash resumefrom load initcheckpoint"},
    Item{"batch", "global batch size", "more or less work a step, other losses",
         "globalbatchsize trainbatchsize batchsize"},
    Item{"micro-batch", "micro-batch size", "another number of additions of gradients, other kernels",
         "microbatchsize trainmicrobatchsizepergpu"},
    Item{"parallel", "parallel sizes", "sums in another order, other messages", "parallelsizes"},
    Item{"bucket", "gradient bucket size", "other messages, other overlap", "bucketsize bucketcapmb ddpbucketsize"},
    Item{"sequence", "sequence length", "more or less work a step", "sequencelength seqlength maxseqlen"},
};

std::string normalised(std::string_view key)
{
    constexpr std::string_view kEnvironment = "env.";
    if (key.starts_with(kEnvironment))
        key.remove_prefix(kEnvironment.size());
    std::string text;
    for (const char c : key)
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            text += c;
        else if (c >= 'A' && c <= 'Z')
            text += static_cast<char>(c - 'A' + 'a');
    return text;
}

struct Found {
    std::string key;
    std::string value;
};
using Keys = std::map<std::string, Found>;  ///< by normalised key

Keys keysOf(const Manifest& manifest)
{
    Keys keys;
    for (const auto& [key, value] : manifest)
        keys.try_emplace(normalised(key), Found{key, value.value});
    return keys;
}

const Found* lookUp(const Keys& keys, std::string_view names)
{
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(' '), names.size());
        if (const auto found = keys.find(std::string(names.substr(0, end))); found != keys.end())
            return &found->second;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    return nullptr;
}

CheckState stateOf(const Found* baseline, const Found* current)
{
    if (baseline == nullptr && current == nullptr)
        return CheckState::Unknown;
    if (baseline == nullptr)
        return CheckState::UnknownInBaseline;
    if (current == nullptr)
        return CheckState::UnknownInCurrent;
    return baseline->value == current->value ? CheckState::Same : CheckState::Differs;
}

}  // namespace

std::string_view nameOf(CheckState state)
{
    constexpr std::array<std::string_view, 5> kNames = {"same", "differs", "unknown_in_baseline", "unknown_in_current",
                                                        "unknown"};
    return kNames[static_cast<std::size_t>(state)];
}

std::vector<ReproducibilityItem> checkReproducibility(const Manifest& baseline, const Manifest& current)
{
    const Keys b = keysOf(baseline);
    const Keys c = keysOf(current);
    std::vector<ReproducibilityItem> items;
    for (const Item& item : kItems) {
        const Found* before = lookUp(b, item.keys);
        const Found* after = lookUp(c, item.keys);
        ReproducibilityItem entry{item.id, item.what, item.hides, item.essential, stateOf(before, after), {}, {}, {}};
        if (before != nullptr) {
            entry.baseline = before->value;
            entry.key = before->key;
        }
        if (after != nullptr) {
            entry.current = after->value;
            entry.key = after->key;
        }
        items.push_back(std::move(entry));
    }
    return items;
}

std::optional<bool> deterministicMode(const Manifest& manifest)
{
    const Keys keys = keysOf(manifest);
    const Found* found = lookUp(keys, kDeterministicKeys);
    if (found == nullptr)
        return std::nullopt;
    const std::string text = normalised(found->value);
    constexpr std::array<std::string_view, 5> kOn = {"true", "1", "on", "yes", "enabled"};
    constexpr std::array<std::string_view, 7> kOff = {"false", "0", "off", "no", "disabled", "none", "default"};
    if (std::ranges::find(kOn, text) != kOn.end())
        return true;
    if (std::ranges::find(kOff, text) != kOff.end())
        return false;
    return std::nullopt;
}

}  // namespace headwater
