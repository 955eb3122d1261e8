// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/InputChanges.h"

#include <QCoreApplication>
#include <QLocale>

#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// Context of the translations.
struct Tr {
    Q_DECLARE_TR_FUNCTIONS(InputChanges)
};

/// "rank1.json: other content, 9.8 MB as before".
QString changeText(const ChangedMember& one)
{
    QString bytes = format::bytes(one.now);
    QString before = format::bytes(one.before);
    if (one.now != one.before && bytes == before) {
        bytes = QLocale().toString(static_cast<qulonglong>(one.now)) + u" B"_s;
        before = QLocale().toString(static_cast<qulonglong>(one.before)) + u" B"_s;
    }
    QString what;
    if (one.how == ChangedMember::How::Gone)
        what = Tr::tr("is not there any more");
    else if (one.how == ChangedMember::How::Added)
        what = Tr::tr("is new, %1").arg(bytes);
    else if (one.now == one.before)
        what = Tr::tr("other content, %1 as before").arg(bytes);
    else
        what = Tr::tr("other content, %1 instead of %2").arg(bytes, before);
    return one.member.empty() ? what : format::text(one.member) + u": "_s + what;
}

}  // namespace

QStringList changeLines(const ChangedInput& changed)
{
    constexpr std::size_t kNamed = 8;
    QStringList lines;
    for (const ChangedMember& one : changed.members)
        if (static_cast<std::size_t>(lines.size()) < kNamed)
            lines << u"      "_s + changeText(one);
    if (changed.members.size() > kNamed)
        lines << u"      "_s + format::counted(static_cast<int>(changed.members.size() - kNamed),
                                               Tr::tr("and 1 more file"), Tr::tr("and %1 more files"));
    return lines;
}

QString replacedText(const std::vector<ChangedInput>& changed)
{
    QStringList inputs;
    for (const ChangedInput& one : changed) {
        QStringList members;
        for (const QString& line : changeLines(one))
            members << line.trimmed();
        inputs << format::text(one.input.filename().string()) + u" ("_s + members.join(u"; "_s) + u')';
    }
    return Tr::tr(
               "Not the inputs that were read before: %1. What is shown is judged anew; the notes were written about "
               "the earlier ones.")
        .arg(inputs.join(u", "_s));
}

}  // namespace headwater
