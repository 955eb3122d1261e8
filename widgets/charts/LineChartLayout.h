// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include "core/run/Run.h"
#include "widgets/charts/ValueAxis.h"

namespace headwater {

/// One line. A value that is NaN was not measured: the line has a gap there.
struct LineSeries {
    Side side = Side::Baseline;
    QString name;                   ///< "rank 3"; empty: the side says enough
    int id = -1;                    ///< the rank, where it is of one
    std::vector<double> x, y;       ///< x ascending
    std::vector<double> notFinite;  ///< x at which NaN or infinity was measured: a finding, not a gap
};

/// Something at one place of the x axis.
struct LineMark {
    enum class Kind : std::uint8_t {
        Rule,   ///< a line over the whole height with a flag
        Event,  ///< a sign above the plot
    };
    Kind kind = Kind::Event;
    double x = 0;
    QString label;             ///< short, of a rule
    QString tip;               ///< in full
    std::optional<Side> side;  ///< whose it is
    bool strong = false;       ///< a failure
};

/// Where a value is expected.
struct LineBand {
    double from = 0, to = 0;  ///< x
    double lo = 0, hi = 0;
    QString tip;
};

/// Lines of both runs over steps or time.
struct LineChartData {
    QString title;
    std::string unit;   ///< as MetricSeries::unit; empty: a plain number
    bool steps = true;  ///< x are numbers of steps, else seconds
    QString xTitle;     ///< "step", "seconds since the capture began"
    bool fromZero = false;
    bool legend = true;
    QString empty;  ///< what to say where there are no lines
    QString tip;    ///< what the quantity is, and what others call it
    std::vector<LineSeries> series;
    std::vector<LineMark> marks;
    std::optional<LineBand> band;

    [[nodiscard]] bool isEmpty() const;
};

/// One line in pixels: where there are more points than pixels, the smallest and largest of each pixel column.
struct LineTrace {
    struct Point {
        QPointF at;
        std::size_t index = 0;  ///< into the series
        bool afterGap = false;  ///< not joined to the point before
    };
    std::vector<Point> points;
    std::vector<QPointF> notFinite;  ///< at the foot of the plot
};

struct LineChartLayout {
    QRectF plot, head, lane;  ///< lane: events, above the plot
    ValueAxis x, y;
    std::vector<LineTrace> traces;  ///< parallel to the series
    std::vector<QRectF> marks;      ///< parallel to the marks: what can be clicked

    [[nodiscard]] double xOf(double value) const { return plot.left() + plot.width() * x.fraction(value); }
    [[nodiscard]] double yOf(double value) const { return plot.bottom() - plot.height() * y.fraction(value); }
};

[[nodiscard]] LineChartLayout layOutLines(const LineChartData& data, const QRectF& area, const QFontMetricsF& metrics);

/// What lies at a point of the picture.
struct LineHit {
    enum class What : std::uint8_t { Nothing, Point, NotFinite, Mark };
    What what = What::Nothing;
    std::size_t series = 0;
    std::size_t index = 0;  ///< of the point in its series, of the entry in notFinite, of the mark

    friend bool operator==(const LineHit&, const LineHit&) = default;
};
[[nodiscard]] LineHit lineHitAt(const LineChartLayout& layout, QPointF point, double reach);

}  // namespace headwater
