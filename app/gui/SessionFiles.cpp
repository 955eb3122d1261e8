// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include <QFileInfo>

#include "app/gui/Paths.h"
#include "app/gui/Prepared.h"
#include "app/gui/Session.h"
#include "core/report/SavedInvestigation.h"
#include "core/simulate/Sample.h"

namespace headwater {

using namespace Qt::StringLiterals;

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
    const QString whole = QFileInfo(file).absoluteFilePath();
    find(toPath(whole), {whole}, {});
}

void Session::openCopy(const QString& copy, const Origin& origin)
{
    find(toPath(copy), origin, {});
}

void Session::searchIn(const QString& folder, const FoundInvestigation& found)
{
    find(found.file, found.origin, folder);
}

void Session::find(const std::filesystem::path& file, const Origin& origin, const QString& folder)
{
    stopJobs();
    setPhase(Phase::Loading);
    m_running.push_back(m_jobs.start<FoundInvestigation>(
        [file, origin, searched = toPath(folder)](const Job& job) {
            return findInvestigation(file, origin, searched, job);
        },
        [this, asked = !folder.isEmpty()](const Result<FoundInvestigation>& found) {
            if (!found)
                return fail(found.error(), std::nullopt);
            if (found->missing.empty() && found->changed.empty() && (found->moved.empty() || asked))
                return openSaved(found->saved, found->origin);
            backToVerdict();
            if (!found->missing.empty())
                emit inputsMissing(*found);
            else if (!found->changed.empty())
                emit inputsChanged(*found);
            else
                emit inputsMoved(*found);
        },
        [this](double fraction, const QString& activity) {
            emit loadProgress(Side::Baseline, fraction * 0.1, activity);
        }));
}

void Session::openSaved(const SavedInvestigation& saved, const Origin& origin)
{
    if (saved.baseline.empty() && saved.current.empty() && !saved.scale.empty())
        return openPlan(saved, origin);
    m_policy = saved.policy;
    m_paths = {toTexts(saved.baseline), toTexts(saved.current)};
    m_printsBefore.clear();  // find() compared, and whoever opens what changed knows
    m_history.reset({{}, QString::fromStdString(saved.stages), saved.unit, saved.timezone, saved.linkedOnly});
    open(toTexts(saved.baseline), toTexts(saved.current), saved.overrides, saved.notes, origin, saved.scale);
}

void Session::openPlan(const SavedInvestigation& saved, const Origin& origin)
{
    close();
    m_policy = saved.policy;
    m_origin = origin;
    m_notebook.reset(saved.notes);
    m_scale.set(saved.scale);
    emit opened();
    emit planOpened();
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

Status Session::save(const QString& file)
{
    const SavedInvestigation now = saved();
    const Status status = saveInvestigation(now, toPath(file));
    // What the inputs look like is still being read: it follows.
    m_unprinted.reset();
    if (status && m_reading)
        m_unprinted = Unprinted{file, now};
    return status;
}

void Session::printed(Printed now)
{
    m_reading = false;
    m_prints = std::move(now.prints);
    m_printsBefore = m_prints;
    bool kept = false;
    if (auto late = std::exchange(m_unprinted, std::nullopt)) {
        late->saved.prints = m_prints;
        // The file has all that was wanted but this; where it cannot be written any more, it stays so.
        kept = saveInvestigation(late->saved, toPath(late->file)).has_value();
    }
    if (!now.changed.empty())
        emit inputsReplaced(now.changed, kept);
}

/// Reads a little of each input, so that it is known again where it was moved, and known to be another where it
/// changed: told at once of inputs that were read before.
void Session::printInputs()
{
    m_jobs.cancel(m_printing);
    m_prints.clear();  // what is read anew may look otherwise
    if (std::exchange(m_printedPaths, m_judgedPaths) != m_judgedPaths)
        m_printsBefore.clear();
    m_unprinted.reset();
    m_reading = true;
    m_printing = m_jobs.start<Printed>(
        [paths = m_judgedPaths, before = m_printsBefore](const Job& job) -> Result<Printed> {
            SavedInvestigation was;
            was.baseline = toPaths(paths[0]);
            was.current = toPaths(paths[1]);
            was.prints = before;
            return Printed{printsOf(toPaths(paths[0] + paths[1]), job), changedInputs(was, job)};
        },
        [this](Result<Printed> made) { printed(made ? *std::move(made) : Printed()); });
}

}  // namespace headwater
