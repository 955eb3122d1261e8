// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/correctness/KernelChange.h"
#include "core/ingest/LoadRun.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr const char* kBf16 = "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x4_nn";
constexpr const char* kFp32 = "ampere_sgemm_128x64_tn";

/// One operator on the host with the kernels that it launches, each `duration` µs long.
class Timeline {
public:
    void op(const std::string& name, const std::vector<std::pair<std::string, double>>& kernels)
    {
        const double length = 10 + 5 * static_cast<double>(kernels.size());
        m_events.push_back(traceEvent("cpu_op", "outer::" + name, "1", m_now, length + 4));
        m_events.push_back(traceEvent("cpu_op", name, "1", m_now + 1, length));
        double launch = m_now + 2;
        for (const auto& [kernel, duration] : kernels) {
            for (const std::string& event : launched(++m_id, kernel, "1", launch, m_device, duration))
                m_events.push_back(event);
            launch += 4;
            m_device += duration;
        }
        m_now += length + 6;
        m_device = std::max(m_device, m_now);
    }
    [[nodiscard]] KernelProfile profile() const
    {
        const Folder folder;
        const std::filesystem::path path = folder.write("rank-0.json", kineto(m_events));
        const auto run = loadRun(std::span(&path, 1), {}, {});
        return run ? profileKernels(*(*run)->ranks.front().trace) : KernelProfile{};
    }

private:
    std::vector<std::string> m_events;
    double m_now = 0;
    double m_device = 0;
    int m_id = 0;
};

KernelProfile profileOf(const std::string& op, const std::vector<std::pair<std::string, double>>& kernels)
{
    Timeline timeline;
    timeline.op(op, kernels);
    return timeline.profile();
}

/// What the name of a kernel tells, "bf16, tensor-core matrix product"; "-" for nothing.
std::string kindOf(const std::string& kernel)
{
    const KernelProfile profile = profileOf("aten::x", {{kernel, 10}});
    const OperatorKernels& op = profile.operators.at("aten::x");
    const auto first = [](const auto& uses) { return uses.empty() ? std::string("-") : uses.begin()->first; };
    return first(op.byDtype) + ", " + first(op.byFamily);
}

}  // namespace

class TestKernelChange : public QObject {
    Q_OBJECT
private slots:
    void names_data()
    {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char* kernel, const char* kind) { QTest::newRow(kernel) << kernel << kind; };
        row(kBf16, "bf16, tensor-core matrix product");
        row(kFp32, "fp32, plain matrix product");
        row("volta_fp16_s884gemm_fp16_128x128_ldg8_f2f_tn", "fp16, tensor-core matrix product");
        row("void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_64x64_32x6_tn_align4>(Params)",
            "tf32, tensor-core matrix product");
        row("cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x64_64x3_tn_align8", "fp16, tensor-core matrix product");
        row("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64", "bf16, tensor-core matrix product");
        row("nvjet_tst_128x64_64x8_2x1_v_bz_TNT", "bf16, tensor-core matrix product");
        row("nvjet_qqtst_128x64_128x6_TNT", "fp8, tensor-core matrix product");
        row("nvjet_hsh_128x128_64x6_TNN", "fp16, tensor-core matrix product");
        row("Cijk_Alik_Bljk_BBS_BH_Bias_MT256x128x64_MI16x16x1_SN", "bf16, tensor-core matrix product");
        row("Cijk_Ailk_Bljk_HHS_BH_MT64x64x32_MI16x16x16x1_SE", "fp16, tensor-core matrix product");
        row("Cijk_Ailk_Bjlk_S_B_Bias_HA_S_SAV_UserArgs_MT64x64x64_MI16x16x1_SN", "fp32, tensor-core matrix product");
        row("sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nchw_tensor16x8x8",
            "tf32, tensor-core convolution");
        row("volta_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_nt_v1", "fp32, Winograd convolution");
        row("void implicit_convolve_sgemm<float, float, 1024, 6, 7, 3, 3, 5, 1, false, true, true>(int)",
            "fp32, plain convolution");
        row("void flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 64, 4, cutlass::bfloat16_t>>(Params)",
            "bf16, flash attention");
        row("fmha_cutlassF_f16_aligned_64x128_rf_sm80(Params)", "fp16, memory-efficient attention");
        row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::Half>>(int)",
            "fp16, -");
        row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)", "fp32, -");
        row("void at::native::reduce_kernel<128, 4, at::native::ReduceOp<double, double>>(int)", "fp64, -");
        row("triton_poi_fused_add_0", "-, Triton");
        row("void at::native::index_kernel<long>(int)", "-, -");
    }
    void names()
    {
        QFETCH(QString, kernel);
        QFETCH(QString, kind);
        QCOMPARE(QString::fromStdString(kindOf(kernel.toStdString())), kind);
    }

    void innermostOperator()
    {
        const KernelProfile profile = profileOf("aten::mm", {{kBf16, 10}, {kBf16, 30}, {kFp32, 20}});
        QCOMPARE(profile.operators.size(), std::size_t(1));
        const OperatorKernels& op = profile.operators.at("aten::mm");
        QCOMPARE(op.time, Ns(60'000));
        QCOMPARE(op.launches, std::uint64_t(3));
        QCOMPARE(op.byDtype.at("bf16").time, Ns(40'000));
        QCOMPARE(op.byDtype.at("fp32").kernel, std::string(kFp32));
        QCOMPARE(profile.computeTime, Ns(60'000));
        QCOMPARE(profile.outside, Ns(0));
    }

    void silentFallback()
    {
        const KernelProfile before = profileOf("aten::mm", {{kBf16, 10}, {kBf16, 10}});
        const KernelProfile after = profileOf("aten::mm", {{kFp32, 40}, {kBf16, 10}});
        const auto changes = compareKernels(before, after);
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].aspect, KernelAspect::Precision);
        QCOMPARE(changes[0].op, std::string("aten::mm"));
        QCOMPARE(changes[0].from, std::string("bf16"));
        QCOMPARE(changes[0].to, std::string("fp32"));
        QCOMPARE(changes[0].kernelFrom, std::string(kBf16));
        QCOMPARE(changes[0].kernelTo, std::string(kFp32));
        QCOMPARE(changes[0].toCurrent, 0.8);
        QCOMPARE(changes[0].perLaunchCurrent, Ns(25'000));
        QVERIFY(compareKernels(before, before).empty());
        QVERIFY(compareKernels(after, after).empty());
    }

    void otherTilesAreTheSame()
    {
        QVERIFY(
            compareKernels(profileOf("aten::mm", {{kBf16, 10}}),
                           profileOf("aten::mm", {{"cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_32x3_tn", 10}}))
                .empty());
    }

    void aMixThatShifts()  // both sides run both formats: data, not a fallback
    {
        QVERIFY(compareKernels(profileOf("aten::mm", {{kBf16, 80}, {kFp32, 20}}),
                               profileOf("aten::mm", {{kBf16, 20}, {kFp32, 80}}))
                    .empty());
    }

    void smallOperatorsDoNotCount()
    {
        Timeline before;
        before.op("aten::mm", {{kBf16, 1000}});
        before.op("aten::bmm", {{kBf16, 5}});
        Timeline after;
        after.op("aten::mm", {{kBf16, 1000}});
        after.op("aten::bmm", {{kFp32, 5}});
        QVERIFY(compareKernels(before.profile(), after.profile()).empty());
    }

    void familyAlone()
    {
        const KernelProfile before = profileOf("aten::mm", {{"cutlass_80_tensorop_s1688gemm_f32_tf32_64x64", 10}});
        const KernelProfile after = profileOf("aten::mm", {{"cutlass_80_simt_tf32gemm_64x64", 30}});
        const auto changes = compareKernels(before, after);
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].aspect, KernelAspect::Family);
        QCOMPARE(changes[0].to, std::string("plain matrix product"));
    }
};

QTEST_APPLESS_MAIN(TestKernelChange)
#include "tst_KernelChange.moc"
