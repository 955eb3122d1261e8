// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>
#include <QStringList>

#include "core/report/Fingerprint.h"

/// In what the inputs of an investigation are not what they were, in words.
namespace headwater {

/// A line a file, indented: "rank1.json: other content, 9.8 MB as before".
[[nodiscard]] QStringList changeLines(const ChangedInput& changed);

/// One notice of inputs that were found to be others when they were read again.
[[nodiscard]] QString replacedText(const std::vector<ChangedInput>& changed);

}  // namespace headwater
