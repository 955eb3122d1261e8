// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Duration.h"

namespace headwater {

/// How an event is written; follows what the profiler itself distinguishes.
enum class EventKind : std::uint8_t {
    Op,            ///< cpu_op
    ForwardOp,     ///< cpu_op with a sequence number that backward refers to
    BackwardOp,    ///< cpu_op on the autograd thread with the forward's sequence number
    BackwardNode,  ///< the same, and the end of the fwdbwd flow
    CommOp,        ///< record_param_comms
    Annotation,    ///< user_annotation
    Python,        ///< python_function
    Step,          ///< user_annotation ProfilerStep#N
    Call,          ///< cuda_runtime without device work
    Launch,        ///< cuda_runtime with device work: starts an ac2g flow
    Kernel,
    CommKernel,
    Memcpy,
    Memset,
    GpuAnnotation,
    GpuStep,
};

enum class SimTrack : std::uint8_t {
    Main,
    Autograd,
    ComputeStream,
    CommStream,
    ForwardIn,  ///< streams to the neighbours of a pipeline: activations, then gradients
    ForwardOut,
    BackwardIn,
    BackwardOut,
};

/// Who takes part in a collective and in what, where it is not the all-reduce of all ranks.
struct CommGroup {
    std::string_view operation;  ///< as the profiler names it: "allreduce", "send", "recv"
    std::string name, description;
    std::string ranks;  ///< "[0, 2]"
    int size = 0;
    std::int64_t elements = 0;
};

/// A name and the constant part of its arguments. All of them are constants of the program; the names need no escaping.
struct Label {
    EventKind kind;
    std::string_view name;
    std::string_view arguments{};
};

/// One event of the simulated job, in true time (no host's clock error).
struct SimEvent {
    const Label* label = nullptr;
    Ns start = 0;
    Ns end = 0;
    std::uint32_t externalId = 0;
    std::uint32_t correlation = 0;
    std::int64_t number = 0;  ///< sequence number, step, bytes or collective sequence, by kind
    std::int32_t bucket = 0;  ///< of a collective
    SimTrack track = SimTrack::Main;
    const CommGroup* group = nullptr;  ///< of a collective; null: all ranks
};

using StepEvents = std::vector<SimEvent>;

}  // namespace headwater
