// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QtTest>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "tests/Paths.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr int kSteps = 6;

/// Six steps of eight launches each; the kernels stand behind all host events, as profilers write them.
std::string trace()
{
    std::vector<std::string> host;
    std::vector<std::string> device;
    for (int step = 0; step < kSteps; ++step) {
        const double start = step * 1000.0;
        host.push_back(traceEvent("user_annotation", fmt::format("ProfilerStep#{}", step), "1", start, 1000));
        for (int k = 0; k < 8; ++k) {
            const int id = step * 8 + k;
            auto pair = launched(id, "gemm", "1", start + 10 + k * 20, start + 100 + k * 100, 90);
            host.push_back(std::move(pair[0]));
            device.push_back(std::move(pair[1]));
        }
    }
    host.insert(host.end(), device.begin(), device.end());
    return kineto(host);
}

Result<RunAnalysisPtr> analyze(const std::filesystem::path& path)
{
    const auto run = loadRun(std::span(&path, 1), {}, {});
    if (!run)
        return tl::unexpected(run.error());
    return analyzeRun(*run, {}, {});
}

std::vector<StepStatus> healthOf(const RunAnalysis& analysis)
{
    std::vector<StepStatus> out;
    for (const StepAnalysis& step : analysis.ranks.at(0).steps)
        out.push_back(step.status);
    return out;
}

}  // namespace

/// A capture that stops in the middle: what is missing must not look like an idle device.
class tst_CutTrace : public QObject {
    Q_OBJECT
    Folder m_folder;

private slots:
    void aWholeTraceIsSound()
    {
        const auto analysis = analyze(m_folder.write("whole.json", trace()));
        QVERIFY(analysis);
        QCOMPARE(healthOf(**analysis), std::vector<StepStatus>(kSteps, StepStatus::Ok));
    }

    void cutBeforeTheDeviceEventsEveryStepIsUnknown()
    {
        const std::string whole = trace();
        const auto firstKernel = whole.find("\"gemm\"");
        const auto analysis = analyze(m_folder.write("cut.json", whole.substr(0, firstKernel)));
        QVERIFY(analysis);
        QCOMPARE(healthOf(**analysis), std::vector<StepStatus>(kSteps, StepStatus::Unknown));
        const Problems& problems = (*analysis)->problems;
        QCOMPARE(std::ranges::count(problems, std::string("lost-activities"), &Problem::code), 1);
        QVERIFY(std::ranges::count((*analysis)->run->problems, std::string("truncated"), &Problem::code) == 1);
    }

    void aTraceThatEndsBeforeTheDeviceSaysSo()
    {
        // One step of ten launches; the device got to the first three, or, where records were dropped, to the last.
        const auto text = [](const std::vector<int>& kept) {
            std::vector<std::string> events{traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 1000)};
            for (int k = 0; k < 10; ++k) {
                auto pair = launched(k, "gemm", "1", 10.0 + k * 20, 100.0 + k * 90, 80);
                events.push_back(std::move(pair[0]));
                if (std::ranges::find(kept, k) != kept.end())
                    events.push_back(std::move(pair[1]));
            }
            return kineto(events);
        };
        const auto count = [&](const std::vector<int>& kept, std::string_view code) {
            const auto analysis = analyze(m_folder.write("behind.json", text(kept)));
            return std::ranges::count((*analysis)->problems, code, &Problem::code);
        };
        QCOMPARE(count({0, 1, 2}, "device-behind"), 1);
        QCOMPARE(count({0, 1, 2}, "lost-activities"), 0);
        QCOMPARE(count({0, 5, 9}, "device-behind"), 0);
        QCOMPARE(count({0, 5, 9}, "lost-activities"), 1);
        QCOMPARE(count({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, "device-behind"), 0);
    }

    void cutBeforeTheLaunchesTooEveryStepIsUnknown()
    {
        const std::string whole = trace();
        const auto analysis = analyze(m_folder.write("early.json", whole.substr(0, whole.rfind("cudaLaunchKernel"))));
        QVERIFY(analysis);
        QCOMPARE(healthOf(**analysis), std::vector<StepStatus>(kSteps, StepStatus::Unknown));
    }

    void aCutTraceOfACpuJobIsOnlyPartial()
    {
        std::vector<std::string> events;
        for (int step = 0; step < 3; ++step)
            events.push_back(
                traceEvent("user_annotation", fmt::format("ProfilerStep#{}", step), "1", step * 1000, 1000));
        const std::string text =
            "{\"schemaVersion\":1,\"deviceProperties\":[],\"traceEvents\":[" + joined(events) + ",";
        const auto analysis = analyze(m_folder.write("cpu.json", text));
        QVERIFY(analysis);
        QCOMPARE(healthOf(**analysis), (std::vector<StepStatus>{StepStatus::Ok, StepStatus::Ok, StepStatus::Partial}));
    }

    void cutAmongTheDeviceEventsOnlyWholeStepsCount()
    {
        const std::string whole = trace();
        // Behind the sixth kernel of the fourth step.
        std::size_t at = 0;
        for (int k = 0; k < 3 * 8 + 6; ++k)
            at = whole.find("\"gemm\"", at + 1);
        at = whole.find('\n', at);
        const auto analysis = analyze(m_folder.write("among.json", whole.substr(0, at)));
        QVERIFY(analysis);
        QCOMPARE(healthOf(**analysis),
                 (std::vector<StepStatus>{StepStatus::Ok, StepStatus::Ok, StepStatus::Ok, StepStatus::Partial,
                                          StepStatus::Unknown, StepStatus::Unknown}));
    }

    void realCapture()
    {
        const std::filesystem::path path =
            HEADWATER_SHARED_DATA "/kineto/kineto-pair-dataloader/num_workers_0/worker0.1623143089861.pt.trace.json.gz";
        if (!std::filesystem::exists(path))
            QSKIP("the shared folder with real traces is absent");
        constexpr std::size_t kKept = 300'000;
        std::string bytes(kKept, '\0');
        std::ifstream(path, std::ios::binary).read(bytes.data(), kKept);
        const auto analysis = analyze(m_folder.write("real/worker0.pt.trace.json.gz", bytes));
        QVERIFY(analysis);
        QVERIFY(!healthOf(**analysis).empty());
        for (const StepStatus status : healthOf(**analysis))
            QVERIFY(status == StepStatus::Unknown || status == StepStatus::Partial);
    }
};

QTEST_GUILESS_MAIN(tst_CutTrace)
#include "tst_CutTrace.moc"
