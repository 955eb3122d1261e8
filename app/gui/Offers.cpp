// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Offers.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include "app/gui/NoticeBar.h"
#include "app/gui/Paths.h"
#include "app/gui/Recovery.h"
#include "app/gui/RunNames.h"
#include "app/gui/Session.h"
#include "app/gui/WorkshopDesk.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Offers)
};

}  // namespace

void offerRecovery(NoticeBar& bar, Recovery& recovery, Session& session)
{
    const std::optional<LeftBehind> found = recovery.leftBehind();
    if (!found)
        return;
    const SavedInvestigation& left = found->investigation;
    const QString runs = left.baseline.empty() ? Tr::tr("a plan at scale, without runs")
                                               : pairName(toTexts(left.baseline), toTexts(left.current));
    const QString file = QFileInfo(found->origin.file).fileName();
    bar.offer(
        Tr::tr("Headwater ended on %1 without saving: %2.")
            .arg(QLocale().toString(found->when, QLocale::ShortFormat),
                 format::text((file.isEmpty() ? runs : u"%1 (%2)"_s.arg(file, runs)).toStdString())),
        Tr::tr("Restore"),
        [&bar, &recovery, &session, left = *found] {
            if (!recovery.adopt(left))
                return bar.showText(Tr::tr("Another window restores it already."));
            ViewRef view = session.view();
            view.page = left.page.toStdString();
            session.setView(view);
            session.openCopy(left.file, left.origin);
        },
        [left = *found] { Recovery::discard(left); });
}

void offerCase(NoticeBar& bar, WorkshopDesk& desk)
{
    const QString id = desk.unfinished();
    if (!id.isEmpty())
        bar.offer(
            Tr::tr("You were in the case \u201c%1\u201d of the workshop; your answers are kept.").arg(desk.titleOf(id)),
            Tr::tr("Go on with it"), [&desk, id] { desk.take(id); });
}

void offerMoved(NoticeBar& bar, Session& session, const FoundInvestigation& found)
{
    QStringList lines;
    for (const MovedInput& one : found.moved)
        lines << Tr::tr("%1 is now %2").arg(format::text(one.from.string()), format::text(one.to.string()));
    bar.offer(Tr::tr("Inputs were moved and found again by their content:\n%1").arg(lines.join(QLatin1Char('\n'))),
              Tr::tr("Open with these"), [&session, found] { session.openSaved(found.saved, found.origin); });
}

}  // namespace headwater
