// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <utility>

#include "app/gui/Session.h"
#include "core/triage/DrillDown.h"
#include "widgets/models/FindingView.h"
#include "widgets/models/StageBars.h"

namespace headwater {

namespace {

/// Whether a verdict is by what people ask for now. What else a policy has needs another basis.
bool sameQuestion(const Policy& judged, const Policy& asked)
{
    return judged.epsilonPpm == asked.epsilonPpm && judged.statistic == asked.statistic &&
           judged.acknowledgement == asked.acknowledgement;
}

/// Judging again takes milliseconds, but the better part of a second with ten thousand ranks.
bool takesLong(const PairAnalysis& pair)
{
    constexpr std::size_t kCells = 100'000;
    return std::ranges::any_of(std::array{pair.baseline, pair.current}, [](const RunAnalysisPtr& run) {
        return run && run->cube.ranks().size() * run->cube.steps().size() > kCells;
    });
}

}  // namespace

/// By what is asked for now, unless what is shown is. Of large runs in the background, one at a time: what is asked for
/// meanwhile is judged next, and only the last of it.
void Session::judge()
{
    if (!m_basis || m_judging != 0 || (m_decided.verdict && sameQuestion(m_decided.asked, m_policy)))
        return;
    if (!takesLong(m_pair)) {
        const Policy asked = m_policy;
        return show({asked, std::make_shared<const Verdict>(decide(*m_basis, asked))});
    }
    m_judging = m_jobs.start<Decided>(
        [basis = m_basis, asked = m_policy](const Job& job) -> Result<Decided> {
            Decided out{asked, std::make_shared<const Verdict>(decide(*basis, asked, job))};
            return job.stopped() ? Result<Decided>(cancelled()) : out;
        },
        [this, of = std::weak_ptr(m_basis)](Result<Decided> decided) {  // freeing it is no work for the window
            m_judging = 0;
            if (!decided)
                return fail(decided.error(), std::nullopt);
            if (of.lock() == m_basis && sameQuestion(decided->asked, m_policy))
                show(*std::move(decided));
            judge();
        });
}

void Session::show(Decided decided)
{
    if (!decided.verdict)
        return;  // a new basis is being judged
    m_decided = std::move(decided);
    auto verdict = std::make_shared<Verdict>(*m_decided.verdict);
    // What is inside a stage hardly depends on ε: the last answer stands until the next is there.
    if (m_drill && verdict->firstRegressed && verdict->firstRegressed->stage == m_drill->path.front())
        attachDrillDown(*verdict, *m_drill);
    noteNoDrillDown(*verdict, m_pair);
    const std::vector<Text> continued = continuedWarnings(m_notebook.now(), *verdict);
    verdict->warnings.insert(verdict->warnings.end(), continued.begin(), continued.end());
    m_verdict = std::move(verdict);
    m_judgedContinued = m_notebook.now().continued;
    emit verdictChanged();
    // The selected stage stays selected where it still exists; else the first regressed, else the slowest.
    ViewRef view = m_view;
    if (positionOf(*m_verdict, view.stage) < 0)
        view.stage = m_firstSelected ? firstOrSlowest(*m_verdict) : std::string();
    m_view = view;
    emit viewChanged(m_view);  // nothing selected is news too, where other runs were shown before
}

void Session::setFirstSelected(bool selected)
{
    m_firstSelected = selected;
    ViewRef view = m_view;
    if (selected && m_verdict && positionOf(*m_verdict, view.stage) < 0)
        view.stage = firstOrSlowest(*m_verdict);
    setView(view);
}

void Session::rejudge()
{
    judge();
    m_drillLater.start();
}

/// Looks inside the first regressed stage again once ε rests.
void Session::drill()
{
    if (m_judging != 0)
        return m_drillLater.start();
    m_jobs.cancel(m_drilling);
    m_drilling = m_jobs.start<DrillAnswer>(
        [basis = m_basis, verdict = m_verdict, saved = saved(), cache = m_cache](const Job& job) {
            return drillOrKept(cache ? &*cache : nullptr, saved, *basis, *verdict, job);
        },
        [this](Result<DrillAnswer> inside) {
            if (!inside || m_phase != Phase::Ready)
                return;
            if (inside->needsTraces)
                return loadTraces();
            m_drill = std::move(inside->drill);
            show(m_decided);
        });
}

/// Going on past a failing layer is part of the verdict's warnings.
void Session::notesChanged()
{
    if (m_phase == Phase::Ready && m_notebook.now().continued != m_judgedContinued)
        show(m_decided);
}

}  // namespace headwater
