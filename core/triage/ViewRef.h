// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"
#include "core/run/Run.h"
#include "core/trace/Intervals.h"

namespace headwater {

/// Steps by their numbers, both ends included.
struct StepRange {
    std::int64_t first = 0;
    std::int64_t last = 0;

    friend bool operator==(const StepRange&, const StepRange&) = default;
};

/// A place to look at: what a page of the window has selected, what a bookmark keeps, and what a number in a report
/// points at. A part that is not set selects nothing.
struct ViewRef {
    std::string page;                ///< "overview", "timeline" …; empty: wherever one is
    std::string stage;               ///< name of the stage
    std::optional<StepRange> steps;  ///< numbers as the run counts them
    std::vector<int> ranks;          ///< ascending, none twice
    std::string finding;             ///< Finding::id
    std::optional<Side> side;        ///< the run that `time` is of
    std::optional<Interval> time;    ///< ns, as Trace counts them
    /// Names of the runs that a side is, by Side; empty: whatever is open. A history has a pair for each of its runs.
    std::array<std::string, 2> runs;

    friend bool operator==(const ViewRef&, const ViewRef&) = default;
};

/// A part that a page asks to be empty.
enum class ViewPart : std::uint8_t { None, Steps, Ranks };

/// What is selected once somebody who sees `now` asks for `wish`: the one rule of linked selection. Parts that are set
/// replace the old ones, parts that are not set stay, `emptied` goes. A finding brings its own steps and ranks, none
/// where it has none; whoever then chooses another stage, step or rank by hand leaves the finding. A time lies in one
/// step of one rank of one run: it goes with any of them. Runs are never selected.
[[nodiscard]] ViewRef merged(const ViewRef& now, const ViewRef& wish, ViewPart emptied = ViewPart::None);

/// `headwater:timeline?stage=forward&steps=4-6&ranks=2,5-7&side=current&time=100-200&finding=ID`, and
/// `&baseline=NAME&current=NAME` for the runs; text outside unreserved characters is percent-encoded (RFC 3986), so the
/// reference may stand in HTML, Markdown and a shell.
[[nodiscard]] std::string toText(const ViewRef& view);

/// The inverse of toText. Fails with BadUsage, naming the part that makes no sense; unknown parts are passed over so
/// that references of a later version still open. At most 65,536 ranks.
[[nodiscard]] Result<ViewRef> viewRefFromText(std::string_view text);

}  // namespace headwater
