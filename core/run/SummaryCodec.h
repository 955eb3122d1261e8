// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/Result.h"
#include "core/run/RankSummary.h"
#include "core/run/Run.h"

namespace headwater {

/// Name of the format, with its version.
inline constexpr std::string_view kSummarySchema = "headwater.rank-summary/1";

/// The manifest that a summary carries: that of the run its trace lay in, so that the summary says what the trace and
/// its folder said together. Nothing where it was made without looking for one (before there was this field).
using CarriedManifest = std::optional<Manifest>;

/// The bytes of a summary file before compression: one line of JSON with everything that has a name, then the columns
/// it lists (SummaryColumns.h), one behind the other, then a checksum (SummaryCheck.h). The fields are described in
/// core/ingest/README.md. Same summary, same bytes. `version` is the program's.
[[nodiscard]] std::string encodeSummary(const SummarizedRank& rank, std::string_view version,
                                        const CarriedManifest& manifest = {});

/// The inverse; exact but for names that are no UTF-8. Malformed with what is wrong where the bytes are not a whole
/// summary, whatever they are; NotRecognised for a later version of the format. `manifest`, where it is not null, gets
/// the manifest that the summary carries.
[[nodiscard]] Result<SummarizedRank> decodeSummary(std::string_view bytes, CarriedManifest* manifest = nullptr);

}  // namespace headwater
