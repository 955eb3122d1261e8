// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/Format.h"

namespace headwater {

std::vector<Format> formats()
{
    std::vector<Format> all;
    for (const std::span<const Format> family :
         {traceFormats(), nsysFormats(), otherFormats(), telemetryFormats(), metricFormats(), logFormats()})
        all.insert(all.end(), family.begin(), family.end());
    return all;
}

}  // namespace headwater
