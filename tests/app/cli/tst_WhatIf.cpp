// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QDir>
#include <QTest>

#include "Cli.h"
#include "tests/Paths.h"

using namespace headwater::cli_test;

namespace {

bool near(const nlohmann::json& value, double expected, double tolerance)
{
    return value.is_number() && std::abs(value.get<double>() - expected) <= tolerance;
}

}  // namespace

class TestWhatIf : public QObject {
    Q_OBJECT

private slots:
    void serialStages();
    void oneRankAloneIsNotJudged();
    void waitingRanks();
    void wrongInput();
    void jobST();
};

void TestWhatIf::serialStages()  // V17b, in seconds
{
    const Workplace place;
    const QString before = place.vectorFile("before.csv", {"20", "5", "60", "90", "15"});
    const QString after = place.vectorFile("after.csv", {"20", "5", "72", "99", "15"});
    const Outcome outcome = runCli({"whatif", after, "--baseline", before, "--json", "-"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY2(outcome.err.isEmpty(), outcome.err.constData());
    const auto document = parsed(outcome);
    QCOMPARE(document["schema"].get<std::string>(), std::string("headwater.whatif/1"));
    QVERIFY(document["slowdown"].is_null() && document["m_w"].is_null() && document["m_s"].is_null());
    QCOMPARE(document["replay_error"].get<double>(), 0.0);
    const auto stages = document["attribution"];
    QCOMPARE(stages.size(), std::size_t(5));
    QCOMPARE(stages[2]["shapley_ns"].get<std::int64_t>(), std::int64_t(12'000'000'000));
    QVERIFY(near(stages[3]["removal"], 9.0 / 21, 1e-9) && near(stages[3]["addition"], 9.0 / 21, 1e-9));
    QCOMPARE(stages[2]["saving_lo_ns"].get<std::int64_t>(), std::int64_t(12'000'000'000));
    QCOMPARE(stages[2]["saving_hi_ns"].get<std::int64_t>(), std::int64_t(12'000'000'000));
    QCOMPARE(stages[0]["saving_hi_ns"].get<std::int64_t>(), std::int64_t(0));

    const Outcome text = runCli({"whatif", after, "--baseline", before});
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.contains("+21.0 s") && text.out.contains("a ceiling, not a forecast"));
}

void TestWhatIf::oneRankAloneIsNotJudged()
{
    const Workplace place;
    const Outcome outcome = runCli({"whatif", place.vectorFile("a.csv", {"1", "2"})});
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("there is one rank") && outcome.err.contains("give the traces of all ranks"),
             outcome.err.constData());
    QVERIFY(!outcome.out.contains("slowdown"));
}

void TestWhatIf::waitingRanks()
{
    const Workplace place;
    const QString folder = place.path("pair");
    QCOMPARE(runCli({"simulate", "slow-rank", "--out", folder, "--ranks", "8", "--steps", "6", "--seed", "3",
                     "--events-per-step", "150"})
                 .code,
             0);
    const QStringList arguments{"whatif", folder + "/current", "--baseline", folder + "/baseline", "--json", "-"};
    const Outcome outcome = runCli(arguments);
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const auto document = parsed(outcome);
    QVERIFY(document["slowdown"].get<double>() > 1.1);
    QVERIFY(near(document["waste"], 1 - 1 / document["slowdown"].get<double>(), 1e-12));
    QVERIFY(document["m_w"].get<double>() > 0.9 && document["m_s"].is_null());
    QVERIFY(document["slowest_workers"] == nlohmann::json::array({"5"}));
    QCOMPARE(document["by_dp_rank"].size(), std::size_t(8));
    for (const char* key : {"measured_ns", "replayed_ns", "ideal_ns"})
        QCOMPARE(document["step_times"][key].size(), std::size_t(6));
    QCOMPARE(runCli(arguments).out, outcome.out);  // same input, same bytes
}

void TestWhatIf::wrongInput()
{
    const Workplace place;
    place.write("note.txt", "nothing to see\n");
    QCOMPARE(runCli({"whatif"}).code, 2);
    const Outcome missing = runCli({"whatif", "nowhere"}, place.path());
    QCOMPARE(missing.code, 2);
    QVERIFY(missing.err.contains("nowhere"));
    const QString good = place.vectorFile("a.csv", {"1"});
    QCOMPARE(runCli({"whatif", good, "--baseline", "nowhere"}, place.path()).code, 2);
    QCOMPARE(runCli({"whatif", "note.txt"}, place.path()).code, 2);
}

void TestWhatIf::jobST()
{
    const QString file = QStringLiteral(HEADWATER_SHARED_DATA "/kineto/straggler-analysis/timeline-ST.json.gz");
    if (!QFile::exists(file))
        QSKIP("the real traces are not here (HEADWATER_SHARED_DATA)");
    const Outcome outcome = runCli({"whatif", file, "--json", "-"});
    QCOMPARE(outcome.code, 0);
    const auto document = parsed(outcome);
    QVERIFY(near(document["slowdown"], 1.1787021836556841, 1e-4));
    QVERIFY(near(document["replay_error"], 0.0189, 0.001));
    QVERIFY(near(document["launch_slowdown"], 1.01921617557204, 1e-4));
    QVERIFY(near(document["m_s"], 1.219, 0.001) && near(document["m_w"], 0.031, 0.001));
    QCOMPARE(document["by_stage"].size(), std::size_t(4));
    QCOMPARE(document["by_stage"][3]["key"].get<std::string>(), std::string("3"));
    QVERIFY(near(document["by_stage"][3]["slowdown"], 1.2322559543157936, 1e-4));

    // A run against itself: nothing changed, so nothing is attributed.
    const auto same = parsed(runCli({"whatif", file, "--baseline", file, "--json", "-"}));
    for (const auto& stage : same["attribution"])
        QVERIFY(stage["shapley_ns"] == 0 && stage["removal"].is_null() && stage["saving_hi_ns"] == 0);
}

QTEST_APPLESS_MAIN(TestWhatIf)
#include "tst_WhatIf.moc"
