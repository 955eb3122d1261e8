// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/trace/Taxonomy.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using test::json;

class tst_Taxonomy : public QObject {
    Q_OBJECT

private slots:
    void kernels_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("activity");
        const auto row = [](const char* name, ActivityClass c) {
            QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(c);
        };
        row("ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)", ActivityClass::Comm);
        row("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", ActivityClass::Comm);
        row("ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)", ActivityClass::Comm);
        row("void rcclGenericKernel<4, false>(ncclDevKernelArgsStorage<4096ul>)", ActivityClass::Comm);
        row("void vllm::cross_device_reduce_1stage<c10::BFloat16, 2>(...)", ActivityClass::Comm);
        row("void deep_ep::internode::dispatch<false>(int4*)", ActivityClass::Comm);
        row("nvshmem_barrier", ActivityClass::Comm);
        row("oneccl_allreduce", ActivityClass::Comm);
        row("__amd_rocclr_fillBufferAligned.kd", ActivityClass::Memset);
        row("__amd_rocclr_copyBuffer", ActivityClass::Memcpy);
        row("hipBLASLt_Cijk_Ailk_Bjlk_HHS_BH", ActivityClass::Compute);
        row("void at::native::vectorized_elementwise_kernel<4, AddFunctor<float>>(int)", ActivityClass::Compute);
        row("ampere_sgemm_128x64_tn", ActivityClass::Compute);
        row("triton_poi_fused_add_0", ActivityClass::Compute);
    }

    void kernels()
    {
        QFETCH(QString, name);
        QFETCH(int, activity);
        const auto result = Taxonomy::builtIn().classify(name.toStdString());
        QCOMPARE(static_cast<int>(result.activity), activity);
        QVERIFY(result.byRule);
    }

    void unknownIsComputeAndCounted()
    {
        const auto result = Taxonomy::builtIn().classify("zzz");
        QCOMPARE(static_cast<int>(result.activity), static_cast<int>(ActivityClass::Compute));
        QVERIFY(!result.byRule);
    }

    void longNamesAreSafe()
    {
        const std::string name(200000, 'x');
        QVERIFY(!Taxonomy::builtIn().classify(name).byRule);
        QCOMPARE(static_cast<int>(Taxonomy::builtIn().classify("ncclDevKernel_X" + name).activity),
                 static_cast<int>(ActivityClass::Comm));
    }

    void badFilesAreNamed()
    {
        for (const std::string& text :
             std::vector<std::string>{"", "[]", "{}", json("{'rules': 1}"), json("{'rules': [{'class': 'comm'}]}"),
                                      json("{'rules': [{'class': 'nope', 'pattern': 'a'}]}"),
                                      json("{'rules': [{'class': 'comm', 'pattern': '('}]}")}) {
            const auto taxonomy = Taxonomy::fromJson(text, "my.json");
            QVERIFY2(!taxonomy, text.c_str());
            QCOMPARE(taxonomy.error().file, std::string("my.json"));
        }
    }
};

QTEST_APPLESS_MAIN(tst_Taxonomy)
#include "tst_Taxonomy.moc"
