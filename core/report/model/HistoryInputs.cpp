// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include <fmt/format.h>

#include "core/report/model/HistoryReport.h"

namespace headwater::report {

namespace {

/// For a shell: nothing inside single quotes has a meaning but the quote itself.
std::string quoted(const std::string& text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

}  // namespace

FilePrints filePrints(const RunHistory& history, const Job& job)
{
    FilePrints prints;
    for (const HistoryEntry& run : history.runs)
        addPrints(run.inputs, job, prints);
    return prints;
}

/// Names are looked for in verdicts; this one says what the history says.
Redaction historyRedaction(const RunHistory& history, const RedactionChoice& choice)
{
    Verdict said;
    std::set<std::string> hosts;
    for (const HistoryEntry& run : history.runs) {
        JudgedRun judged;
        judged.name = run.name;
        said.runs[1].push_back(std::move(judged));
        said.currentInputs.insert(said.currentInputs.end(), run.inputs.begin(), run.inputs.end());
        said.warnings.emplace_back(run.folder);
        said.warnings.emplace_back(run.stageSource);
        for (const auto& [key, value] : run.manifest)
            said.comparability.changed.push_back({key, value.value, {}});
        hosts.insert(run.hosts.begin(), run.hosts.end());
    }
    std::vector<std::string> more;
    for (const LeftOutRun& run : history.leftOut)
        more.push_back(run.name);
    for (const HistoryEntry& run : history.runs)  // a relative folder has not the form of a path
        more.push_back(run.folder);
    for (const std::string& name : more) {
        JudgedRun judged;
        judged.name = name;
        said.runs[1].push_back(std::move(judged));
    }
    hosts.erase(std::string());
    for (const std::string& host : hosts) {
        StragglerVerdict rank;
        rank.host = host;
        said.stragglers.push_back(std::move(rank));
    }
    for (const HistorySeries& series : history.stages) {
        StageVerdict stage;
        stage.stage = series.stage;
        said.stages.push_back(std::move(stage));
    }
    said.warnings.insert(said.warnings.end(), history.warnings.begin(), history.warnings.end());
    return Redaction(said, {}, choice);
}

std::string openCommand(const RunHistory& history, std::size_t at, ViewRef view, const Redaction& redaction)
{
    if (at == 0 || history.runs[at - 1].folder.empty() || history.runs[at].folder.empty())
        return {};
    view.runs = {};
    // Where a folder's name is replaced its run is told by the alias that it has in every sentence.
    const auto place = [&](const HistoryEntry& run) {
        const std::string folder = redaction(run.folder);
        return quoted(folder == run.folder ? folder : redaction(run.name));
    };
    return fmt::format("headwater --baseline {} --current {} --at {}", place(history.runs[at - 1]),
                       place(history.runs[at]), quoted(toText(redaction.of(view))));
}

}  // namespace headwater::report
