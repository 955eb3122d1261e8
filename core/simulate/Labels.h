// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/Events.h"

/// The vocabulary of the simulated job: what an eager PyTorch job in bfloat16 on a recent GPU shows.
namespace headwater::labels {

inline constexpr Label kStep{EventKind::Step, "ProfilerStep#"};
inline constexpr Label kGpuStep{EventKind::GpuStep, "ProfilerStep#"};

// Stages, as a training script marks them.
/// As the profiler marks a collection with record_python_gc_info.
inline constexpr Label kPythonGc{EventKind::Python, "Python GC"};
inline constexpr Label kDataLoading{EventKind::Annotation, "data_loading"};
inline constexpr Label kEmbedding{EventKind::Annotation, "embedding"};
inline constexpr Label kForward{EventKind::Annotation, "forward"};
inline constexpr Label kLoss{EventKind::Annotation, "loss"};
inline constexpr Label kHead{EventKind::Annotation, "head"};  ///< these two with JobModel::fineStages
inline constexpr Label kLogging{EventKind::Annotation, "logging"};
inline constexpr Label kBackward{EventKind::Annotation, "backward"};
inline constexpr Label kOptimizer{EventKind::Annotation, "optimizer"};
inline constexpr Label kGpuDataLoading{EventKind::GpuAnnotation, "data_loading"};
inline constexpr Label kGpuEmbedding{EventKind::GpuAnnotation, "embedding"};
inline constexpr Label kGpuForward{EventKind::GpuAnnotation, "forward"};
inline constexpr Label kGpuLoss{EventKind::GpuAnnotation, "loss"};
inline constexpr Label kGpuHead{EventKind::GpuAnnotation, "head"};
inline constexpr Label kGpuLogging{EventKind::GpuAnnotation, "logging"};
inline constexpr Label kGpuOptimizer{EventKind::GpuAnnotation, "optimizer"};

// What PyTorch itself marks.
inline constexpr Label kLoaderNext{EventKind::Annotation,
                                   "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"};
inline constexpr Label kDdpForward{EventKind::Annotation, "DistributedDataParallel.forward"};
inline constexpr Label kOptimizerStep{EventKind::Annotation, "Optimizer.step#AdamW.step"};
inline constexpr Label kZeroGrad{EventKind::Annotation, "Optimizer.zero_grad#AdamW.zero_grad"};
inline constexpr Label kNcclAllReduce{EventKind::Annotation, "nccl:all_reduce"};
inline constexpr Label kNcclSend{EventKind::Annotation, "nccl:send"};
inline constexpr Label kNcclReceive{EventKind::Annotation, "nccl:recv"};
inline constexpr Label kSendOp{EventKind::Op, "c10d::send"};
inline constexpr Label kReceiveOp{EventKind::Op, "c10d::recv_"};
inline constexpr Label kGpuNcclAllReduce{EventKind::GpuAnnotation, "nccl:all_reduce"};

inline constexpr Label kTo{EventKind::Op, "aten::to"};
inline constexpr Label kCopy{EventKind::Op, "aten::copy_"};
inline constexpr Label kItem{EventKind::Op, "aten::item"};
inline constexpr Label kLocalScalar{EventKind::Op, "aten::_local_scalar_dense"};
inline constexpr Label kEmpty{EventKind::Op, "aten::empty"};
inline constexpr Label kFusedAdamW{EventKind::Op, "aten::_fused_adamw_"};
inline constexpr Label kOnesLike{EventKind::Op, "aten::ones_like"};
inline constexpr Label kCheckpointNode{EventKind::BackwardOp,
                                       "autograd::engine::evaluate_function: CheckpointFunctionBackward"};
inline constexpr Label kAccumulateGrad{EventKind::Op,
                                       "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad"};
inline constexpr Label kAllReduceOp{EventKind::Op, "c10d::allreduce_"};
inline constexpr Label kCommParams{EventKind::CommOp, "record_param_comms"};

inline constexpr Label kLaunchKernel{EventKind::Launch, "cudaLaunchKernel", "211"};
inline constexpr Label kLaunchKernelEx{EventKind::Launch, "cudaLaunchKernelExC", "430"};
inline constexpr Label kMemcpyAsync{EventKind::Launch, "cudaMemcpyAsync", "41"};
inline constexpr Label kMemsetAsync{EventKind::Launch, "cudaMemsetAsync", "51"};
inline constexpr Label kEventRecord{EventKind::Call, "cudaEventRecord", "135"};
inline constexpr Label kStreamWaitEvent{EventKind::Call, "cudaStreamWaitEvent", "147"};
inline constexpr Label kStreamSynchronize{EventKind::Call, "cudaStreamSynchronize", "131"};
inline constexpr Label kFree{EventKind::Call, "cudaFree", "22"};
inline constexpr Label kMalloc{EventKind::Call, "cudaMalloc", "20"};

inline constexpr Label kCopyIn{EventKind::Memcpy, "Memcpy HtoD (Pinned -> Device)"};
inline constexpr Label kCopyOut{EventKind::Memcpy, "Memcpy DtoH (Device -> Pageable)"};
inline constexpr Label kMemset{EventKind::Memset, "Memset (Device)"};
inline constexpr Label kSendReceiveKernel{
    EventKind::CommKernel, "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)",
    R"("registers per thread": 64,      "shared memory": 82240,      "blocks per SM": 0.060606,      )"
    R"("warps per SM": 1.030303,      "grid": [8, 1, 1],      "block": [544, 1, 1],      "est. achieved occupancy %": 0)"};
inline constexpr Label kAllReduceKernel{
    EventKind::CommKernel, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
    R"("registers per thread": 96,      "shared memory": 102704,      "blocks per SM": 0.181818,      )"
    R"("warps per SM": 3.090909,      "grid": [24, 1, 1],      "block": [544, 1, 1],      "est. achieved occupancy %": 0)"};

/// One operator of the model: its names on the host, its kernels, its place in autograd.
struct Operator {
    Label forward;   ///< outer cpu_op in forward
    Label inner;     ///< nested cpu_op that launches; same in backward's recomputation
    Label node;      ///< evaluate_function in backward
    Label backward;  ///< the node itself
    Label kernel;
    Label backwardKernel;
    double backwardCost;                  ///< backward kernel time over forward kernel time
    const Label* singleKernel = nullptr;  ///< what runs in float32 instead; null: the same
    const Label* singleBackwardKernel = nullptr;
    const Label* orderedKernel = nullptr;  ///< backward in deterministic mode, which is slower; null: the same
};

enum class OperatorId : std::uint8_t {
    Embedding,
    Norm,
    Projection,
    Attention,
    Expand,
    Activation,
    Contract,
    Head,
    Loss
};
[[nodiscard]] const Operator& operatorOf(OperatorId id);
[[nodiscard]] const Label& adamKernel();
[[nodiscard]] const Label& fillKernel();

}  // namespace headwater::labels
