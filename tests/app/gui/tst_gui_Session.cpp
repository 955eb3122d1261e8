// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include "app/gui/Session.h"
#include "core/report/SavedInvestigation.h"
#include "tests/app/gui/StageMetrics.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestSession : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void opensAndJudges();
    void epsilonJudgesAtOnce();
    void largeRunsAreJudgedMeanwhile();
    void measureIsComputedAnew();
    void selectionStaysOnItsStage();
    void aMissingFileIsToldWithItsSide();
    void afterAFailureTheOldVerdictStands();
    void cancelLeavesNothing();
    void reopeningDropsTheFirst();
    void savedInvestigationOpensAgain();
    void howFilesAreReadIsKept();

private:
    [[nodiscard]] std::unique_ptr<Session> opened(const QString& current);

    QTemporaryDir m_folder;
    JobRunner m_jobs;
    QString m_fine, m_slow, m_same;
};

void TestSession::initTestCase()
{
    const QDir dir(m_folder.path());
    m_fine = fixtures::writeMetrics(dir, u"fine.csv"_s, 24, 20);
    m_slow = fixtures::writeMetrics(dir, u"slow.csv"_s, 24, 26);
    m_same = fixtures::writeMetrics(dir, u"same.csv"_s, 24, 20);
    QVERIFY(!m_fine.isEmpty() && !m_slow.isEmpty() && !m_same.isEmpty());
}

std::unique_ptr<Session> TestSession::opened(const QString& current)
{
    auto session = std::make_unique<Session>(m_jobs);
    session->open({m_fine}, {current});
    if (!QTest::qWaitFor([&] { return session->phase() == Session::Phase::Ready; }, 30'000))
        return nullptr;
    return session;
}

void TestSession::opensAndJudges()
{
    const auto session = opened(m_slow);
    QVERIFY(session);
    const VerdictPtr& verdict = session->verdict();
    QCOMPARE(verdict->outcome, Outcome::Regressed);
    QVERIFY(verdict->firstRegressed);
    QCOMPARE(verdict->firstRegressed->stage, std::string("forward"));
    QCOMPARE(session->view().stage, std::string("forward"));
    const auto calm = opened(m_same);
    QVERIFY(calm);
    QVERIFY(!calm->verdict()->firstRegressed);
}

void TestSession::epsilonJudgesAtOnce()
{
    const auto session = opened(m_slow);
    QVERIFY(session);
    QSignalSpy verdicts(session.get(), &Session::verdictChanged);
    QSignalSpy phases(session.get(), &Session::phaseChanged);
    QElapsedTimer timer;
    timer.start();
    session->setEpsilon(400'000);  // 40 %: more than the 30 % that forward lost
    QVERIFY(!session->verdict()->firstRegressed);
    session->setEpsilon(50'000);
    QVERIFY(session->verdict()->firstRegressed);
    session->setStatistic(Statistic::Mean);
    QCOMPARE(session->verdict()->policy.statistic, Statistic::Mean);
    QCOMPARE(verdicts.count(), 3);
    QCOMPARE(phases.count(), 0);  // nothing was computed in the background
    session->setEpsilon(50'000);
    QCOMPARE(verdicts.count(), 3);
}

void TestSession::largeRunsAreJudgedMeanwhile()
{
    const auto write = [this](const QString& name, double ms) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly))
            return QString();
        file.write("rank,step,stage,duration_ms\n");
        for (int rank = 0; rank < 2'000; ++rank)
            for (int step = 0; step < 51; ++step)
                file.write(u"%1,%2,forward,%3\n"_s.arg(rank).arg(step).arg(ms + rank * step % 7 * 0.01).toUtf8());
        return file.fileName();
    };
    Session session(m_jobs);
    session.open({write(u"large-fine.csv"_s, 20)}, {write(u"large-slow.csv"_s, 22)});
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 60'000);
    QVERIFY(session.verdict()->firstRegressed);
    std::vector<std::int64_t> shown;
    connect(&session, &Session::verdictChanged, this, [&] { shown.push_back(session.verdict()->policy.epsilonPpm); });
    for (const std::int64_t ppm : {400'000, 300'000, 200'000})
        session.setEpsilon(ppm);
    QVERIFY(shown.empty());  // the window did not wait for it
    QTRY_COMPARE_WITH_TIMEOUT(session.verdict()->policy.epsilonPpm, std::int64_t{200'000}, 60'000);
    QVERIFY(!session.verdict()->firstRegressed);
    QTRY_VERIFY(!m_jobs.running());
    // What was asked for in between never shows; the last may come again with what is inside the stage.
    QVERIFY(std::ranges::all_of(shown, [](std::int64_t ppm) { return ppm == 200'000; }));
    session.setEpsilon(50'000);
    session.setEpsilon(200'000);  // taken back
    QTRY_VERIFY(!m_jobs.running());
    QCOMPARE(session.verdict()->policy.epsilonPpm, std::int64_t{200'000});
}

void TestSession::measureIsComputedAnew()
{
    const auto session = opened(m_slow);
    QVERIFY(session);
    session->setMeasure(Measure::Host);
    QCOMPARE(session->phase(), Session::Phase::Analysing);
    QVERIFY(session->verdict());  // the old one is still there to look at
    QTRY_COMPARE(session->phase(), Session::Phase::Ready);
}

void TestSession::selectionStaysOnItsStage()
{
    const auto session = opened(m_slow);
    QVERIFY(session);
    QSignalSpy spy(session.get(), &Session::viewChanged);
    ViewRef view = session->view();
    view.stage = session->verdict()->stages.at(2).stage;
    view.ranks = {3};
    session->setView(view);
    session->setView(view);
    QCOMPARE(spy.count(), 1);
    session->setEpsilon(70'000);
    QCOMPARE(session->view(), view);
    view.stage = "a stage that is not there";
    session->setView(view);
    session->setEpsilon(60'000);  // each verdict begins with a stage that it has
    QVERIFY(session->view().stage != view.stage);
    QCOMPARE(session->view().ranks, view.ranks);
}

void TestSession::aMissingFileIsToldWithItsSide()
{
    Session session(m_jobs);
    std::optional<Side> where;
    std::string what;
    connect(&session, &Session::failed, this, [&](const Error& error, std::optional<Side> side) {
        where = side;
        what = error.what;
    });
    session.open({m_fine}, {m_folder.filePath(u"no-such-file"_s)});
    QTRY_VERIFY_WITH_TIMEOUT(where.has_value(), 30'000);
    QCOMPARE(*where, Side::Current);
    QVERIFY(!what.empty());
    QCOMPARE(session.phase(), Session::Phase::Empty);
}

void TestSession::afterAFailureTheOldVerdictStands()
{
    const auto session = opened(m_slow);
    QVERIFY(session);
    const VerdictPtr before = session->verdict();
    bool failed = false;
    connect(session.get(), &Session::failed, this, [&] { failed = true; });
    session->setStages(m_folder.filePath(u"no-such-rules.json"_s));
    QTRY_VERIFY_WITH_TIMEOUT(failed, 30'000);
    QCOMPARE(session->phase(), Session::Phase::Ready);
    QCOMPARE(session->verdict(), before);
    QCOMPARE(session->stages(), u"auto"_s);
    session->open({m_fine}, {m_folder.filePath(u"gone"_s)});
    QTRY_COMPARE_WITH_TIMEOUT(session->phase(), Session::Phase::Ready, 30'000);
    QCOMPARE(session->paths(Side::Current), QStringList{m_slow});
    session->setEpsilon(400'000);
    QVERIFY(!session->verdict()->firstRegressed);
}

void TestSession::cancelLeavesNothing()
{
    Session session(m_jobs);
    QSignalSpy verdicts(&session, &Session::verdictChanged);
    session.open({m_fine}, {m_slow});
    QCOMPARE(session.phase(), Session::Phase::Loading);
    session.cancel();
    QCOMPARE(session.phase(), Session::Phase::Empty);
    QTest::qWait(200);
    QCOMPARE(verdicts.count(), 0);
    QVERIFY(!session.verdict());
    QVERIFY(!m_jobs.running());
}

void TestSession::reopeningDropsTheFirst()
{
    Session session(m_jobs);
    session.open({m_fine}, {m_slow});
    session.open({m_fine}, {m_same});
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 30'000);
    QVERIFY(!session.verdict()->firstRegressed);
    QTest::qWait(100);
    QVERIFY(!session.verdict()->firstRegressed);
}

void TestSession::savedInvestigationOpensAgain()
{
    const auto session = opened(m_slow);
    QVERIFY(session);
    session->setEpsilon(120'000);
    const QString file = m_folder.filePath(u"night.headwater"_s);
    QVERIFY(session->save(file));
    Session again(m_jobs);
    again.openInvestigation(file);
    QTRY_COMPARE_WITH_TIMEOUT(again.phase(), Session::Phase::Ready, 30'000);
    QCOMPARE(again.policy().epsilonPpm, 120'000);
    QCOMPARE(again.verdict()->firstRegressed->stage, std::string("forward"));
}

/// Unit, time zone and linked-only of an investigation that the command line wrote.
void TestSession::howFilesAreReadIsKept()
{
    SavedInvestigation written;
    written.baseline = {m_fine.toStdString()};
    written.current = {m_slow.toStdString()};
    written.unit = "us";
    written.timezone = "+02:00";
    written.linkedOnly = true;
    const QString file = m_folder.filePath(u"cli.headwater"_s);
    QVERIFY(saveInvestigation(written, file.toStdString()));
    Session session(m_jobs);
    session.openInvestigation(file);
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 30'000);
    const auto kept = [&session] {
        const SavedInvestigation now = session.saved();
        return now.unit == "us" && now.timezone == "+02:00" && now.linkedOnly;
    };
    QVERIFY(kept());
    session.setStages(u"canonical"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 30'000);
    QVERIFY(kept());
    session.history().stack()->undo();
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 30'000);
    QVERIFY(kept());
    // One more file is still the same investigation, two others are not.
    session.open({m_fine}, {m_same}, session.overrides());
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 30'000);
    QVERIFY(kept());
    session.open({m_slow}, {m_slow});
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 30'000);
    QVERIFY(session.saved().unit.empty() && !session.saved().linkedOnly);
}

}  // namespace headwater

QTEST_GUILESS_MAIN(headwater::TestSession)
#include "tst_gui_Session.moc"
