// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QHash>
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
    QDateTime when = {};  ///< last opened; invalid where that is not known

    /// The same runs with the same choices, whenever.
    friend bool operator==(const RecentPair& a, const RecentPair& b)
    {
        return a.baseline == b.baseline && a.current == b.current && a.overrides == b.overrides;
    }
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
    QStringList recentFiles;                ///< investigations, latest first
    QHash<QString, QDateTime> filesOpened;  ///< when each of them was, where that is known

    /// Puts the pair first, as opened now; of the same paths only the latest is kept.
    void remember(const RecentPair& pair);
    void rememberFile(const QString& investigation);
};

/// Where QSettings puts them, or `file` where one is named. The only user of QSettings.
[[nodiscard]] Settings loadSettings(const QString& file);
void saveSettings(const Settings& settings, const QString& file);

}  // namespace headwater
