// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <memory>
#include <string>

#include <QDir>
#include <QTest>

#include "Cli.h"

using namespace headwater::cli_test;

/// `report FILE.headwater`: what people wrote is in the text, and inputs that were moved are found.
class TestSavedReport : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theTextHasWhatPeopleWrote();
    void movedInputsAreFound();
    void changedInputsAreNamed();
    void missingInputsAreNamed();

private:
    std::unique_ptr<Workplace> m_place;
};

namespace {

QByteArray run(int forward)
{
    return metricsCsv(2, 20, {"load", "forward", "backward"},
                      [forward](int, int step, int stage) { return (stage == 1 ? forward : 5'000) + 10 * (step % 5); });
}

}  // namespace

void TestSavedReport::init()
{
    m_place = std::make_unique<Workplace>();
    QVERIFY(QDir(m_place->path()).mkpath(QStringLiteral("old/deep")));
    const QString fine = m_place->write(QStringLiteral("old/deep/fine.csv"), run(20'000));
    const QString slow = m_place->write(QStringLiteral("old/deep/slow.csv"), run(26'000));
    const Outcome saved =
        runCli({QStringLiteral("analyze"), QStringLiteral("--baseline"), fine, QStringLiteral("--current"), slow,
                QStringLiteral("--save"), m_place->path(QStringLiteral("it.headwater"))});
    QVERIFY2(saved.code == 1, saved.err.constData());
}

void TestSavedReport::theTextHasWhatPeopleWrote()
{
    auto json = nlohmann::json::parse(m_place->read(QStringLiteral("it.headwater")).toStdString());
    using Object = std::map<std::string, std::string>;
    nlohmann::json& notes = json["notes"];
    notes["findings"].push_back(
        Object{{"finding", "timeline.no-such"}, {"mark", "dismissed"}, {"reason", "known since \x1b[31mMay"}});
    notes["findings"].push_back(
        Object{{"finding", "timeline.other"}, {"mark", "accepted"}, {"text", "look at node 7"}});
    notes["notes"].push_back(Object{{"at", "headwater:overview?stage=forward"}, {"text", "ask Alice"}});
    notes["bookmarks"].push_back(Object{{"name", "the gap"}, {"at", "headwater:timeline"}});
    m_place->write(QStringLiteral("it.headwater"), QByteArray::fromStdString(json.dump()));
    const QString markdown = m_place->path(QStringLiteral("it.md"));
    const Outcome report = runCli({QStringLiteral("report"), m_place->path(QStringLiteral("it.headwater")),
                                   QStringLiteral("--markdown"), markdown});
    QVERIFY2(report.code == 0, report.err.constData());
    for (const char* said : {"timeline.no-such", "known since", "timeline.other", "look at node 7", "ask Alice",
                             "stage forward", "the gap"}) {
        QVERIFY2(report.out.contains(said), report.out.constData());
        // The same is in Markdown, which has accepted findings in their layers only.
        if (QByteArray(said) != "timeline.other" && QByteArray(said) != "look at node 7")
            QVERIFY2(m_place->read(QStringLiteral("it.md")).contains(said), said);
    }
    QVERIFY(!report.out.contains('\x1b'));
}

void TestSavedReport::movedInputsAreFound()
{
    QVERIFY(QDir(m_place->path()).mkpath(QStringLiteral("new/year/month")));
    const QString before = m_place->path(QStringLiteral("old/deep"));
    QVERIFY(QDir(m_place->path()).rename(before, QStringLiteral("new/year/month/runs")));
    const Outcome report =
        runCli({QStringLiteral("report"), m_place->path(QStringLiteral("it.headwater"))}, m_place->path());
    QVERIFY2(report.code == 0, report.err.constData());
    QVERIFY2(report.err.contains("new/year/month/runs/slow.csv"), report.err.constData());
    QVERIFY(report.out.contains("forward"));
}

void TestSavedReport::changedInputsAreNamed()
{
    const QString file = m_place->path(QStringLiteral("it.headwater"));
    QVERIFY(!runCli({QStringLiteral("report"), file}).err.contains("not what it was"));
    const QString slow = QStringLiteral("old/deep/slow.csv");
    m_place->write(slow, m_place->read(slow).replace("26", "27"));
    const Outcome report = runCli({QStringLiteral("report"), file});
    QCOMPARE(report.code, 0);
    QVERIFY2(report.err.contains("slow.csv: is not what it was") && report.err.contains("it has other content"),
             report.err.constData());
    QVERIFY(!report.err.contains("fine.csv"));
}

void TestSavedReport::missingInputsAreNamed()
{
    QVERIFY(QDir(m_place->path(QStringLiteral("old"))).removeRecursively());
    const Outcome report = runCli({QStringLiteral("report"), m_place->path(QStringLiteral("it.headwater"))});
    QCOMPARE(report.code, 2);
    QVERIFY2(report.err.contains("old/deep/fine.csv") && report.err.contains("old/deep/slow.csv"),
             report.err.constData());
}

QTEST_GUILESS_MAIN(TestSavedReport)
#include "tst_SavedReport.moc"
