// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/Content.h"

#include <QLocale>

#include "widgets/theme/Format.h"

namespace headwater {

std::string contentLanguage()
{
    return QLocale().language() == QLocale::Chinese ? "zh_CN" : "en";
}

QString local(const workshop::LocalText& text)
{
    return format::text(text.in(contentLanguage()));
}

}  // namespace headwater
