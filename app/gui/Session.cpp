// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Session.h"

#include <algorithm>
#include <utility>

#include <QThread>

#include "app/gui/Paths.h"
#include "app/gui/Prepared.h"
#include "core/ingest/LoadRun.h"
#include "core/report/SavedInvestigation.h"
#include "core/run/TimeZone.h"
#include "core/simulate/Sample.h"
#include "widgets/models/FindingView.h"
#include "widgets/models/StageBars.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// The rule file by which traces are read, where the choice of stages is one.
std::string traceRulesOf(const QString& stages)
{
    const auto spec = parseStageSpec(stages.toStdString());
    return spec ? spec->traceRules : std::string();
}

bool shareAny(const QStringList& a, const QStringList& b)
{
    return std::any_of(a.begin(), a.end(), [&b](const QString& path) { return b.contains(path); });
}

}  // namespace

Session::Session(JobRunner& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_notebook(*m_history.stack())
    , m_scale(*m_history.stack())
{
    connect(&m_notebook, &Notebook::changed, this, &Session::notesChanged);
    connect(&m_history, &ChoiceHistory::changed, this, &Session::choicesChanged);
    constexpr int kRestMs = 250;
    m_drillLater.setSingleShot(true);
    m_drillLater.setInterval(kRestMs);
    connect(&m_drillLater, &QTimer::timeout, this, &Session::drill);
}

void Session::setPhase(Phase phase)
{
    if (std::exchange(m_phase, phase) != phase)
        emit phaseChanged(phase);
}

void Session::stopJobs()
{
    m_drillLater.stop();
    m_jobs.cancel(m_drilling);
    for (const JobRunner::Id id : std::exchange(m_running, {}))
        m_jobs.cancel(id);
}

void Session::open(const QStringList& baseline, const QStringList& current, const FileOverrides& files,
                   const Notes& notes, const ScaleCase& scale)
{
    stopJobs();
    m_opening = notes;
    m_openingScale = scale;
    InputChoices choices = m_history.now();
    // What an investigation says of all its files holds as long as one of them is there.
    if (!shareAny(m_paths[0] + m_paths[1], baseline + current))
        choices = {{}, choices.stages};
    choices.files = files;
    m_paths = {baseline, current};
    m_history.reset(choices);
    emit overridesChanged();
    reload();
}

void Session::reload()
{
    read(Phase::Loading);
}

void Session::read(Phase phase)
{
    if (m_paths[0].isEmpty() || m_paths[1].isEmpty())
        return;
    stopJobs();
    m_runs = {};
    m_readWith = m_history.now().files;
    m_readRules = traceRulesOf(m_history.now().stages);
    setPhase(phase);
    load(Side::Baseline);
    load(Side::Current);
}

void Session::openSample(const QString& folder)
{
    stopJobs();
    setPhase(Phase::Loading);
    const std::filesystem::path out = toPath(folder);
    m_running.push_back(
        m_jobs.start<bool>([out](const Job& job) { return writeSample(out, job).map([] { return true; }); },
                           [this, folder](const Result<bool>& written) {
                               if (!written)
                                   return fail(written.error(), std::nullopt);
                               open({folder + u"/baseline"_s}, {folder + u"/current"_s});
                           },
                           [this](double fraction, const QString& activity) {
                               emit loadProgress(Side::Baseline, fraction * 0.3, activity);
                           }));
}

void Session::openInvestigation(const QString& file)
{
    stopJobs();
    setPhase(Phase::Loading);
    m_running.push_back(
        m_jobs.start<FoundInvestigation>([path = toPath(file)](const Job& job) { return findInvestigation(path, job); },
                                         [this](const Result<FoundInvestigation>& found) {
                                             if (!found)
                                                 return fail(found.error(), std::nullopt);
                                             if (found->moved.empty())
                                                 return openSaved(found->saved);
                                             backToVerdict();
                                             emit inputsMoved(*found);
                                         }));
}

void Session::openSaved(const SavedInvestigation& saved)
{
    m_policy = saved.policy;
    m_paths = {toTexts(saved.baseline), toTexts(saved.current)};
    m_history.reset({{}, QString::fromStdString(saved.stages), saved.unit, saved.timezone, saved.linkedOnly});
    open(toTexts(saved.baseline), toTexts(saved.current), saved.overrides, saved.notes, saved.scale);
}

SavedInvestigation Session::saved() const
{
    SavedInvestigation out;
    out.baseline = toPaths(m_paths[0]);
    out.current = toPaths(m_paths[1]);
    out.stages = m_judgedChoices.stages.toStdString();
    out.overrides = m_judgedChoices.files;
    out.unit = m_judgedChoices.unit;
    out.timezone = m_judgedChoices.timezone;
    out.linkedOnly = m_judgedChoices.linkedOnly;
    out.policy = m_policy;
    out.notes = m_notebook.now();
    out.scale = m_scale.now();
    out.prints = m_prints;
    return out;
}

Status Session::save(const QString& file) const
{
    return saveInvestigation(saved(), toPath(file));
}

/// Reads a little of each input, so that it is known again where it was moved.
void Session::printInputs()
{
    m_jobs.cancel(m_printing);
    m_printing = m_jobs.start<InputPrints>(
        [paths = m_judgedPaths](const Job& job) -> Result<InputPrints> {
            return printsOf({toPaths(paths[0]), toPaths(paths[1])}, job);
        },
        [this](Result<InputPrints> prints) {
            if (prints)
                m_prints = *std::move(prints);
        });
}

void Session::cancel()
{
    if (m_phase == Phase::Empty || m_phase == Phase::Ready)
        return;
    backToVerdict();
}

void Session::backToVerdict()
{
    stopJobs();
    m_opening.reset();
    if (m_verdict) {
        m_policy.measure = m_verdict->policy.measure;
        const Notes notes = m_notebook.now();
        const ScaleCase scale = m_scale.now();
        m_history.goBack();
        m_notebook.restore(notes);
        m_scale.set(scale);
        if (m_history.now() != m_judgedChoices)  // another investigation was being opened
            m_history.reset(m_judgedChoices);
        m_readWith = m_history.now().files;
        m_readRules = traceRulesOf(m_history.now().stages);
        m_paths = m_judgedPaths;
        m_runs = {m_pair.baseline->run, m_pair.current->run};
        emit overridesChanged();
    }
    setPhase(m_verdict ? Phase::Ready : Phase::Empty);
}

void Session::load(Side side)
{
    const auto which = static_cast<std::size_t>(side);
    // Two runs are read at once: each takes half of the cores.
    const int threads = std::max(1, QThread::idealThreadCount() / 2);
    m_running.push_back(m_jobs.start<RunPtr>(
        [paths = toPaths(m_paths[which]), files = m_readWith, rules = m_readRules, said = m_history.now(),
         side](const Job& job) {
            LoadOptions options;
            options.unit = said.unit;
            options.zone = zoneFromText(said.timezone);
            options.ruleFile = rules;
            options.overrides = files;
            options.side = side;
            return loadRun(paths, options, job);
        },
        [this, side](Result<RunPtr> run) { loaded(side, std::move(run)); },
        [this, side](double fraction, const QString& activity) { emit loadProgress(side, fraction, activity); },
        threads));
}

void Session::loaded(Side side, Result<RunPtr> run)
{
    if (!run)
        return fail(run.error(), side);
    m_runs[static_cast<std::size_t>(side)] = *std::move(run);
    emit loadProgress(side, 1, {});
    if (m_runs[0] && m_runs[1])
        analyse();
}

void Session::analyse()
{
    stopJobs();
    setPhase(Phase::Analysing);
    m_running.push_back(m_jobs.start<PairAnalysis>(
        [runs = m_runs, said = m_history.now()](const Job& job) -> Result<PairAnalysis> {
            Result<StageSpec> spec = parseStageSpec(said.stages.toStdString());
            if (!spec)
                return tl::unexpected(spec.error());
            AnalysisOptions options;
            options.stages = *std::move(spec);
            options.linkedOnly = said.linkedOnly;
            return analyzePair(runs[0], runs[1], options, job);
        },
        [this](Result<PairAnalysis> pair) {
            if (!pair)
                return fail(pair.error(), std::nullopt);
            auto old = std::make_shared<PairAnalysis>(std::exchange(m_pair, *std::move(pair)));
            m_jobs.release(std::move(old));
            m_history.keep();
            m_judgedChoices = m_history.now();
            m_judgedPaths = m_paths;
            if (const auto notes = std::exchange(m_opening, std::nullopt)) {
                m_notebook.reset(*notes);
                m_scale.set(std::exchange(m_openingScale, {}));
                // What was selected in another investigation is not in this one.
                const std::string page = m_view.page;
                m_view = {};
                m_view.page = page;
            }
            printInputs();
            prepare();
        },
        [this](double fraction, const QString& activity) { emit analysisProgress(fraction * 0.5, activity); }));
}

void Session::prepare()
{
    stopJobs();
    setPhase(Phase::Analysing);
    m_running.push_back(m_jobs.start<Prepared>(
        [pair = m_pair, policy = m_policy](const Job& job) { return prepared(pair, policy, job); },
        [this](Result<Prepared> ready) {
            if (!ready)
                return fail(ready.error(), std::nullopt);
            m_jobs.release(std::exchange(m_basis, std::move(ready->basis)));
            m_drill = std::move(ready->drill);
            judge();
            setPhase(Phase::Ready);
        },
        [this](double fraction, const QString& activity) { emit analysisProgress(0.5 + fraction * 0.5, activity); }));
}

void Session::judge()
{
    if (!m_basis)
        return;
    auto verdict = std::make_shared<Verdict>(decide(*m_basis, m_policy));
    // What is inside a stage hardly depends on ε: the last answer stands until the next is there.
    if (m_drill && verdict->firstRegressed && verdict->firstRegressed->stage == m_drill->path.front())
        attachDrillDown(*verdict, *m_drill);
    const std::vector<Text> continued = continuedWarnings(m_notebook.now(), *verdict);
    verdict->warnings.insert(verdict->warnings.end(), continued.begin(), continued.end());
    m_verdict = std::move(verdict);
    m_judgedContinued = m_notebook.now().continued;
    emit verdictChanged();
    // The selected stage stays selected where it still exists; else the first regressed, else the slowest.
    ViewRef view = m_view;
    if (positionOf(*m_verdict, view.stage) < 0)
        view.stage = firstOrSlowest(*m_verdict);
    m_view = {};
    setView(view);
}

/// Looks inside the first regressed stage again once ε rests.
void Session::drill()
{
    m_jobs.cancel(m_drilling);
    m_drilling = m_jobs.start<std::optional<DrillDown>>(
        [basis = m_basis, verdict = m_verdict](const Job& job) { return drillDown(*basis, *verdict, job); },
        [this](Result<std::optional<DrillDown>> drill) {
            if (!drill || m_phase != Phase::Ready)
                return;
            m_drill = *std::move(drill);
            judge();
        });
}

void Session::setStages(const QString& spec)
{
    InputChoices choices = m_history.now();
    choices.stages = spec;
    if (m_runs[0] && m_runs[1])
        m_history.change(choices, tr("stages: %1").arg(spec));
    else
        m_history.reset(choices);
}

void Session::setOverrides(const FileOverrides& files, const QString& what)
{
    InputChoices choices = m_history.now();
    choices.files = files;
    m_history.change(choices, what);
}

void Session::choicesChanged()
{
    emit overridesChanged();
    if (m_verdict && (m_history.now().files != m_readWith || traceRulesOf(m_history.now().stages) != m_readRules))
        read(Phase::Rereading);
    else if (m_runs[0] && m_runs[1])
        analyse();
}

void Session::probeInputs()
{
    stopJobs();
    m_running.push_back(m_jobs.start<PairAnalysis>(
        [paths = m_paths, rules = traceRulesOf(m_history.now().stages)](const Job& job) {
            return probedPair({toPaths(paths[0]), toPaths(paths[1])}, rules, job);
        },
        [this](const Result<PairAnalysis>& inputs) {
            if (inputs)
                emit inputsProbed(*inputs);
            else
                emit failed(inputs.error(), std::nullopt);
        }));
}

/// Going on past a failing layer is part of the verdict's warnings.
void Session::notesChanged()
{
    if (m_phase == Phase::Ready && m_notebook.now().continued != m_judgedContinued)
        judge();
}

void Session::setView(const ViewRef& view)
{
    if (view == m_view)
        return;
    m_view = view;
    emit viewChanged(m_view);
}

void Session::fail(const Error& error, std::optional<Side> side)
{
    backToVerdict();
    emit failed(error, side);
}

}  // namespace headwater
