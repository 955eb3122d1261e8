// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "core/simulate/Sample.h"
#include "core/simulate/Simulate.h"
#include "core/triage/Decide.h"
#include "core/triage/Names.h"
#include "tests/core/simulate/Folders.h"

using namespace headwater;
using namespace headwater::test;
namespace fs = std::filesystem;

namespace {

RunPtr load(const fs::path& folder)
{
    const std::array<fs::path, 1> paths{folder};
    const auto run = loadRun(paths, {}, {});
    return run ? *run : nullptr;
}

/// The way of `analyze`, with default settings.
Result<Verdict> judge(const fs::path& out)
{
    const auto pair = analyzePair(load(out / "baseline"), load(out / "current"), {}, {});
    if (!pair)
        return tl::unexpected<Error>(pair.error());
    const auto basis = prepareDecision(*pair, {}, {});
    if (!basis)
        return tl::unexpected<Error>(basis.error());
    return decide(**basis, {});
}

const Finding* findingOf(const Verdict& verdict, std::string_view id)
{
    for (const Layer& layer : verdict.layers)
        for (const Finding& finding : layer.findings)
            if (finding.id == id)
                return &finding;
    return nullptr;
}

}  // namespace

/// From traces on disk to the verdict: what was broken is what is found. Only the test reads truth.json.
class TestScenarioVerdicts : public QObject {
    Q_OBJECT
private slots:
    void truthIsFound_data()
    {
        QTest::addColumn<QString>("scenario");
        for (const ScenarioInfo& info : scenarios())
            QTest::newRow(info.id.data()) << QString::fromUtf8(info.id.data(), static_cast<int>(info.id.size()));
    }
    void truthIsFound()
    {
        QFETCH(QString, scenario);
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate(scenario.toStdString(), out, {}, {}));
        const auto truth = nlohmann::json::parse(readAll(out / "truth.json"));
        const auto verdict = judge(out);
        QVERIFY2(verdict, verdict ? "" : describe(verdict.error()).c_str());

        QCOMPARE(std::string(nameOf(verdict->outcome)), truth["outcome"].get<std::string>());
        QCOMPARE(!verdict->firstRegressed.has_value(), truth["first_regressed_stage"].is_null());
        if (!verdict->firstRegressed)
            return;
        const FirstRegressed& first = *verdict->firstRegressed;
        QVERIFY(first.confirmed);
        QCOMPARE(first.stage, truth["first_regressed_stage"].get<std::string>());
        QCOMPARE(std::string(nameOf(first.scope)), truth["scope"].get<std::string>());
        if (first.scope == Scope::Localised)
            QCOMPARE(first.ranks, truth["ranks"].get<std::vector<int>>());
        if (truth["kind"] == "tail")
            QVERIFY(first.kind == Kind::Tail || first.kind == Kind::Rare);
        else
            QVERIFY(first.kind == Kind::Shift || first.kind == Kind::Both);
    }

    void bubblesNameTheirCause()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate("slow-data-loader", out, {}, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        const Finding* finding = findingOf(*verdict, "timeline.bubbles");
        QVERIFY(finding != nullptr);
        QVERIFY2(finding->statement.find("grown: waiting for input +") != std::string::npos,
                 finding->statement.c_str());
        QVERIFY(!finding->evidence.empty());
    }

    void stragglersAreNamedWithTheirSide_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        QTest::addColumn<QByteArray>("cls");
        QTest::addColumn<QByteArray>("side");
        QTest::newRow("device") << QByteArray("slow-rank") << QByteArray("fixed") << QByteArray("device");
        QTest::newRow("host") << QByteArray("slow-rank-host") << QByteArray("fixed") << QByteArray("host");
        QTest::newRow("backward") << QByteArray("slow-rank-backward") << QByteArray("fixed") << QByteArray("host");
        QTest::newRow("group") << QByteArray("thermal-throttle") << QByteArray("group") << QByteArray("device");
    }
    void stragglersAreNamedWithTheirSide()
    {
        QFETCH(QByteArray, scenario);
        QFETCH(QByteArray, cls);
        QFETCH(QByteArray, side);
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate(scenario.toStdString(), out, {}, {}));
        const auto truth = nlohmann::json::parse(readAll(out / "truth.json"));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        std::vector<int> ranks;
        for (const StragglerVerdict& straggler : verdict->stragglers) {
            ranks.push_back(straggler.rank);
            QCOMPARE(straggler.cls, cls.toStdString());
            QCOMPARE(straggler.side, side.toStdString());
            QVERIFY(straggler.ratio > 1.05);
        }
        QCOMPARE(ranks, truth["ranks"].get<std::vector<int>>());
        QVERIFY(findingOf(*verdict, "stragglers.others-wait") != nullptr);
        QVERIFY(verdict->layers[3].status == LayerStatus::Fail);
        QCOMPARE(findingOf(*verdict, "stragglers.slow-host") != nullptr, cls == "group");
    }

    void rotatingPausesAreNoSlowRank()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        QVERIFY(simulate("gc-pauses", out, {}, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        QVERIFY(verdict->stragglers.empty());
        QVERIFY(findingOf(*verdict, "stragglers.rotating") != nullptr);
        QVERIFY(findingOf(*verdict, "stragglers.slow-rank") == nullptr);
    }

    void sampleTellsItsStory()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "sample";
        QVERIFY(writeSample(out, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        QVERIFY(verdict->comparability.status == ComparabilityStatus::Comparable);
        QVERIFY(verdict->firstRegressed && verdict->firstRegressed->confirmed);
        QCOMPARE(verdict->firstRegressed->stage, std::string("forward"));
        QVERIFY(verdict->course.has_value());
        QCOMPARE(verdict->course->stage, std::string("forward"));
        QVERIFY(verdict->largestIncrease.has_value());
        QCOMPARE(verdict->largestIncrease->stage, std::string("backward"));
        QCOMPARE(verdict->slowest.stage, std::string("backward"));
        QVERIFY(verdict->largestIncrease->value > 2 * verdict->firstRegressed->delta);
    }
};

QTEST_APPLESS_MAIN(TestScenarioVerdicts)
#include "tst_ScenarioVerdicts.moc"
