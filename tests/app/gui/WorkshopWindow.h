// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/MainWindow.h"
#include "app/gui/WorkshopDesk.h"
#include "app/gui/pages/StartPage.h"
#include "app/gui/pages/WorkshopPage.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/RubricView.h"

/// A window at the workshop's page, with folders and settings of its own.
namespace headwater::fixtures {

struct WorkshopStart {
    QTemporaryDir folder;

    void prepare() const
    {
        qputenv("XDG_CACHE_HOME", folder.filePath(QStringLiteral("cache")).toLocal8Bit());
        qputenv("XDG_STATE_HOME", folder.filePath(QStringLiteral("state")).toLocal8Bit());
        applyTheme(*qApp, lightPalette());
    }
};

inline void openWorkshop(const WorkshopStart& start, std::unique_ptr<MainWindow>& window)
{
    const QString settings = start.folder.filePath(QStringLiteral("settings.ini"));
    window = std::make_unique<MainWindow>(loadSettings(settings), settings, QApplication::palette());
    window->resize(1'400, 900);
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QTest::mouseClick(window->startPage()->workshopButton(), Qt::LeftButton);
    QVERIFY(window->desk()->page()->isVisible());
}

inline QAction* actionNamed(const QWidget& window, const QString& text)
{
    for (QAction* action : window.actions())
        if (action->iconText() == text)
            return action;
    return nullptr;
}

inline void tickAll(const RubricView* view)
{
    for (QCheckBox* box : view->boxes())
        box->setChecked(true);
}

}  // namespace headwater::fixtures
