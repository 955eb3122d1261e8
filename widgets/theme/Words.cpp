// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/Words.h"

#include <QCoreApplication>

#include "widgets/theme/Format.h"

namespace headwater::words {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

}  // namespace

QString of(Outcome value)
{
    switch (value) {
    case Outcome::Regressed: return Tr::tr("regressed");
    case Outcome::Improved: return Tr::tr("improved");
    case Outcome::Equivalent: return Tr::tr("no regression");
    case Outcome::Inconclusive: return Tr::tr("inconclusive");
    case Outcome::NotComparable: return Tr::tr("not comparable");
    case Outcome::InsufficientData: return Tr::tr("need more data");
    }
    return {};
}

QString of(EvidenceLevel value)
{
    return value == EvidenceLevel::WithinRun ? Tr::tr("within-run evidence only") : Tr::tr("evidence across runs");
}

QString of(StageState value)
{
    switch (value) {
    case StageState::Regressed: return Tr::tr("regressed");
    case StageState::NotRegressed: return Tr::tr("not regressed");
    case StageState::Inconclusive: return Tr::tr("inconclusive");
    case StageState::Improved: return Tr::tr("improved");
    case StageState::BelowFloor: return Tr::tr("below floor");
    case StageState::New: return Tr::tr("new");
    case StageState::Missing: return Tr::tr("missing");
    case StageState::Latent: return Tr::tr("latent");
    case StageState::CostShift: return Tr::tr("cost shift");
    }
    return {};
}

QString of(Scope value)
{
    switch (value) {
    case Scope::Systemic: return Tr::tr("systemic");
    case Scope::Localised: return Tr::tr("localised");
    case Scope::Both: return Tr::tr("systemic and localised");
    }
    return {};
}

QString of(Kind value)
{
    switch (value) {
    case Kind::Shift: return Tr::tr("shift");
    case Kind::Tail: return Tr::tr("tail only");
    case Kind::Both: return Tr::tr("shift and tail");
    case Kind::Rare: return Tr::tr("rare steps");
    }
    return {};
}

QString of(LayerId value)
{
    switch (value) {
    case LayerId::Correctness: return Tr::tr("correctness");
    case LayerId::Resources: return Tr::tr("resources");
    case LayerId::Timeline: return Tr::tr("timeline");
    case LayerId::Stragglers: return Tr::tr("stragglers");
    }
    return {};
}

QString of(LayerStatus value)
{
    switch (value) {
    case LayerStatus::Pass: return Tr::tr("pass");
    case LayerStatus::Warn: return Tr::tr("look");
    case LayerStatus::Fail: return Tr::tr("fail");
    case LayerStatus::NoData: return Tr::tr("no data");
    }
    return {};
}

QString of(Provenance value)
{
    switch (value) {
    case Provenance::Measured: return Tr::tr("measured");
    case Provenance::Derived: return Tr::tr("\u0192 derived");
    case Provenance::Inferred: return Tr::tr("inferred");
    case Provenance::Assumed: return Tr::tr("assumed");
    }
    return {};
}

QString of(Statistic value)
{
    switch (value) {
    case Statistic::P50: return Tr::tr("p50");
    case Statistic::Mean: return Tr::tr("mean");
    case Statistic::P95: return Tr::tr("p95");
    case Statistic::P99: return Tr::tr("p99");
    }
    return {};
}

QString of(Measure value)
{
    switch (value) {
    case Measure::Span: return Tr::tr("Span");
    case Measure::Host: return Tr::tr("Host");
    case Measure::Busy: return Tr::tr("Busy");
    case Measure::Compute: return Tr::tr("Compute");
    }
    return {};
}

QString of(ComparabilityStatus value)
{
    switch (value) {
    case ComparabilityStatus::Same: return Tr::tr("same configuration");
    case ComparabilityStatus::Comparable: return Tr::tr("one variable changed");
    case ComparabilityStatus::Confounded: return Tr::tr("confounded");
    case ComparabilityStatus::NotComparable: return Tr::tr("not comparable");
    }
    return {};
}

QString of(Severity value)
{
    switch (value) {
    case Severity::Info: return Tr::tr("note");
    case Severity::Warning: return Tr::tr("warning");
    case Severity::Error: return Tr::tr("error");
    }
    return {};
}

QString of(Side value)
{
    return value == Side::Baseline ? Tr::tr("Baseline") : Tr::tr("Current");
}

QString explain(Statistic value)
{
    switch (value) {
    case Statistic::P50: return Tr::tr("Median over steps: where the typical step moved");
    case Statistic::Mean: return Tr::tr("Mean over steps: what adds up to the total time");
    case Statistic::P95: return Tr::tr("95th percentile over steps: the slow tail; wants 72 steps or more");
    case Statistic::P99: return Tr::tr("99th percentile over steps: the far tail; wants 368 steps or more");
    }
    return {};
}

QString explain(Measure value)
{
    switch (value) {
    case Measure::Span: return Tr::tr("The stage's share of the step's wall time; spans add up to the step");
    case Measure::Host: return Tr::tr("Time between the stage's start and end on the CPU threads");
    case Measure::Busy: return Tr::tr("Time in which the device worked for the stage");
    case Measure::Compute: return Tr::tr("Time in which compute kernels of the stage ran");
    }
    return {};
}

QString explain(StageState value)
{
    switch (value) {
    case StageState::Regressed:
        return Tr::tr("The whole interval lies above the threshold, and the change above the floor");
    case StageState::NotRegressed: return Tr::tr("The whole interval lies at or below the threshold");
    case StageState::Inconclusive: return Tr::tr("The interval crosses the threshold: more steps are needed");
    case StageState::Improved: return Tr::tr("The whole interval lies below minus the threshold");
    case StageState::BelowFloor: return Tr::tr("The change is too small in absolute terms to count");
    case StageState::New: return Tr::tr("The stage exists in the current run only");
    case StageState::Missing: return Tr::tr("The stage exists in the baseline only: not an improvement");
    case StageState::Latent: return Tr::tr("Slower, but hidden behind other work: the step does not feel it yet");
    case StageState::CostShift: return Tr::tr("Time moved between neighbouring stages, their sum did not grow");
    }
    return {};
}

QString explain(Provenance value)
{
    switch (value) {
    case Provenance::Measured: return Tr::tr("Read from the data");
    case Provenance::Derived: return Tr::tr("A formula on measurements");
    case Provenance::Inferred: return Tr::tr("A rule's conclusion, not a measurement");
    case Provenance::Assumed: return Tr::tr("A default, or your word");
    }
    return {};
}

QString flowNode(const std::string& node)
{
    if (node == "alert")
        return Tr::tr("Alert");
    if (node == "correctness")
        return Tr::tr("1 Correctness");
    if (node == "resources")
        return Tr::tr("2 Resources");
    if (node == "timeline")
        return Tr::tr("3 Timeline");
    if (node == "io-or-communication")
        return Tr::tr("IO or communication?");
    if (node == "stragglers")
        return Tr::tr("4 Stragglers");
    if (node == "outcome")
        return Tr::tr("Outcome");
    return format::text(node);
}

}  // namespace headwater::words
