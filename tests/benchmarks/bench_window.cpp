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
#include "app/gui/Workbench.h"
#include "app/gui/pages/StragglersPage.h"
#include "core/simulate/Simulate.h"
#include "tests/app/gui/Heartbeat.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/charts/Histogram.h"
#include "widgets/theme/Theme.h"

// A pair of runs in the window: opening, the histogram's brush and the heat map's pan; see README.md.

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
