// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include "core/triage/Waterfall.h"
#include "widgets/charts/ValueAxis.h"

namespace headwater {

/// The step's change stage by stage: each bar begins where the one before ended, the last one is their sum.
struct WaterfallData {
    struct Row {
        QString name;
        int stage = -1;           ///< position among the verdict's stages; −1: the sum, or not one of them
        double from = 0, to = 0;  ///< ns from the baseline's step
        double baseline = 0, current = 0;
        bool total = false;
        [[nodiscard]] double delta() const { return to - from; }
    };
    std::vector<Row> rows;
    double baseline = 0, current = 0;  ///< mean step, ns
    QString basis;                     ///< what the means are over
};

/// `stages`: names as the verdict has them, for the positions.
[[nodiscard]] WaterfallData waterfallData(const Waterfall& fall, const std::vector<std::string>& stages);

struct WaterfallLayout {
    QRectF plot, names, values;
    ValueAxis axis;             ///< ns
    std::vector<QRectF> bars;   ///< of each row, never thinner than a pixel
    std::vector<QRectF> bands;  ///< the whole width of each row

    [[nodiscard]] double xOf(double ns) const { return plot.left() + plot.width() * axis.fraction(ns); }
};

[[nodiscard]] WaterfallLayout layOutWaterfall(const WaterfallData& data, const QRectF& area,
                                              const QFontMetricsF& metrics);
[[nodiscard]] int waterfallRowAt(const WaterfallLayout& layout, QPointF point);  ///< −1: none

}  // namespace headwater
