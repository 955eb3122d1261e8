// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Session.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <QFileInfo>
#include <QThread>

#include "app/gui/Prepared.h"
#include "core/ingest/LoadRun.h"
#include "core/ingest/Probe.h"
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

/// The rule file by which traces are read, where the choice of stages is one.
std::string traceRulesOf(const QString& stages)
{
    const auto spec = parseStageSpec(stages.toStdString());
    return spec ? spec->traceRules : std::string();
}

/// The stage to look at first; empty where nothing was measured.
std::string firstOrSlowest(const Verdict& verdict)
{
    const int first = firstMark(verdict).position;
    const int position = first >= 0 ? first : positionOf(verdict, verdict.slowest.index);
    return position < 0 ? std::string() : verdict.stages[static_cast<std::size_t>(position)].stage;
}

}  // namespace

Session::Session(JobRunner& jobs, QObject* parent) : QObject(parent), m_jobs(jobs)
{
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

void Session::open(const QStringList& baseline, const QStringList& current, const FileOverrides& files)
{
    stopJobs();
    m_paths = {baseline, current};
    m_history.reset({files, m_history.now().stages});
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
    const std::filesystem::path path = toPath(file);
    m_running.push_back(
        m_jobs.start<SavedInvestigation>([path](const Job&) { return loadInvestigation(path); },
                                         [this](const Result<SavedInvestigation>& saved) {
                                             if (!saved)
                                                 return fail(saved.error(), std::nullopt);
                                             m_policy = saved->policy;
                                             m_history.reset({{}, QString::fromStdString(saved->stages)});
                                             open(toTexts(saved->baseline), toTexts(saved->current), saved->overrides);
                                         }));
}

Status Session::save(const QString& file) const
{
    SavedInvestigation out;
    out.baseline = toPaths(m_paths[0]);
    out.current = toPaths(m_paths[1]);
    out.stages = m_judgedChoices.stages.toStdString();
    out.overrides = m_judgedChoices.files;
    out.policy = m_policy;
    return saveInvestigation(out, toPath(file));
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
    if (m_verdict) {
        m_policy.measure = m_verdict->policy.measure;
        m_history.goBack();
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
        [paths = toPaths(m_paths[which]), files = m_readWith, rules = m_readRules, side](const Job& job) {
            LoadOptions options;
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
        [runs = m_runs, text = m_history.now().stages.toStdString()](const Job& job) -> Result<PairAnalysis> {
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
            m_history.keep();
            m_judgedChoices = m_history.now();
            m_judgedPaths = m_paths;
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
    m_verdict = std::move(verdict);
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
    if (m_runs[0] && m_runs[1])
        m_history.change({m_history.now().files, spec}, tr("stages: %1").arg(spec));
    else
        m_history.reset({m_history.now().files, spec});
}

void Session::setOverrides(const FileOverrides& files, const QString& what)
{
    m_history.change({files, m_history.now().stages}, what);
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
        [paths = m_paths, rules = traceRulesOf(m_history.now().stages)](const Job& job) -> Result<PairAnalysis> {
            PairAnalysis out;
            for (std::size_t i = 0; i < 2; ++i) {
                auto files = probe(toPaths(paths[i]), job, rules);
                if (!files)
                    return tl::unexpected(files.error());
                auto run = std::make_shared<Run>();
                run->name = paths[i].join(u", "_s).toStdString();
                run->sources = *std::move(files);
                auto analysis = std::make_shared<RunAnalysis>();
                analysis->run = std::move(run);
                (i == 0 ? out.baseline : out.current) = std::move(analysis);
            }
            return out;
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

QStringList withFile(QStringList paths, const QString& file)
{
    const QString whole = QFileInfo(file).absoluteFilePath();
    const bool there = std::any_of(paths.begin(), paths.end(), [&whole](const QString& path) {
        const QString known = QFileInfo(path).absoluteFilePath();
        return whole == known || whole.startsWith(known + u'/');
    });
    if (!there)
        paths << file;
    return paths;
}

}  // namespace headwater
