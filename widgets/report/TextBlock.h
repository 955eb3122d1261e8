// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QColor>
#include <QFont>
#include <QTextLayout>

#include "core/report/model/ReportModel.h"

class QPainter;

namespace headwater {

/// How text is set: size in tenths of a point.
struct TextStyle {
    int size = 88;
    bool bold = false;
    bool struck = false;
    bool right = false;  ///< aligned
    QColor colour = Qt::black;
};

/// Lines of the model set below each other in a width. A copy shares what was set.
class TextBlock {
public:
    TextBlock(const std::vector<report::Line>& lines, const TextStyle& style, qreal width);

    [[nodiscard]] qreal height() const { return m_height; }
    void paint(QPainter& painter, const QPointF& at) const;

    /// The width in which no line breaks.
    [[nodiscard]] static qreal naturalWidth(const std::vector<report::Line>& lines, const TextStyle& style);
    /// The characters of a line as they are set, what is hidden in them made visible.
    [[nodiscard]] static QString plainText(const report::Line& line);

private:
    std::vector<std::shared_ptr<QTextLayout>> m_layouts;
    qreal m_height = 0;
};

}  // namespace headwater
