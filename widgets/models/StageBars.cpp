// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/StageBars.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "core/analysis/StageRules.h"
#include "core/triage/BarParts.h"
#include "core/triage/RegressedIn.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(StageBars)
};

std::array<double, kBarParts> partsOf(const StageParts& parts)
{
    return {static_cast<double>(parts.compute), static_cast<double>(parts.transfer),
            static_cast<double>(parts.memcpy + parts.memset), static_cast<double>(parts.idle)};
}

std::optional<double> sideValue(const StageStatistics& statistics, Statistic statistic)
{
    // Infinite: so many steps failed that the statistic lies beyond every measured one. It has no length to draw.
    const double value = statistics.value[static_cast<std::size_t>(statistic)];
    return statistics.n == 0 || !std::isfinite(value) ? std::nullopt : std::optional<double>(value);
}

/// Length of what all names begin with, up to the last separator in it; 0 where too little would be won.
qsizetype commonPrefix(const std::vector<StageBar>& bars)
{
    constexpr qsizetype kWorthIt = 6;
    if (bars.size() < 3)
        return 0;
    // "(outside stages)" is no sibling of the others.
    const QString outside = QString::fromUtf8(kOutsideStages.data(), static_cast<qsizetype>(kOutsideStages.size()));
    QString prefix = bars.front().name;
    for (const StageBar& bar : bars) {
        if (bar.name == outside)
            continue;
        while (!bar.name.startsWith(prefix))
            prefix.chop(1);
    }
    while (!prefix.isEmpty() && (prefix.back().isLetterOrNumber() || prefix.back() == QLatin1Char('(')))
        prefix.chop(1);
    return prefix.size() >= kWorthIt ? prefix.size() : 0;
}

}  // namespace

QString absenceText(const StageBar& bar)
{
    const bool named = bar.state == StageState::Missing || bar.state == StageState::New;
    return named ? words::of(bar.state) : Tr::tr("no data");
}

bool StageBar::hasParts(Side side) const
{
    const auto& mine = parts[static_cast<std::size_t>(side)];
    return std::any_of(mine.begin(), mine.end(), [](double part) { return part > 0; });
}

bool StageBarData::hasParts() const
{
    return std::any_of(bars.begin(), bars.end(),
                       [](const StageBar& bar) { return bar.hasParts(Side::Baseline) || bar.hasParts(Side::Current); });
}

double StageBarData::largest() const
{
    double out = 0;
    for (const StageBar& bar : bars)
        for (const auto& value : bar.value)
            out = std::max(out, value.value_or(0));
    return out;
}

int positionOf(const Verdict& verdict, int stageIndex)
{
    const auto at = std::find_if(verdict.stages.begin(), verdict.stages.end(),
                                 [stageIndex](const StageVerdict& stage) { return stage.index == stageIndex; });
    return at == verdict.stages.end() ? -1 : static_cast<int>(at - verdict.stages.begin());
}

int positionOf(const Verdict& verdict, std::string_view stage)
{
    const auto at = std::find_if(verdict.stages.begin(), verdict.stages.end(),
                                 [stage](const StageVerdict& one) { return one.stage == stage; });
    return at == verdict.stages.end() ? -1 : static_cast<int>(at - verdict.stages.begin());
}

FirstMark firstMark(const Verdict& verdict)
{
    if (verdict.firstRegressed)
        return {positionOf(verdict, verdict.firstRegressed->index), verdict.firstRegressed->confirmed};
    if (verdict.course)
        return {positionOf(verdict, verdict.course->index), false};
    return {};
}

StageBarData stageBarData(const Verdict& verdict)
{
    StageBarData data;
    const FirstMark first = firstMark(verdict);
    data.first = first.position;
    data.firstConfirmed = first.confirmed;
    if (verdict.firstRegressed) {
        data.firstDelta = static_cast<double>(verdict.firstRegressed->delta);
        if (verdict.firstRegressed->scope == Scope::Localised)
            data.firstRanks = format::rankList(verdict.firstRegressed->ranks);
    } else if (verdict.course) {
        data.firstDelta = static_cast<double>(verdict.course->value);
    }
    data.slowest = verdict.stages.empty() ? -1 : positionOf(verdict, verdict.slowest.index);
    data.statistic = words::of(verdict.policy.statistic);
    data.partsNote = format::text(barPartsText(verdict));
    for (const StageVerdict& given : verdict.stages) {
        const StageVerdict stage = asRegressed(given, verdict.policy.statistic);
        StageBar bar;
        bar.index = stage.index;
        bar.name = format::text(stage.stage);
        bar.value = {sideValue(stage.baseline, verdict.policy.statistic),
                     sideValue(stage.current, verdict.policy.statistic)};
        if (const auto parts = barParts(given, verdict))
            for (std::size_t side = 0; side < 2; ++side)
                if (bar.value[side])
                    bar.parts[side] = partsOf((*parts)[side]);
        bar.delta = static_cast<double>(stage.delta);
        bar.state = stage.state;
        bar.downstream = stage.downstream;
        data.bars.push_back(std::move(bar));
    }
    const qsizetype prefix = commonPrefix(data.bars);
    for (StageBar& bar : data.bars)
        bar.shortName = bar.name.size() > prefix && bar.name.left(prefix) == data.bars.front().name.left(prefix)
                            ? bar.name.mid(prefix)
                            : bar.name;
    return data;
}

QString partName(BarPart part)
{
    switch (part) {
    case BarPart::Compute: return Tr::tr("compute");
    case BarPart::Transfer: return Tr::tr("transfer");
    case BarPart::Copy: return Tr::tr("copy");
    case BarPart::Idle: return Tr::tr("idle");
    }
    return {};
}

QString describeValues(const StageBar& bar)
{
    using namespace Qt::StringLiterals;
    const auto side = [&](std::size_t i) { return bar.value[i] ? format::duration(*bar.value[i]) : Tr::tr("no data"); };
    QString out = Tr::tr("baseline %1, current %2").arg(side(0), side(1));
    if (bar.value[0] && bar.value[1])
        out += u", "_s + format::delta(bar.delta);
    return out;
}

QStringList describeState(const StageBar& bar, bool withParts)
{
    using namespace Qt::StringLiterals;
    QStringList out = {words::of(bar.state)};
    if (bar.downstream)
        out << Tr::tr("downstream of the first");
    for (const Side which : {Side::Baseline, Side::Current}) {
        if (!withParts || !bar.hasParts(which))
            continue;
        QStringList parts;
        for (std::size_t i = 0; i < kBarParts; ++i)
            if (const double part = bar.parts[static_cast<std::size_t>(which)][i]; part > 0)
                parts << partName(static_cast<BarPart>(i)) + u' ' + format::duration(part);
        out << words::of(which) + u": "_s + parts.join(u", "_s);
    }
    return out;
}

QString describeBar(const StageBar& bar, bool withParts)
{
    using namespace Qt::StringLiterals;
    const QStringList state = describeState(bar, false);
    const QStringList parts = describeState(bar, withParts).mid(state.size());
    QString out = u"%1: %2, %3"_s.arg(bar.name, describeValues(bar), state.join(u", "_s));
    for (const QString& side : parts)
        out += u'\n' + side;
    return out;
}

}  // namespace headwater
