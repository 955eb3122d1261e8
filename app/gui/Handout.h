// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/workshop/Library.h"

namespace headwater {

/// Writes the handout of a case as PDF in the language that is spoken: `name` is a case of the library, its exercise,
/// or the path of a case file, sealed or not. Fails as readCaseFile() and openCase(); BadUsage for an unknown name
/// and where the answers may not be told (mayTell(), with `key`), WriteFailed.
[[nodiscard]] Status writeHandout(const workshop::Library& library, const QString& name, bool withAnswers,
                                  const QString& key, const QString& target);
/// Whether the answers of a case of the library, or of its exercise, may be told without a key.
[[nodiscard]] bool isTold(const workshop::Library& library, const QString& id);

}  // namespace headwater
