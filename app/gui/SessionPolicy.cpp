// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>
#include <utility>

#include <QUndoCommand>

#include "app/gui/Session.h"

namespace headwater {

namespace {

/// Other thresholds of the resource checks, which can be taken back.
class ThresholdCommand : public QUndoCommand {
public:
    using Apply = std::function<void(const ResourcePolicy&)>;
    ThresholdCommand(const ResourcePolicy& before, const ResourcePolicy& after, const QString& what, Apply apply)
        : QUndoCommand(what)
        , m_before(before)
        , m_after(after)
        , m_apply(std::move(apply))
    {}
    void undo() override { m_apply(m_before); }
    void redo() override { m_apply(m_after); }

private:
    ResourcePolicy m_before, m_after;
    Apply m_apply;
};

}  // namespace

void Session::setMeasure(Measure measure)
{
    if (measure == m_policy.measure)
        return;
    m_policy.measure = measure;
    emit settingsChanged();
    if (m_pair.baseline && m_pair.current && m_phase != Phase::Loading && m_phase != Phase::Rereading)
        prepare();
}

void Session::setEpsilon(std::int64_t ppm)
{
    if (ppm == m_policy.epsilonPpm)
        return;
    m_policy.epsilonPpm = ppm;
    emit settingsChanged();
    if (m_phase == Phase::Ready)
        rejudge();
}

void Session::setStatistic(Statistic statistic)
{
    if (statistic == m_policy.statistic)
        return;
    m_policy.statistic = statistic;
    emit settingsChanged();
    if (m_phase == Phase::Ready)
        rejudge();
}

void Session::acknowledge(const QString& reason)
{
    m_policy.acknowledgement = reason.trimmed().toStdString();
    emit settingsChanged();
    if (m_phase == Phase::Ready)
        judge();
}

void Session::setThresholds(const ResourcePolicy& thresholds, const QString& what)
{
    if (thresholds == m_policy.resources)
        return;
    m_history.stack()->push(new ThresholdCommand(m_policy.resources, thresholds, what,
                                                 [this](const ResourcePolicy& policy) { applyThresholds(policy); }));
    if (m_phase == Phase::Ready)
        m_history.keep();  // what is shown has the inputs chosen so far: going back must not take this along
}

void Session::applyThresholds(const ResourcePolicy& thresholds)
{
    m_policy.resources = thresholds;
    emit settingsChanged();
    if (m_phase == Phase::Analysing)
        return prepare();
    if (m_phase != Phase::Ready || !m_basis)
        return;  // what is being read will be judged by them
    m_running.push_back(m_jobs.start<DecisionBasisPtr>(
        [basis = m_basis, thresholds](const Job&) -> Result<DecisionBasisPtr> {
            return withResources(*basis, thresholds);
        },
        [this, thresholds](Result<DecisionBasisPtr> basis) {
            if (!basis || m_phase != Phase::Ready || thresholds != m_policy.resources)
                return;
            m_decided = {};
            m_jobs.release(std::exchange(m_basis, *std::move(basis)));
            judge();
        }));
}

}  // namespace headwater
