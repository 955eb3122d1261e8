// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTest>

#include "Cli.h"

using namespace headwater::cli_test;

/// Summaries that the simulator writes are those that `summarize` makes of its traces.
class TestSummarize : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void nothingButSummaries();
    void sameVerdict();
    void collectedVerdict();
    void collectedBroken();
    void eightStages();
    void manyRanksAreElided();

private:
    [[nodiscard]] nlohmann::json verdict(const QString& folder) const;

    Workplace m_place;
};

void TestSummarize::initTestCase()
{
    const QStringList scenario{"simulate", "slow-forward", "--ranks", "32", "--steps", "12", "--events-per-step", "60"};
    QCOMPARE(runCli(scenario + QStringList{"--out", "direct", "--summaries"}, m_place.path()).code, 0);
    QCOMPARE(runCli(scenario + QStringList{"--out", "traces"}, m_place.path()).code, 0);
    for (const QString& side : {QStringLiteral("baseline"), QStringLiteral("current")})
        QCOMPARE(runCli({"summarize", "traces/" + side, "--out", "made/" + side}, m_place.path()).code, 0);
}

void TestSummarize::nothingButSummaries()
{
    for (const char* side : {"baseline", "current"}) {
        const QStringList direct =
            QDir(m_place.path(QStringLiteral("direct/") + side)).entryList(QDir::NoDotAndDotDot | QDir::AllEntries);
        const QStringList made = QDir(m_place.path(QStringLiteral("made/") + side)).entryList(QDir::Files);
        QCOMPARE(direct.size(), 32);
        QCOMPARE(direct, made);
    }
    QVERIFY(QFile::exists(m_place.path("direct/truth.json")));
}

nlohmann::json TestSummarize::verdict(const QString& folder) const
{
    const Outcome outcome =
        runCli({"analyze", "--baseline", folder + "/baseline", "--current", folder + "/current", "--json", "-"},
               m_place.path());
    nlohmann::json document = nlohmann::json::parse(outcome.out.toStdString(), nullptr, false);
    for (const char* key : {"inputs", "names"})  // where they lie is all that may differ
        if (document.is_object())
            document.erase(key);
    for (const char* side : {"baseline", "current"})
        for (nlohmann::json& run : document["runs"][side])
            run.erase("name");
    return document;
}

void TestSummarize::sameVerdict()
{
    const nlohmann::json direct = verdict("direct");
    QVERIFY(direct.is_object());
    QCOMPARE(direct.at("first_regressed").at("stage").get<std::string>(), std::string("forward"));
    QCOMPARE(QString::fromStdString(direct.dump(1)), QString::fromStdString(verdict("made").dump(1)));
}

/// One file a side instead of one a rank.
void TestSummarize::collectedVerdict()
{
    for (const QString& side : {QStringLiteral("baseline"), QStringLiteral("current")}) {
        QVERIFY(QDir(m_place.path()).mkpath("kept/" + side));
        const Outcome made =
            runCli({"summarize", "direct/" + side, "--collect", "kept/" + side + "/all.run"}, m_place.path());
        QVERIFY2(made.code == 0, made.err.constData());
    }
    QCOMPARE(QString::fromStdString(verdict("kept").dump(1)), QString::fromStdString(verdict("direct").dump(1)));
    const Outcome both = runCli({"summarize", "direct/baseline", "--collect", "x.run", "--out", "x"}, m_place.path());
    QCOMPARE(both.code, 2);
    const Outcome again = runCli({"summarize", "kept/baseline", "--collect", "x.run"}, m_place.path());
    QVERIFY(again.code != 0 && !QFile::exists(m_place.path("x.run")));
}

void TestSummarize::collectedBroken()
{
    QFile whole(m_place.path("kept/baseline/all.run"));
    QVERIFY(whole.open(QFile::ReadOnly));
    QFile cut(m_place.path("cut.run"));
    QVERIFY(cut.open(QFile::WriteOnly));
    cut.write(whole.readAll().chopped(100));
    cut.close();
    const Outcome outcome = runCli({"inspect", "cut.run"}, m_place.path());
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("ends before"), outcome.err.constData());
}

void TestSummarize::eightStages()
{
    const Outcome made = runCli(
        {"simulate", "slow-forward", "--ranks", "2", "--steps", "4", "--summaries", "--fine-stages", "--out", "fine"},
        m_place.path());
    QCOMPARE(made.code, 0);
    const Outcome outcome = runCli({"inspect", "fine/current", "--json", "-"}, m_place.path());
    const nlohmann::json document = nlohmann::json::parse(outcome.out.toStdString(), nullptr, false);
    std::vector<std::string> names;
    for (const nlohmann::json& stage : document.at("stages"))
        names.push_back(stage.at("name").get<std::string>());
    const std::vector<std::string> expected{"data_loading", "embedding", "forward",   "head",
                                            "loss",         "backward",  "optimizer", "logging"};
    names.resize(std::min(names.size(), expected.size()));  // the last is what lies outside
    QVERIFY(names == expected);
}

/// As the profiler does it (FORMATS, Kineto): or every collective of ten thousand ranks would name them all.
void TestSummarize::manyRanksAreElided()
{
    const Outcome outcome = runCli({"inspect", "direct/baseline", "--json", "-"}, m_place.path());
    const nlohmann::json document = nlohmann::json::parse(outcome.out.toStdString(), nullptr, false);
    const nlohmann::json& collectives = document.at("collectives");
    QVERIFY(collectives.at("matched").get<int>() > 0);
    const auto name = collectives.at("groups").at(0).at("name").get<std::string>();
    QVERIFY2(name.find("29, ...]") != std::string::npos, name.c_str());
    QCOMPARE(collectives.at("groups").at(0).at("ranks").size(), std::size_t(32));
}

QTEST_GUILESS_MAIN(TestSummarize)
#include "tst_Summarize.moc"
