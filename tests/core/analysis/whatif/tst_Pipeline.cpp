// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QtTest>

#include <nlohmann/json.hpp>

#include "core/analysis/whatif/PipelineModel.h"
#include "core/analysis/whatif/Slowdown.h"
#include "core/ingest/LoadRun.h"
#include "core/stats/Quantile.h"
#include "tests/Paths.h"

using namespace headwater;
using namespace headwater::whatif;

namespace {

const std::filesystem::path kStudy = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto/straggler-analysis";

Result<RunPtr> load(const std::filesystem::path& path)
{
    return loadRun(std::span(&path, 1), {}, {});
}

bool near(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

}  // namespace

/// The what-if study's replay against the values that the study published.
class TestPipeline : public QObject {
    Q_OBJECT

    nlohmann::json m_published;

    void compare(const std::vector<KeySlowdown>& values, const char* key)
    {
        const nlohmann::json& expected = m_published[key];
        QCOMPARE(values.size(), expected.size());
        for (const KeySlowdown& value : values)
            QVERIFY2(near(value.slowdown, expected[value.key].get<double>(), 1e-5), value.key.c_str());
    }

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(kStudy))
            QSKIP("the shared folder with real traces is absent");
        m_published = nlohmann::json::parse(std::ifstream(kStudy / "result-ST.json"));
    }

    void jobST()
    {
        const auto run = load(kStudy / "timeline-ST.json.gz");
        QVERIFY(run);
        QVERIFY(isPipelineTimeline(**run));
        const auto model = pipelineModel(**run);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QVERIFY(model->problems.empty());
        QCOMPARE(model->steps.size(), std::size_t(32));
        const std::vector<double> times = stepTimes(*model, model->duration);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const std::string step = std::to_string(model->stepNumbers[i]);
            QVERIFY(near(times[i] / 1e9 / m_published["step_t_nodelay"][step].get<double>(), 1, 1e-6));
            QVERIFY(near(static_cast<double>(model->measured[i]) / 1e9, m_published["step_t_base"][step].get<double>(),
                         5e-4));
        }
        const auto error = replayError(*model, times);
        QVERIFY(error && near(*error, 0.0189, 0.0005));  // the launch delays that the replay leaves out

        const auto slowdown = slowdownOf(*model, {});
        QVERIFY(slowdown);
        QVERIFY(near(slowdown->slowdown, m_published["blocking_slowdown"].get<double>(), 1e-5));
        QVERIFY(near(slowdown->waste, 1 - 1 / 1.1787021836556841, 1e-5));
        compare(slowdown->byStage, "blocking_decompose_by_stage");
        compare(slowdown->byWorker, "blocking_decompose_by_dp_rank");
        compare(slowdown->byType, "blocking_decompose_by_optype");
        QVERIFY(near(*slowdown->lastStage, 1.219, 0.001));
        QVERIFY(near(*slowdown->slowestWorkers, 0.031, 0.001));
        QCOMPARE(slowdown->slowest, std::vector<std::string>{"1 at stage 3"});
        const double ideal = m_published["step_t_noblk"]["23"].get<double>();
        for (const double time : slowdown->ideal)
            QVERIFY(near(time / 1e9, ideal, 1e-5));
    }

    void theIdealIsIdeal()
    {
        const auto run = load(kStudy / "ideal-timeline-ST.json.gz");
        QVERIFY(run);
        const auto model = pipelineModel(**run);
        QVERIFY(model);
        QVERIFY(*replayError(*model, stepTimes(*model, model->duration)) < 1e-6);
        const auto slowdown = slowdownOf(*model, {});
        QVERIFY(near(slowdown->slowdown, 1, 1e-6));
    }

    void aRankIsMissing()
    {
        const auto run = load(kStudy / "timeline-ST.json.gz");
        QVERIFY(run);
        Run without = **run;
        without.ranks.erase(without.ranks.begin() + 3);
        const auto model = pipelineModel(without);
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::NothingUsable);
    }
};

QTEST_APPLESS_MAIN(TestPipeline)
#include "tst_Pipeline.moc"
