// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include <QFontMetricsF>
#include <QImage>
#include <QRectF>
#include <QString>

#include "widgets/theme/Palette.h"

namespace headwater {

/// A value for each row (rank, device) and column (step, time), as a colour and as text.
struct HeatMapData {
    struct Row {
        QString name;
        int id = 0;         ///< the rank, where it is one
        bool flag = false;  ///< named by a finding
    };
    std::vector<Row> rows;
    std::vector<QString> columns;
    std::vector<float> tint;  ///< row by row; −1 … 1 where diverging, else 0 … 1; NaN: no data
    bool diverging = false;   ///< faster – grey – slower; else from little to much
    std::function<QString(std::size_t row, std::size_t column)> text;  ///< the value of a cell, short
    QString lowEnd, highEnd;                                           ///< what the ends of the colours mean
    QString title;                                                     ///< what a cell shows
    QString columnTitle;                                               ///< "step"
    QString empty;                                                     ///< what is said where there is nothing
    [[nodiscard]] bool isEmpty() const { return rows.empty() || columns.empty(); }
};

/// The part of the rows and columns that is shown.
struct HeatMapView {
    double row = 0, rows = 0;
    double column = 0, columns = 0;

    bool operator==(const HeatMapView&) const = default;
};

struct HeatMapLayout {
    QRectF plot;
    QRectF names;   ///< of the rows, left of the plot
    QRectF below;   ///< names of the columns
    QRectF legend;  ///< ramp and its ends
    HeatMapView view;

    [[nodiscard]] double rowHeight() const { return plot.height() / view.rows; }
    [[nodiscard]] double columnWidth() const { return plot.width() / view.columns; }
    [[nodiscard]] double yOf(double row) const { return plot.top() + (row - view.row) * rowHeight(); }
    [[nodiscard]] double xOf(double column) const { return plot.left() + (column - view.column) * columnWidth(); }
    /// In the plot; may lie outside of what is shown.
    [[nodiscard]] QRectF cell(std::size_t row, std::size_t column) const;
};

[[nodiscard]] HeatMapLayout layOutHeatMap(const HeatMapData& data, const HeatMapView& view, const QRectF& area,
                                          const QFontMetricsF& metrics);

/// Row and column at a point; −1 each where there is none. On a row's name the column is −1.
[[nodiscard]] std::pair<int, int> cellAt(const HeatMapData& data, const HeatMapLayout& layout, QPointF point);

/// The whole of the data.
[[nodiscard]] HeatMapView fullView(const HeatMapData& data);
/// `view` kept inside the data; never less than one row and column.
[[nodiscard]] HeatMapView clamped(const HeatMapData& data, HeatMapView view);
/// `view` by `factor` closer (> 1) or farther, with the point at `row`, `column` staying where it is.
[[nodiscard]] HeatMapView zoomed(const HeatMapData& data, const HeatMapView& view, double factor, double row,
                                 double column);
/// `view` moved as little as needed to show a cell.
[[nodiscard]] HeatMapView showing(const HeatMapData& data, HeatMapView view, int row, int column);

/// The cells of a view as pixels. Where several share a pixel, the slowest (the largest tint) is drawn, so that a
/// single slow rank among thousands is seen, also beside one that is faster by more.
[[nodiscard]] QImage heatImage(const HeatMapData& data, const HeatMapView& view, QSize pixels, const Palette& palette);

/// Colour of a tint of −1 … 1 or 0 … 1.
[[nodiscard]] QColor heatColour(double tint, bool diverging, const Palette& palette);

}  // namespace headwater
