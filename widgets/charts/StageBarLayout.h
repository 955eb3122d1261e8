// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include <QFontMetricsF>
#include <QRectF>

#include "widgets/charts/Axis.h"
#include "widgets/models/StageBars.h"

namespace headwater {

/// Where everything of the stage chart lies. Painting and hit testing use the same geometry, so that everything drawn
/// can be clicked.
struct StageBarLayout {
    enum class Names {
        Level,    ///< a name and a delta under each column
        Slanted,  ///< names only, turned
        Sparse,   ///< only the marked ones: columns are too narrow for every name
    };
    struct Column {
        QRectF band;                ///< full height of the plot
        std::array<QRectF, 2> bar;  ///< by Side; where there is no data, the box that says so
        QRectF name, delta;         ///< Level only
        QPointF nameEnd;            ///< Slanted and Sparse: where the turned text ends
    };

    QRectF plot;
    Axis axis;
    Names names = Names::Level;
    double nameLength = 0;  ///< room for a name, px
    std::vector<Column> columns;
    QRectF flag;      ///< empty: none
    double rule = 0;  ///< x of the full-height rule under the flag
    QRectF slowest;   ///< triangle and word
    QRectF legend;
};

constexpr double kNameSlant = 40;  ///< degrees

[[nodiscard]] StageBarLayout layOutStageBars(const StageBarData& data, const QRectF& area,
                                             const QFontMetricsF& metrics);

/// Position of the column at this point, −1 where there is none.
[[nodiscard]] int columnAt(const StageBarLayout& layout, QPointF point);

[[nodiscard]] QString flagText(const StageBarData& data, const format::Unit& unit);

}  // namespace headwater
