// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Offers.h"

#include <QCoreApplication>
#include <QLocale>

#include "app/gui/NoticeBar.h"
#include "app/gui/Recovery.h"
#include "app/gui/Session.h"
#include "widgets/theme/Format.h"

namespace headwater {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Offers)
};

}  // namespace

void offerRecovery(NoticeBar& bar, const Recovery& recovery, Session& session)
{
    const std::optional<LeftBehind> found = recovery.leftBehind();
    if (!found)
        return;
    const auto name = [](const std::filesystem::path& path) { return format::text(path.filename().string()); };
    bar.offer(
        Tr::tr("Headwater ended on %1 without saving: %2 against %3.")
            .arg(QLocale().toString(found->when, QLocale::ShortFormat), name(found->investigation.baseline.front()),
                 name(found->investigation.current.front())),
        Tr::tr("Restore"),
        [&session, left = *found] {
            session.openSaved(left.investigation);
            Recovery::discard(left);
        },
        [left = *found] { Recovery::discard(left); });
}

void offerMoved(NoticeBar& bar, Session& session, const FoundInvestigation& found)
{
    QStringList lines;
    for (const MovedInput& one : found.moved)
        lines << Tr::tr("%1 is now %2").arg(format::text(one.from.string()), format::text(one.to.string()));
    bar.offer(Tr::tr("Inputs were moved and found again by their content:\n%1").arg(lines.join(QLatin1Char('\n'))),
              Tr::tr("Open with these"), [&session, saved = found.saved] { session.openSaved(saved); });
}

}  // namespace headwater
