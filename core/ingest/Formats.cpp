// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/Format.h"

#include <algorithm>

namespace headwater {

std::vector<Format> formats()
{
    std::vector<Format> all;
    for (const std::span<const Format> family :
         {traceFormats(), nsysFormats(), otherFormats(), telemetryFormats(), metricFormats(), logFormats()})
        all.insert(all.end(), family.begin(), family.end());
    // A summary quotes the words by which traces are known, and names its own format.
    std::stable_partition(all.begin(), all.end(),
                          [](const Format& format) { return format.name.ends_with("-summary"); });
    return all;
}

}  // namespace headwater
