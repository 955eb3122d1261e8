// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/LanguageChoice.h"

#include <utility>

#include <QAction>
#include <QCoreApplication>

#include "app/gui/Actions.h"
#include "app/gui/Settings.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(LanguageChoice)
};

}  // namespace

void connectLanguages(const Actions& actions, Settings& settings, QObject* context,
                      const std::function<void(const QString&)>& tell)
{
    const std::pair<ActionId, QString> choices[] = {
        {ActionId::LanguageSystem, {}}, {ActionId::LanguageEnglish, u"en"_s}, {ActionId::LanguageChinese, u"zh_CN"_s}};
    for (const auto& [id, code] : choices) {
        QAction* action = actions[id];
        action->setChecked(settings.language == code);
        QObject::connect(action, &QAction::triggered, context, [&settings, tell, action, language = code] {
            if (std::exchange(settings.language, language) != language)
                tell(Tr::tr("%1 from the next start of Headwater on: texts of this window do not change while it is "
                            "open.")
                         .arg(action->iconText()));
        });
    }
}

}  // namespace headwater
