// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <thread>

#include <QElapsedTimer>
#include <QTest>
#include <QThread>

#include "app/gui/JobRunner.h"

namespace headwater {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestJobRunner : public QObject {
    Q_OBJECT
private slots:
    void resultsArriveOnThisThread();
    void cancelledJobSaysNothing();
    void lateResultIsDropped();
    void progressIsFoldedAndStopsWithTheJob();
    void exceptionsBecomeErrors();
    void destroyingWaitsForTheWork();
};

void TestJobRunner::resultsArriveOnThisThread()
{
    JobRunner jobs;
    QThread* workThread = nullptr;
    QThread* doneThread = nullptr;
    int value = 0;
    jobs.start<int>(
        [&](const Job&) -> Result<int> {
            workThread = QThread::currentThread();
            return 7;
        },
        [&](const Result<int>& result) {
            doneThread = QThread::currentThread();
            value = *result;
        });
    QVERIFY(jobs.running());
    QTRY_COMPARE(value, 7);
    QCOMPARE(doneThread, QThread::currentThread());
    QVERIFY(workThread != doneThread);
    QVERIFY(!jobs.running());
}

void TestJobRunner::cancelledJobSaysNothing()
{
    JobRunner jobs;
    std::atomic_bool entered = false;
    std::atomic_bool sawStop = false;
    bool told = false;
    const auto id = jobs.start<int>(
        [&](const Job& job) -> Result<int> {
            entered = true;
            while (!job.stopped())
                std::this_thread::sleep_for(1ms);
            sawStop = true;
            return cancelled();
        },
        [&](const Result<int>&) { told = true; });
    QTRY_VERIFY(entered);
    QElapsedTimer timer;
    timer.start();
    jobs.cancel(id);
    QVERIFY(!jobs.running());
    QTRY_VERIFY_WITH_TIMEOUT(sawStop, 5'000);
    QTest::qWait(20);
    QVERIFY(!told);
}

void TestJobRunner::lateResultIsDropped()
{
    // Work that never looks at its token ends well after it was cancelled: its result must not be taken for new.
    JobRunner jobs;
    std::atomic_bool go = false;
    std::atomic_bool ended = false;
    QStringList results;
    const auto old = jobs.start<int>(
        [&](const Job&) -> Result<int> {
            while (!go)
                std::this_thread::sleep_for(1ms);
            ended = true;
            return 1;
        },
        [&](const Result<int>&) { results << u"old"_s; });
    jobs.cancel(old);
    jobs.start<int>([](const Job&) -> Result<int> { return 2; }, [&](const Result<int>&) { results << u"new"_s; });
    QTRY_COMPARE(results, QStringList{u"new"_s});
    go = true;
    QTRY_VERIFY(ended);
    QTest::qWait(30);
    QCOMPARE(results, QStringList{u"new"_s});
}

void TestJobRunner::progressIsFoldedAndStopsWithTheJob()
{
    JobRunner jobs;
    std::vector<double> seen;
    bool done = false;
    jobs.start<int>(
        [](const Job& job) -> Result<int> {
            for (int i = 0; i <= 10'000; ++i)
                job.report(i / 10'000.0, "reading");
            return 0;
        },
        [&](const Result<int>&) { done = true; },
        [&](double fraction, const QString& text) {
            QCOMPARE(text, u"reading"_s);
            seen.push_back(fraction);
        });
    std::this_thread::sleep_for(50ms);  // this thread is busy: reports pile up and are folded into one
    QTRY_VERIFY(done);
    QVERIFY(!seen.empty());
    QVERIFY(seen.size() < 10'000);
    QCOMPARE(seen.back(), 1.0);
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));
}

void TestJobRunner::exceptionsBecomeErrors()
{
    JobRunner jobs;
    ErrorCode code = ErrorCode::BadUsage;
    jobs.start<int>([](const Job&) -> Result<int> { throw std::bad_alloc(); },
                    [&](const Result<int>& result) { code = result.error().code; });
    QTRY_COMPARE(code, ErrorCode::TooLarge);
}

void TestJobRunner::destroyingWaitsForTheWork()
{
    std::atomic_bool ended = false;
    bool told = false;
    {
        JobRunner jobs;
        std::atomic_bool entered = false;
        jobs.start<int>(
            [&](const Job& job) -> Result<int> {
                entered = true;
                while (!job.stopped())
                    std::this_thread::sleep_for(1ms);
                ended = true;
                return 1;
            },
            [&](const Result<int>&) { told = true; });
        QTRY_VERIFY(entered);
    }
    QVERIFY(ended);
    QTest::qWait(10);
    QVERIFY(!told);
}

}  // namespace headwater

QTEST_GUILESS_MAIN(headwater::TestJobRunner)
#include "tst_gui_JobRunner.moc"
