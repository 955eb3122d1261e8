// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>
#include <QStringList>

namespace headwater::test {

/// The source without lines that are comments or includes.
inline QString codeOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    for (QString& line : lines)
        if (line.trimmed().startsWith(u"//") || line.trimmed().startsWith(u"#include"))
            line.clear();
    return lines.join(u'\n');
}

}  // namespace headwater::test
