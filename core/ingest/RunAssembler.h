// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/Result.h"
#include "core/ingest/Format.h"
#include "core/run/Run.h"

namespace headwater {

/// Turns what the files of a run hold into the run; what conflicts is reported in Run::problems, never settled
/// silently.
class RunAssembler {
public:
    explicit RunAssembler(Run& run) : m_run(run) {}

    void add(FileContent& content);
    /// Keeps the ranks in `chosen` (empty: all) once every file was added. BadUsage, without a file, when one of them
    /// is not there. A run may have no rank afterwards: then nothing in it can be analysed.
    [[nodiscard]] Status finish(const std::vector<int>& chosen);

private:
    void note(Severity severity, const char* code, std::string message, std::string file = {},
              std::string position = {});
    void addTrace(TracePtr tracePtr, RankSummaryPtr summary, SourceFile& source);
    void addMetrics(FileContent& content);
    void addManifest(const FileContent& content);
    void giveRanksOut();
    void addCollected(const FileContent& content);
    void takeCollected();
    void takeMetrics();
    void takeLogs();
    void dropConflicting(const Problems& problems);
    [[nodiscard]] Status keepChosen(const std::vector<int>& chosen);
    void carryManifest(const FileContent& content);
    void takeCarried();
    void mergeManifest();
    void takeRoles();
    void settleWorldSize();
    void reportMissing();
    void reportClocks();
    void reportSteps();

    Run& m_run;
    std::vector<RankData> m_unranked;
    std::vector<RankData> m_metricRanks;
    std::vector<StageCube> m_cubes;
    std::shared_ptr<const CollectedRun> m_collected;
    /// What rank summaries carry of the manifest of their run: key → value → where it was read, and the first summary.
    std::map<std::string, std::map<std::string, std::pair<ManifestValue, std::string>>> m_carried;
    std::size_t m_summaries = 0;
    std::size_t m_bareSummaries = 0;  ///< that carry none
};

/// Whether a key is expected to differ between the processes of any run.
[[nodiscard]] bool mayDiffer(std::string_view key);

}  // namespace headwater
