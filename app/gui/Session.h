// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "app/gui/InputChoices.h"
#include "app/gui/JobRunner.h"
#include "app/gui/Notebook.h"
#include "app/gui/Prepared.h"
#include "app/gui/ScaleBoard.h"
#include "core/analysis/RunAnalysis.h"
#include "core/cache/Folder.h"
#include "core/ingest/LoadRun.h"
#include "core/run/Run.h"
#include "core/triage/Decide.h"
#include "core/triage/DrillDown.h"
#include "core/triage/Verdict.h"
#include "core/triage/ViewRef.h"

namespace headwater {

/// One investigation being worked on: which runs, how they are judged, the verdict, what is selected. Knows no widget;
/// everything that changes is told by a signal.
class Session : public QObject {
    Q_OBJECT
public:
    enum class Phase {
        Empty,      ///< nothing loaded
        Loading,    ///< reading files
        Rereading,  ///< the same with other choices about the inputs; what is shown stays until then
        Analysing,  ///< runs are there, the verdict is being computed
        Ready,
    };
    Q_ENUM(Phase)

    explicit Session(JobRunner& jobs, QObject* parent = nullptr);

    /// Reads both runs and judges them. What was shown before stays until the new verdict is there.
    void open(const QStringList& baseline, const QStringList& current, const FileOverrides& files = {},
              const Notes& notes = {}, const Origin& origin = {}, const ScaleCase& scale = {});
    void openSample(const QString& folder);
    /// Inputs that are not there are looked for, those that are there are compared with what they were: inputsMoved(),
    /// inputsMissing() or inputsChanged() tell, and nothing is opened.
    void openInvestigation(const QString& file);
    /// Likewise from a copy of what was not saved.
    void openCopy(const QString& copy, const Origin& origin);
    /// Looks in this folder too for what is missing or was changed, and opens the investigation where it found all.
    void searchIn(const QString& folder, const FoundInvestigation& found);
    void openSaved(const SavedInvestigation& saved, const Origin& origin);
    /// One that names no runs, but has a plan at scale.
    void openPlan(const SavedInvestigation& saved, const Origin& origin);
    /// Of the investigation that is shown.
    [[nodiscard]] const Origin& origin() const { return m_origin; }
    [[nodiscard]] SavedInvestigation saved() const;
    [[nodiscard]] Status save(const QString& file);
    void reload();
    /// Reads the traces of both sides themselves: those that the cache knew and those that summaries were made of,
    /// where they lie where they were. What is shown stays until then.
    void loadTraces();
    /// Where large traces are kept for the next time; nothing: nowhere. For what is opened from now on.
    void setCache(std::optional<CacheFolder> cache) { m_cache = std::move(cache); }
    /// Says of every file of both sides what it is, where reading them failed.
    void probeInputs();
    void cancel();
    /// Nothing is open any more.
    void close();

    void setStages(const QString& spec);
    /// What the user says about single files; reads again where something is shown. `what`: for "Undo …".
    void setOverrides(const FileOverrides& files, const QString& what);
    [[nodiscard]] ChoiceHistory& history() { return m_history; }
    [[nodiscard]] Notebook& notebook() { return m_notebook; }
    [[nodiscard]] const Notebook& notebook() const { return m_notebook; }
    [[nodiscard]] ScaleBoard& scale() { return m_scale; }
    [[nodiscard]] const FileOverrides& overrides() const { return m_history.now().files; }
    void setMeasure(Measure measure);
    void setEpsilon(std::int64_t ppm);  ///< judges on the stored basis: at once, or soon where that takes long
    void setStatistic(Statistic statistic);
    void acknowledge(const QString& reason);
    /// Of the resource checks: judges again at once, can be undone. `what`: for "Undo …".
    void setThresholds(const ResourcePolicy& thresholds, const QString& what);
    /// For pages that compute something of their own.
    [[nodiscard]] JobRunner& jobs() const { return m_jobs; }
    /// What all pages show as selected. A stage that the verdict does not have selects none.
    void setView(const ViewRef& view);
    /// Whether the first regressed stage is selected where nobody selected one; not while somebody is to find it out.
    void setFirstSelected(bool selected);

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] const Policy& policy() const { return m_policy; }
    [[nodiscard]] const QString& stages() const { return m_history.now().stages; }
    [[nodiscard]] const VerdictPtr& verdict() const { return m_verdict; }
    [[nodiscard]] const PairAnalysis& pair() const { return m_pair; }
    /// What the verdict was judged on; null while there is none.
    [[nodiscard]] const DecisionBasisPtr& basis() const { return m_basis; }
    [[nodiscard]] const ViewRef& view() const { return m_view; }
    [[nodiscard]] const QStringList& paths(Side side) const { return m_paths[static_cast<std::size_t>(side)]; }
    /// Before anything is opened: how it will be judged.
    void setPolicy(const Policy& policy) { m_policy = policy; }

signals:
    void phaseChanged(headwater::Session::Phase phase);
    void loadProgress(headwater::Side side, double fraction, const QString& activity);
    void analysisProgress(double fraction, const QString& activity);
    void opened();            ///< the notes and choices are those of another investigation, or of the same anew
    void planOpened();        ///< an investigation without runs: a plan at scale alone
    void verdictChanged();    ///< also when only ε or the statistic moved
    void settingsChanged();   ///< how it is judged, by the user
    void overridesChanged();  ///< also where nothing is shown yet
    void viewChanged(const headwater::ViewRef& view);
    /// After a failure: what the files of both sides are, for somebody to say more about them.
    void inputsProbed(const headwater::PairAnalysis& inputs);
    void inputsMoved(const headwater::FoundInvestigation& found);
    void inputsMissing(const headwater::FoundInvestigation& found);
    void inputsChanged(const headwater::FoundInvestigation& found);
    /// Read again, the inputs were not those that were read before. `kept`: the file of the investigation, saved
    /// meanwhile, knows the new ones.
    void inputsReplaced(const std::vector<headwater::ChangedInput>& changed, bool kept);
    void failed(const headwater::Error& error, std::optional<headwater::Side> side);

private:
    void setPhase(Phase phase);
    void read(Phase phase);
    void find(const std::filesystem::path& file, const Origin& origin, const QString& folder);
    void failSides();
    void choicesChanged();
    void notesChanged();
    void printInputs();
    struct Printed {
        InputPrints prints;
        std::vector<ChangedInput> changed;  ///< since the time before
    };
    void printed(Printed now);
    void load(Side side);
    [[nodiscard]] LoadOptions loadOptions(Side side) const;
    [[nodiscard]] bool summariesServe() const;
    [[nodiscard]] std::string traceRules() const;
    void loaded(Side side, Result<RunPtr> run);
    void analyse();
    void prepare();
    /// A verdict without what is inside a stage, and what it was asked for.
    struct Decided {
        Policy asked;
        VerdictPtr verdict;
    };
    void judge();
    void show(Decided decided);
    void rejudge();
    void applyThresholds(const ResourcePolicy& thresholds);
    void drill();
    void fail(const Error& error, std::optional<Side> side);
    void stopJobs();
    void backToVerdict();  ///< what was under way is dropped, what was shown stays

    JobRunner& m_jobs;
    Phase m_phase = Phase::Empty;
    std::array<QStringList, 2> m_paths;
    std::array<QStringList, 2> m_judgedPaths;  ///< those of the verdict shown
    std::optional<CacheFolder> m_cache;
    bool m_wholeTraces = false;    ///< the traces themselves are wanted of what is open
    std::array<RunPtr, 2> m_runs;  ///< being loaded, or the source of m_pair
    std::vector<JobRunner::Id> m_running;
    ChoiceHistory m_history;
    Notebook m_notebook;  ///< on the same stack of undo
    ScaleBoard m_scale;   ///< likewise
    Origin m_origin;
    /// What people said in what is being opened.
    struct Opening {
        Notes notes;
        Origin origin;
        ScaleCase scale;
    };
    std::optional<Opening> m_opening;
    std::vector<ContinuedLayer> m_judgedContinued;
    InputPrints m_prints;
    bool m_fresh = false;    ///< the inputs were read since they were last looked at for m_prints
    bool m_reading = false;  ///< m_prints are still being made
    /// Saved meanwhile.
    struct Unprinted {
        QString file;
        SavedInvestigation saved;
    };
    std::optional<Unprinted> m_unprinted;
    InputChoices m_judgedChoices;  ///< those of the verdict shown
    FileOverrides m_readWith;      ///< the overrides that m_runs were read with
    std::string m_readRules;       ///< likewise, the rules for traces
    Policy m_policy;
    PairAnalysis m_pair;
    DecisionBasisPtr m_basis;
    Decided m_decided;  ///< of m_basis; what m_verdict was made of
    VerdictPtr m_verdict;
    std::optional<DrillDown> m_drill;  ///< of the first regressed stage that it begins with
    QTimer m_drillLater;               ///< runs while ε is being moved
    JobRunner::Id m_drilling = 0;
    JobRunner::Id m_judging = 0;  ///< 0: nothing is being judged again
    JobRunner::Id m_printing = 0;
    std::array<std::optional<Error>, 2> m_sideErrors;
    QTimer m_failLater;  ///< runs where one side failed and the other is still read
    ViewRef m_view;
    bool m_firstSelected = true;
    InputPrints m_printsBefore;                 ///< the last that were made of m_printedPaths
    std::array<QStringList, 2> m_printedPaths;  ///< those that m_prints are or are being made of
};

}  // namespace headwater
