// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Paths.h"

#include <algorithm>

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "core/simulate/Sample.h"

namespace headwater {

using namespace Qt::StringLiterals;

std::filesystem::path toPath(const QString& text)
{
    return {text.toStdString()};
}

std::vector<std::filesystem::path> toPaths(const QStringList& texts)
{
    std::vector<std::filesystem::path> out;
    for (const QString& text : texts)
        out.push_back(toPath(text));
    return out;
}

QStringList toTexts(const std::vector<std::filesystem::path>& paths)
{
    QStringList out;
    for (const std::filesystem::path& path : paths)
        out << QString::fromStdString(path.string());
    return out;
}

QStringList withFile(QStringList paths, const QString& file)
{
    const QString whole = QFileInfo(file).absoluteFilePath();
    const bool there = std::any_of(paths.begin(), paths.end(), [&whole](const QString& path) {
        const QString known = QFileInfo(path).absoluteFilePath();
        return whole == known || whole.startsWith(known + u'/');
    });
    if (!there)
        paths << file;
    return paths;
}

QString stateFolder()
{
    const QString home = qEnvironmentVariable("XDG_STATE_HOME", QDir::home().filePath(u".local/state"_s));
    return home + u"/headwater"_s;
}

QString samplesFolder()
{
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    return cache + u'/' + QString::fromStdString(sampleIdentity());
}

}  // namespace headwater
