// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include "core/workshop/Handout.h"

namespace headwater {

/// A handout as pages of A4 with its title and page numbers below; no piece of it is parted by the end of a page.
/// Empty where it could not be made.
[[nodiscard]] QByteArray handoutPdf(const workshop::Handout& handout);

}  // namespace headwater
