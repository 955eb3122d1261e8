// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/PageTable.h"

#include "app/gui/Session.h"
#include "app/gui/pages/BubblesPage.h"
#include "app/gui/pages/InputsPage.h"
#include "app/gui/pages/OverviewPage.h"
#include "app/gui/pages/TimelinePage.h"
#include "app/gui/pages/StragglersPage.h"

namespace headwater {

using namespace Qt::StringLiterals;

const std::vector<PageRow>& pageTable()
{
    static const std::vector<PageRow> table = {
        {u"overview"_s, ActionId::ShowOverview,
         [](Session& session, const Actions&, QWidget* parent) -> Page* {
             auto* page = new OverviewPage(parent);
             QObject::connect(page, &OverviewPage::measureChosen, &session, &Session::setMeasure);
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
        {u"timeline"_s, ActionId::ShowTimeline,
         [](Session&, const Actions&, QWidget* parent) -> Page* { return new TimelinePage(parent); }},
        {u"bubbles"_s, ActionId::ShowBubbles,
         [](Session&, const Actions&, QWidget* parent) -> Page* { return new BubblesPage(parent); }},
        {u"stragglers"_s, ActionId::ShowStragglers,
         [](Session&, const Actions&, QWidget* parent) -> Page* { return new StragglersPage(parent); }},
    };
    return table;
}

}  // namespace headwater
