// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QApplication>
#include <QFileInfo>
#include <QTest>

#include "app/gui/MainWindow.h"
#include "app/gui/PageTable.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/Page.h"
#include "core/simulate/Simulate.h"

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
