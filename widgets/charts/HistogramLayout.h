// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include "widgets/theme/Format.h"

namespace headwater {

/// Values of many items of both runs, to be counted in the same bins.
struct HistogramData {
    struct Item {
        double value = 0;  ///< ns, finite
        int id = 0;        ///< the rank
    };
    struct Cut {
        QString name;              ///< "robust cut"
        std::optional<double> at;  ///< ns
        QString note;              ///< said where `at` is not there, and in the tool tip
        bool dashed = false;
    };
    std::array<std::vector<Item>, 2> sides;  ///< by Side, sorted upwards by value
    std::vector<Cut> cuts;
    QString title;  ///< of the axis
    QString empty;  ///< what is said where no side has an item
    [[nodiscard]] bool isEmpty() const { return sides[0].empty() && sides[1].empty(); }
};

/// Where everything of a histogram lies; painting and hit testing use it.
struct HistogramLayout {
    struct Bin {
        double low = 0, high = 0;            ///< ns; what equals `high` lies in the next bin
        std::array<std::size_t, 2> first{};  ///< into HistogramData::sides
        std::array<std::size_t, 2> count{};
        QRectF band;                  ///< full height
        std::array<QRectF, 2> bar;    ///< empty: no item
        std::array<QRectF, 2> label;  ///< empty: no room
    };
    struct Tick {
        double x = 0;
        QString text;
    };
    struct Line {
        std::size_t cut = 0;
        double x = 0;  ///< meaningless where the cut lies nowhere
        bool drawn = false;
        QRectF label;
        bool leftOfLine = false;
    };
    QRectF plot;
    double low = 0, high = 1;  ///< ns at the ends of the axis
    format::Unit unit;
    std::size_t most = 0;  ///< of a bar
    std::vector<Bin> bins;
    std::vector<Tick> ticks;
    std::vector<Line> lines;
    QRectF title;

    [[nodiscard]] double xOf(double value) const;
};

/// Zero-based unless `fromZero` is off. Bins are a part of a tick's distance, so that ticks lie between bins.
[[nodiscard]] HistogramLayout layOutHistogram(const HistogramData& data, const QRectF& area,
                                              const QFontMetricsF& metrics, bool fromZero);

/// Index of the bin whose band has this point; −1: none.
[[nodiscard]] int binAt(const HistogramLayout& layout, QPointF point);

/// Ids of both sides in the bins first … last, sorted, each once.
[[nodiscard]] std::vector<int> idsIn(const HistogramData& data, const HistogramLayout& layout, int first, int last);

/// "3 ranks", "rank 2": what stands over a bar.
[[nodiscard]] QString barText(const HistogramData& data, const HistogramLayout::Bin& bin, std::size_t side);

}  // namespace headwater
