// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace headwater {

/// Fusion with our boxes and buttons to check; without its animations where the application wants none.
class Style : public QProxyStyle {
    Q_OBJECT
public:
    Style();

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* more) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;

    static constexpr auto kReducedMotion = "headwater.reducedMotion";  ///< a property of the application
};

}  // namespace headwater
