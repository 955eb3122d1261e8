// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QByteArray>
#include <QEvent>
#include <QSize>
#include <QString>

class QPainter;
class QWidget;

namespace headwater {

/// Asks the window to keep `content` as a file: views never open one. Sent to QWidget::window() of the chart.
class SaveRequest : public QEvent {
public:
    SaveRequest(QString chart, QString ending, QByteArray bytes);

    [[nodiscard]] static QEvent::Type kind();

    QString name;    ///< of the chart, in the user's language
    QString suffix;  ///< "svg", "png" or "csv"
    QByteArray content;
};

/// Gives a chart its menu: copy as table (Ctrl+C) or as image, save as SVG, PNG or CSV. Opened by the right button, the
/// menu key and Shift+F10. `paint` draws the chart as it is at that size, without focus; `table` is tableText(). Both
/// are called only while `chart` lives. The actions are QWidget::actions() of the chart.
void addChartMenu(QWidget* chart, std::function<void(QPainter&, QSize)> paint, std::function<QString()> table);

/// The chart as SVG: names are escaped, the title is the chart's accessible name.
[[nodiscard]] QByteArray chartSvg(const QWidget& chart, const std::function<void(QPainter&, QSize)>& paint);

}  // namespace headwater
