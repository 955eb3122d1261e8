// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include "widgets/charts/Axis.h"

namespace headwater {

/// Two durations of many items of both runs.
struct ScatterData {
    struct Item {
        double x = 0, y = 0;  ///< ns, finite
        int id = 0;           ///< the rank
        bool flag = false;
    };
    std::array<std::vector<Item>, 2> sides;  ///< by Side, upwards by x
    QString xTitle, yTitle;
    QString note;  ///< how to read it
    QString empty;
    [[nodiscard]] bool isEmpty() const { return sides[0].empty() && sides[1].empty(); }
    [[nodiscard]] std::size_t size() const { return sides[0].size() + sides[1].size(); }
};

/// Where everything of a scatter chart lies; painting and hit testing use it.
struct ScatterLayout {
    struct Label {
        std::size_t side = 0, item = 0;
        QRectF box;
        QString text;
    };
    QRectF plot;
    Axis x, y;
    double size = 8;  ///< of a point
    std::array<std::vector<QPointF>, 2> points;
    std::vector<Label> labels;  ///< of flagged items, and of all where they are few
    QRectF xTitle, yTitle;
};

/// Both axes begin at zero.
[[nodiscard]] ScatterLayout layOutScatter(const ScatterData& data, const QRectF& area, const QFontMetricsF& metrics);

struct ScatterHit {
    int side = -1;  ///< −1: none
    std::size_t item = 0;
};
/// The nearest point within reach; of points at one place the topmost, which is the current run's last.
[[nodiscard]] ScatterHit pointAt(const ScatterLayout& layout, QPointF point);

}  // namespace headwater
