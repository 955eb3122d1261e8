// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QDir>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/Session.h"
#include "app/gui/pages/TimelinePage.h"
#include "app/gui/pages/TracesBar.h"
#include "core/analysis/summary/FromSummary.h"
#include "core/analysis/summary/Summarize.h"
#include "core/base/FileFingerprint.h"
#include "core/ingest/ReadFile.h"
#include "core/run/SummaryCodec.h"
#include "core/simulate/Simulate.h"
#include "widgets/timeline/TimelineView.h"

namespace headwater {

namespace fs = std::filesystem;
using namespace Qt::StringLiterals;

/// What the window shows of runs whose traces were not read, and how it gets at them.
class TestTraces : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void theSecondTime();
    void otherStagesReadTheTraces();
    void summariesLeadToTheirTraces();
    void summariesWithoutTraces();

private:
    [[nodiscard]] std::unique_ptr<Session> opened(const QString& folder) const;
    [[nodiscard]] static bool summarise(const fs::path& from, const fs::path& to, bool reachable);
    static bool settled(const Session& session);

    QTemporaryDir m_runs, m_kept;
    JobRunner m_jobs;
};

void TestTraces::initTestCase()
{
    SimulationOptions options;
    options.ranks = 2;
    options.steps = 30;
    options.eventsPerStep = 200;
    options.compress = false;
    QVERIFY(simulate("slow-forward", m_runs.path().toStdString(), options, {}));
}

bool TestTraces::settled(const Session& session)
{
    return QTest::qWaitFor([&] { return session.phase() == Session::Phase::Ready; }, 60'000);
}

std::unique_ptr<Session> TestTraces::opened(const QString& folder) const
{
    auto session = std::make_unique<Session>(const_cast<JobRunner&>(m_jobs));
    CacheFolder cache{m_kept.path().toStdString()};
    cache.leastFile = 0;
    session->setCache(cache);
    session->open({folder + u"/baseline"_s}, {folder + u"/current"_s});
    return settled(*session) ? std::move(session) : nullptr;
}

void TestTraces::theSecondTime()
{
    const auto first = opened(m_runs.path());
    QVERIFY(first && first->pair().current->basis);
    QVERIFY(first->verdict()->drillDown);
    const auto second = opened(m_runs.path());
    QVERIFY(second && !second->pair().current->basis);
    QVERIFY(hasKept(*second->pair().current->run));
    QVERIFY(second->verdict()->drillDown);
    QCOMPARE(second->verdict()->drillDown->path, first->verdict()->drillDown->path);

    TimelinePage page;
    connect(page.tracesBar(), &TracesBar::tracesWanted, second.get(), &Session::loadTraces);
    page.show();
    page.setResult(second->pair(), second->verdict());
    QVERIFY(page.tracesBar()->text().contains(u"full traces"_s));
    QVERIFY(page.notice().contains(u"full traces"_s));
    QVERIFY(page.tracesBar()->button()->isVisible());
    const VerdictPtr before = second->verdict();
    page.tracesBar()->button()->click();
    QCOMPARE(second->phase(), Session::Phase::Rereading);
    QCOMPARE(second->verdict(), before);  // what is shown stays
    QVERIFY(settled(*second));
    QVERIFY(second->pair().current->basis && second->pair().baseline->basis);
    page.setResult(second->pair(), second->verdict());
    QCOMPARE(page.tracesBar()->text(), QString());
    QTRY_VERIFY(page.view()->data());
    QCOMPARE(page.notice(), QString());
}

/// What is inside a stage by another choice was never looked at: the traces are read by themselves.
void TestTraces::otherStagesReadTheTraces()
{
    const auto session = opened(m_runs.path());
    QVERIFY(session && !session->pair().current->basis);
    session->setStages(u"canonical"_s);
    QTRY_VERIFY_WITH_TIMEOUT(session->phase() == Session::Phase::Ready && session->pair().current->basis, 60'000);
    QVERIFY(session->verdict()->drillDown);
}

bool TestTraces::summarise(const fs::path& from, const fs::path& to, bool reachable)
{
    fs::create_directories(to);
    int written = 0;
    for (const auto& entry : fs::directory_iterator(from)) {
        if (!entry.is_regular_file())
            continue;
        const FileContent content = readFile(entry.path(), {}, {});
        if (content.traces.size() != 1)
            return false;
        SummarizedRank rank = summarizeRank(*content.traces.front());
        rank.summary.source = reachable ? entry.path().string() : "/gone/" + entry.path().filename().string();
        rank.summary.fingerprint = textOf(*fingerprintOf(entry.path()));
        std::ofstream(to / (std::to_string(written++) + ".summary"), std::ios::binary) << encodeSummary(rank, "test");
    }
    return written > 0;
}

void TestTraces::summariesLeadToTheirTraces()
{
    const QTemporaryDir out;
    const fs::path folder = out.path().toStdString();
    const fs::path runs = m_runs.path().toStdString();
    for (const char* side : {"baseline", "current"})
        QVERIFY(summarise(runs / side, folder / side, true));
    const auto session = opened(out.path());
    QVERIFY(session && !session->pair().current->basis && !session->verdict()->drillDown);
    TracesBar bar;
    bar.setResult(session->pair());
    QVERIFY(bar.text().contains(u"4 ranks are summaries"_s));
    QVERIFY(!bar.button()->isHidden());
    session->loadTraces();
    QVERIFY(settled(*session));
    QVERIFY(session->pair().current->basis && session->verdict()->drillDown);
    bar.setResult(session->pair());
    QVERIFY(bar.isHidden());
}

void TestTraces::summariesWithoutTraces()
{
    const QTemporaryDir out;
    const fs::path folder = out.path().toStdString();
    const fs::path runs = m_runs.path().toStdString();
    for (const char* side : {"baseline", "current"})
        QVERIFY(summarise(runs / side, folder / side, false));
    const auto session = opened(out.path());
    QVERIFY(session);
    TracesBar bar;
    bar.setResult(session->pair());
    QVERIFY(bar.text().contains(u"/gone/"_s));
    QVERIFY(bar.button()->isHidden());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestTraces)
#include "tst_gui_Traces.moc"
