// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/StepTable.h"

#include <cmath>

#include <QCoreApplication>

#include "widgets/charts/ChartTable.h"
#include "widgets/theme/Words.h"

namespace headwater {

QString stepTable(const StageDetail& detail)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("headwater::StepTable", text); };
    QList<QStringList> rows = {{tr("Run"), tr("Stage"), tr("Step"), tr("Duration (ns)"), tr("Counted")}};
    for (const Side side : {Side::Baseline, Side::Current})
        for (const StepValue& step : detail.series[static_cast<std::size_t>(side)].steps)
            rows << QStringList{words::of(side), detail.stage, QString::number(step.step),
                                step.ns ? QString::number(std::llround(*step.ns)) : QString(),
                                step.counted  ? tr("yes")
                                : step.warmup ? tr("no (warm-up)")
                                              : tr("no")};
    return tableText(rows);
}

}  // namespace headwater
