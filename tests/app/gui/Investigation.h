// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QApplication>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/MainWindow.h"
#include "app/gui/PageTable.h"
#include "app/gui/Settings.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/Page.h"
#include "core/simulate/Simulate.h"
#include "widgets/theme/Theme.h"

/// A window over two simulated runs whose fault is known.
namespace headwater::fixtures {

constexpr int kPatience = 120'000;  ///< ms; other tests run beside this one

/// Simulates both runs into `folder` unless they are there.
inline bool simulateInto(const QString& folder, const char* scenario)
{
    if (QFileInfo::exists(folder + QStringLiteral("/current")))
        return true;
    SimulationOptions options;
    options.ranks = 4;
    options.steps = 24;
    options.seed = 3;
    options.eventsPerStep = 120;
    return simulate(scenario, folder.toStdString(), options, {}).has_value();
}

inline bool openIn(MainWindow& window, const QString& folder)
{
    window.session().open({folder + QStringLiteral("/baseline")}, {folder + QStringLiteral("/current")});
    return QTest::qWaitFor([&] { return window.session().phase() == Session::Phase::Ready; }, kPatience);
}

/// A wide window with a simulated pair open, its files below `place`; null where it could not be opened.
inline std::unique_ptr<MainWindow> windowOf(const QTemporaryDir& place, const char* scenario)
{
    applyTheme(*qApp, lightPalette());
    const QString folder = place.filePath(QStringLiteral("runs"));
    if (!simulateInto(folder, scenario))
        return nullptr;
    const QString settings = place.filePath(QStringLiteral("settings.ini"));
    auto window = std::make_unique<MainWindow>(loadSettings(settings), settings, QApplication::palette());
    window->resize(1'900, 1'300);
    window->show();
    const bool open = QTest::qWaitForWindowExposed(window.get()) && openIn(*window, folder);
    return open ? std::move(window) : nullptr;
}

/// Goes to a page and waits until it shows all of it.
inline Page* settled(MainWindow& window, const QString& name)
{
    window.workbench()->showPage(name);
    Page* page = window.workbench()->page(name);
    if (!QTest::qWaitFor([page] { return page->isVisible() && !page->busy(); }, kPatience))
        return nullptr;
    QCoreApplication::processEvents();
    return page;
}

}  // namespace headwater::fixtures
