// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/workshop/LocalText.h"

namespace headwater {

/// "zh_CN" where the window speaks Chinese, else "en".
[[nodiscard]] std::string contentLanguage();

/// A text of the workshop in the window's language; control characters made visible, as it may be anybody's.
[[nodiscard]] QString local(const workshop::LocalText& text);

}  // namespace headwater
