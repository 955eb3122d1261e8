// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/StageTableModel.h"

#include <algorithm>
#include <cmath>

#include <QFont>

#include "core/base/Text.h"
#include "core/triage/RegressedIn.h"
#include "widgets/models/StageBars.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

double valueOf(const StageStatistics& statistics, Statistic statistic)
{
    return statistics.value[static_cast<std::size_t>(statistic)];
}

/// So few steps give no end of it. The narrow column says that there is none, its tip why.
bool isEndless(const RatioInterval& interval)
{
    return std::isinf(interval.lo) && std::isinf(interval.hi);
}

}  // namespace

void StageTableModel::setVerdict(VerdictPtr verdict)
{
    // While ε moves only cells change: a reset would throw away selection and scroll position.
    const bool sameRows = m_verdict && verdict && m_verdict->stages.size() == verdict->stages.size();
    if (!sameRows)
        beginResetModel();
    m_verdict = std::move(verdict);
    double largest = 0;
    for (int row = 0; row < rowCount(); ++row) {
        const StageVerdict stage =
            asRegressed(m_verdict->stages[static_cast<std::size_t>(row)], m_verdict->policy.statistic);
        for (const StageStatistics* side : {&stage.baseline, &stage.current})
            if (const double value = valueOf(*side, m_verdict->policy.statistic); std::isfinite(value))
                largest = std::max(largest, value);
    }
    m_unit = format::unitFor(largest);
    if (!sameRows) {
        endResetModel();
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    }
}

int StageTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_verdict ? 0 : static_cast<int>(m_verdict->stages.size());
}

int StageTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

/// "p95, slowest rank": of what the numbers of a regressed row are, where not of what the head of the table says.
QString StageTableModel::regressedIn(const RegressedIn& in) const
{
    QStringList out;
    if (in.statistic != m_verdict->policy.statistic)
        out << words::of(in.statistic);
    if (in.across != AcrossRanks::Median)
        out << (in.across == AcrossRanks::Max ? tr("slowest rank") : tr("mean over ranks"));
    return out.join(u", "_s);
}

QString StageTableModel::text(const StageVerdict& stage, int column) const
{
    const Statistic statistic = m_verdict->policy.statistic;
    const bool both = stage.baseline.n > 0 && stage.current.n > 0;
    const auto side = [&](const StageStatistics& s) {
        return s.n > 0 ? format::inUnit(valueOf(s, statistic), m_unit) : tr("no data");
    };
    switch (column) {
    case Name: return format::text(stage.stage);
    case Baseline: return side(stage.baseline);
    case Current: return side(stage.current);
    case Delta: return both ? format::deltaInUnit(static_cast<double>(stage.delta), m_unit) : u"\u2014"_s;
    case Ratio: {
        if (!both || !stage.ratio)
            return u"\u2014"_s;
        const QString ratio = format::ratio(*stage.ratio);
        if (!stage.ci95)
            return ratio;
        return ratio + u' ' +
               (isEndless(*stage.ci95) ? u"[%1]"_s.arg(format::text(say("none"))) : format::interval(*stage.ci95));
    }
    case Steps: return u"%1 / %2"_s.arg(stage.baseline.n).arg(stage.current.n);
    case Share: return stage.shareOfStepDelta ? format::share(*stage.shareOfStepDelta) : u"\u2014"_s;
    case PValue: return stage.pAdjusted ? format::probability(*stage.pAdjusted) : u"\u2014"_s;
    case State: {
        const bool downstream = stage.downstream && stage.state == StageState::Regressed;
        const QString state = downstream ? tr("downstream") : words::of(stage.state);
        // The numbers of the row are then not those that the head of the table names.
        return stage.regressedIn ? state + u" ("_s + regressedIn(*stage.regressedIn) + u')' : state;
    }
    default: return {};
    }
}

QString StageTableModel::toolTip(const StageVerdict& stage, int column) const
{
    if (column == Name)
        return format::text(stage.stage);
    if (column == Ratio && stage.ci95 && isEndless(*stage.ci95))
        return format::text(say("none, too few steps"));
    if (column != State)
        return {};
    QString out = words::explain(stage.state);
    if (stage.downstream)
        out += u'\n' + tr("Lies after the first regressed stage: affected, its own cause is not shown");
    if (stage.explainedBy == "wait")
        out += u'\n' + tr("Its own time did not grow: it waits for other ranks");
    else if (stage.explainedBy == "independent")
        out += u'\n' + tr("Its own time grew too; whether for the same reason as the first stage's is not shown");
    else if (!stage.explainedBy.empty())
        out +=
            u'\n' + tr("Explained by %1").arg(format::text(stage.explainedBy.substr(stage.explainedBy.find(':') + 1)));
    QStringList by;
    for (std::size_t i = 0; i < kStatistics; ++i)
        by << words::of(static_cast<Statistic>(i)) + u": "_s + words::of(stage.stateBy[i]);
    return out + u'\n' + by.join(u", "_s);
}

int StageTableModel::marks(int row) const
{
    int out = NoMark;
    const FirstMark first = firstMark(*m_verdict);
    if (first.position == row)
        out |= first.confirmed ? First : Possible;
    if (positionOf(*m_verdict, m_verdict->slowest.index) == row)
        out |= Slowest;
    return out;
}

QVariant StageTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const StageVerdict stage =
        asRegressed(m_verdict->stages[static_cast<std::size_t>(index.row())], m_verdict->policy.statistic);
    switch (role) {
    case Qt::DisplayRole: return text(stage, index.column());
    case Qt::ToolTipRole: return format::tip(toolTip(stage, index.column()));
    case Qt::AccessibleTextRole:
        return headerData(index.column(), Qt::Horizontal).toString().replace(u'\n', u' ') + u": "_s +
               text(stage, index.column());
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case MarkRole: return marks(index.row());
    case NumberRole: return index.column() != Name && index.column() != State;
    case ToneRole:
        if (index.column() != Delta && index.column() != Ratio && index.column() != State)
            return 0;
        return stage.state == StageState::Regressed ? 1 : stage.state == StageState::Improved ? -1 : 0;
    default: return {};
    }
}

QVariant StageTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return headerToolTip(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Stage");
    case Baseline: return tr("Baseline\n%1").arg(m_unit.symbol);
    case Current: return tr("Current\n%1").arg(m_unit.symbol);
    case Delta: return tr("Change\n%1").arg(m_unit.symbol);
    case Ratio: return tr("Change, %\n[95 % interval]");
    case Steps: return tr("n, steps\nbase / cur.");
    case Share: return tr("Share of\nstep's change");
    case PValue: return tr("p\n(Holm)");
    case State: return tr("State");
    default: return {};
    }
}

QString StageTableModel::headerToolTip(int section) const
{
    switch (section) {
    case Baseline: return tr("Baseline: the chosen statistic over steps");
    case Current: return tr("Current: the chosen statistic over steps");
    case Delta: return tr("Current minus baseline");
    case Ratio: return tr("Change relative to the baseline, with its 95 % interval");
    case Steps: return tr("Steps compared: baseline / current");
    case Share: return tr("What part of the whole step's change this stage explains");
    case PValue: return tr("Probability of such a change without a regression, corrected for many stages (Holm)");
    case State: return tr("Regressed, not regressed or inconclusive at the chosen threshold");
    default: return {};
    }
}

}  // namespace headwater
