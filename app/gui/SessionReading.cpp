// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QThread>

#include "app/gui/Paths.h"
#include "app/gui/Session.h"
#include "core/cache/KeptTrace.h"
#include "core/ingest/LoadRun.h"
#include "core/run/TimeZone.h"

namespace headwater {

/// The rule file by which traces are read, where the choice of stages is one.
std::string Session::traceRules() const
{
    const auto spec = parseStageSpec(m_history.now().stages.toStdString());
    return spec ? spec->traceRules : std::string();
}

void Session::loadTraces()
{
    m_wholeTraces = true;
    read(Phase::Rereading);
}

void Session::read(Phase phase)
{
    if (m_paths[0].isEmpty() || m_paths[1].isEmpty())
        return;
    stopJobs();
    m_runs = {};
    m_readWith = m_history.now().files;
    m_readRules = traceRules();
    setPhase(phase);
    load(Side::Baseline);
    load(Side::Current);
}

/// A summary has the stages of annotations and of the canonical rules, of all activities.
bool Session::summariesServe() const
{
    const auto spec = parseStageSpec(m_history.now().stages.toStdString());
    return spec && spec->mode != StageMode::Rules && !m_history.now().linkedOnly;
}

LoadOptions Session::loadOptions(Side side) const
{
    LoadOptions options;
    options.unit = m_history.now().unit;
    options.zone = zoneFromText(m_history.now().timezone);
    options.ruleFile = m_readRules;
    options.overrides = m_readWith;
    options.side = side;
    if (m_wholeTraces)
        options.read = readTraceOf;
    else if (m_cache && summariesServe())
        options.read = [cache = *m_cache](const std::filesystem::path& path, const ReadOptions& how, const Job& job) {
            return readOrKept(cache, path, how, job);
        };
    return options;
}

void Session::load(Side side)
{
    const auto which = static_cast<std::size_t>(side);
    // Two runs are read at once: each takes half of the cores.
    const int threads = std::max(1, QThread::idealThreadCount() / 2);
    m_running.push_back(m_jobs.start<RunPtr>(
        [paths = toPaths(m_paths[which]), options = loadOptions(side)](const Job& job) {
            return loadRun(paths, options, job);
        },
        [this, side](Result<RunPtr> run) { loaded(side, std::move(run)); },
        [this, side](double fraction, const QString& activity) { emit loadProgress(side, fraction, activity); },
        threads));
}

void Session::loaded(Side side, Result<RunPtr> run)
{
    const auto which = static_cast<std::size_t>(side);
    if (run)
        m_runs[which] = *std::move(run);
    else
        m_sideErrors[which] = run.error();
    emit loadProgress(side, 1, {});
    const auto read = [this](std::size_t i) { return m_runs[i] || m_sideErrors[i]; };
    if (m_runs[0] && m_runs[1]) {
        m_fresh = true;
        analyse();
    } else if (read(0) && read(1))
        failSides();
    else if (!run)
        m_failLater.start();  // the other side may be wrong too: better told at once than one after the other
}

}  // namespace headwater
