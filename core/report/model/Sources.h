// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/model/Writer.h"
#include "core/triage/EvidencePlace.h"
#include "core/triage/Verdict.h"

namespace headwater::report {

/// Where the numbers of a report come from, said in one way wherever they stand: of which ranks and steps they are, as
/// a reference that the window opens there, and which files they were read from, by the numbers that the table of
/// inputs gives them.
class Sources {
public:
    /// `verdict` and `w` have to outlive it.
    Sources(const Verdict& verdict, const Writer& w);

    /// The place of a number that is made of the judged steps of all ranks, at `view`, whose ranks are those to look
    /// at; of `only` this side. Its steps are those of the current run where it has any. Without Verdict::measured it
    /// has a view alone.
    [[nodiscard]] EvidencePlace measured(ViewRef view, std::optional<Side> only = {}) const;
    /// The same of a number that is made of the ranks of `view` alone.
    [[nodiscard]] EvidencePlace ofRanks(const ViewRef& view, std::optional<Side> only = {}) const;

    /// "all 8 ranks, steps 5–59; files [1]–[8] → [9]–[16]": baseline and current, as numbers are given.
    [[nodiscard]] Line line(const EvidencePlace& place) const;
    /// "rank0.json.gz [1] → rank0.json.gz [5]", or "rank0.json.gz [1] (baseline)"; empty where it is of no file.
    [[nodiscard]] Text files(const EvidencePlace& place) const;
    /// "[1]–[4], [9]": all of them without names.
    [[nodiscard]] Text numbers(const EvidencePlace& place) const;

private:
    [[nodiscard]] std::vector<std::size_t> numbersOf(const EvidencePlace& place, Side side) const;
    [[nodiscard]] EvidencePlace placed(EvidencePlace place, ViewRef view, std::optional<Side> only) const;
    [[nodiscard]] Text filesOf(const EvidencePlace& place, Side side) const;

    const Verdict& m_verdict;
    const Writer& m_w;
    std::array<std::map<std::string_view, std::size_t>, 2> m_numbers;  ///< by Side, of SourceFile::path
};

}  // namespace headwater::report
