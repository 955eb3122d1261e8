// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTest>

#include "Cli.h"
#include "core/simulate/Simulate.h"

using namespace headwater;
using namespace headwater::cli_test;

/// `analyze` answers from the cache what it answers from traces.
class TestCache : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void sameBytes();
    void otherEpsilon();
    void unreadEntries();
    void noCache();
    void stagesOfARuleFile();
    void otherCommands_data();
    void otherCommands();
    void aChangedFileIsNoticed();

private:
    [[nodiscard]] Outcome analyze(const QStringList& more, const QString& cache) const
    {
        return runCli(QStringList{"analyze", "--baseline", "baseline", "--current", "current", "--json", "v.json"} +
                          more,
                      m_place.path(), cache);
    }
    [[nodiscard]] QStringList entries() const { return QDir(m_place.path("cache/headwater")).entryList(QDir::Files); }

    Workplace m_place;
    Outcome m_read;
    QByteArray m_json;
};

void TestCache::initTestCase()
{
    SimulationOptions options;
    options.ranks = 2;
    options.steps = 30;
    options.eventsPerStep = 1'000;
    options.compress = false;
    QVERIFY(simulate("slow-forward", m_place.path().toStdString(), options, {}));
    m_read = analyze({}, {});
    m_json = m_place.read("v.json");
    QCOMPARE(m_read.code, 1);
    QVERIFY(m_json.contains("\"drill_down\": {"));
}

void TestCache::sameBytes()
{
    for (int i = 0; i < 3; ++i) {
        const Outcome outcome = analyze({}, m_place.path("cache"));
        QCOMPARE(outcome.code, m_read.code);
        QCOMPARE(outcome.out, m_read.out);
        QCOMPARE(outcome.err, m_read.err);
        QCOMPARE(m_place.read("v.json"), m_json);
        QCOMPARE(entries().size(), 5);  // four traces and what is inside the stage
    }
}

/// What was not asked before is answered by the traces.
void TestCache::otherEpsilon()
{
    const QStringList more{"--epsilon", "0.03"};
    static_cast<void>(analyze(more, {}));
    const QByteArray expected = m_place.read("v.json");
    static_cast<void>(analyze(more, m_place.path("cache")));
    QCOMPARE(m_place.read("v.json"), expected);
    QCOMPARE(entries().size(), 6);
}

void TestCache::unreadEntries()
{
    for (const QString& entry : entries()) {
        QFile file(m_place.path("cache/headwater/" + entry));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no entry");
    }
    QCOMPARE(analyze({}, m_place.path("cache")).out, m_read.out);
    QCOMPARE(m_place.read("v.json"), m_json);
}

void TestCache::noCache()
{
    QCOMPARE(analyze({"--no-cache"}, m_place.path("other")).out, m_read.out);
    QVERIFY(!QDir(m_place.path("other")).exists());
}

/// Summaries have no stages by a rule file: the traces are read.
void TestCache::stagesOfARuleFile()
{
    m_place.write("rules.json",
                  "{\"stages\":[{\"name\":\"All\",\"kinds\":[\"annotation\"],\"pattern\":\"^forward\"}]}");
    const QStringList more{"--stages", "rules.json"};
    const Outcome expected = analyze(more, {});
    const QByteArray json = m_place.read("v.json");
    const Outcome outcome = analyze(more, m_place.path("cache"));
    QVERIFY2(expected.code < 2, expected.err);
    QCOMPARE(outcome.code, expected.code);
    QCOMPARE(outcome.err, expected.err);
    QCOMPARE(m_place.read("v.json"), json);
}

void TestCache::otherCommands_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("inspect") << QStringList{"inspect", "baseline"};
    QTest::newRow("inspect some") << QStringList{"inspect", "baseline", "--ranks", "1", "--steps", "3:9"};
    QTest::newRow("whatif") << QStringList{"whatif", "current"};
    QTest::newRow("whatif pair") << QStringList{"whatif", "current", "--baseline", "baseline"};
    QTest::newRow("history") << QStringList{"analyze", "--history", "nights"};
}

/// With traces, with their summaries, and without a cache: the same bytes.
void TestCache::otherCommands()
{
    QFETCH(QStringList, arguments);
    QDir().mkpath(m_place.path("nights"));
    for (const char* run : {"baseline", "current"})
        QFile::link(m_place.path(run), m_place.path(QStringLiteral("nights/") + run));
    const QString cache = m_place.path(QStringLiteral("cache of ") + QTest::currentDataTag());
    const QStringList asked = arguments + QStringList{"--json", "o.json"};
    const Outcome expected = runCli(asked + QStringList{"--no-cache"}, m_place.path(), cache);
    const QByteArray json = m_place.read("o.json");
    QVERIFY(!json.isEmpty());
    QVERIFY(!QDir(cache).exists());
    for (int times = 0; times < 2; ++times) {
        const Outcome outcome = runCli(asked, m_place.path(), cache);
        QCOMPARE(outcome.code, expected.code);
        QCOMPARE(outcome.out, expected.out);
        QCOMPARE(outcome.err, expected.err);
        QCOMPARE(m_place.read("o.json"), json);
        QVERIFY(!QDir(cache + "/headwater").entryList(QDir::Files).isEmpty());
    }
}

void TestCache::aChangedFileIsNoticed()
{
    const QString cache = m_place.path("noticing");
    static_cast<void>(runCli({"inspect", "baseline"}, m_place.path(), cache));
    const QStringList files = QDir(m_place.path("baseline")).entryList({"*.json"}, QDir::Files);
    QVERIFY(!files.isEmpty());
    QFile trace(m_place.path("baseline/" + files.first()));
    QVERIFY(trace.open(QIODevice::ReadWrite));
    QByteArray text = trace.readAll();
    const qsizetype middle = text.indexOf("forward", text.size() / 2);  // beyond the first and last MiB
    QVERIFY(middle > 0);
    text.replace(middle, 7, "fxrward");
    QVERIFY(trace.seek(0) && trace.write(text) == text.size());
    trace.close();
    const Outcome expected = runCli({"inspect", "baseline", "--no-cache"}, m_place.path(), cache);
    QCOMPARE(runCli({"inspect", "baseline"}, m_place.path(), cache).out, expected.out);
}

QTEST_GUILESS_MAIN(TestCache)
#include "tst_Cache.moc"
