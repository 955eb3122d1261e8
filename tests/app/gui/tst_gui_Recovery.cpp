// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include <QApplication>
#include <QDir>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/Document.h"
#include "app/gui/MainWindow.h"
#include "app/gui/NoticeBar.h"
#include "app/gui/Recovery.h"
#include "app/gui/ScaleBoard.h"
#include "app/gui/Session.h"
#include "app/gui/Workbench.h"
#include "core/analysis/scale/SimulatedCluster.h"
#include "core/report/SavedInvestigation.h"
#include "tests/app/gui/StageMetrics.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QStringList kept(const QString& state)
{
    return QDir(state + u"/headwater/recovery"_s).entryList({u"*.headwater"_s}, QDir::Files);
}

Notes remark()
{
    Notes notes;
    notes.notes.push_back({{}, "not saved yet"});
    return notes;
}

/// A window in a process of its own: opens two runs, adds a note, and waits to be killed.
int live(const QStringList& arguments)
{
    MainWindow window({}, arguments[4], QApplication::palette());
    QObject::connect(&window.session(), &Session::phaseChanged, &window, [&window](Session::Phase phase) {
        if (phase == Session::Phase::Ready)
            window.session().notebook().change(remark(), u"note"_s);
    });
    window.session().open({arguments[2]}, {arguments[3]});
    return QApplication::exec();
}

}  // namespace

class TestRecovery : public QObject {
    Q_OBJECT
private slots:
    void init();
    void aKilledWindowIsOffered();
    void restoredStaysUnsaved();
    void anEndBySignalKeepsTheCopy();
    void aPlanWithoutRunsIsKept();
    void givingUpLeavesNothing();
    void savingLeavesNothing();
    void rubbishIsNotOffered();

private:
    std::unique_ptr<MainWindow> window();
    void leave(const QString& file, const QString& page);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_fine, m_slow, m_state;
};

void TestRecovery::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_state = m_folder->filePath(u"state"_s);
    qputenv("XDG_STATE_HOME", m_state.toLocal8Bit());
    m_fine = fixtures::writeMetrics(QDir(m_folder->path()), u"fine.csv"_s, 24, 20);
    m_slow = fixtures::writeMetrics(QDir(m_folder->path()), u"slow.csv"_s, 24, 26);
}

std::unique_ptr<MainWindow> TestRecovery::window()
{
    auto out = std::make_unique<MainWindow>(Settings(), m_folder->filePath(u"s.ini"_s), QApplication::palette());
    out->show();
    out->activateWindow();
    (void)QTest::qWaitForWindowActive(out.get());
    return out;
}

void TestRecovery::aKilledWindowIsOffered()
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QCoreApplication::applicationFilePath(),
                  {u"live"_s, m_fine, m_slow, m_folder->filePath(u"other.ini"_s)});
    QVERIFY(process.waitForStarted());
    QTRY_COMPARE_WITH_TIMEOUT(kept(m_state).size(), 1, 60'000);
    {
        const auto second = window();  // the first lives: nothing to offer
        second->offerLeftBehind();
        QVERIFY(!second->offerBar()->isVisible());
    }
    QCOMPARE(kept(m_state).size(), 1);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    const auto next = window();
    next->offerLeftBehind();
    QVERIFY(next->offerBar()->isVisible());
    QTest::mouseClick(next->offerBar()->acceptButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(next->session().phase(), Session::Phase::Ready, 60'000);
    QCOMPARE(next->session().paths(Side::Current), QStringList{m_slow});
    QVERIFY(next->session().notebook().now() == remark());
    QCOMPARE(kept(m_state).size(), 1);  // until it is saved
}

/// The copy of a window that was killed, as it would be left behind: of a file, on a page.
void TestRecovery::leave(const QString& file, const QString& page)
{
    const auto one = window();
    one->session().openSaved(
        [this] {
            SavedInvestigation saved;
            saved.baseline = {m_fine.toStdString()};
            saved.current = {m_slow.toStdString()};
            return saved;
        }(),
        {file, false});
    QTRY_COMPARE_WITH_TIMEOUT(one->session().phase(), Session::Phase::Ready, 60'000);
    one->workbench()->showPage(page);
    one->session().notebook().change(remark(), u"note"_s);
    one->stop();
}

void TestRecovery::restoredStaysUnsaved()
{
    const QString file = m_folder->filePath(u"mine.headwater"_s);
    leave(file, u"inputs"_s);
    for (int round = 0; round < 2; ++round) {  // ended again before it was saved: offered again
        QCOMPARE(kept(m_state).size(), 1);
        const auto next = window();
        next->offerLeftBehind();
        QVERIFY(next->offerBar()->isVisible());
        const QString said = next->offerBar()->accessibleName();
        QVERIFY2(said.contains(u"mine.headwater"_s) && said.contains(u"fine.csv"_s) && said.contains(u"slow.csv"_s),
                 qPrintable(said));
        QTest::mouseClick(next->offerBar()->acceptButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(next->session().phase(), Session::Phase::Ready, 60'000);
        QVERIFY(next->session().notebook().now() == remark());
        QVERIFY(next->isWindowModified());
        QCOMPARE(next->document().file(), file);
        QCOMPARE(next->workbench()->pageShown(), u"inputs"_s);
        QCOMPARE(kept(m_state).size(), 1);
        if (round == 1) {
            QTest::keyClick(next.get(), Qt::Key_S, Qt::ControlModifier);
            QVERIFY(kept(m_state).isEmpty());
            QVERIFY(!next->isWindowModified());
            QVERIFY(loadInvestigation(file.toStdString())->notes == remark());
        }
    }
    QVERIFY(kept(m_state).isEmpty());
}

void TestRecovery::anEndBySignalKeepsTheCopy()
{
    auto one = window();
    one->session().open({m_fine}, {m_slow});
    QTRY_COMPARE_WITH_TIMEOUT(one->session().phase(), Session::Phase::Ready, 60'000);
    one->session().notebook().change(remark(), u"note"_s);
    one->stop();
    QVERIFY(one->close());  // nobody is asked
    one.reset();
    QCOMPARE(kept(m_state).size(), 1);
    const auto next = window();
    next->offerLeftBehind();
    QVERIFY(next->offerBar()->isVisible());
}

/// Planning alone is work too: nodes and results, no runs to judge.
void TestRecovery::aPlanWithoutRunsIsKept()
{
    ScaleCase plan = scale::simulatedCase(3);
    plan.goodGpus = 16;
    {
        const auto one = window();
        one->session().scale().change(plan, u"plan"_s);
        QTRY_COMPARE_WITH_TIMEOUT(kept(m_state).size(), 1, 30'000);
        one->stop();
    }
    const auto next = window();
    next->offerLeftBehind();
    QVERIFY(next->offerBar()->isVisible());
    QVERIFY2(next->offerBar()->accessibleName().contains(u"plan at scale"_s),
             qPrintable(next->offerBar()->accessibleName()));
    QTest::mouseClick(next->offerBar()->acceptButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(next->session().scale().now() == plan, 60'000);
    QVERIFY(next->isWindowModified());
    QCOMPARE(kept(m_state).size(), 1);
}

void TestRecovery::givingUpLeavesNothing()
{
    auto one = window();
    one->session().open({m_fine}, {m_slow});
    QTRY_COMPARE_WITH_TIMEOUT(one->session().phase(), Session::Phase::Ready, 60'000);
    one->session().notebook().change(remark(), u"note"_s);
    QTRY_COMPARE_WITH_TIMEOUT(kept(m_state).size(), 1, 30'000);
    QVERIFY(!one->close());
    auto* question = one->findChild<QMessageBox*>(u"saveQuestion"_s);
    QVERIFY(question);
    QTest::mouseClick(question->button(QMessageBox::Discard), Qt::LeftButton);
    QVERIFY(!one->isVisible());
    QVERIFY(kept(m_state).isEmpty());
    one.reset();
    QVERIFY(kept(m_state).isEmpty());
}

void TestRecovery::savingLeavesNothing()
{
    const auto one = window();
    one->session().open({m_fine}, {m_slow});
    QTRY_COMPARE_WITH_TIMEOUT(one->session().phase(), Session::Phase::Ready, 60'000);
    one->session().notebook().change(remark(), u"note"_s);
    QTRY_COMPARE_WITH_TIMEOUT(kept(m_state).size(), 1, 30'000);
    one->recovery().forget();
    QVERIFY(kept(m_state).isEmpty());
    one->session().setEpsilon(90'000);  // the next change is kept again
    QTRY_COMPARE_WITH_TIMEOUT(kept(m_state).size(), 1, 30'000);
}

void TestRecovery::rubbishIsNotOffered()
{
    QVERIFY(QDir().mkpath(m_state + u"/headwater/recovery"_s));
    QFile file(m_state + u"/headwater/recovery/x.headwater"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"schema\":");
    file.close();
    const auto one = window();
    one->offerLeftBehind();
    QVERIFY(!one->offerBar()->isVisible());
    QVERIFY(kept(m_state).isEmpty());
}

}  // namespace headwater

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    if (argc == 5 && QByteArray(argv[1]) == "live")
        return headwater::live(QApplication::arguments());
    headwater::TestRecovery test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_gui_Recovery.moc"
