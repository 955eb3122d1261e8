// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/PageTable.h"

#include <QAction>

#include "app/gui/ScaleBoard.h"
#include "app/gui/Session.h"
#include "app/gui/pages/BubblesPage.h"
#include "app/gui/pages/CorrectnessPage.h"
#include "app/gui/pages/InputsPage.h"
#include "app/gui/pages/OverviewPage.h"
#include "app/gui/pages/ReportPage.h"
#include "app/gui/pages/ResourcesPage.h"
#include "app/gui/pages/ScalePage.h"
#include "app/gui/pages/StragglersPage.h"
#include "app/gui/pages/TimelinePage.h"
#include "app/gui/pages/TracesBar.h"
#include "app/gui/pages/WhatIfPage.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// That of the window first, which is chosen where nothing else is.
std::vector<Language> reportLanguages()
{
    std::vector<Language> languages{format::language()};
    for (const std::string_view name : {"en", "zh_CN"})
        if (Result<Language> language = languageFromName(name); language && language->code() != languages[0].code())
            languages.push_back(*std::move(language));
    return languages;
}

/// A page that can ask for the traces of summaries.
template <class SomePage>
Page* withTraces(Session& session, SomePage* page)
{
    QObject::connect(page->tracesBar(), &TracesBar::tracesWanted, &session, &Session::loadTraces);
    return page;
}

}  // namespace

const std::vector<PageRow>& pageTable()
{
    static const std::vector<PageRow> table = {
        {u"overview"_s, ActionId::ShowOverview,
         [](Session& session, const Actions&, QWidget* parent) -> Page* {
             auto* page = new OverviewPage(parent);
             QObject::connect(page, &OverviewPage::measureChosen, &session, &Session::setMeasure);
             QObject::connect(&session.notebook(), &Notebook::changed, page,
                              [page, &session] { page->setNotes(session.notebook().now()); });
             return page;
         }},
        {u"correctness"_s, ActionId::ShowCorrectness,
         [](Session&, const Actions&, QWidget* parent) -> Page* { return new CorrectnessPage(parent); }},
        {u"resources"_s, ActionId::ShowResources,
         [](Session& session, const Actions&, QWidget* parent) -> Page* {
             auto* page = new ResourcesPage(session.jobs(), parent);
             QObject::connect(page, &ResourcesPage::thresholdsChosen, &session, &Session::setThresholds);
             return page;
         }},
        {u"timeline"_s, ActionId::ShowTimeline,
         [](Session& session, const Actions&, QWidget* parent) -> Page* {
             return withTraces(session, new TimelinePage(parent));
         }},
        {u"bubbles"_s, ActionId::ShowBubbles,
         [](Session& session, const Actions&, QWidget* parent) -> Page* {
             return withTraces(session, new BubblesPage(parent));
         }},
        {u"stragglers"_s, ActionId::ShowStragglers,
         [](Session&, const Actions&, QWidget* parent) -> Page* { return new StragglersPage(parent); }},
        {u"whatif"_s, ActionId::ShowWhatIf,
         [](Session& session, const Actions&, QWidget* parent) -> Page* {
             return withTraces(session, new WhatIfPage(
                                            session.jobs(), [&session] { return session.stages(); }, parent));
         }},
        {u"scale"_s, ActionId::ShowScale,
         [](Session& session, const Actions& actions, QWidget* parent) -> Page* {
             auto* page = new ScalePage(session.jobs(), session.scale(), actions[ActionId::Undo], parent);
             QObject::connect(actions[ActionId::OpenTopology], &QAction::triggered, page, [page] {
                 ViewRef here;
                 here.page = "scale";
                 emit page->viewWanted(here);
                 emit page->fileWanted();
             });
             return page;
         }},
        {u"report"_s, ActionId::ShowReport,
         [](Session& session, const Actions&, QWidget* parent) -> Page* {
             auto* page = new ReportPage(
                 session.jobs(), [&session] { return session.notebook().now(); }, parent);
             page->setLanguages(reportLanguages());
             QObject::connect(&session.notebook(), &Notebook::changed, page, &ReportPage::refresh);
             QObject::connect(&session.scale(), &ScaleBoard::changed, page,
                              [page, &session] { page->setScale(session.scale().now()); });
             return page;
         }},
        {u"inputs"_s, ActionId::ShowInputs,
         [](Session& session, const Actions& actions, QWidget* parent) -> Page* {
             auto* page =
                 new InputsPage(InputsPage::Purpose::Show, actions[ActionId::Undo], actions[ActionId::Redo], parent);
             QObject::connect(page, &InputsPage::overridesChosen, &session, &Session::setOverrides);
             QObject::connect(&session, &Session::overridesChanged, page,
                              [page, &session] { page->setOverrides(session.overrides()); });
             return page;
         }},
    };
    return table;
}

}  // namespace headwater
