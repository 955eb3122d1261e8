// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QApplication>
#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/MainWindow.h"
#include "app/gui/Workbench.h"
#include "core/simulate/Simulate.h"
#include "tests/app/gui/StageMetrics.h"
#include "widgets/theme/Theme.h"

namespace headwater {

/// A test of the whole window: three small runs made once, a fresh window for each test function.
class WindowTest : public QObject {
protected:
    void makeRuns()
    {
        const QDir dir(m_folder.path());
        m_fine = fixtures::writeMetrics(dir, QStringLiteral("fine.csv"), 24, 20, 3);
        m_slow = fixtures::writeMetrics(dir, QStringLiteral("slow.csv"), 24, 26, 3);
        m_broken = dir.filePath(QStringLiteral("broken"));
        SimulationOptions options;
        options.ranks = 2;
        options.steps = 24;
        options.eventsPerStep = 60;
        QVERIFY(simulate("nan-loss", m_broken.toStdString(), options, {}));
        qputenv("XDG_CACHE_HOME", m_folder.filePath(QStringLiteral("cache")).toLocal8Bit());
        qputenv("XDG_STATE_HOME", m_folder.filePath(QStringLiteral("state")).toLocal8Bit());
        applyTheme(*qApp, lightPalette());
    }

    void makeWindow()
    {
        // What the offscreen platform says of every menu is not the menu's fault.
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!.*(propagateSizeHints|plugin does not support)).*")));
        const QString settings = m_folder.filePath(QStringLiteral("settings.ini"));
        m_window = std::make_unique<MainWindow>(loadSettings(settings), settings, QApplication::palette());
        m_window->resize(1'500, 900);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void open(const QString& baseline, const QString& current)
    {
        m_window->session().open({baseline}, {current});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
        QVERIFY(bench()->isVisible());
    }

    [[nodiscard]] Workbench* bench() const { return m_window->workbench(); }
    [[nodiscard]] const ViewRef& view() const { return m_window->session().view(); }

    QTemporaryDir m_folder;
    QString m_fine, m_slow, m_broken;  ///< the last is a folder with baseline and current
    std::unique_ptr<MainWindow> m_window;
};

}  // namespace headwater
