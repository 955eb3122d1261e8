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
