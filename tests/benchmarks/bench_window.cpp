// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <fmt/format.h>

#include "app/gui/MainWindow.h"
#include "app/gui/PageTable.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/StragglersPage.h"
#include "core/simulate/Simulate.h"
#include "tests/app/gui/Heartbeat.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/charts/Histogram.h"
#include "widgets/theme/Theme.h"

// A pair of runs in the window: opening, the histogram's brush, the heat map's pan, and how
// long the window is deaf at what people do most; see README.md.

namespace {

using namespace headwater;
using namespace Qt::StringLiterals;
using fixtures::busyMs;

constexpr int kMoves = 60;

void print(const char* what, std::vector<double> ms, double target)
{
    std::ranges::sort(ms);
    fmt::print("  {:<34} {:7.1f} ms median, {:7.1f} ms slowest of {}, {:.2f} x {:.1f} ms\n", what, ms[ms.size() / 2],
               ms.back(), ms.size(), ms[ms.size() / 2] / target, target);
}

/// Every move with all that follows from it, up to the paint.
template <class Move>
std::vector<double> timed(Move move)
{
    std::vector<double> ms;
    for (int i = 1; i <= kMoves; ++i) {
        QElapsedTimer timer;
        timer.start();
        move(i);
        QCoreApplication::processEvents();
        ms.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    return ms;
}

std::vector<double> brush(Histogram& histogram)
{
    const QRectF plot = histogram.chartLayout().plot;
    const auto at = [&](int i) {
        return QPointF(plot.left() + plot.width() * i / (kMoves + 1), plot.center().y()).toPoint();
    };
    QTest::mousePress(&histogram, Qt::LeftButton, {}, at(0));
    std::vector<double> ms = timed([&](int i) { QTest::mouseMove(&histogram, at(i)); });
    QTest::mouseRelease(&histogram, Qt::LeftButton, {}, at(kMoves));
    return ms;
}

std::vector<double> pan(HeatMap& map)
{
    const HeatMapView all = map.chartLayout().view;
    map.setView({all.rows / 4, all.rows / 2, 0, all.columns});
    QCoreApplication::processEvents();
    const QPoint from = map.chartLayout().plot.center().toPoint();
    QTest::mousePress(&map, Qt::LeftButton, {}, from);
    std::vector<double> ms = timed([&](int i) { QTest::mouseMove(&map, from - QPoint(0, 5 + i)); });
    QTest::mouseRelease(&map, Qt::LeftButton, {}, from);
    return ms;
}

/// The longest time in which the window did nothing else, from an action to when all that follows from it has come.
class Turns {
public:
    explicit Turns(MainWindow& window) : m_window(window) {}

    template <class Act, class Done>
    double of(const Act& act, const Done& done)
    {
        QCoreApplication::processEvents();
        const fixtures::Heartbeat heart;
        QElapsedTimer timer;
        timer.start();
        act();
        constexpr int kLimitMs = 10'000;  // replays of thousands of ranks take longer, on other threads
        constexpr int kAfterMs = 100;     // what a page has put off till later
        while ((!done() || m_window.session().jobs().running()) && timer.elapsed() < kLimitMs)
            QTest::qWait(2);
        QTest::qWait(kAfterMs);
        return heart.longest();
    }

private:
    MainWindow& m_window;
};

void print(const char* what, const std::string& detail, double longest)
{
    fmt::print("  longest turn at {:<12} {:<12} {:7.1f} ms, {:.2f} x 50 ms\n", what, detail, longest, longest / 50);
    std::fflush(stdout);
}

/// Paging through all pages, and on each a change of ε and of the theme.
void turns(MainWindow& window)
{
    Turns turns(window);
    Session& session = window.session();
    std::int64_t epsilon = session.policy().epsilonPpm;
    const auto always = [] { return true; };
    for (const PageRow& row : pageTable()) {
        const std::string page = row.name.toStdString();
        print("the page", page, turns.of([&] { window.showPage(row.name); }, always));
        epsilon += 1'000;
        print("a new \u03b5 on", page,
              turns.of([&] { session.setEpsilon(epsilon); },
                       [&] { return session.verdict()->policy.epsilonPpm == epsilon; }));
        print("the theme on", page, turns.of([&] { applyTheme(*qApp, darkPalette()); }, always));
        applyTheme(*qApp, lightPalette());
    }
}

bool run(const QString& baseline, const QString& current)
{
    const QTemporaryDir folder;
    qputenv("XDG_CACHE_HOME", folder.filePath(u"cache"_s).toLocal8Bit());
    qputenv("XDG_STATE_HOME", folder.filePath(u"state"_s).toLocal8Bit());
    applyTheme(*qApp, lightPalette());
    const QString settings = folder.filePath(u"settings.ini"_s);
    MainWindow window(loadSettings(settings), settings, QApplication::palette());
    window.resize(1'600, 1'000);
    window.show();
    QElapsedTimer timer;
    timer.start();
    const double processor = busyMs(CLOCK_PROCESS_CPUTIME_ID);
    double longest = 0;
    {
        // Every 2 ms, not in every turn: a loop that never sleeps would take a core from the reading.
        QTimer heart;
        double last = busyMs(CLOCK_THREAD_CPUTIME_ID);
        QObject::connect(&heart, &QTimer::timeout, &window, [&] {
            const double now = busyMs(CLOCK_THREAD_CPUTIME_ID);
            longest = std::max(longest, now - std::exchange(last, now));
        });
        heart.start(2);
        window.session().open({baseline}, {current});
        while (window.session().phase() != Session::Phase::Ready && timer.elapsed() < 600'000 &&
               window.session().phase() != Session::Phase::Empty)
            QTest::qWait(2);
        QCoreApplication::processEvents();
        fmt::print("  from open to the Overview painted    {:7.2f} s, {:.2f} s of processors, {:.2f} x 3 s\n",
                   static_cast<double>(timer.elapsed()) / 1e3, (busyMs(CLOCK_PROCESS_CPUTIME_ID) - processor) / 1e3,
                   static_cast<double>(timer.elapsed()) / 3e3);
    }
    fmt::print("  longest turn of the window meanwhile {:7.1f} ms, {:.2f} x 50 ms\n", longest, longest / 50);
    if (window.session().phase() != Session::Phase::Ready)
        return false;
    timer.restart();
    window.showPage(u"stragglers"_s);
    auto* page = qobject_cast<StragglersPage*>(window.workbench()->page(u"stragglers"_s));
    while (page == nullptr || page->heatMap()->data().isEmpty()) {
        QTest::qWait(2);
        page = qobject_cast<StragglersPage*>(window.workbench()->page(u"stragglers"_s));
    }
    QCoreApplication::processEvents();
    fmt::print("  to the Stragglers page painted       {:7.2f} s\n", static_cast<double>(timer.elapsed()) / 1e3);
    print("a move of the histogram's brush", brush(*page->histogram()), 50);
    print("a move of the heat map's pan", pan(*page->heatMap()), 1'000.0 / 60);
    turns(window);
    return true;
}

}  // namespace

int main(int argc, char** argv)
{
    const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
    if (argc != 3 && !quick) {
        std::fprintf(stderr, "usage: bench_window BASELINE CURRENT | --quick\n");
        return 2;
    }
    const QApplication app(argc, argv);
    const QTemporaryDir folder;
    if (quick) {
        SimulationOptions options;
        options.ranks = 8;
        options.steps = 12;
        options.eventsPerStep = 40;
        if (!simulate("slow-rank", folder.path().toStdString(), options, {}))
            return 1;
    }
    const QString baseline = quick ? folder.filePath(u"baseline"_s) : QString::fromLocal8Bit(argv[1]);
    const QString current = quick ? folder.filePath(u"current"_s) : QString::fromLocal8Bit(argv[2]);
    return run(baseline, current) ? 0 : 1;
}
