// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include "core/analysis/BubbleShares.h"
#include "widgets/theme/Format.h"

namespace headwater {

/// Time without compute of the steps of both runs.
struct CauseBarsData {
    std::array<std::vector<StepBubbles>, 2> sides;  ///< by Side, in order
    QString empty;
    [[nodiscard]] bool isEmpty() const { return sides[0].empty() && sides[1].empty(); }
};

/// Where everything of the bars lies; painting and hit testing use it. One row of bars a run, on one scale.
struct CauseBarsLayout {
    struct Part {
        BubbleCause cause = BubbleCause::Unresolved;
        QRectF box;
    };
    struct Bar {
        std::size_t first = 0, last = 0;  ///< steps of CauseBarsData::sides, both included: their mean
        QRectF band;                      ///< full height of the row
        bool known = false;
        StepBubbles mean;
        std::vector<Part> parts;  ///< from below
    };
    struct Row {
        QRectF plot;
        QRectF name;
        std::vector<Bar> bars;
    };
    struct Tick {
        double part = 0;  ///< of the height
        QString text;
    };
    struct Key {
        BubbleCause cause = BubbleCause::Unresolved;
        QRectF swatch, word;
    };
    std::array<Row, 2> rows;  ///< an empty plot: the run has no bars
    std::vector<Tick> ticks;
    QString unit;            ///< "ms" or "%"
    std::size_t merged = 1;  ///< steps of one bar
    std::vector<Key> keys;
    QRectF title;
};

[[nodiscard]] CauseBarsLayout layOutCauseBars(const CauseBarsData& data, const QRectF& area,
                                              const QFontMetricsF& metrics, bool asShare);

struct CauseBarsHit {
    int side = -1;  ///< −1: none
    int bar = -1;
    int part = -1;  ///< −1: beside the parts
};
[[nodiscard]] CauseBarsHit barAt(const CauseBarsLayout& layout, QPointF point);

}  // namespace headwater
