// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/RunNames.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct RunName {
    QString own;
    QString folder;  ///< the name of the one it lies in
    QString place;   ///< the whole path of that
};

RunName nameOf(const QStringList& paths)
{
    QString path = paths.value(0);
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    const QFileInfo info(path);
    const QString own = info.fileName().isEmpty() ? path : info.fileName();
    const QString place = info.absolutePath();
    return {own, QFileInfo(place).fileName(), place};
}

bool saysNothing(const QString& name)
{
    static const QRegularExpression roles(u"^(baseline|current|before|after|run|trace|traces|profile)(\\..*)?$"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    return roles.match(name).hasMatch();
}

bool toldApart(const RunName& a, const RunName& b)
{
    return a.own != b.own && !(saysNothing(a.own) && saysNothing(b.own));
}

QString more(const QString& name, const QStringList& paths)
{
    return paths.size() > 1 ? u"%1 +%2"_s.arg(name).arg(paths.size() - 1) : name;
}

QString within(const RunName& run)
{
    return run.folder.isEmpty() ? run.own : run.folder + u'/' + run.own;
}

}  // namespace

QString pairName(const QStringList& baseline, const QStringList& current)
{
    if (baseline.isEmpty() || current.isEmpty())
        return {};
    const RunName a = nameOf(baseline);
    const RunName b = nameOf(current);
    const QString arrow = u"%1  \u2192  %2"_s;
    if (toldApart(a, b))
        return arrow.arg(more(a.own, baseline), more(b.own, current));
    if (a.place == b.place && !a.folder.isEmpty())
        return a.folder + u": "_s + arrow.arg(more(a.own, baseline), more(b.own, current));
    return arrow.arg(more(within(a), baseline), more(within(b), current));
}

QString pairFileName(const QStringList& baseline, const QStringList& current)
{
    if (baseline.isEmpty() || current.isEmpty())
        return {};
    const RunName a = nameOf(baseline);
    const RunName b = nameOf(current);
    const auto stem = [](const RunName& run) {
        const QFileInfo info(run.place + u'/' + run.own);
        return info.isDir() ? run.own : info.completeBaseName();
    };
    QString name;
    if (toldApart(a, b))
        name = u"%1 vs %2"_s.arg(stem(a), stem(b));
    else if (a.place == b.place)
        name = a.folder;
    else
        name = a.folder == b.folder ? within(b) : u"%1 vs %2"_s.arg(a.folder, b.folder);
    static const QRegularExpression awkward(u"[/\\\\:*?\"<>|\\x00-\\x1f]"_s);
    return name.replace(awkward, u"_"_s);
}

}  // namespace headwater
