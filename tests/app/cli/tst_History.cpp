// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QDir>
#include <QTest>

#include "Cli.h"

using namespace headwater::cli_test;

/// `analyze --history`: simulated nights of one job.
class TestHistory : public QObject {
    Q_OBJECT

private slots:
    void init() { m_place = std::make_unique<Workplace>(); }
    void namesTheNightAndTheStage();
    void reportsStandAlone();
    void simulatedTraces();
    void quietNights();
    void tooFewNights();
    void newestNightsAreNotJudged();
    void whatIsNoRun();
    void noiseWidensEpsilon();
    void noiseStaysUnknown();
    void changeIsNoNoise();
    void aSlowdownThatIsOver();
    void aSlowdownThatIsPartlyOver();
    void aLastingChangeAndOneThatPassed();
    void anOddNight();
    void noSuchFolder();
    void optionsThatDoNotApply();
    void canBeTraced();
    void everyChangeHasItsOwnReference();
    void sectionsAndRedaction();

private:
    /// A night for each factor of forward.
    void courseOf(const std::vector<double>& factors) const;
    /// Nights 1 to `count`, forward slower by `factor` from night `from` on; `spread` between them.
    void nights(int count, int from, double factor, double spread = 0.002) const;

    std::unique_ptr<Workplace> m_place;
};

namespace {

/// Between −1 and 1, the same for the same number.
double noise(int seed)
{
    const double value = std::sin(seed * 12.9898) * 43758.5453;
    return 2 * (value - std::floor(value)) - 1;
}

QByteArray night(int number, double forward, double run)
{
    return metricsCsv(2, 30, {"load", "forward", "backward"}, [&](int rank, int step, int stage) {
        const double base = stage == 0 ? 2000 : stage == 1 ? 20'000 * forward : 40'000;
        return static_cast<int>(base * run * (1 + 0.004 * noise(number * 10'000 + rank * 1000 + step * 10 + stage)));
    });
}

}  // namespace

void TestHistory::nights(int count, int from, double factor, double spread) const
{
    for (int i = 1; i <= count; ++i)
        m_place->write(QStringLiteral("nights/night-%1/metrics.csv").arg(i),
                       night(i, i >= from ? factor : 1, 1 + spread * noise(i)));
}

void TestHistory::courseOf(const std::vector<double>& factors) const
{
    for (int i = 1; i <= static_cast<int>(factors.size()); ++i)
        m_place->write(QStringLiteral("nights/night-%1/metrics.csv").arg(i),
                       night(i, factors[static_cast<std::size_t>(i) - 1], 1 + 0.002 * noise(i)));
}

void TestHistory::namesTheNightAndTheStage()
{
    nights(12, 8, 1.2);
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("nights"), "--json", "-"});
    QVERIFY2(outcome.code == 1, outcome.err.constData());
    const auto document = parsed(outcome);
    QCOMPARE(document["schema"].get<std::string>(), std::string("headwater.history/1"));
    QCOMPARE(document["runs"].size(), std::size_t(12));
    QCOMPARE(document["runs"][1]["name"].get<std::string>(), std::string("night-2"));  // not night-10
    QCOMPARE(document["events"].size(), std::size_t(1));
    QCOMPARE(document["events"][0]["run"].get<std::string>(), std::string("night-8"));
    QCOMPARE(document["events"][0]["first_regressed"].get<std::string>(), std::string("forward"));
    const auto change = document["stages"][1]["changes"][0];
    QVERIFY(std::abs(change["ratio"].get<double>() - 0.2) < 0.01);
    QVERIFY(document["stages"][2]["changes"].empty());
    QVERIFY(document["effective_epsilon"].is_number());
}

void TestHistory::reportsStandAlone()
{
    nights(12, 8, 1.2);
    const QStringList files{"--html",  m_place->path("h.html"), "--markdown", m_place->path("h.md"),
                            "--junit", m_place->path("h.xml")};
    const Outcome outcome = runCli(QStringList{"analyze", "--history", m_place->path("nights")} + files);
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.out.startsWith("From run night-8: first regressed stage forward"));
    const QByteArray html = m_place->read("h.html");
    QVERIFY(html.contains("From run night-8: first regressed stage forward"));
    QCOMPARE(html.count("<svg"), 4);  // the step and three stages
    QVERIFY(m_place->read("h.md").contains("`forward`"));
    QVERIFY(m_place->read("h.md").contains("| `night-8` |"));
    QCOMPARE(m_place->read("h.xml").count("<failure"), 1);
    const Outcome again = runCli(QStringList{"analyze", "--history", m_place->path("nights")} + files);
    QCOMPARE(m_place->read("h.html"), html);
    QCOMPARE(again.out, outcome.out);
}

/// Traces this time, whose change is known: of each simulated pair the healthy run is an early night, the slow one a
/// late night.
void TestHistory::simulatedTraces()
{
    for (int i = 1; i <= 4; ++i) {
        const QString pair = m_place->path(QStringLiteral("pair-%1").arg(i));
        const Outcome made = runCli({"simulate", "slow-forward", "--ranks", "2", "--steps", "12", "--seed",
                                     QString::number(40 + i), "--events-per-step", "60", "--out", pair});
        QVERIFY2(made.code == 0, made.err.constData());
        QVERIFY(QDir().mkpath(m_place->path("traces")));
        QVERIFY(QDir().rename(pair + "/baseline", m_place->path(QStringLiteral("traces/night-%1").arg(i))));
        QVERIFY(QDir().rename(pair + "/current", m_place->path(QStringLiteral("traces/night-%1").arg(i + 4))));
    }
    m_place->write("traces/night-9/notes.txt", "nothing to measure\n");
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("traces"), "--json", m_place->path("h.json"),
                                    "--markdown", m_place->path("h.md"), "--junit", m_place->path("h.xml")});
    QVERIFY2(outcome.code == 1, outcome.err.constData());
    const auto document = nlohmann::json::parse(m_place->read("h.json").toStdString());
    QCOMPARE(document["events"].size(), std::size_t(1));
    QCOMPARE(document["events"][0]["run"].get<std::string>(), std::string("night-5"));
    QCOMPARE(document["events"][0]["first_regressed"].get<std::string>(), std::string("forward"));
    for (const auto& stage : document["stages"]) {
        const std::string name = stage["stage"].get<std::string>();
        QVERIFY2(stage["changes"].empty() == (name != "forward" && name != "backward"), name.c_str());
    }
    const QByteArray text = m_place->read("h.md");
    QVERIFY(text.contains("since run night-5 and took"));
    QVERIFY(text.contains("--at 'headwater:overview?stage="));  // of stage tables alone: the overview
    QVERIFY(text.contains("as a pair:\n\n1. `night-4` \u2192 `night-5`: `headwater "));
    QVERIFY(text.contains("night-9 is left out: "));  // in the report too, not on the terminal alone
    QVERIFY(!text.contains("### "));                  // no headings of drawings that are not there
    QVERIFY(m_place->read("h.xml").contains("no change; "));
}

void TestHistory::quietNights()
{
    nights(12, 99, 1);
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("nights")});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY(outcome.out.startsWith("No stage changed over 12 runs"));
}

void TestHistory::tooFewNights()
{
    nights(4, 3, 1.5);
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("nights")});
    QCOMPARE(outcome.code, 3);
    QVERIFY(outcome.out.contains("too few to tell"));
    QVERIFY(outcome.out.contains("not judged") && !outcome.out.contains("no change"));
}

/// Two slow nights at the end may be a change or may not: neither an earlier night nor "no change" is named.
void TestHistory::newestNightsAreNotJudged()
{
    nights(11, 10, 1.3);
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("nights"), "--json", m_place->path("h.json"),
                                    "--junit", m_place->path("h.xml")});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.startsWith("The newest 2 runs differ"), outcome.out.constData());
    const auto document = nlohmann::json::parse(m_place->read("h.json").toStdString());
    QVERIFY(document["events"].empty());
    QCOMPARE(document["stages"][1]["newest_apart"]["count"].get<int>(), 2);
    QVERIFY(document["stages"][0]["newest_apart"].is_null());
    QCOMPARE(m_place->read("h.xml").count("<failure"), 0);
    QVERIFY(m_place->read("h.xml").count("<skipped") >= 1);
}

void TestHistory::whatIsNoRun()
{
    nights(8, 99, 1);
    m_place->write("nights/README.txt", "nothing to measure\n");
    m_place->write("nights/.hidden/metrics.csv", "stage,duration_s\na,1\n");
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("nights"), "--json", "-"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(parsed(outcome)["runs"].size(), std::size_t(8));
    QVERIFY2(outcome.err.contains("README.txt") && outcome.err.contains("left out of the history"),
             outcome.err.constData());
}

void TestHistory::noiseWidensEpsilon()
{
    nights(10, 99, 1, 0.08);
    const QString before = m_place->write("a.csv", night(1, 1, 1));
    const QString after = m_place->write("b.csv", night(2, 1.08, 1));
    const QStringList pair{"analyze", "--baseline", before, "--current", after, "--json", "-"};
    const Outcome alone = runCli(pair);
    QVERIFY2(alone.code == 1, alone.err.constData());
    const Outcome outcome = runCli(pair + QStringList{"--history", m_place->path("nights")});
    QVERIFY2(outcome.code == 0, outcome.err.constData());  // 8 % is what nights differ by
    const auto policy = parsed(outcome)["policy"];
    QCOMPARE(policy["noise"]["runs"].get<int>(), 10);
    QCOMPARE(policy["noise"]["given_epsilon_ppm"].get<int>(), 50'000);
    const double sigma = policy["noise"]["sigma"].get<double>();
    QVERIFY(std::abs(policy["epsilon"].get<double>() - 1.6449 * std::sqrt(2.0) * sigma) < 1e-4);
    const Outcome text = runCli({"analyze", "--baseline", before, "--current", after, "--history",
                                 m_place->path("nights"), "--markdown", "-", "--save", m_place->path("it.headwater")});
    QVERIFY(text.out.contains("5 % asked for"));
    QVERIFY(text.out.contains("Over 10 earlier runs"));
    const Outcome saved = runCli({"report", m_place->path("it.headwater"), "--markdown", "-"});
    QCOMPARE(saved.out, text.out);
}

void TestHistory::noiseStaysUnknown()
{
    nights(3, 99, 1);
    const QString before = m_place->write("a.csv", night(1, 1, 1));
    const Outcome outcome = runCli(
        {"analyze", "--baseline", before, "--current", before, "--history", m_place->path("nights"), "--json", "-"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.contains("noise between runs stays unknown"), outcome.err.constData());
    QVERIFY(parsed(outcome)["policy"]["noise"].is_null());
}

/// Three fast and three slow nights are too few to be judged; their distance is no noise either.
void TestHistory::changeIsNoNoise()
{
    nights(6, 4, 1.5);
    const Outcome alone =
        runCli({"analyze", "--history", m_place->path("nights"), "--markdown", m_place->path("h.md")});
    QCOMPARE(alone.code, 3);
    QVERIFY(!m_place->read("h.md").contains("No change was found"));
    QVERIFY(m_place->read("h.md").contains("Not judged: fewer than 8 runs"));
    QVERIFY(!m_place->read("h.md").contains("varies by"));
    const QString before = m_place->write("a.csv", night(1, 1, 1));
    const QString after = m_place->write("b.csv", night(2, 1.19, 1));
    const Outcome pair = runCli(
        {"analyze", "--baseline", before, "--current", after, "--history", m_place->path("nights"), "--json", "-"});
    QVERIFY2(pair.code == 1, pair.err.constData());
    QVERIFY2(pair.err.contains("noise between runs stays unknown"), pair.err.constData());
    QCOMPARE(parsed(pair)["policy"]["epsilon"].get<double>(), 0.05);
}

/// 25 ms instead of 20 in nights 5 to 8 of 17: told, no regression of the newest state, and no noise.
void TestHistory::aSlowdownThatIsOver()
{
    courseOf({1, 1, 1, 1, 1.25, 1.25, 1.25, 1.25, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("nights"), "--json", m_place->path("h.json"),
                                    "--markdown", m_place->path("h.md"), "--junit", m_place->path("h.xml")});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.startsWith("No lasting change over 17 runs; for a time, from run night-5 to night-8, forward "
                                    "took 25"),
             outcome.out.constData());
    QVERIFY(outcome.out.contains("night-5 (for a time)") && outcome.out.contains("night-9 (for a time)"));
    const auto document = nlohmann::json::parse(m_place->read("h.json").toStdString());
    const auto forward = document["stages"][1];
    QCOMPARE(forward["changes"].size(), std::size_t(2));
    QCOMPARE(forward["changes"][0]["run"].get<std::string>(), std::string("night-5"));
    QVERIFY(std::abs(forward["changes"][0]["ci95"][0].get<double>() - 0.25) < 0.01);
    QVERIFY(forward["changes"][1]["passing"].get<bool>());
    QCOMPARE(forward["passing"][0]["to"].get<std::string>(), std::string("night-8"));
    QVERIFY(forward["slower_now"].is_null());
    QVERIFY(document["step"]["run_noise"].get<double>() < 0.004);
    QCOMPARE(document["effective_epsilon"].get<double>(), 0.05);
    QVERIFY(m_place->read("h.md").contains("counted, for a time"));
    QVERIFY(m_place->read("h.md").contains("A training step took 67."));
    QCOMPARE(m_place->read("h.xml").count("<failure"), 0);
    QVERIFY(m_place->read("h.xml").contains("no lasting change; 25"));
    // Beside a pair: a slowdown of 6 % is not lost in it.
    const QString before = m_place->write("a.csv", night(21, 1, 1));
    const QString after = m_place->write("b.csv", night(22, 1.06, 1));
    const Outcome pair = runCli(
        {"analyze", "--baseline", before, "--current", after, "--history", m_place->path("nights"), "--json", "-"});
    QVERIFY2(pair.code == 1, pair.err.constData());
    QCOMPARE(parsed(pair)["policy"]["epsilon"].get<double>(), 0.05);
}

/// Faster than the nights before, and still slower than it was.
void TestHistory::aSlowdownThatIsPartlyOver()
{
    courseOf({1, 1, 1, 1, 1, 1.3, 1.3, 1.3, 1.3, 1.3, 1.12, 1.12, 1.12, 1.12, 1.12, 1.12});
    const Outcome outcome =
        runCli({"analyze", "--history", m_place->path("nights"), "--junit", m_place->path("h.xml")});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.out.startsWith("From run night-11: faster, but forward is still slower than before run night-6"),
             outcome.out.constData());
    QCOMPARE(m_place->read("h.xml").count("<failure"), 1);
}

void TestHistory::aLastingChangeAndOneThatPassed()
{
    courseOf({1, 1, 1, 1, 1, 1.3, 1.3, 1.3, 1.3, 1, 1, 1, 1, 1, 1.15, 1.15, 1.15, 1.15, 1.15});
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("nights")});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.out.startsWith("From run night-15: first regressed stage forward"), outcome.out.constData());
    QVERIFY2(outcome.out.contains("; for a time, from run night-6 to night-9, forward took 26"),
             outcome.out.constData());
}

void TestHistory::anOddNight()
{
    std::vector<double> factors(17, 1.0);
    factors[7] = 1.4;
    courseOf(factors);
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("nights"), "--language", "zh_CN"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("仅运行 night-8 异常"), outcome.out.constData());
    const Outcome english = runCli({"analyze", "--history", m_place->path("nights"), "--json", "-"});
    const auto document = parsed(english);
    QVERIFY(document["events"].empty());
    QCOMPARE(document["stages"][1]["odd_runs"][0]["run"].get<std::string>(), std::string("night-8"));
    QCOMPARE(document["effective_epsilon"].get<double>(), 0.05);
}

void TestHistory::noSuchFolder()
{
    const Outcome outcome = runCli({"analyze", "--history", m_place->path("nowhere")});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.err.contains("does not exist"));
}

void TestHistory::optionsThatDoNotApply()
{
    nights(7, 99, 1);
    Outcome outcome = runCli({"analyze", "--history", m_place->path("nights"), "--save", m_place->path("a.headwater")});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("--save"), outcome.err.constData());
    outcome = runCli({"analyze", "--history", m_place->path("nights"), "--html", "-", "--sections", "layers"});
    QCOMPARE(outcome.code, 2);  // a section of pairs
    QVERIFY2(outcome.err.contains("changes"), outcome.err.constData());
}

/// What somebody needs who was not there: which files, which numbers of which runs, how to look at them.
void TestHistory::canBeTraced()
{
    nights(8, 5, 1.3);
    const QStringList files{"--html", m_place->path("h.html"), "--markdown", m_place->path("h.md"),
                            "--json", m_place->path("h.json"), "--date",     "2025-11-30"};
    QCOMPARE(runCli(QStringList{"analyze", "--history", m_place->path("nights")} + files).code, 1);
    const QByteArray page = m_place->read("h.html");
    QVERIFY(page.contains("href=\"headwater:overview?stage=forward&amp;side=current&amp;baseline=night-4&amp;"
                          "current=night-5\""));
    QVERIFY(page.contains("night-1 \u2013 night-4"));
    QVERIFY(page.contains("night-5 \u2013 night-8"));
    const QByteArray command = "headwater --baseline '" + m_place->path("nights/night-4").toUtf8() + "' --current '" +
                               m_place->path("nights/night-5").toUtf8() +
                               "' --at 'headwater:overview?stage=forward&side=current'";
    const QByteArray text = m_place->read("h.md");
    QVERIFY2(text.contains(command), text.constData());
    QCOMPARE(text.count("night-3/metrics.csv"), 1);  // among the inputs
    QVERIFY(text.contains("FNV-1a"));
    QVERIFY(text.contains("2025-11-30"));
    const auto document = nlohmann::json::parse(m_place->read("h.json").toStdString());
    QCOMPARE(document["runs"][2]["inputs"].size(), std::size_t(1));
    QCOMPARE(document["stages"][1]["changes"][0]["reference"].get<std::string>(),
             std::string("headwater:overview?stage=forward&side=current&baseline=night-4&current=night-5"));
    // A run is seen beside the one before it, the first one beside the next.
    QVERIFY(text.contains("| [`night-1`](headwater:overview?side=baseline&baseline=night-1&current=night-2) |"));
    QVERIFY(text.contains("| [`night-3`](headwater:overview?side=current&baseline=night-2&current=night-3) |"));
    QVERIFY(text.contains("| \\[3\\] |\n"));  // its file, as the inputs number it
}

/// One stage may change more than once: each change is seen in other runs.
void TestHistory::everyChangeHasItsOwnReference()
{
    courseOf({1, 1, 1, 1, 1, 1, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5});
    QCOMPARE(runCli({"analyze", "--history", m_place->path("nights"), "--json", m_place->path("h.json")}).code, 1);
    const auto changes = nlohmann::json::parse(m_place->read("h.json").toStdString())["stages"][1]["changes"];
    const auto end = [&](int i) { return changes[i]["reference"].get<std::string>().substr(45); };
    QCOMPARE(changes.size(), std::size_t(2));
    QCOMPARE(end(0), std::string("&baseline=night-6&current=night-7"));
    QCOMPARE(end(1), std::string("&baseline=night-12&current=night-13"));
}

void TestHistory::sectionsAndRedaction()
{
    for (int i = 1; i <= 8; ++i)
        m_place->write(QStringLiteral("nights/alice-%1/metrics.csv").arg(i), night(i, i >= 5 ? 1.3 : 1, 1));
    const QStringList files{"--html", m_place->path("h.html"), "--markdown", m_place->path("h.md"),
                            "--json", m_place->path("h.json"), "--junit",    m_place->path("h.xml")};
    const QStringList all{"analyze", "--history", m_place->path("nights"), "--redact", "all"};
    QCOMPARE(runCli(all + files).code, 1);
    for (const char* name : {"h.html", "h.md", "h.json", "h.xml"}) {
        const QByteArray printed = m_place->read(name);
        QVERIFY2(!printed.contains("alice") && !printed.contains(m_place->path("").toUtf8()), name);
        QVERIFY2(printed.contains("run-5"), name);
    }
    // The command names the runs as the sentence before it does.
    QVERIFY(m_place->read("h.md").contains("as a pair:\n\n1. `run-4` \u2192 `run-5`: "));
    QVERIFY(m_place->read("h.md").contains("--baseline 'run-4' --current 'run-5'"));
    QCOMPARE(runCli(all + files + QStringList{"--sections", "changes,inputs"}).code, 1);
    QCOMPARE(m_place->read("h.html").count("<h2"), 2);
}

QTEST_GUILESS_MAIN(TestHistory)
#include "tst_History.moc"
