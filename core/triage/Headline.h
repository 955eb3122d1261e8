// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Cause.h"
#include "core/triage/Draft.h"

namespace headwater {

/// Headline and paragraph. The headline never says only "slowest": first regressed, largest increase and
/// slowest are told apart, measurement and inference in sentences of their own.
void writeHeadline(Draft& draft, const Cause& cause);
void writeParagraph(Draft& draft, const Cause& cause);

}  // namespace headwater
