// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Settings.h"

#include <algorithm>
#include <memory>

#include <QFileInfo>
#include <QSettings>

#include "core/report/SavedInvestigation.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMostRecent = 8;

std::unique_ptr<QSettings> open(const QString& file)
{
    if (file.isEmpty())
        return std::make_unique<QSettings>();
    return std::make_unique<QSettings>(file, QSettings::IniFormat);
}

}  // namespace

void Settings::remember(const RecentPair& given)
{
    // They outlive the folder that the program was started in.
    RecentPair pair = given;
    for (QStringList* paths : {&pair.baseline, &pair.current})
        for (QString& path : *paths)
            path = QFileInfo(path).absoluteFilePath();
    recent.removeIf(
        [&pair](const RecentPair& known) { return known.baseline == pair.baseline && known.current == pair.current; });
    pair.when = QDateTime::currentDateTime();
    recent.prepend(pair);
    if (recent.size() > kMostRecent)
        recent.resize(kMostRecent);
}

void Settings::rememberFile(const QString& investigation)
{
    recentFiles.removeAll(investigation);
    recentFiles.prepend(investigation);
    filesOpened[investigation] = QDateTime::currentDateTime();
    if (recentFiles.size() > kMostRecent)
        recentFiles.resize(kMostRecent);
}

Settings loadSettings(const QString& file)
{
    const auto store = open(file);
    Settings out;
    out.theme = themeFromName(store->value("theme"_L1).toString()).value_or(ThemeChoice::System);
    out.language = store->value("language"_L1).toString();
    out.lastFolder = store->value("lastFolder"_L1).toString();
    out.geometry = store->value("window/geometry"_L1).toByteArray();
    out.splitter = store->value("window/splitter"_L1).toByteArray();
    out.findingsShown = store->value("window/findings"_L1, true).toBool();
    out.fontPercent = std::clamp(store->value("fontPercent"_L1, 100).toInt(), kSmallestFont, kLargestFont);
    out.reducedMotion = store->value("reducedMotion"_L1, false).toBool();
    out.recentFiles = store->value("recentFiles"_L1).toStringList().mid(0, kMostRecent);
    const QStringList opened = store->value("recentFilesOpened"_L1).toStringList();
    for (qsizetype i = 0; i < std::min(opened.size(), out.recentFiles.size()); ++i)
        if (const auto when = QDateTime::fromString(opened[i], Qt::ISODateWithMs); when.isValid())
            out.filesOpened[out.recentFiles[i]] = when;
    const int count = std::min(store->beginReadArray("recent"_L1), static_cast<int>(kMostRecent));
    for (int i = 0; i < count; ++i) {
        store->setArrayIndex(i);
        RecentPair pair{store->value("baseline"_L1).toStringList(), store->value("current"_L1).toStringList(), {}};
        // What cannot be understood any more is as if nothing had been said.
        if (auto said = overridesFromJson(store->value("files"_L1, u"[]"_s).toString().toStdString()))
            pair.overrides = *std::move(said);
        pair.when = QDateTime::fromString(store->value("opened"_L1).toString(), Qt::ISODateWithMs);
        if (!pair.baseline.isEmpty() && !pair.current.isEmpty())
            out.recent << pair;
    }
    store->endArray();
    return out;
}

void saveSettings(const Settings& settings, const QString& file)
{
    const auto store = open(file);
    store->setValue("theme"_L1, nameOf(settings.theme));
    store->setValue("language"_L1, settings.language);
    store->setValue("lastFolder"_L1, settings.lastFolder);
    store->setValue("window/geometry"_L1, settings.geometry);
    store->setValue("window/splitter"_L1, settings.splitter);
    store->setValue("window/findings"_L1, settings.findingsShown);
    store->setValue("fontPercent"_L1, settings.fontPercent);
    store->setValue("reducedMotion"_L1, settings.reducedMotion);
    store->setValue("recentFiles"_L1, settings.recentFiles);
    QStringList opened;
    for (const QString& one : settings.recentFiles)
        opened << settings.filesOpened.value(one).toString(Qt::ISODateWithMs);
    store->setValue("recentFilesOpened"_L1, opened);
    store->remove("recent"_L1);
    store->beginWriteArray("recent"_L1, static_cast<int>(settings.recent.size()));
    for (qsizetype i = 0; i < settings.recent.size(); ++i) {
        store->setArrayIndex(static_cast<int>(i));
        store->setValue("baseline"_L1, settings.recent[i].baseline);
        store->setValue("current"_L1, settings.recent[i].current);
        store->setValue("opened"_L1, settings.recent[i].when.toString(Qt::ISODateWithMs));
        if (!settings.recent[i].overrides.empty())
            store->setValue("files"_L1, QString::fromStdString(overridesJson(settings.recent[i].overrides)));
    }
    store->endArray();
}

}  // namespace headwater
