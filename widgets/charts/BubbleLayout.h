// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include "core/analysis/Bubbles.h"
#include "core/run/Run.h"
#include "widgets/charts/Axis.h"

namespace headwater {

/// Single times without compute of both runs; a lane is a rank of one run.
struct BubbleChartData {
    struct Lane {
        QString name;
        int rank = 0;
        Side side = Side::Baseline;
        QString note;  ///< what is not drawn, "" if all is
    };
    struct Bubble {
        std::size_t lane = 0;
        double start = 0, length = 0;  ///< ns since the first step of the rank's own run
        BubbleCause cause = BubbleCause::Unresolved;
        std::size_t gap = 0;  ///< which one of the rank's list
    };
    std::vector<Lane> lanes;
    std::vector<Bubble> bubbles;  ///< the longest first: what lies later is drawn above
    double span = 0;              ///< ns, the end of the last step of any lane
    double longest = 0;           ///< ns
    double spacing = 0;           ///< ns between long bubbles of a lane, see spacingOf()
    QString empty;
    [[nodiscard]] bool isEmpty() const { return lanes.empty(); }
};

/// The lanes and the time that are shown; lanes count from 0, time in ns.
struct BubbleView {
    double lane = 0;
    double time = 0, length = 0;

    bool operator==(const BubbleView&) const = default;
};

/// Where everything of a bubble chart lies; painting and hit testing use it.
struct BubbleLayout {
    struct Spot {
        std::size_t bubble = 0;
        QPointF centre;
        double radius = 0;  ///< the area is in proportion to the duration
    };
    struct Label {
        std::size_t bubble = 0;
        QRectF box;
    };
    QRectF plot, names, below;
    double laneHeight = 0;
    double inset = 0;  ///< px: what begins or ends the view is whole
    BubbleView view;
    double lanesShown = 0;
    Axis axis;                        ///< of `view.length`
    std::vector<Spot> spots;          ///< those that can be seen, in drawing order
    std::vector<BubbleCause> causes;  ///< of the spots, that of the longest first
    std::vector<Label> labels;        ///< of the longest that have room for theirs; none touches another

    [[nodiscard]] double xOf(double time) const
    {
        return plot.left() + inset + (plot.width() - inset * 2) * (time - view.time) / view.length;
    }
    [[nodiscard]] double timeAt(double x) const
    {
        return view.time + (x - plot.left() - inset) / (plot.width() - inset * 2) * view.length;
    }
    [[nodiscard]] double yOf(double lane) const { return plot.top() + (lane - view.lane) * laneHeight; }
};

/// ns from one long bubble of a lane to the next: a low percentile, so that most of them stand apart. O(n log n): for
/// whoever makes the data, once.
[[nodiscard]] double spacingOf(const BubbleChartData& data);

[[nodiscard]] BubbleView clamped(const BubbleChartData& data, BubbleView view, double lanesShown);
[[nodiscard]] BubbleLayout layOutBubbles(const BubbleChartData& data, const BubbleView& view, const QRectF& area,
                                         const QFontMetricsF& metrics);

/// Index of the topmost bubble at a point, the nearest one within reach for small ones; −1: none.
[[nodiscard]] int bubbleAt(const BubbleLayout& layout, QPointF point);

}  // namespace headwater
