// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Labels.h"

#include <array>

namespace headwater::labels {

namespace {

constexpr std::string_view kWide =
    R"("registers per thread": 168,      "shared memory": 213504,      "blocks per SM": 7.757576,      )"
    R"("warps per SM": 93.090912,      "grid": [32, 32, 1],      "block": [384, 1, 1],      "est. achieved occupancy %": 18)";
constexpr std::string_view kFlash =
    R"("registers per thread": 255,      "shared memory": 65536,      "blocks per SM": 15.515152,      )"
    R"("warps per SM": 62.060608,      "grid": [16, 8, 16],      "block": [128, 1, 1],      "est. achieved occupancy %": 12)";
constexpr std::string_view kElementwise =
    R"("registers per thread": 32,      "shared memory": 16,      "blocks per SM": 248.242424,      )"
    R"("warps per SM": 992.969727,      "grid": [32768, 1, 1],      "block": [128, 1, 1],      "est. achieved occupancy %": 98)";

constexpr Label node(std::string_view name)
{
    return {EventKind::BackwardOp, name};
}
constexpr Label grad(std::string_view name)
{
    return {EventKind::BackwardNode, name};
}
constexpr Label kernel(std::string_view name, std::string_view arguments)
{
    return {EventKind::Kernel, name, arguments};
}

constexpr std::string_view kGemmForward =
    "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize2x1x1_execute_segment_k_off_kernel"
    "__5x_cublas";
constexpr std::string_view kGemmBackward =
    "sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize128x256x64_warpgroupsize2x1x1_execute_segment_k_off_kernel"
    "__5x_cublas";

constexpr Label kSingleForward = kernel(
    "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_warpsize2x4x1_ffma_aligna4_alignc4_execute_kernel"
    "__5x_cublas",
    kWide);
constexpr Label kSingleBackward = kernel(
    "sm80_xmma_gemm_f32f32_f32f32_f32_nt_n_tilesize128x128x8_stage3_warpsize2x4x1_ffma_aligna4_alignc4_execute_kernel"
    "__5x_cublas",
    kWide);
// Attention takes another path inside the same kernel, the embedding sorts its indices.
constexpr Label kFlashBackward =
    kernel("void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<pytorch_flash::Flash_bwd_kernel_traits<"
           "128, 64, 128, 8, 2, 4, 2, cutlass::bfloat16_t>, false, true>(pytorch_flash::Flash_bwd_params)",
           kFlash);
constexpr Label kSortedBackward = kernel(
    "void at::native::(anonymous namespace)::compute_grad_weight<c10::BFloat16, long>(long const*, c10::BFloat16 "
    "const*, long const*, long, long, long, long const*, long const*)",
    kElementwise);

constexpr Operator linear(std::string_view epilogue)
{
    return {{EventKind::ForwardOp, "aten::linear"},
            {EventKind::Op, epilogue},
            node("autograd::engine::evaluate_function: AddmmBackward0"),
            grad("AddmmBackward0"),
            kernel(kGemmForward, kWide),
            kernel(kGemmBackward, kWide),
            2.0,
            &kSingleForward,
            &kSingleBackward};
}

constexpr Label kAdam =
    kernel("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::"
           "FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdamMathFunctor<float, 4, "
           "(at::native::ADAM_MODE)1, false> >",
           kElementwise);
constexpr Label kFill =
    kernel("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, std::array<char*, 1ul> "
           ">(int, at::native::FillFunctor<float>, std::array<char*, 1ul>)",
           kElementwise);

constexpr std::array<Operator, 9> kOperators{{
    {{EventKind::ForwardOp, "aten::embedding"},
     {EventKind::Op, "aten::index_select"},
     node("autograd::engine::evaluate_function: EmbeddingBackward0"),
     grad("EmbeddingBackward0"),
     kernel(
         "void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long, unsigned int, 2, 2, -2, "
         "true>(at::cuda::detail::TensorInfo<c10::BFloat16, unsigned int>)",
         kElementwise),
     kernel("void at::native::(anonymous namespace)::embedding_backward_kernel<c10::BFloat16>(long*, c10::BFloat16*)",
            kElementwise),
     1.0,
     nullptr,
     nullptr,
     &kSortedBackward},
    {{EventKind::ForwardOp, "aten::layer_norm"},
     {EventKind::Op, "aten::native_layer_norm"},
     node("autograd::engine::evaluate_function: NativeLayerNormBackward0"),
     grad("NativeLayerNormBackward0"),
     kernel("void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int, float, "
            "c10::BFloat16 const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*, c10::BFloat16*)",
            kElementwise),
     kernel("void at::native::(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<c10::BFloat16, float>("
            "c10::BFloat16 const*, c10::BFloat16 const*, float const*, float const*, c10::BFloat16*)",
            kElementwise),
     2.0},
    linear("aten::addmm"),
    {{EventKind::ForwardOp, "aten::scaled_dot_product_attention"},
     {EventKind::Op, "aten::_flash_attention_forward"},
     node("autograd::engine::evaluate_function: ScaledDotProductFlashAttentionBackward0"),
     grad("ScaledDotProductFlashAttentionBackward0"),
     kernel(
         "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, "
         "cutlass::bfloat16_t>, false, true, false>(pytorch_flash::Flash_fwd_params)",
         kFlash),
     kFlashBackward,
     2.5,
     nullptr,
     nullptr,
     &kFlashBackward},
    linear("aten::addmm"),
    {{EventKind::ForwardOp, "aten::gelu"},
     {EventKind::Op, "aten::gelu"},
     node("autograd::engine::evaluate_function: GeluBackward0"),
     grad("GeluBackward0"),
     kernel("void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
            "at::native::GeluType)::{lambda()#2}, std::array<char*, 2ul> >(int, std::array<char*, 2ul>)",
            kElementwise),
     kernel("void at::native::vectorized_elementwise_kernel<4, at::native::GeluBackwardCUDAKernelImpl("
            "at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}, std::array<char*, 3ul> >(int)",
            kElementwise),
     1.2},
    linear("aten::addmm"),
    linear("aten::matmul"),
    {{EventKind::ForwardOp, "aten::cross_entropy_loss"},
     {EventKind::Op, "aten::log_softmax"},
     node("autograd::engine::evaluate_function: LogSoftmaxBackward0"),
     grad("LogSoftmaxBackward0"),
     kernel("void at::native::(anonymous namespace)::cunn_SoftMaxForward<8, c10::BFloat16, float, float, "
            "at::native::(anonymous namespace)::LogSoftMaxForwardEpilogue>(float*, c10::BFloat16 const*, int)",
            kElementwise),
     kernel("void at::native::(anonymous namespace)::cunn_SoftMaxBackward<8, float, float, c10::BFloat16, "
            "at::native::(anonymous namespace)::LogSoftMaxBackwardEpilogue>(c10::BFloat16*, float const*, int)",
            kElementwise),
     1.5},
}};

}  // namespace

const Operator& operatorOf(OperatorId id)
{
    return kOperators[static_cast<std::size_t>(id)];
}

const Label& adamKernel()
{
    return kAdam;
}

const Label& fillKernel()
{
    return kFill;
}

}  // namespace headwater::labels
