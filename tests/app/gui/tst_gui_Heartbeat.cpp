// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include <QAction>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "app/gui/Actions.h"
#include "app/gui/MainWindow.h"
#include "app/gui/PageTable.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/Page.h"
#include "core/simulate/Simulate.h"
#include "tests/app/gui/Heartbeat.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;
using fixtures::busyMs;
using fixtures::Heartbeat;

namespace {

constexpr double kBlock = 50;    ///< ms that one turn of the GUI thread's loop may take
constexpr double kCancel = 200;  ///< ms from cancelling to the last thread's end

bool isMeasured()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false;
#else
    return true;
#endif
}

/// Until the other threads have worked for so many ms, or there is nothing for them to do.
void waitForWork(double ms, const std::function<bool()>& busy)
{
    const auto others = [] { return busyMs(CLOCK_PROCESS_CPUTIME_ID) - busyMs(CLOCK_THREAD_CPUTIME_ID); };
    for (const double start = others(); busy() && others() - start < ms;)
        QTest::qWait(1);
}

}  // namespace

/// Opening any page on a pair of 16 ranks with traces never holds the window up, and leaving it ends its work at once.
class TestHeartbeat : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void noPageBlocksTheWindow();
    void noAppearanceBlocksTheWindow();
    void leavingAPageEndsItsWork_data();
    void leavingAPageEndsItsWork();
    void cancellingEndsTheReading();

private:
    double appearanceTurn(const QString& name, const QString& page);

    QTemporaryDir m_folder;
    QString m_baseline, m_current;
    std::unique_ptr<MainWindow> m_window;
};

void TestHeartbeat::initTestCase()
{
    if (!isMeasured())
        QSKIP("sanitizers slow the program down: not a measurement");
    qputenv("XDG_CACHE_HOME", m_folder.filePath(u"cache"_s).toLocal8Bit());
    qputenv("XDG_STATE_HOME", m_folder.filePath(u"state"_s).toLocal8Bit());
    applyTheme(*qApp, lightPalette());
    SimulationOptions options;
    options.ranks = 16;
    options.steps = 20;
    options.eventsPerStep = 150;
    QVERIFY(simulate("slow-rank", m_folder.path().toStdString(), options, {}));
    m_baseline = m_folder.filePath(u"baseline"_s);
    m_current = m_folder.filePath(u"current"_s);
    const QString settings = m_folder.filePath(u"settings.ini"_s);
    m_window = std::make_unique<MainWindow>(loadSettings(settings), settings, QApplication::palette());
    m_window->resize(1'500, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestHeartbeat::noPageBlocksTheWindow()
{
    QStringList tooLong;
    const auto judge = [&](const QString& what, const Heartbeat& heart) {
        qInfo("%s: the longest of %d turns %.1f ms", qPrintable(what), heart.beats(), heart.longest());
        if (heart.longest() > kBlock)
            tooLong << u"%1 %2 ms"_s.arg(what).arg(heart.longest());
    };
    {
        const Heartbeat heart;
        m_window->session().open({m_baseline}, {m_current});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
        QTest::qWait(200);
        judge(u"opening the pair"_s, heart);
    }
    for (const PageRow& row : pageTable()) {
        const Heartbeat heart;
        QTimer::singleShot(0, m_window.get(), [&] { m_window->showPage(row.name); });
        QTRY_COMPARE_WITH_TIMEOUT(m_window->workbench()->pageShown(), row.name, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->workbench()->page(row.name)->busy(), 60'000);
        QTest::qWait(200);
        QTRY_VERIFY_WITH_TIMEOUT(heart.beats() > 10, 60'000);
        judge(row.name, heart);
    }
    QVERIFY2(tooLong.isEmpty(), qPrintable(tooLong.join(u", "_s)));
}

/// The longest turn that a change of appearance takes with `page` shown and, after it, the pages that were hidden.
double TestHeartbeat::appearanceTurn(const QString& name, const QString& page)
{
    const QList<QAction*> all = m_window->actions();
    const auto found = std::find_if(all.begin(), all.end(), [&](QAction* one) { return one->text() == name; });
    if (found == all.end())
        return std::numeric_limits<double>::infinity();
    const Heartbeat heart;
    QTimer::singleShot(0, *found, &QAction::trigger);
    QTest::qWait(200);
    for (const QString& hidden : {u"resources"_s, page}) {
        QTimer::singleShot(0, m_window.get(), [&] { m_window->showPage(hidden); });
        if (!QTest::qWaitFor([&] { return m_window->workbench()->pageShown() == hidden; }, 60'000))
            return std::numeric_limits<double>::infinity();
        QTest::qWait(100);
    }
    qInfo("%s, %s: the longest of %d turns %.1f ms", qPrintable(page), qPrintable(name), heart.beats(),
          heart.longest());
    return QTest::qWaitFor([&] { return heart.beats() > 10; }, 60'000) ? heart.longest()
                                                                       : std::numeric_limits<double>::infinity();
}

/// With everything open that the pages before have shown. On a busy machine others take a turn's caches away: too long
/// is what is so in each of three rounds, which change every appearance there and back.
void TestHeartbeat::noAppearanceBlocksTheWindow()
{
    std::map<QString, double> shortest;
    const auto tooLong = [&shortest] {
        QStringList out;
        for (const auto& [what, longest] : shortest)
            if (longest > kBlock)
                out << u"%1 %2 ms"_s.arg(what).arg(longest);
        return out;
    };
    for (int round = 0; round < 3 && (round == 0 || !tooLong().isEmpty()); ++round)
        for (const QString& page : {u"overview"_s, u"timeline"_s, u"stragglers"_s}) {
            m_window->showPage(page);
            QTRY_VERIFY_WITH_TIMEOUT(!m_window->workbench()->page(page)->busy(), 60'000);
            for (const QString& name :
                 {u"Dark theme"_s, u"Light theme"_s, u"Larger text"_s, u"Text of the desktop's size"_s}) {
                const double longest = appearanceTurn(name, page);
                double& known = shortest.try_emplace(page + u", "_s + name, longest).first->second;
                known = std::min(known, longest);
            }
        }
    QVERIFY2(tooLong().isEmpty(), qPrintable(tooLong().join(u", "_s)));
}

void TestHeartbeat::leavingAPageEndsItsWork_data()
{
    QTest::addColumn<int>("page");
    for (std::size_t i = 0; i < pageTable().size(); ++i)
        QTest::newRow(qPrintable(pageTable()[i].name)) << static_cast<int>(i);
}

void TestHeartbeat::leavingAPageEndsItsWork()
{
    QFETCH(int, page);
    const PairAnalysis& pair = m_window->session().pair();
    QVERIFY(pair.baseline && pair.current);
    auto jobs = std::make_unique<JobRunner>();
    auto session = std::make_unique<Session>(*jobs);
    QWidget owner;
    const Actions actions(&owner);
    std::unique_ptr<Page> opened(pageTable()[static_cast<std::size_t>(page)].make(*session, actions, nullptr));
    opened->setResult(pair, m_window->session().verdict());
    waitForWork(5, [&] { return opened->busy(); });
    const double start = busyMs(CLOCK_PROCESS_CPUTIME_ID);
    opened.reset();
    session.reset();
    jobs.reset();  // returns when the last thread has ended
    const double took = busyMs(CLOCK_PROCESS_CPUTIME_ID) - start;
    qInfo("%s: ended after %.1f ms", qPrintable(pageTable()[static_cast<std::size_t>(page)].name), took);
    QVERIFY2(took <= kCancel, qPrintable(QString::number(took)));
}

void TestHeartbeat::cancellingEndsTheReading()
{
    auto jobs = std::make_unique<JobRunner>();
    auto session = std::make_unique<Session>(*jobs);
    session->open({m_baseline}, {m_current});
    waitForWork(50, [&] { return session->phase() == Session::Phase::Loading; });
    QVERIFY(session->phase() == Session::Phase::Loading);
    const double start = busyMs(CLOCK_PROCESS_CPUTIME_ID);
    session->cancel();
    session.reset();
    jobs.reset();
    const double took = busyMs(CLOCK_PROCESS_CPUTIME_ID) - start;
    qInfo("reading: ended after %.1f ms", took);
    QVERIFY2(took <= kCancel, qPrintable(QString::number(took)));
}

}  // namespace headwater

QTEST_MAIN(headwater::TestHeartbeat)
#include "tst_gui_Heartbeat.moc"
