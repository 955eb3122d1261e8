// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Session.h"

#include <filesystem>
#include <utility>

#include <QThread>

#include "core/ingest/LoadRun.h"
#include "core/report/SavedInvestigation.h"
#include "core/simulate/Sample.h"
#include "widgets/models/StageBars.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

std::filesystem::path toPath(const QString& text)
{
    return {text.toStdString()};
}

std::vector<std::filesystem::path> toPaths(const QStringList& texts)
{
    std::vector<std::filesystem::path> out;
    for (const QString& text : texts)
        out.push_back(toPath(text));
    return out;
}

QStringList toTexts(const std::vector<std::filesystem::path>& paths)
{
    QStringList out;
    for (const std::filesystem::path& path : paths)
        out << QString::fromStdString(path.string());
    return out;
}

}  // namespace

Session::Session(JobRunner& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

void Session::setPhase(Phase phase)
{
    if (std::exchange(m_phase, phase) != phase)
        emit phaseChanged(phase);
}

void Session::stopJobs()
{
    for (const JobRunner::Id id : std::exchange(m_running, {}))
        m_jobs.cancel(id);
}

void Session::open(const QStringList& baseline, const QStringList& current)
{
    stopJobs();
    m_paths = {baseline, current};
    reload();
}

void Session::reload()
{
    if (m_paths[0].isEmpty() || m_paths[1].isEmpty())
        return;
    stopJobs();
    m_runs = {};
    setPhase(Phase::Loading);
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
    const std::filesystem::path path = toPath(file);
    m_running.push_back(m_jobs.start<SavedInvestigation>([path](const Job&) { return loadInvestigation(path); },
                                                         [this](const Result<SavedInvestigation>& saved) {
                                                             if (!saved)
                                                                 return fail(saved.error(), std::nullopt);
                                                             m_policy = saved->policy;
                                                             m_stages = QString::fromStdString(saved->stages);
                                                             open(toTexts(saved->baseline), toTexts(saved->current));
                                                         }));
}

Status Session::save(const QString& file) const
{
    SavedInvestigation out;
    out.baseline = toPaths(m_paths[0]);
    out.current = toPaths(m_paths[1]);
    out.stages = m_judgedStages.toStdString();
    out.policy = m_policy;
    return saveInvestigation(out, toPath(file));
}

void Session::cancel()
{
    if (m_phase != Phase::Loading && m_phase != Phase::Analysing)
        return;
    backToVerdict();
}

void Session::backToVerdict()
{
    stopJobs();
    if (m_verdict) {
        m_policy.measure = m_verdict->policy.measure;
        m_stages = m_judgedStages;
        m_paths = m_judgedPaths;
        m_runs = {m_pair.baseline->run, m_pair.current->run};
    }
    setPhase(m_verdict ? Phase::Ready : Phase::Empty);
}

void Session::load(Side side)
{
    const auto which = static_cast<std::size_t>(side);
    // Two runs are read at once: each takes half of the cores.
    const int threads = std::max(1, QThread::idealThreadCount() / 2);
    m_running.push_back(m_jobs.start<RunPtr>(
        [paths = toPaths(m_paths[which])](const Job& job) { return loadRun(paths, {}, job); },
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
        [runs = m_runs, text = m_stages.toStdString()](const Job& job) -> Result<PairAnalysis> {
            Result<StageSpec> spec = parseStageSpec(text);
            if (!spec)
                return tl::unexpected(spec.error());
            AnalysisOptions options;
            options.stages = *std::move(spec);
            return analyzePair(runs[0], runs[1], options, job);
        },
        [this](Result<PairAnalysis> pair) {
            if (!pair)
                return fail(pair.error(), std::nullopt);
            auto old = std::make_shared<PairAnalysis>(std::exchange(m_pair, *std::move(pair)));
            m_jobs.release(std::move(old));
            m_judgedStages = m_stages;
            m_judgedPaths = m_paths;
            prepare();
        },
        [this](double fraction, const QString& activity) { emit analysisProgress(fraction * 0.5, activity); }));
}

void Session::prepare()
{
    stopJobs();
    setPhase(Phase::Analysing);
    m_running.push_back(m_jobs.start<DecisionBasisPtr>(
        [pair = m_pair, policy = m_policy](const Job& job) { return prepareDecision(pair, policy, job); },
        [this](Result<DecisionBasisPtr> basis) {
            if (!basis)
                return fail(basis.error(), std::nullopt);
            m_jobs.release(std::exchange(m_basis, *std::move(basis)));
            judge();
            setPhase(Phase::Ready);
        },
        [this](double fraction, const QString& activity) { emit analysisProgress(0.5 + fraction * 0.5, activity); }));
}

void Session::judge()
{
    if (!m_basis)
        return;
    const bool sameStages = m_verdict && m_selected >= 0;
    const std::string before = sameStages && m_selected < static_cast<int>(m_verdict->stages.size())
                                   ? m_verdict->stages[static_cast<std::size_t>(m_selected)].stage
                                   : std::string();
    m_verdict = std::make_shared<const Verdict>(decide(*m_basis, m_policy));
    emit verdictChanged();
    // The selected stage stays selected where it still exists; else the first regressed, else the slowest.
    int wanted = -1;
    for (std::size_t i = 0; i < m_verdict->stages.size() && !before.empty(); ++i)
        if (m_verdict->stages[i].stage == before)
            wanted = static_cast<int>(i);
    if (wanted < 0)
        wanted = firstMark(*m_verdict).position;
    if (wanted < 0 && !m_verdict->stages.empty())
        wanted = positionOf(*m_verdict, m_verdict->slowest.index);
    m_selected = -1;
    select(wanted);
}

void Session::setStages(const QString& spec)
{
    if (spec == m_stages)
        return;
    m_stages = spec;
    if (m_runs[0] && m_runs[1])
        analyse();
}

void Session::setMeasure(Measure measure)
{
    if (measure == m_policy.measure)
        return;
    m_policy.measure = measure;
    if (m_pair.baseline && m_pair.current && m_phase != Phase::Loading)
        prepare();
}

void Session::setEpsilon(std::int64_t ppm)
{
    if (ppm == m_policy.epsilonPpm)
        return;
    m_policy.epsilonPpm = ppm;
    if (m_phase == Phase::Ready)
        judge();
}

void Session::setStatistic(Statistic statistic)
{
    if (statistic == m_policy.statistic)
        return;
    m_policy.statistic = statistic;
    if (m_phase == Phase::Ready)
        judge();
}

void Session::acknowledge(const QString& reason)
{
    m_policy.acknowledgement = reason.trimmed().toStdString();
    if (m_phase == Phase::Ready)
        judge();
}

void Session::select(int position)
{
    const int last = m_verdict ? static_cast<int>(m_verdict->stages.size()) - 1 : -1;
    if (position == m_selected || position < 0 || position > last)
        return;
    m_selected = position;
    emit selectionChanged(position);
}

void Session::fail(const Error& error, std::optional<Side> side)
{
    backToVerdict();
    emit failed(error, side);
}

}  // namespace headwater
