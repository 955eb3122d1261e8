// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/EvidencePlace.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <set>

#include "core/triage/FindingIds.h"
#include "core/triage/Names.h"
#include "core/triage/PageInTime.h"

namespace headwater {

namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether `name` stands in `text` as a word of its own.
bool names(std::string_view text, std::string_view name)
{
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !isWord(text[at - 1])) && (end == text.size() || !isWord(text[end])))
            return true;
    }
    return false;
}

/// What is the same in every language: names out of the runs, such as those of stages. A word that is translated is
/// none, though a stage may be called like it: "the loss is NaN" is not about the stage "loss".
void collectNames(const Text& text, std::vector<std::string>& names)
{
    for (const Text::Piece& piece : text.pieces()) {
        if (piece.verbatim)
            names.push_back(piece.key);
        for (const Text& argument : piece.arguments)
            collectNames(argument, names);
    }
}

EvidencePlace placeOf(const Evidence& evidence)
{
    return evidence.place ? *evidence.place : EvidencePlace{};
}

/// The runs of a side that its series are made of.
std::vector<const RunAnalysis*> judgedRuns(const DecisionBasis& basis, Side side)
{
    const SideBasis& own = side == Side::Baseline ? basis.baseline : basis.current;
    std::vector<const RunAnalysis*> runs{(side == Side::Baseline ? basis.pair.baseline : basis.pair.current).get()};
    if (own.pooled)
        for (const SideRun& repeat : own.repeats)
            if (repeat.leftOut.empty())
                runs.push_back(repeat.run.get());
    return runs;
}

/// Files whose content is a course of steps of a rank.
bool hasSteps(const SourceFile& file, bool fromLogs)
{
    static constexpr std::array<std::string_view, 7> kFormats{
        "kineto",       "chrome-trace", "nsys-sqlite", "stage-metrics-csv", "stage-metrics-jsonl",
        "rank-summary", "run-summary"};
    static constexpr std::array<std::string_view, 6> kLogs{"megatron-log",     "deepspeed-log", "torchtitan-log",
                                                           "hf-trainer-state", "lightning-csv", "tfevents"};
    return file.used && (std::ranges::find(kFormats, file.format) != kFormats.end() ||
                         (fromLogs && std::ranges::find(kLogs, file.format) != kLogs.end()));
}

/// All that the run's steps were read from, or what of it is of these ranks.
std::vector<std::string> stepFiles(const Run& run, const std::vector<int>& ranks)
{
    std::vector<std::string> all;
    std::vector<std::string> ofRanks;
    for (const SourceFile& file : run.sources) {
        if (!hasSteps(file, run.metricsFromLogs))
            continue;
        all.push_back(file.path);
        if (std::ranges::any_of(file.ranks, [&](int rank) { return std::ranges::find(ranks, rank) != ranks.end(); }))
            ofRanks.push_back(file.path);
    }
    return ofRanks.empty() ? all : ofRanks;
}

/// Leaves the files that are of these ranks, where they are not all.
void keepRanks(const std::vector<SourceFile>& inputs, const std::vector<int>& ranks, EvidenceOrigin& from)
{
    if (ranks.empty())
        return;
    std::set<std::string_view> others;
    for (const SourceFile& file : inputs)
        if (std::ranges::find_first_of(file.ranks, ranks) == file.ranks.end())
            others.insert(file.path);
    std::erase_if(from.files, [&](const std::string& path) { return others.contains(path); });
    from.rankCount = static_cast<int>(ranks.size());
}

std::vector<std::string> logFiles(const Run& run)
{
    std::vector<std::string> files;
    for (const TrainingLog& log : run.logs)
        files.push_back(log.source);
    return files;
}

std::vector<std::string> telemetryFiles(const Run& run)
{
    std::set<std::string> files;
    for (const MetricSeries& series : run.telemetry.series)
        files.insert(series.source);
    for (const TelemetryEvent& event : run.telemetry.events)
        files.insert(event.source);
    return {files.begin(), files.end()};
}

/// Inputs that the source names by their path, else by their file name.
std::vector<std::string> namedFiles(const Run& run, const std::string& source)
{
    std::vector<std::string> byPath;
    std::vector<std::string> byName;
    for (const SourceFile& file : run.sources) {
        if (names(source, file.path))
            byPath.push_back(file.path);
        if (names(source, std::filesystem::path(file.path).filename().string()))
            byName.push_back(file.path);
    }
    return byPath.empty() ? byName : byPath;
}

enum class From { Steps, Manifest, Logs, Telemetry };

/// Where the source of a row names no file.
std::vector<std::string> filesOf(const Run& run, From kind, const std::vector<int>& ranks)
{
    if (kind == From::Logs)
        return logFiles(run);
    return kind == From::Telemetry ? telemetryFiles(run) : stepFiles(run, ranks);
}

From originOf(const Finding& finding)
{
    static constexpr std::array<std::string_view, 6> kLogged{
        "correctness.nan-iterations",   "correctness.skipped-iterations", "correctness.loss-outside-band",
        "correctness.loss-inside-band", "correctness.loss-equal",         "correctness.grad-norm-equal"};
    if (std::ranges::find(kLogged, findingKind(finding.id)) != kLogged.end())
        return From::Logs;
    if (finding.id == "correctness.manifest")
        return From::Manifest;
    return finding.layer == LayerId::Resources ? From::Telemetry : From::Steps;
}

/// Steps that a number sums up: of them, those that one of its ranks has.
std::vector<std::size_t> stepsOf(const StageCube& cube, const StepSelection& selection, const EvidencePlace& place)
{
    std::vector<std::size_t> steps = selection.steps;
    if (place.everyStep) {
        steps.resize(cube.steps().size());
        std::iota(steps.begin(), steps.end(), std::size_t{0});
    }
    std::vector<std::size_t> ranks;
    for (std::size_t r = 0; r < cube.ranks().size(); ++r)
        if (std::ranges::find(place.view.ranks, cube.ranks()[r]) != place.view.ranks.end())
            ranks.push_back(r);
    if (!ranks.empty())
        std::erase_if(steps, [&](std::size_t step) {
            return std::ranges::none_of(ranks, [&](std::size_t rank) {
                const bool usable = selection.usable[rank * cube.steps().size() + step] != 0;
                return place.everyStep ? cube.status(rank, step) != StepStatus::Absent : usable;
            });
        });
    return steps;
}

/// Steps and ranks that a number of no single step sums up.
void addSpan(const RunAnalysis& run, const StepSelection& selection, const EvidencePlace& place, const Evidence& row,
             EvidenceOrigin& from)
{
    const std::vector<std::int64_t>& steps = run.cube.steps();
    if (const std::vector<std::size_t> used = stepsOf(run.cube, selection, place); !row.step && !used.empty()) {
        from.steps = StepRange{steps[used.front()], steps[used.back()]};
        from.stepCount = static_cast<int>(used.size());
    }
    if (!row.rank)
        from.rankCount = static_cast<int>(place.view.ranks.empty() ? run.cube.ranks().size() : place.view.ranks.size());
}

/// The window of a step on a rank; nothing where no trace has it.
std::optional<Interval> windowOf(const RunAnalysis& run, int rank, std::int64_t step)
{
    const auto one = std::ranges::find(run.ranks, rank, &RankAnalysis::rank);
    if (one == run.ranks.end())
        return std::nullopt;
    const auto at = std::ranges::find(one->steps, step, &StepAnalysis::step);
    if (at == one->steps.end() || at->window.length() <= 0)
        return std::nullopt;
    return at->window;
}

class Placer {
public:
    explicit Placer(const Draft& draft) : m_draft(draft) {}

    [[nodiscard]] EvidencePlace place(const Finding& finding, const Evidence& row) const
    {
        EvidencePlace place = placeOf(row);
        ViewRef& view = place.view;
        place.everyStep |= finding.layer == LayerId::Correctness;
        view.page = finding.layer == LayerId::Timeline
                        ? pageInTime(m_draft.verdict.baselineInputs, m_draft.verdict.currentInputs)
                        : std::string(nameOf(finding.layer));
        view.finding = finding.id;
        if (row.rank)
            view.ranks = {*row.rank};
        if (row.step)
            view.steps = StepRange{*row.step, *row.step};
        if (view.stage.empty())
            view.stage = stageNamed(row.what, m_draft.verdict);
        for (const Side side : {Side::Baseline, Side::Current})
            if (!(side == Side::Baseline ? row.baseline : row.current).empty())
                fill(finding, row, side, place);
        addTime(row, place);
        return place;
    }

    /// Of what the stages and the step are made.
    [[nodiscard]] EvidencePlace ofSeries() const
    {
        EvidencePlace place;
        place.view.page = "overview";
        const std::vector<int>& ranks = m_draft.basis.pair.current->cube.ranks();
        if (ranks.size() == 1 && ranks == m_draft.basis.pair.baseline->cube.ranks())
            place.view.ranks = ranks;
        for (const Side side : {Side::Baseline, Side::Current}) {
            EvidenceOrigin& from = place.from[static_cast<std::size_t>(side)];
            const SideBasis& own = side == Side::Baseline ? m_draft.basis.baseline : m_draft.basis.current;
            const std::vector<const RunAnalysis*> runs = judgedRuns(m_draft.basis, side);
            addSpan(*runs.front(), own.selection, place, {}, from);
            for (const RunAnalysis* run : runs)
                if (run->run)
                    std::ranges::copy(stepFiles(*run->run, {}), std::back_inserter(from.files));
        }
        return place;
    }

private:
    void fill(const Finding& finding, const Evidence& row, Side side, EvidencePlace& place) const
    {
        EvidenceOrigin& from = place.from[static_cast<std::size_t>(side)];
        if (!from.files.empty())
            return;
        const std::string source = row.source.english();
        const From kind = originOf(finding);
        const std::vector<const RunAnalysis*> runs = judgedRuns(m_draft.basis, side);
        for (const RunAnalysis* run : runs) {
            if (!run->run)
                continue;
            std::vector<std::string> files = namedFiles(*run->run, source);
            if (files.empty() && kind == From::Steps && run == runs.front()) {
                const SideBasis& own = side == Side::Baseline ? m_draft.basis.baseline : m_draft.basis.current;
                addSpan(*run, own.selection, place, row, from);
            }
            if (files.empty())
                files = filesOf(*run->run, kind, place.view.ranks);
            from.files.insert(from.files.end(), files.begin(), files.end());
        }
    }

    /// A number of one step opens at that step of the run it is of; a sum opens at the steps that it sums up.
    void addTime(const Evidence& row, EvidencePlace& place) const
    {
        ViewRef& view = place.view;
        const Side side = row.current.empty() && !row.baseline.empty() ? Side::Baseline : Side::Current;
        const RunAnalysis& run = *(side == Side::Baseline ? m_draft.basis.pair.baseline : m_draft.basis.pair.current);
        if (!view.steps)
            view.steps = place.from[static_cast<std::size_t>(side)].steps;
        if (view.steps)
            view.side = side;
        if (row.step && row.rank)
            view.time = windowOf(run, *row.rank, *row.step);
    }

    const Draft& m_draft;
};

/// "trace metadata of rank 3" is no name of a file: the trace of that rank.
std::vector<std::string> traceThatSays(const Run& run, std::string_view source)
{
    int rank = 0;
    const std::size_t digits = source.find_last_not_of("0123456789") + 1;
    std::from_chars(source.data() + digits, source.data() + source.size(), rank);
    std::vector<std::string> files = stepFiles(run, {rank});
    files.resize(std::min<std::size_t>(files.size(), 1));
    return files;
}

}  // namespace

std::string stageNamed(const Text& text, const Verdict& verdict)
{
    std::vector<std::string> said;
    collectNames(text, said);
    std::string longest;
    for (const StageVerdict& stage : verdict.stages)
        if (stage.stage.size() > longest.size() &&
            std::ranges::any_of(said, [&](const std::string& one) { return names(one, stage.stage); }))
            longest = stage.stage;
    return longest;
}

void sumsUp(Evidence& evidence, const std::vector<int>& ranks)
{
    EvidencePlace place = placeOf(evidence);
    place.view.ranks = ranks;
    evidence.place = std::make_shared<const EvidencePlace>(std::move(place));
}

void ofEveryStep(Evidence& evidence)
{
    EvidencePlace place = placeOf(evidence);
    place.everyStep = true;
    evidence.place = std::make_shared<const EvidencePlace>(std::move(place));
}

void isSetting(Evidence& evidence, const DecisionBasis& basis, std::string_view key)
{
    EvidencePlace place = placeOf(evidence);
    for (const Side side : {Side::Baseline, Side::Current}) {
        const RunPtr& run = (side == Side::Baseline ? basis.pair.baseline : basis.pair.current)->run;
        if (!run)
            continue;
        std::set<std::string> files;
        const auto value = run->manifest.find(std::string(key));
        for (const auto& [name, setting] : run->manifest)
            if (value == run->manifest.end() || name == key)
                files.insert(setting.source);
        EvidenceOrigin& from = place.from[static_cast<std::size_t>(side)];
        for (const std::string& file : files)
            if (std::ranges::find(run->sources, file, &SourceFile::path) != run->sources.end())
                from.files.push_back(file);
        if (from.files.empty() && !files.empty())
            from.files = traceThatSays(*run, *files.begin());
    }
    evidence.place = std::make_shared<const EvidencePlace>(std::move(place));
}

EvidencePlace placeOnRanks(const Verdict& verdict, const std::vector<int>& ranks, EvidencePlace place)
{
    place.view.ranks = ranks;
    keepRanks(verdict.baselineInputs, ranks, place.from[0]);
    keepRanks(verdict.currentInputs, ranks, place.from[1]);
    return place;
}

void placeInside(const Verdict& verdict, const std::vector<int>& ranks, Finding& finding)
{
    const Finding* whole = findingOf(verdict, "timeline.breakdown");
    for (Evidence& row : finding.evidence) {
        EvidencePlace place =
            placeOnRanks(verdict, row.rank ? std::vector<int>{*row.rank} : ranks,
                         whole && !whole->evidence.empty() ? placeOf(whole->evidence.front()) : EvidencePlace{});
        place.view.stage = verdict.firstRegressed ? verdict.firstRegressed->stage : std::string();
        place.view.finding = finding.id;
        if (row.rank)
            place.from[0].rankCount = place.from[1].rankCount = 0;
        row.place = std::make_shared<const EvidencePlace>(std::move(place));
    }
}

void placeEvidence(Draft& draft)
{
    const Placer placer(draft);
    draft.verdict.measured = std::make_shared<const EvidencePlace>(placer.ofSeries());
    for (Layer& layer : draft.verdict.layers)
        for (Finding& finding : layer.findings)
            for (Evidence& row : finding.evidence)
                row.place = std::make_shared<const EvidencePlace>(placer.place(finding, row));
}

}  // namespace headwater
