// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTest>

#include "Cli.h"
#include "tests/Paths.h"
#include "tests/core/Places.h"

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
    void collectedByOtherStages();
    void aBitThatFlipped();
    void eightStages();
    void manyRanksAreElided();
    void whatSummariesLackIsSaid();
    void oneNameInSeveralFolders();
    void neverTheSummaryOfAnother();
    void severalRanksInOneExport();
    void aTraceThatWasWrittenAgain();
    void whatIsLeftBehindGoes();
    void aBrokenSummaryIsNamed();

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
    if (document.is_object())
        headwater::test::eraseFiles(document);
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

/// Where only one run of a pair has annotations, both are collected by the canonical stages.
void TestSummarize::collectedByOtherStages()
{
    for (const QString& side : {QStringLiteral("baseline"), QStringLiteral("current")}) {
        const Outcome made = runCli(
            {"summarize", "direct/" + side, "--stages", "canonical", "--collect", side + ".canonical"}, m_place.path());
        QVERIFY2(made.code == 0 && made.out.contains("stages: canonical"), made.err.constData());
    }
    const auto judged = [&](const QString& baseline, const QString& current, const QStringList& more) {
        return runCli(QStringList{"analyze", "--baseline", baseline, "--current", current, "--json", "-"} + more,
                      m_place.path());
    };
    const auto stagesOf = [](const Outcome& outcome) { return parsed(outcome).at("stages").dump(); };
    const Outcome kept = judged("baseline.canonical", "current.canonical", {});
    QVERIFY2(kept.code == 1, kept.err.constData());
    const QStringList canonical{"--stages", "canonical"};
    QCOMPARE(QString::fromStdString(stagesOf(kept)),
             QString::fromStdString(stagesOf(judged("direct/baseline", "direct/current", canonical))));
    const Outcome mixed = judged("kept/baseline/all.run", "current.canonical", {});
    QCOMPARE(mixed.code, 2);
    QVERIFY2(mixed.err.contains("collect its summaries again with --stages canonical"), mixed.err.constData());
    QCOMPARE(runCli({"summarize", "direct/current", "--stages", "x.json", "--collect", "x.run"}, m_place.path()).code,
             2);
    QCOMPARE(runCli({"summarize", "traces/current", "--stages", "canonical", "--out", "x"}, m_place.path()).code, 2);
}

/// Hundreds of megabytes that are copied about: other numbers without a word would be the worst of it.
void TestSummarize::aBitThatFlipped()
{
    const QByteArray whole = m_place.read("kept/baseline/all.run");
    QVERIFY(runCli({"inspect", "kept/baseline/all.run"}, m_place.path()).code == 0);
    constexpr int kTries = 40;
    for (int i = 0; i < kTries; ++i) {
        QByteArray changed = whole;
        const auto at = (whole.size() - 1) * i / (kTries - 1);
        changed[at] = static_cast<char>(changed[at] ^ (1 << (i % 8)));
        m_place.write("flipped.run", changed);
        const Outcome outcome = runCli({"inspect", "flipped.run"}, m_place.path());
        QVERIFY2(outcome.code == 2, QByteArray::number(at).constData());
    }
    m_place.write("longer.run", whole + "x");
    QCOMPARE(runCli({"inspect", "longer.run"}, m_place.path()).code, 2);
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

/// What is inside a stage, and shares of a replay, take the traces: silence would pass for "nothing to see there".
void TestSummarize::whatSummariesLackIsSaid()
{
    const auto analysed = [&](const QString& folder) {
        return runCli(
            {"analyze", "--baseline", folder + "/baseline", "--current", folder + "/current", "--json", "a.json"},
            m_place.path());
    };
    const auto said = [&] {
        const nlohmann::json verdict = nlohmann::json::parse(m_place.read("a.json").toStdString(), nullptr, false);
        for (const nlohmann::json& finding : verdict.at("findings"))
            if (finding.at("id") == "timeline.no-drill-down")
                return QString::fromStdString(finding.at("statement").get<std::string>());
        return QString();
    };
    const QByteArray text = analysed("made").out.simplified();
    QVERIFY2(text.contains("What inside forward got longer is unknown: both runs came as summaries"), text.constData());
    QVERIFY(said().startsWith("What inside forward got longer is unknown"));
    QVERIFY(!analysed("traces").out.simplified().contains("came as summaries"));
    QCOMPARE(said(), QString());

    const auto replayed = [&](const QString& folder) {
        return runCli({"whatif", folder + "/current", "--baseline", folder + "/baseline"}, m_place.path());
    };
    const Outcome ofSummaries = replayed("made");
    QVERIFY2(ofSummaries.code == 3 && ofSummaries.err.contains("a replay is of single kernels"),
             ofSummaries.err + ofSummaries.out);
    QVERIFY2(ofSummaries.out.contains("Nothing was replayed"), ofSummaries.out.constData());
    const Outcome ofTraces = replayed("traces");
    QVERIFY(ofTraces.out.contains("Replay of "));
    QVERIFY(!ofTraces.out.contains("summaries") && !ofTraces.err.contains("summaries"));
}

namespace {

/// A trace that does not say its rank: one step and `kernels` kernels in it.
QByteArray rankless(int kernels)
{
    nlohmann::json events = nlohmann::json::array();
    const auto add = [&](const char* category, const char* name, int start, int length, nlohmann::json arguments) {
        events.push_back({{"ph", "X"},
                          {"cat", category},
                          {"name", name},
                          {"pid", 1},
                          {"tid", 1},
                          {"ts", start},
                          {"dur", length},
                          {"args", std::move(arguments)}});
    };
    add("user_annotation", "ProfilerStep#1", 0, 10'000, nlohmann::json::object());
    for (int i = 0; i < kernels; ++i) {
        add("cuda_runtime", "cudaLaunchKernel", 100 * i, 10, {{"correlation", i + 1}});
        add("kernel", "gemm", 100 * i + 20, 50, {{"correlation", i + 1}, {"device", 0}, {"stream", 7}});
    }
    return QByteArray::fromStdString(nlohmann::json{{"schemaVersion", 1}, {"traceEvents", events}}.dump());
}

int ranksOf(const nlohmann::json& document)
{
    return document.is_object() ? static_cast<int>(document.at("ranks").size()) : -1;
}

}  // namespace

/// Profilers give every rank's trace one name, in a folder of its own.
void TestSummarize::oneNameInSeveralFolders()
{
    QDir(m_place.path()).mkpath("one/a");
    QDir(m_place.path()).mkpath("one/b");
    m_place.write("one/a/trace.json", rankless(5));
    m_place.write("one/b/trace.json", rankless(6));
    const Outcome done = runCli({"summarize", "one", "--out", "one-s"}, m_place.path());
    QCOMPARE(done.code, 0);
    m_place.write("list", "one/a/trace.json\n\none/b/trace.json\n");
    QCOMPARE(ranksOf(parsed(runCli({"inspect", "@list", "--json", "-"}, m_place.path()))), 2);
    QVERIFY(runCli({"inspect", "@absent"}, m_place.path()).err.contains("@absent: no such file or folder"));
    for (const char* folder : {"a", "b"})
        QVERIFY(QFile::exists(m_place.path(QStringLiteral("one-s/%1/trace.rank-unknown.summary.gz").arg(folder))));
    const auto inspected = [&](const char* run) {
        return parsed(runCli({"inspect", run, "--json", "-"}, m_place.path()));
    };
    QCOMPARE(ranksOf(inspected("one-s")), 2);
    QCOMPARE(ranksOf(inspected("one-s")), ranksOf(inspected("one")));
    QVERIFY(runCli({"summarize", "one", "--out", "one-s"}, m_place.path()).out.count("summarised already") == 2);
}

void TestSummarize::neverTheSummaryOfAnother()
{
    const QStringList both{"summarize", "one/a/trace.json", "one/b/trace.json", "--out", "flat", "--threads", "1"};
    const Outcome clash = runCli(both, m_place.path());
    QCOMPARE(clash.code, 2);
    QVERIFY2(clash.err.contains("one/b/trace.json: its summary would take the place of that of one/a/trace.json"),
             clash.err.constData());
    const QByteArray before = m_place.read("flat/trace.rank-unknown.summary.gz");
    const Outcome later = runCli({"summarize", "one/b/trace.json", "--out", "flat"}, m_place.path());
    QCOMPARE(later.code, 2);
    QVERIFY2(later.err.contains("would take the place"), later.err.constData());
    QCOMPARE(m_place.read("flat/trace.rank-unknown.summary.gz"), before);
}

void TestSummarize::severalRanksInOneExport()
{
    const QString data = QStringLiteral(HEADWATER_SHARED_DATA "/nsys/nsysai-h100-2gpu");
    if (!QDir(data).exists())
        QSKIP("the shared folder with real traces is absent");
    QCOMPARE(runCli({"summarize", data, "--out", "export"}, m_place.path()).code, 0);
    const QStringList made = QDir(m_place.path("export")).entryList(QDir::Files);
    QCOMPARE(made.size(), 2);
    QVERIFY2(made[0].endsWith(".rank-unknown.1of2.summary.gz"), qPrintable(made[0]));
    const auto inspected = [&](const QString& run) {
        return parsed(runCli({"inspect", run, "--json", "-"}, m_place.path()));
    };
    const nlohmann::json fromSummaries = inspected("export");
    const nlohmann::json fromTrace = inspected(data);
    QCOMPARE(ranksOf(fromSummaries), 2);
    for (std::size_t rank = 0; rank < 2; ++rank)
        QCOMPARE(QString::fromStdString(fromSummaries.at("ranks").at(rank).at("device_window").dump()),
                 QString::fromStdString(fromTrace.at("ranks").at(rank).at("device_window").dump()));
    // One of the two is not all of them.
    QVERIFY(QFile::remove(m_place.path("export/" + made[1])));
    QVERIFY(!runCli({"summarize", data, "--out", "export"}, m_place.path()).out.contains("already"));
    QCOMPARE(QDir(m_place.path("export")).entryList(QDir::Files), made);
}

/// A fingerprint is of the first and the last MiB: what was changed between them shows by the file's time.
void TestSummarize::aTraceThatWasWrittenAgain()
{
    QByteArray text = rankless(40'000);
    QVERIFY(text.size() > 4 << 20);
    m_place.write("long.json", text);
    const QStringList summarize{"summarize", "long.json", "--out", "long-s"};
    QCOMPARE(runCli(summarize, m_place.path()).code, 0);
    QVERIFY(runCli(summarize, m_place.path()).out.contains("already"));
    const QByteArray before = m_place.read("long-s/long.rank-unknown.summary.gz");
    const auto at = text.indexOf("gemm", text.size() / 2);
    text.replace(at, 4, "conv");
    m_place.write("long.json", text);
    const Outcome again = runCli(summarize, m_place.path());
    QVERIFY2(!again.out.contains("already"), again.out.constData());
    QVERIFY(m_place.read("long-s/long.rank-unknown.summary.gz") != before);
    // Put back with the time that it once had, as an archive does.
    text.replace(at, 4, "gemm");
    m_place.write("long.json", text);
    QFile older(m_place.path("long.json"));
    QVERIFY(older.open(QFile::ReadWrite));
    QVERIFY(older.setFileTime(QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime));
    older.close();
    QVERIFY(!runCli(summarize, m_place.path()).out.contains("already"));
    QVERIFY(runCli(summarize, m_place.path()).out.contains("already"));
}

/// The summary of a rank that the file was of before would be a rank of the run for ever.
void TestSummarize::whatIsLeftBehindGoes()
{
    const auto ofRank = [&](int rank) {
        return "{\"distributedInfo\":{\"rank\":" + QByteArray::number(rank) + ",\"world_size\":4}," +
               rankless(50).mid(1);
    };
    const QStringList summarize{"summarize", "moved.json", "--out", "moved-s"};
    m_place.write("moved.json", ofRank(1));
    QCOMPARE(runCli(summarize, m_place.path()).code, 0);
    const QDir out(m_place.path("moved-s"));
    QCOMPARE(out.entryList(QDir::Files), QStringList{"moved.rank-1.summary.gz"});
    const QString abandoned = out.filePath("moved.rank-1.summary.gz.4711-0.tmp");
    const QString recent = out.filePath("moved.rank-1.summary.gz.4712-0.tmp");
    QVERIFY(QFile::copy(out.filePath("moved.rank-1.summary.gz"), abandoned));
    QVERIFY(QFile::copy(out.filePath("moved.rank-1.summary.gz"), recent));
    QFile old(abandoned);
    QVERIFY(old.open(QFile::ReadWrite));
    QVERIFY(old.setFileTime(QDateTime::currentDateTime().addSecs(-3'600), QFileDevice::FileModificationTime));
    old.close();
    m_place.write("moved.json", ofRank(3));
    QCOMPARE(runCli(summarize, m_place.path()).code, 0);
    QCOMPARE(out.entryList(QDir::Files, QDir::Name),
             (QStringList{"moved.rank-1.summary.gz.4712-0.tmp", "moved.rank-3.summary.gz"}));
    QCOMPARE(ranksOf(parsed(runCli({"inspect", "moved-s", "--json", "-"}, m_place.path()))), 1);
}

void TestSummarize::aBrokenSummaryIsNamed()
{
    QVERIFY(QDir(m_place.path()).mkpath("broken"));
    for (const QString& name : QDir(m_place.path("made/current")).entryList(QDir::Files))
        QVERIFY(QFile::copy(m_place.path("made/current/" + name), m_place.path("broken/" + name)));
    const QStringList names = QDir(m_place.path("broken")).entryList(QDir::Files);
    m_place.write("broken/" + names[0], {});
    m_place.write("broken/" + names[1], "no summary at all\n");
    const Outcome outcome = runCli({"inspect", "broken"}, m_place.path());
    QCOMPARE(outcome.code, 0);
    for (int i = 0; i < 2; ++i)
        QVERIFY2(outcome.err.contains(names[i].toUtf8()), outcome.err.constData());
    QCOMPARE(outcome.err.count("named like the summary of a rank, but none"), 2);
}

QTEST_GUILESS_MAIN(TestSummarize)
#include "tst_Summarize.moc"
