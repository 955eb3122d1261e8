// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Session.h"

#include <algorithm>
#include <utility>

#include "app/gui/Paths.h"
#include "app/gui/Prepared.h"
#include "core/analysis/summary/FromSummary.h"
#include "widgets/models/FindingView.h"
#include "widgets/models/StageBars.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

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
    constexpr int kOtherSideMs = 500;
    m_failLater.setSingleShot(true);
    m_failLater.setInterval(kOtherSideMs);
    connect(&m_failLater, &QTimer::timeout, this, &Session::failSides);
}

void Session::setPhase(Phase phase)
{
    if (std::exchange(m_phase, phase) != phase)
        emit phaseChanged(phase);
}

void Session::stopJobs()
{
    m_drillLater.stop();
    m_failLater.stop();
    m_sideErrors = {};
    m_jobs.cancel(m_drilling);
    m_jobs.cancel(std::exchange(m_judging, 0));
    for (const JobRunner::Id id : std::exchange(m_running, {}))
        m_jobs.cancel(id);
}

void Session::open(const QStringList& baseline, const QStringList& current, const FileOverrides& files,
                   const Notes& notes, const Origin& origin, const ScaleCase& scale)
{
    stopJobs();
    m_opening = {notes, origin, scale};
    InputChoices choices = m_history.now();
    // What an investigation says of all its files holds as long as one of them is there.
    if (!shareAny(m_paths[0] + m_paths[1], baseline + current))
        choices = {{}, choices.stages};
    choices.files = files;
    m_paths = {baseline, current};
    m_history.reset(choices);
    m_wholeTraces = false;
    emit overridesChanged();
    reload();
}

void Session::reload()
{
    read(Phase::Loading);
}

void Session::cancel()
{
    if (m_phase == Phase::Empty || m_phase == Phase::Ready)
        return;
    backToVerdict();
}

void Session::close()
{
    stopJobs();
    m_opening.reset();
    m_verdict.reset();
    m_basis.reset();
    m_decided = {};
    m_pair = {};
    m_runs = {};
    m_paths = {};
    m_view = {};
    m_history.reset({{}, m_history.now().stages});
    m_notebook.restore({});
    m_scale.set({});
    setPhase(Phase::Empty);
}

void Session::backToVerdict()
{
    stopJobs();
    m_opening.reset();
    if (m_verdict) {
        m_policy = m_verdict->policy;
        const Notes notes = m_notebook.now();
        const ScaleCase scale = m_scale.now();
        m_history.goBack();
        m_notebook.restore(notes);
        m_scale.set(scale);
        if (m_history.now() != m_judgedChoices)  // another investigation was being opened
            m_history.reset(m_judgedChoices);
        m_readWith = m_history.now().files;
        m_readRules = traceRules();
        if (!m_prints.empty())
            m_printsBefore = m_prints;
        m_paths = m_judgedPaths;
        m_runs = {m_pair.baseline->run, m_pair.current->run};
        emit overridesChanged();
    }
    setPhase(m_verdict ? Phase::Ready : Phase::Empty);
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
            if (const auto opening = std::exchange(m_opening, std::nullopt)) {
                m_origin = opening->origin;
                m_notebook.reset(opening->notes);
                m_scale.set(opening->scale);
                emit opened();
                // What was selected in another investigation is not in this one.
                const std::string page = m_view.page;
                m_view = {};
                m_view.page = page;
            }
            if (std::exchange(m_fresh, false))
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
        [pair = m_pair, saved = saved(), cache = m_cache](const Job& job) {
            return prepared(pair, saved, cache ? &*cache : nullptr, job);
        },
        [this, asked = m_policy](Result<Prepared> ready) {
            if (!ready)
                return fail(ready.error(), std::nullopt);
            m_decided = {};
            m_jobs.release(std::exchange(m_basis, std::move(ready->basis)));
            const bool needsTraces = ready->inside.needsTraces;
            m_drill = std::move(ready->inside.drill);
            show({asked, std::move(ready->verdict)});
            setPhase(Phase::Ready);
            judge();  // people may have asked for more meanwhile
            if (needsTraces)
                loadTraces();
        },
        [this](double fraction, const QString& activity) { emit analysisProgress(0.5 + fraction * 0.5, activity); }));
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
    if (m_verdict && (m_history.now().files != m_readWith || traceRules() != m_readRules))
        read(Phase::Rereading);
    else if (m_runs[0] && m_runs[1] && !summariesServe() && (hasKept(*m_runs[0]) || hasKept(*m_runs[1])))
        loadTraces();
    else if (m_runs[0] && m_runs[1])
        analyse();
}

void Session::probeInputs()
{
    stopJobs();
    m_running.push_back(m_jobs.start<PairAnalysis>(
        [paths = m_paths, rules = traceRules()](const Job& job) {
            return probedPair({toPaths(paths[0]), toPaths(paths[1])}, rules, job);
        },
        [this](const Result<PairAnalysis>& inputs) {
            if (inputs)
                emit inputsProbed(*inputs);
            else
                emit failed(inputs.error(), std::nullopt);
        }));
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

void Session::failSides()
{
    const auto errors = std::exchange(m_sideErrors, {});
    backToVerdict();
    for (const Side side : {Side::Baseline, Side::Current})
        if (const auto& error = errors[static_cast<std::size_t>(side)])
            emit failed(*error, side);
}

}  // namespace headwater
