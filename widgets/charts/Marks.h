// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include "widgets/charts/Axis.h"
#include "widgets/models/StageBars.h"
#include "widgets/theme/Palette.h"

class QPainter;

/// The marks of DESIGN 7, drawn the same way in every chart. Nothing is told by colour alone.
namespace headwater::marks {

void hatch(QPainter& painter, const QRectF& rect, const QColor& colour);
/// Baseline is a circle, current a square.
void point(QPainter& painter, QPointF centre, double size, Side side, const QColor& colour);
void hollowTriangle(QPainter& painter, QPointF centre, double size, const QColor& colour);
void noData(QPainter& painter, const QRectF& rect, const Palette& palette);
/// A flag whose pole stands at `pole`; filled when the statement is confirmed, outlined when it is not.
void flag(QPainter& painter, const QRectF& rect, const QString& text, bool filled, const Palette& palette);
/// Fill of one part of a bar, in the hue of its side.
void part(QPainter& painter, const QRectF& rect, BarPart which, const QColor& hue, const QColor& surface);
/// Horizontal grid lines and their numbers left of `plot`, the unit below them or with the topmost.
enum class UnitPlace { Below, TopTick };
void valueAxis(QPainter& painter, const QRectF& plot, const Axis& axis, const Palette& palette,
               UnitPlace place = UnitPlace::Below);

}  // namespace headwater::marks
