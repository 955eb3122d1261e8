// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/PaletteEntries.h"

#include <set>

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>

#include "app/gui/Actions.h"
#include "app/gui/FileActions.h"
#include "app/gui/RunNames.h"
#include "app/gui/Session.h"
#include "app/gui/Settings.h"
#include "widgets/models/FindingView.h"
#include "widgets/panels/NotesPanel.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(PaletteEntries)
};

using Go = std::function<void(const ViewRef&)>;

void addVerdict(std::vector<PaletteEntry>& out, const Verdict& verdict, const ViewRef& now, const Go& go)
{
    for (const StageVerdict& stage : verdict.stages) {
        ViewRef view = now;
        view.stage = stage.stage;
        out.push_back(
            {format::text(stage.stage), Tr::tr("stage, %1").arg(words::of(stage.state)), {}, [go, view] { go(view); }});
    }
    for (const Layer& layer : verdict.layers)
        for (const Finding& finding : layer.findings)
            out.push_back({format::text(finding.statement),
                           Tr::tr("finding, %1").arg(words::of(layer.id)),
                           {},
                           [go, view = viewOf(finding, verdict, now)] { go(view); }});
}

void addRanks(std::vector<PaletteEntry>& out, const PairAnalysis& pair, const ViewRef& now, const Go& go)
{
    std::set<int> ranks;
    for (const RunAnalysisPtr& side : {pair.baseline, pair.current})
        if (side)
            for (const RankData& rank : side->run->ranks)
                ranks.insert(rank.rank);
    for (const int rank : ranks) {
        ViewRef view = now;
        view.ranks = {rank};
        out.push_back({Tr::tr("rank %1").arg(rank), {}, {}, [go, view] { go(view); }});
    }
}

void addNotes(std::vector<PaletteEntry>& out, const Notes& notes, const Go& go)
{
    for (const Bookmark& one : notes.bookmarks)
        out.push_back({format::text(one.name), Tr::tr("bookmark"), {}, [go, at = one.at] { go(at); }});
    for (const Note& one : notes.notes)
        out.push_back(
            {format::text(one.text), Tr::tr("note, %1").arg(placeText(one.at)), {}, [go, at = one.at] { go(at); }});
}

}  // namespace

std::vector<PaletteEntry> actionEntries(const Actions& actions)
{
    std::vector<PaletteEntry> out;
    for (QAction* action : actions.all())
        if (action->isEnabled())
            out.push_back({action->iconText(), action->statusTip(),
                           action->shortcut().toString(QKeySequence::NativeText),
                           [action = QPointer<QAction>(action)] {
                               if (action)
                                   action->trigger();
                           },
                           actions.otherWords(action)});
    return out;
}

std::vector<PaletteEntry> paletteEntries(const Actions& actions, const Session& session, const Go& go)
{
    std::vector<PaletteEntry> out = actionEntries(actions);
    if (!session.verdict())
        return out;
    addNotes(out, session.notebook().now(), go);
    // What is selected besides stays selected; a finding is something else.
    ViewRef now = session.view();
    now.finding.clear();
    addVerdict(out, *session.verdict(), now, go);
    addRanks(out, session.pair(), now, go);
    return out;
}

std::vector<PaletteEntry> recentEntries(const Settings& settings, FileActions& files)
{
    std::vector<PaletteEntry> out;
    for (const QString& file : settings.recentFiles)
        out.push_back({QFileInfo(file).fileName(),
                       Tr::tr("recent investigation, %1").arg(QFileInfo(file).path()),
                       {},
                       [&files, file] { files.openInvestigation(file); }});
    for (const RecentPair& pair : settings.recent)
        out.push_back({pairName(pair.baseline, pair.current), Tr::tr("recent pair"), {}, [&files, pair] {
                           files.openPair(pair);
                       }});
    return out;
}

QMenu* makeRecentMenu(QMenu* parent, const std::function<std::vector<PaletteEntry>()>& entries)
{
    auto* menu = new QMenu(Tr::tr("Open &recent"), parent);
    menu->setToolTipsVisible(true);
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, entries] {
        menu->clear();
        for (const PaletteEntry& entry : entries())
            menu->addAction(QString(entry.text).replace(u'&', u"&&"_s), menu, entry.run)->setToolTip(entry.detail);
    });
    return menu;
}

}  // namespace headwater
