// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace headwater {

/// The language of languageNames() for people who want these, the dearest first (QLocale::uiLanguages()).
[[nodiscard]] QString languageOfDesktop(const QStringList& wanted);

/// Makes the application speak a language of languageNames(): the window's own strings (tr(), from :/i18n), Qt's, and
/// the sentences of results (format::setLanguage()). Before the first window; empty and unknown names are English.
void speak(const QString& language);

}  // namespace headwater
