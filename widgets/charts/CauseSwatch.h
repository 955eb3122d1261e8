// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include "core/run/BubbleCauses.h"

class QPainter;

namespace headwater {

struct Palette;

/// A box filled as the bars and bubbles of a cause are.
void paintSwatch(QPainter& painter, const QRectF& box, BubbleCause cause, const Palette& p);
/// A bubble of a cause.
void paintDisc(QPainter& painter, const QPointF& centre, double radius, BubbleCause cause, const Palette& p);

}  // namespace headwater
