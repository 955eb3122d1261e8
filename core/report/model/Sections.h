// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/report/Phrases.h"
#include "core/report/model/Sources.h"
#include "core/report/model/VerdictReport.h"
#include "core/report/model/Writer.h"

namespace headwater::report {

using Blocks = std::vector<Block>;

/// Writers of single sections, in the order of the report. Each gives the blocks of its section; none where there is
/// nothing to say.
[[nodiscard]] Blocks headBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks summaryBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks flowchartBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks layerBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks stageBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks stragglerBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks bubbleBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks scaleBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks comparabilityBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks unmeasuredBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks dismissedBlocks(const ReportInput& input, const Writer& w);
/// Accepted and annotated ones too: for printers without the cards of the layers.
[[nodiscard]] Blocks decisionBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks failedBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks noteBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks nextBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks thresholdBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks inputBlocks(const ReportInput& input, const Writer& w);
[[nodiscard]] Blocks versionBlocks(const ReportInput& input, const Writer& w);

/// The numbers and names of the inputs alone: what the other sections refer to, where the table is not printed.
[[nodiscard]] Blocks fileNumberBlocks(const ReportInput& input, const Writer& w);
/// What was read, a row a file, numbered from 1, with `owner` over the column that says whose it is; none without
/// files.
[[nodiscard]] Blocks fileBlocks(const Text& owner, const std::vector<std::pair<Cell, const SourceFile*>>& files,
                                const FilePrints& prints, const Writer& w);
/// Whether the section is to be printed.
[[nodiscard]] bool wants(const ReportOptions& options, std::string_view id);
/// The foot and the words for references.
void finish(Report& report, const ReportOptions& options, const Writer& w);

/// The stages and layers as tests of CI, with what people wrote.
[[nodiscard]] Checks checksOf(const Verdict& verdict, const Notes& notes, const Writer& w);

/// The page of the window that shows a layer of the verdict.
[[nodiscard]] std::string pageOf(LayerId layer, const Verdict& verdict);
/// The window at a stage, and at the ranks in which it regressed where those are not all.
[[nodiscard]] ViewRef stageView(const std::string& stage, const Verdict& verdict);
/// The window at what is inside the first regressed stage, of these ranks or of all: the finding that tells of it.
[[nodiscard]] ViewRef insideView(const std::vector<int>& ranks, const Verdict& verdict);
/// "steps 21–40, rank 3: not there, though other ranks have it", for what some ranks of the side did not do whole.
[[nodiscard]] Text lostStepsText(const Verdict& verdict, Side side);
/// "rank 3", "ranks 0–7, 12": runs of neighbours drawn together.
[[nodiscard]] Text ranksText(const std::vector<int>& ranks);
[[nodiscard]] std::string_view styleOf(Provenance provenance);
/// Where the number of a fact of the summary comes from; nothing where it says "none" or "unknown".
[[nodiscard]] std::optional<EvidencePlace> factPlace(const Fact& fact, const Verdict& verdict, const Sources& sources);
/// The tag of a provenance: derived statements carry a ƒ.
[[nodiscard]] Span provenanceTag(Provenance provenance, const Writer& w);

}  // namespace headwater::report
