// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QDirIterator>
#include <QTest>

#include "Cli.h"
#include "tests/core/Places.h"

using namespace headwater::cli_test;
using namespace Qt::StringLiterals;

/// What the manifest of a run says of its ranks decides who is slow: summaries carry it.
class TestSummaryManifest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void summariesSayWhatTracesSay();
    void collectedToo();
    void besideACollectedRun();
    void theNearestFolderCounts();
    void aManifestThatChanged();
    void contradictionsAreNamed();
    void ofASingleFile();

private:
    [[nodiscard]] nlohmann::json verdict(const QString& baseline, const QString& current) const;
    [[nodiscard]] Outcome cli(const QStringList& arguments) const { return runCli(arguments, m_place.path()); }
    void copyTraces(const QString& from, const QString& to) const;

    Workplace m_place;
};

void TestSummaryManifest::initTestCase()
{
    QCOMPARE(cli({"simulate", "pipeline-imbalance", "--steps", "12", "--seed", "9", "--out", "t"}).code, 0);
    QDirIterator records(m_place.path(), QDir::Files, QDirIterator::Subdirectories);
    while (records.hasNext()) {
        const QFileInfo file(records.next());
        if (file.path().endsWith("/records") && file.fileName() != "manifest.json")  // no summary has these
            QVERIFY(QFile::remove(file.filePath()));
    }
    for (const QString& side : {u"baseline"_s, u"current"_s}) {
        QCOMPARE(cli({"summarize", "t/" + side, "--out", "s/" + side}).code, 0);
        QVERIFY(!QFile::exists(m_place.path("s/" + side + "/records")));
        QCOMPARE(cli({"summarize", "s/" + side, "--collect", side + ".run"}).code, 0);
    }
}

nlohmann::json TestSummaryManifest::verdict(const QString& baseline, const QString& current) const
{
    const Outcome outcome = cli({"analyze", "--baseline", baseline, "--current", current, "--json", "-"});
    nlohmann::json document = parsed(outcome);
    for (const char* key : {"inputs", "names", "drill_down", "warnings"})  // needs traces, or says so
        document.erase(key);
    const auto withoutDrillDown = [](nlohmann::json& findings) {
        for (std::size_t i = 0; i < findings.size();) {
            const auto id = findings[i]["id"].get<std::string>();
            if (id == "timeline.no-drill-down" || id == "timeline.drill-down")
                findings.erase(i);
            else
                ++i;
        }
    };
    withoutDrillDown(document["findings"]);
    for (nlohmann::json& layer : document["layers"])
        withoutDrillDown(layer["findings"]);
    for (const char* side : {"baseline", "current"})
        for (nlohmann::json& run : document["runs"][side])
            run.erase("name");
    headwater::test::eraseFiles(document);
    return document;
}

void TestSummaryManifest::copyTraces(const QString& from, const QString& to) const
{
    QVERIFY(QDir(m_place.path()).mkpath(to));
    for (const QString& name : QDir(m_place.path(from)).entryList(QDir::Files))
        QVERIFY(QFile::copy(m_place.path(from + u'/' + name), m_place.path(to + u'/' + name)));
}

void TestSummaryManifest::summariesSayWhatTracesSay()
{
    const nlohmann::json traces = verdict("t/baseline", "t/current");
    QVERIFY2(traces.dump().find("pipeline stage 3") != std::string::npos, traces.dump(1).c_str());
    QCOMPARE(QString::fromStdString(verdict("s/baseline", "s/current").dump(1)),
             QString::fromStdString(traces.dump(1)));
}

void TestSummaryManifest::collectedToo()
{
    QCOMPARE(QString::fromStdString(verdict("baseline.run", "current.run").dump(1)),
             QString::fromStdString(verdict("s/baseline", "s/current").dump(1)));
}

/// Made without it, a collected run takes the roles that a manifest beside it says.
void TestSummaryManifest::besideACollectedRun()
{
    for (const QString& side : {u"baseline"_s, u"current"_s}) {
        copyTraces("t/" + side, "bare/" + side);
        QVERIFY(QDir(m_place.path()).mkpath("late/" + side));
        QCOMPARE(cli({"summarize", "bare/" + side, "--collect", "late/" + side + "/all.run"}).code, 0);
    }
    const std::string without = verdict("late/baseline", "late/current").dump();
    QVERIFY(without.find("pipeline stage 3") == std::string::npos);
    for (const QString& side : {u"baseline"_s, u"current"_s})
        QVERIFY(QFile::copy(m_place.path("t/" + side + "/records/manifest.json"),
                            m_place.path("late/" + side + "/manifest.json")));
    const std::string with = verdict("late/baseline", "late/current").dump();
    QVERIFY2(with.find("pipeline stage 3") != std::string::npos, with.c_str());
}

/// Both runs of an experiment in one call: each has its own.
void TestSummaryManifest::theNearestFolderCounts()
{
    QCOMPARE(cli({"summarize", "t", "--out", "both"}).code, 0);
    for (const QString& side : {u"baseline"_s, u"current"_s})
        for (const QString& name : QDir(m_place.path("s/" + side)).entryList(QDir::Files))
            QVERIFY(m_place.read("both/" + side + u'/' + name) == m_place.read("s/" + side + u'/' + name));
}

void TestSummaryManifest::aManifestThatChanged()
{
    copyTraces("t/current", "edited");
    QVERIFY(QFile::copy(m_place.path("t/current/records/manifest.json"), m_place.path("edited/manifest.json")));
    QCOMPARE(cli({"summarize", "edited", "--out", "edited-s"}).code, 0);
    const Outcome again = cli({"summarize", "edited", "--out", "edited-s"});
    QCOMPARE(again.out.count("is summarised already"), 8);
    QByteArray manifest = m_place.read("edited/manifest.json");
    m_place.write("edited/manifest.json", manifest.replace("\"pipeline stage 3\"", "\"the last stage\""));
    const Outcome changed = cli({"summarize", "edited", "--out", "edited-s"});
    QCOMPARE(changed.out.count("is summarised already"), 6);  // a rank carries no more than its own role
    QVERIFY(cli({"inspect", "edited-s"}).code == 0);
}

void TestSummaryManifest::contradictionsAreNamed()
{
    copyTraces("s/current", "mixed");
    const QString one = QDir(m_place.path("mixed")).entryList(QDir::Files).first();
    copyTraces("t/current", "other");
    QByteArray manifest = m_place.read("t/current/records/manifest.json");
    m_place.write("other/manifest.json", manifest.replace("\"128000\"", "\"64000\""));
    QCOMPARE(cli({"summarize", "other", "--out", "other-s"}).code, 0);
    QVERIFY(QFile::remove(m_place.path("mixed/" + one)));
    QVERIFY(QFile::copy(m_place.path("other-s/" + one), m_place.path("mixed/" + one)));
    const Outcome outcome = cli({"summarize", "mixed", "--collect", "mixed.run"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.contains("carry manifests that differ in vocabulary: 128000 | 64000"),
             outcome.err.constData());
    // A manifest beside them is another word on it.
    QVERIFY(QFile::copy(m_place.path("other/manifest.json"), m_place.path("mixed/manifest.json")));
    const Outcome beside = cli({"inspect", "mixed"});
    QVERIFY2(beside.err.contains("128000 | 64000; 64000 counts"), beside.err.constData());
}

/// As a task of a job array calls it.
void TestSummaryManifest::ofASingleFile()
{
    const QString one = QDir(m_place.path("t/current")).entryList(QDir::Files).first();
    QCOMPARE(cli({"summarize", "t/current/" + one, "--out", "single"}).code, 0);
    const QString made = QDir(m_place.path("single")).entryList(QDir::Files).first();
    QVERIFY(m_place.read("single/" + made) == m_place.read("s/current/" + made));
    // Deeper in its run it takes the folder of the run to find it.
    QVERIFY(QDir(m_place.path()).mkpath("deep/rank0"));
    QVERIFY(QFile::copy(m_place.path("t/current/" + one), m_place.path("deep/rank0/" + one)));
    QVERIFY(QFile::copy(m_place.path("t/current/records/manifest.json"), m_place.path("deep/manifest.json")));
    QCOMPARE(cli({"summarize", "deep/rank0/" + one, "--out", "deep-s"}).code, 0);
    const QByteArray without = m_place.read("deep-s/" + made);
    QCOMPARE(cli({"summarize", "deep/rank0/" + one, "--run", "deep", "--out", "deep-s"}).code, 0);
    QVERIFY(m_place.read("deep-s/" + made) != without);
}

QTEST_GUILESS_MAIN(TestSummaryManifest)
#include "tst_SummaryManifest.moc"
