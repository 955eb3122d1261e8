// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include "core/run/FileOverride.h"
#include "widgets/theme/Theme.h"

namespace headwater {

/// Two runs that were compared, by their paths, and what was said about their files.
struct RecentPair {
    QStringList baseline, current;
    FileOverrides overrides = {};

    friend bool operator==(const RecentPair&, const RecentPair&) = default;
};

constexpr int kSmallestFont = 70;
constexpr int kLargestFont = 200;

/// What the window remembers. A value: read once, passed down, written back.
struct Settings {
    ThemeChoice theme = ThemeChoice::System;
    QString language;  ///< empty: that of the desktop
    QString lastFolder;
    QList<RecentPair> recent;  ///< latest first
    QByteArray geometry;
    QByteArray splitter;
    bool findingsShown = true;
    int fontPercent = 100;  ///< of the desktop's size; kSmallestFont to kLargestFont
    bool reducedMotion = false;
    QStringList recentFiles;  ///< investigations, latest first

    /// Puts the pair first; of the same paths only the latest is kept.
    void remember(const RecentPair& pair);
    void rememberFile(const QString& investigation);
};

/// Where QSettings puts them, or `file` where one is named. The only user of QSettings.
[[nodiscard]] Settings loadSettings(const QString& file);
void saveSettings(const Settings& settings, const QString& file);

}  // namespace headwater
