// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "Cli.h"

using namespace headwater::cli_test;

class TestAnalyze : public QObject {
    Q_OBJECT

private slots:
    void textbookVectors();
    void stageCountsDiffer();
    void exactlyEpsilonIsNoRegression_data();
    void exactlyEpsilonIsNoRegression();
    void zeroBaseline();
    void impossibleDurations_data();
    void impossibleDurations();
    void againstItself();
    void sameBytesTwiceAndOnAnyThreads();
    void confirmedRegression();
    void everyOutputIsWritten();
    void saveAndReport();
    void chromeTraceByRuleFile();
    void inAnotherLanguage();

private:
    [[nodiscard]] Outcome analyze(const QStringList& baseline, const QStringList& current,
                                  const QStringList& more = {}) const
    {
        m_place.vectorFile("b.csv", baseline);
        m_place.vectorFile("c.csv", current);
        return runCli(QStringList{"analyze", "--baseline", "b.csv", "--current", "c.csv"} + more, m_place.path());
    }

    Workplace m_place;
};

/// A trace of another tool: without rules its processes are one rank, by rules they are two, with their steps.
void TestAnalyze::chromeTraceByRuleFile()
{
    const auto trace = [](int forward) {
        QByteArray events;
        for (int rank = 0; rank < 2; ++rank)
            for (int step = 0; step < 20; ++step) {
                const int start = step * (forward + 8'000);
                const auto event = [&](const char* name, int at, int length) {
                    events += (events.isEmpty() ? "" : ",") +
                              QStringLiteral("{\"ph\":\"X\",\"name\":\"%1\",\"pid\":%2,\"tid\":0,\"ts\":%3,"
                                             "\"dur\":%4,\"args\":{\"it\":%5}}")
                                  .arg(QLatin1String(name))
                                  .arg(rank)
                                  .arg(start + at)
                                  .arg(length)
                                  .arg(step)
                                  .toUtf8();
                };
                event("fetch", 0, 300 + step % 3);
                event("fwd", 400, forward + step % 5);
                event("bwd", forward + 600, 4'000 + step % 7);
            }
        return "[" + events + "]";
    };
    m_place.write("base.json", trace(2'000));
    m_place.write("slow.json", trace(2'800));
    m_place.write("rules.json", "{\"schema\":\"headwater.trace-rules/1\",\"name\":\"ours\",\"ranks\":[{\"field\":"
                                "\"pid\"}],\"step\":{\"field\":\"args.it\"},\"events\":[{\"pattern\":"
                                "\"fetch|fwd|bwd\",\"kind\":\"compute\"}]}");
    const QStringList stages{"--stages", "rules.json"};
    const Outcome inspected = runCli(QStringList{"inspect", "base.json", "--json", "-"} + stages, m_place.path());
    QCOMPARE(inspected.code, 0);
    QCOMPARE(parsed(inspected)["ranks"].size(), std::size_t(2));
    const Outcome probed = runCli(QStringList{"probe", "base.json", "--json", "-"} + stages, m_place.path());
    QCOMPARE(parsed(probed)["files"][0]["variant"].get<std::string>(), std::string("ours"));
    QCOMPARE(parsed(probed)["files"][0]["steps"].size(), std::size_t(20));
    const Outcome judged = runCli(QStringList{"analyze", "--baseline", "base.json", "--current", "slow.json", "--save",
                                              "s.headwater", "--json", "-"} +
                                      stages,
                                  m_place.path());
    QCOMPARE(judged.code, 1);
    QCOMPARE(parsed(judged)["course"]["first"]["stage"].get<std::string>(), std::string("fwd"));
    QVERIFY(runCli({"report", m_place.path("s.headwater")}, "/").out.startsWith("Regressed\n"));  // from any folder

    const Outcome beside = runCli({"probe", "base.json", "rules.json", "--json", "-"}, m_place.path());
    QVERIFY(beside.out.contains("give the file with --stages"));
}

void TestAnalyze::textbookVectors()
{
    const Outcome slow = analyze({"1", "2", "3"}, {"1", "2.5", "3.8"}, {"--json", "-"});
    QCOMPARE(slow.code, 1);
    const auto first = parsed(slow)["course"]["first"];
    QCOMPARE(first["index"].get<int>(), 1);
    QCOMPARE(first["delta_ns"].get<qint64>(), qint64(500'000'000));
    QCOMPARE(first["stage"].get<std::string>(), std::string("s1"));
    QCOMPARE(parsed(slow)["slowest"]["index"].get<int>(), 2);
    QCOMPARE(parsed(slow)["largest_increase"]["index"].get<int>(), 2);

    const Outcome fine = analyze({"1", "2"}, {"1.01", "2.01"}, {"--json", "-"});
    QCOMPARE(fine.code, 0);
    QVERIFY(parsed(fine)["course"]["first"].is_null());

    const Outcome text = analyze({"1", "2", "3"}, {"1", "2.5", "3.8"});
    QCOMPARE(text.code, 1);
    QVERIFY(text.out.startsWith("Regressed\n"));
    QVERIFY(text.out.contains("+500 ms"));
    QVERIFY(!text.out.contains('{'));
}

void TestAnalyze::inAnotherLanguage()
{
    const QStringList chinese{"--language", "zh_CN"};
    const Outcome text = analyze({"1", "2", "3"}, {"1", "2.5", "3.8"}, chinese);
    QCOMPARE(text.code, 1);
    QVERIFY(text.out.startsWith("变慢\n最先变慢的阶段（单点比较）：s1 +500 ms"));
    const Outcome english = analyze({"1", "2", "3"}, {"1", "2.5", "3.8"}, {"--json", "-"});
    QCOMPARE(analyze({"1", "2", "3"}, {"1", "2.5", "3.8"}, chinese + QStringList{"--json", "-"}).out, english.out);
    const Outcome markdown = analyze({"1", "2", "3"}, {"1", "2.5", "3.8"}, chinese + QStringList{"--markdown", "-"});
    QVERIFY(markdown.out.contains("## 判定策略"));
    QVERIFY(analyze({"1"}, {"2"}, {"--language", "qps"}).out.startsWith("["));
}

void TestAnalyze::stageCountsDiffer()
{
    const Outcome outcome = analyze({"1", "2", "3"}, {"1", "2"}, {"--json", "out.json"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("stage counts differ"), outcome.err.constData());
    QCOMPARE(outcome.err.count('\n'), qsizetype(1));
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(m_place.read("out.json").isEmpty());
}

void TestAnalyze::exactlyEpsilonIsNoRegression_data()
{
    QTest::addColumn<QString>("baseline");
    QTest::addColumn<QString>("epsilon");
    QTest::addColumn<QString>("current");
    // In binary64 each of these comes out as "greater".
    const QList<QStringList> traps{{"0.7", "0.15", "0.805"}, {"3", "0.15", "3.45"},    {"3", "0.2", "3.6"},
                                   {"50", "0.15", "57.5"},   {"100", "0.15", "115"},   {"110", "0.15", "126.5"},
                                   {"170", "0.15", "195.5"}, {"190", "0.15", "218.5"}, {"2", "0.05", "2.1"}};
    for (const QStringList& trap : traps)
        QTest::newRow(qPrintable(trap.join(' '))) << trap[0] << trap[1] << trap[2];
}

void TestAnalyze::exactlyEpsilonIsNoRegression()
{
    QFETCH(QString, baseline);
    QFETCH(QString, epsilon);
    QFETCH(QString, current);
    const Outcome equal = analyze({baseline}, {current}, {"--epsilon", epsilon, "--json", "-"});
    QCOMPARE(equal.code, 0);
    QVERIFY(parsed(equal)["course"]["first"].is_null());
    const Outcome above = analyze({baseline}, {current + (current.contains('.') ? "" : ".") + "000001"},
                                  {"--epsilon", epsilon, "--json", "-"});
    QCOMPARE(parsed(above)["course"]["first"]["index"].get<int>(), 0);
}

void TestAnalyze::zeroBaseline()
{
    m_place.write("b.csv", "stage,duration_ms\na,0\nb,5\n");
    m_place.write("c.csv", "stage,duration_ms\na,0.04\nb,9\n");
    const QStringList arguments{"analyze", "--baseline", "b.csv", "--current", "c.csv", "--json", "-"};
    const auto later = parsed(runCli(arguments, m_place.path()));
    QCOMPARE(later["course"]["first"]["index"].get<int>(), 1);
    m_place.write("c.csv", "stage,duration_ms\na,0.06\nb,5\n");
    const auto first = parsed(runCli(arguments, m_place.path()))["course"]["first"];
    QCOMPARE(first["index"].get<int>(), 0);
    QVERIFY(first["ratio"].is_null());
}

void TestAnalyze::impossibleDurations_data()
{
    QTest::addColumn<QString>("value");
    for (const char* value : {"nan", "NaN", "inf", "-inf", "Infinity", "-1", "-0.5"})
        QTest::newRow(value) << value;
}

void TestAnalyze::impossibleDurations()
{
    QFETCH(QString, value);
    const Outcome outcome = analyze({"1", "2", "3"}, {"1", value, "3"}, {"--json", "-"});
    const auto document = parsed(outcome);
    QVERIFY(!document.is_discarded());
    QCOMPARE(document["layers"][0]["id"].get<std::string>(), std::string("correctness"));
    QCOMPARE(document["layers"][0]["status"].get<std::string>(), std::string("fail"));
    QVERIFY(document["layers"][0]["findings"].size() > 0);
    QVERIFY(outcome.code != 0);
    QVERIFY(document["outcome"] != "equivalent" && document["outcome"] != "improved");
    QVERIFY(document["stages"][1]["current"]["p50_ns"].is_null());
}

void TestAnalyze::againstItself()
{
    const Outcome vector = analyze({"1", "2", "3"}, {"1", "2", "3"}, {"--json", "-"});
    QCOMPARE(vector.code, 0);
    QCOMPARE(parsed(vector)["outcome"].get<std::string>(), std::string("equivalent"));
    m_place.write("run.csv", metricsCsv(4, 40, {"x", "y"}, [](int rank, int step, int stage) {
                      return 1000 + (rank * 7 + step * 13 + stage * 29) % 50;
                  }));
    const Outcome run =
        runCli({"analyze", "--baseline", "run.csv", "--current", "run.csv", "--json", "-"}, m_place.path());
    QCOMPARE(run.code, 0);
    QCOMPARE(parsed(run)["outcome"].get<std::string>(), std::string("equivalent"));
    QVERIFY(parsed(run)["first_regressed"].is_null());
}

void TestAnalyze::sameBytesTwiceAndOnAnyThreads()
{
    const auto noise = [](int rank, int step, int stage) { return 1000 + (rank * 31 + step * 17 + stage * 7) % 90; };
    m_place.write("b.csv", metricsCsv(4, 60, {"x", "y", "z"}, noise));
    m_place.write("c.csv", metricsCsv(4, 60, {"x", "y", "z"}, [&](int rank, int step, int stage) {
                      return noise(rank, step, stage) + (stage == 1 ? 120 : 0);
                  }));
    const QStringList arguments{"analyze", "--baseline", "b.csv", "--current", "c.csv"};
    for (const char* format : {"--json", "--html", "--markdown", "--junit"}) {
        const Outcome once = runCli(arguments + QStringList{format, "-", "--threads", "1"}, m_place.path());
        QCOMPARE(once.code, 1);
        QVERIFY(!once.out.isEmpty());
        QCOMPARE(runCli(arguments + QStringList{format, "-", "--threads", "2"}, m_place.path()).out, once.out);
        QCOMPARE(runCli(arguments + QStringList{format, "-"}, m_place.path()).out, once.out);
    }
}

void TestAnalyze::confirmedRegression()
{
    const auto noise = [](int rank, int step, int stage) { return 10'000 + (rank * 31 + step * 17 + stage * 7) % 90; };
    m_place.write("b.csv", metricsCsv(2, 80, {"x", "y", "z"}, noise));
    m_place.write("c.csv", metricsCsv(2, 80, {"x", "y", "z"}, [&](int rank, int step, int stage) {
                      return noise(rank, step, stage) + (stage == 1 ? 1500 : (stage == 2 ? 4000 : 0));
                  }));
    const Outcome outcome =
        runCli({"analyze", "--baseline", "b.csv", "--current", "c.csv", "--json", "-"}, m_place.path());
    QCOMPARE(outcome.code, 1);
    const auto first = parsed(outcome)["first_regressed"];
    QCOMPARE(first["stage"].get<std::string>(), std::string("y"));
    QCOMPARE(first["state"].get<std::string>(), std::string("confirmed"));
    QVERIFY(first["ci95"][0].get<double>() > 0.05);
    QCOMPARE(parsed(outcome)["largest_increase"]["stage"].get<std::string>(), std::string("z"));
}

void TestAnalyze::everyOutputIsWritten()
{
    const Outcome outcome = analyze({"1", "2"}, {"1", "3"},
                                    {"--json", "v.json", "--html", "v.html", "--markdown", "v.md", "--junit", "v.xml"});
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.out.startsWith("Regressed\n"));
    QVERIFY(m_place.read("v.json").startsWith("{\n  \"schema\": \"headwater.verdict/1\""));
    QVERIFY(m_place.read("v.html").startsWith("<!DOCTYPE html>"));
    QVERIFY(m_place.read("v.md").startsWith("# "));
    QVERIFY(m_place.read("v.xml").contains("<failure "));
    for (const QString& name : m_place.entries())
        QVERIFY2(!name.endsWith(".tmp"), qPrintable(name));
}

void TestAnalyze::saveAndReport()
{
    const Outcome outcome =
        analyze({"1", "2"}, {"1", "2.2"}, {"--epsilon", "0.07", "--save", "case.headwater", "--json", "-"});
    QCOMPARE(outcome.code, 1);
    QVERIFY(m_place.read("case.headwater").contains("headwater.investigation/1"));
    // From another folder, and with the saved threshold.
    const Outcome report = runCli({"report", m_place.path("case.headwater"), "--json", "-"});
    QCOMPARE(report.code, 0);
    auto saved = parsed(report);
    auto direct = parsed(outcome);
    QCOMPARE(saved["policy"]["epsilon"].get<double>(), 0.07);
    for (const char* key : {"outcome", "course", "stages", "first_regressed", "step_time"})
        QVERIFY2(saved[key] == direct[key], key);
    QVERIFY(runCli({"report", m_place.path("case.headwater")}).out.startsWith("Regressed\n"));
}

QTEST_GUILESS_MAIN(TestAnalyze)
#include "tst_Analyze.moc"
