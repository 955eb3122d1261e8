// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/report/Json.h"
#include "core/report/SavedInvestigation.h"

using namespace headwater;

class TestSavedInvestigation : public QObject {
    Q_OBJECT

private slots:
    void roundTrip();
    void pathsBelowTheFileMoveWithIt();
    void unknownAndMissingKeys();
    void refusals_data();
    void refusals();
    void fileRoundTrip();
    void missingFile();
};

namespace {

SavedInvestigation example()
{
    SavedInvestigation value;
    value.baseline = {"/data/runs/a", "/data/extra.csv"};
    value.current = {"/data/runs/b"};
    value.stages = "annotations";
    value.unit = "ms";
    value.overrides["/data/runs/a/r0.json"] = {3, "ns", "/data/rules.json", "+05:30", FileOverride::Place::Current};
    value.overrides["/data/runs/b/notes.csv"].place = FileOverride::Place::Ignored;
    value.linkedOnly = true;
    value.policy.epsilonPpm = 20'000;
    value.policy.statistic = Statistic::P95;
    value.policy.acrossRanks = AcrossRanks::Max;
    value.policy.measure = Measure::Busy;
    value.policy.alpha = 0.01;
    value.policy.floorNs = 0;
    value.policy.floorShare = 0;
    value.policy.resources.clockRatio = 0.9;
    value.policy.resamples = 500;
    value.policy.seed = std::numeric_limits<std::uint64_t>::max();
    value.policy.warmup = 0;
    value.policy.strict = true;
    value.policy.correctness.spikeZ = 7;
    value.policy.correctness.newKernels = 0.5;
    value.policy.acknowledgement = "same \"model\"\n\u8bad\u7ec3";
    return value;
}

}  // namespace

void TestSavedInvestigation::roundTrip()
{
    const SavedInvestigation before = example();
    const auto after = investigationFromJson(investigationJson(before, "/somewhere/else"), "/somewhere/else");
    QVERIFY(after);
    QCOMPARE(after->baseline, before.baseline);
    QCOMPARE(after->current, before.current);
    QCOMPARE(after->stages, before.stages);
    QCOMPARE(after->unit, before.unit);
    QVERIFY(after->overrides == before.overrides);
    QCOMPARE(after->linkedOnly, before.linkedOnly);
    const Policy& policy = after->policy;
    QCOMPARE(policy.epsilonPpm, before.policy.epsilonPpm);
    QCOMPARE(policy.statistic, before.policy.statistic);
    QCOMPARE(policy.acrossRanks, before.policy.acrossRanks);
    QCOMPARE(policy.measure, before.policy.measure);
    QCOMPARE(policy.alpha, before.policy.alpha);
    QCOMPARE(policy.floorNs, before.policy.floorNs);
    QCOMPARE(policy.floorShare, before.policy.floorShare);
    QVERIFY(policy.resources == before.policy.resources);
    QCOMPARE(policy.resamples, before.policy.resamples);
    QCOMPARE(policy.seed, before.policy.seed);
    QVERIFY(policy.warmup == before.policy.warmup);
    QCOMPARE(policy.strict, before.policy.strict);
    QCOMPARE(policy.correctness.spikeZ, before.policy.correctness.spikeZ);
    QCOMPARE(policy.correctness.newKernels, before.policy.correctness.newKernels);
    QCOMPARE(policy.acknowledgement, before.policy.acknowledgement);
    QCOMPARE(investigationJson(*after, "/x"), investigationJson(before, "/x"));
}

void TestSavedInvestigation::pathsBelowTheFileMoveWithIt()
{
    SavedInvestigation value;
    value.baseline = {"/data/case/runs/a"};
    value.current = {"/data/case-2/b"};
    value.overrides["/data/case/runs/a/r0.json"].rank = 1;
    const std::string json = investigationJson(value, "/data/case");
    QVERIFY(json.find("\"runs/a\"") != std::string::npos);
    QVERIFY(json.find("\"runs/a/r0.json\"") != std::string::npos);
    const auto moved = investigationFromJson(json, "/mnt/elsewhere/case");
    QVERIFY(moved);
    QCOMPARE(moved->baseline.front(), std::filesystem::path("/mnt/elsewhere/case/runs/a"));
    QCOMPARE(moved->current.front(), std::filesystem::path("/data/case-2/b"));
    QCOMPARE(moved->overrides.begin()->first, std::string("/mnt/elsewhere/case/runs/a/r0.json"));
    const auto plain = overridesFromJson(overridesJson(value.overrides));
    QVERIFY(plain && *plain == value.overrides);
    QVERIFY(!overridesFromJson("[{}]"));
}

void TestSavedInvestigation::unknownAndMissingKeys()
{
    const auto value = investigationFromJson(
        R"({"schema": "headwater.investigation/1", "remarks": [1], "policy": {"mood": "good", "alpha": 0.1}})", "/x");
    QVERIFY(value);
    QCOMPARE(value->policy.alpha, 0.1);
    QCOMPARE(value->policy.epsilonPpm, Policy().epsilonPpm);
    QCOMPARE(value->stages, std::string("auto"));
    QVERIFY(value->baseline.empty());
    QVERIFY(investigationJson(*value, "/x").find("mood") == std::string::npos);
}

void TestSavedInvestigation::refusals_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const char* body, const char* where) {
        QTest::newRow(name) << QByteArray(R"({"schema": "headwater.investigation/1", )") + body + "}" << where;
    };
    QTest::newRow("no JSON") << QByteArray("{") << "";
    QTest::newRow("no object") << QByteArray("[]") << "";
    QTest::newRow("no schema") << QByteArray("{}") << "key schema";
    QTest::newRow("other schema") << QByteArray(R"({"schema": "headwater.verdict/1"})") << "key schema";
    QTest::newRow("later version") << QByteArray(R"({"schema": "headwater.investigation/2"})") << "key schema";
    row("paths as text", R"("baseline": "a")", "key baseline");
    row("path as number", R"("current": [1])", "key current");
    row("stages", R"("stages": 1)", "key stages");
    row("flag", R"("linked_only": "yes")", "key linked_only");
    row("overrides", R"("overrides": {})", "key overrides");
    row("override without file", R"("overrides": [{"rank": 1}])", "key overrides.file");
    row("override of rank", R"("overrides": [{"file": "a", "rank": -1}])", "key overrides.rank");
    row("override of unit", R"("overrides": [{"file": "a", "unit": "h"}])", "key overrides.unit");
    row("override of zone", R"("overrides": [{"file": "a", "zone": "CET"}])", "key overrides.zone");
    row("override of place", R"("overrides": [{"file": "a", "place": "left"}])", "key overrides.place");
    row("policy", R"("policy": [])", "key policy");
    row("epsilon negative", R"("policy": {"epsilon_ppm": -1})", "key epsilon_ppm");
    row("epsilon huge", R"("policy": {"epsilon_ppm": 18446744073709551615})", "key epsilon_ppm");
    row("epsilon real", R"("policy": {"epsilon_ppm": 0.5})", "key epsilon_ppm");
    row("statistic", R"("policy": {"statistic": "p42"})", "key statistic");
    row("alpha", R"("policy": {"alpha": 1})", "key alpha");
    row("alpha text", R"("policy": {"alpha": "0.05"})", "key alpha");
    row("resamples", R"("policy": {"resamples": 0})", "key resamples");
    row("warmup", R"("policy": {"warmup": "some"})", "key warmup");
    row("seed", R"("policy": {"seed": -1})", "key seed");
    row("threshold", R"("policy": {"resources": {"clok_ratio": 1}})", "key resources");
    row("threshold out of range", R"("policy": {"resources": {"clock_ratio": 2}})", "key resources");
    row("thresholds", R"("policy": {"resources": 3})", "key resources");
}

void TestSavedInvestigation::refusals()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, where);
    const auto value = investigationFromJson(json.toStdString(), "/x");
    QVERIFY(!value);
    QVERIFY(value.error().code == ErrorCode::Malformed || value.error().code == ErrorCode::NotRecognised);
    QCOMPARE(QString::fromStdString(value.error().where), where);
    QVERIFY(!value.error().what.empty());
}

void TestSavedInvestigation::fileRoundTrip()
{
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("case.headwater").toStdString();
    SavedInvestigation value = example();
    value.baseline = {std::filesystem::path(folder.path().toStdString()) / "baseline"};
    QVERIFY(saveInvestigation(value, file));
    const auto loaded = loadInvestigation(file);
    QVERIFY(loaded);
    QCOMPARE(loaded->baseline, value.baseline);
    QFile text(folder.filePath("case.headwater"));
    QVERIFY(text.open(QIODevice::ReadOnly));
    QVERIFY(text.readAll().contains("\"baseline\": [\n    \"baseline\"\n  ]"));
}

void TestSavedInvestigation::missingFile()
{
    const auto loaded = loadInvestigation("/nowhere/x.headwater");
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::NotFound);
    QCOMPARE(loaded.error().file, std::string("/nowhere/x.headwater"));
}

QTEST_GUILESS_MAIN(TestSavedInvestigation)
#include "tst_SavedInvestigation.moc"
