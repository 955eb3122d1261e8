// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Text.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// The words that the printers of a verdict share, so that text, Markdown and HTML say the same. Everything here is
/// plain text that may hold untrusted names: each printer escapes it for its own target.

inline constexpr std::string_view kNone = "\u2014";

/// One line of the summary that stands above every table: what was asked, the answer, what qualifies it.
struct Fact {
    enum class Mark { Plain, First, Slowest };
    Text label;
    std::string stage;  ///< name of the stage that answers, or empty
    Text value;         ///< "+16.6 ms"
    Text detail;        ///< "+66 % [+48, +81] %, systemic, n 6 / 6"
    Mark mark = Mark::Plain;
};

/// The mean step, ns over all steps and ranks, where the verdict speaks of means beside another statistic of its own:
/// then the step of that statistic hardly changed, and only this one shows what did. Nothing else.
struct MeanStep {
    Ns baseline = 0, current = 0;
    std::optional<double> ratio;
};
[[nodiscard]] std::optional<MeanStep> meanStep(const Verdict& verdict);

/// Whether no stage was measured on both sides: then "none" would be said of what nobody looked at.
[[nodiscard]] bool nothingMeasured(const Verdict& verdict);

/// First regressed (confirmed, then course), earliest possible, largest increase, slowest, step time: always all of
/// them, in this order, so that none hides another. Then the mean step, where that is what changed.
[[nodiscard]] std::vector<Fact> summaryFacts(const Verdict& verdict);

/// "regressed", "below floor": the contract's spelling with spaces.
[[nodiscard]] Text words(std::string_view name);
[[nodiscard]] Text scopeText(Scope scope);
/// "median over ranks", "slowest rank": what a number of several ranks is.
[[nodiscard]] Text acrossText(AcrossRanks across);
/// "[+48, +81] %", "[-2.0, inf] %" with the proper signs; a dash where there is none.
[[nodiscard]] std::string intervalText(const std::optional<RatioInterval>& interval);
[[nodiscard]] std::string ratioText(const std::optional<double>& ratio);
/// A share of the step's change: "44 %" (of the step's change), or a dash.
[[nodiscard]] std::string shareText(const std::optional<double>& share);
/// The chosen statistic of one side of a stage, or a dash where there is no step to take it from.
[[nodiscard]] std::string valueText(const StageStatistics& side, Statistic statistic);
[[nodiscard]] std::string deltaText(const StageVerdict& stage);
/// "6 / 6": steps on each side.
[[nodiscard]] std::string countText(const StageVerdict& stage);
/// State of a stage with what follows from its place: "regressed", "regressed, first", "regressed, downstream".
[[nodiscard]] Text stateText(const StageVerdict& stage, const Verdict& verdict);
[[nodiscard]] bool isFirst(const StageVerdict& stage, const Verdict& verdict);

/// Whether the answer of a node of the flowchart hangs on a layer before it that fails or has no data.
[[nodiscard]] bool isConditional(const FlowStep& step, const Verdict& verdict);

[[nodiscard]] std::string capitalised(std::string text);
/// The runs that a side is judged by: "night-1", or "night-1, night-2, night-3" where they are several; of many the
/// first and the last. 0: baseline, 1: current.
[[nodiscard]] Text sideName(const Verdict& verdict, std::size_t side);
/// "Regressed", "Not comparable": the outcome as the first word of a report.
[[nodiscard]] Text outcomeTitle(Outcome outcome);
/// The headline of the verdict, or the outcome where there is none.
[[nodiscard]] Text headlineOf(const Verdict& verdict);
/// Sentences that qualify everything below them: warm-up, failed steps, acknowledgement.
[[nodiscard]] std::vector<Text> caveats(const Verdict& verdict);
/// "key: baseline → current" with a word for identity and volatile keys.
[[nodiscard]] Text changeText(const ManifestChange& change);
/// "what: baseline → current unit".
[[nodiscard]] Text evidenceNumbers(const Evidence& evidence);
/// "what: baseline → current unit, rank 2, step 5 (source)".
[[nodiscard]] Text evidenceText(const Evidence& evidence);
/// Every threshold as name and value, in the order of the JSON `policy`.
[[nodiscard]] std::vector<std::pair<std::string, Text>> policyEntries(const Verdict& verdict);

}  // namespace headwater
