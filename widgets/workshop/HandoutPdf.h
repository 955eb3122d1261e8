// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace headwater {

/// A handout (core/workshop/Handout.h) as pages of A4 with page numbers.
[[nodiscard]] QByteArray handoutPdf(const QString& title, const QString& html);

}  // namespace headwater
