// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/TagRow.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

Tag tagOf(Provenance provenance)
{
    const bool dashed = provenance == Provenance::Inferred || provenance == Provenance::Assumed;
    return {words::of(provenance), words::explain(provenance), dashed};
}

TagRow::TagRow(QWidget* parent) : QWidget(parent)
{
    // Not Fixed: that would cap the height at one row.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFont(scaled(font(), 0.86));
}

void TagRow::setTags(std::vector<Tag> tags)
{
    m_tags = std::move(tags);
    QStringList texts;
    for (const Tag& tag : m_tags)
        texts << tag.text;
    setAccessibleName(texts.join(QStringLiteral(", ")));
    setVisible(!m_tags.empty());
    updateGeometry();
    update();
}

std::vector<QRectF> TagRow::boxes(double width) const
{
    const QFontMetricsF metrics(font());
    const double height = std::ceil(metrics.height() * 1.25);
    const double gap = std::round(metrics.height() * 0.35);
    std::vector<QRectF> out;
    double x = 0;
    double y = 0;
    for (const Tag& tag : m_tags) {
        const double wide = std::min(std::ceil(metrics.horizontalAdvance(tag.text) + metrics.height() * 0.8), width);
        if (x > 0 && x + wide > width) {
            x = 0;
            y += height + gap;
        }
        out.emplace_back(x, y, wide, height);
        x += wide + gap;
    }
    return out;
}

int TagRow::heightForWidth(int width) const
{
    const auto all = boxes(width);
    return all.empty() ? 0 : static_cast<int>(std::ceil(all.back().bottom())) + 1;
}

QSize TagRow::sizeHint() const
{
    const auto all = boxes(1e6);
    return all.empty() ? QSize(0, 0) : QSize(static_cast<int>(all.back().right()) + 1, heightForWidth(1'000'000));
}

QSize TagRow::minimumSizeHint() const
{
    const auto all = boxes(1e6);
    double widest = 0;
    for (const QRectF& box : all)
        widest = std::max(widest, box.width());
    widest = std::min(widest, fontMetrics().averageCharWidth() * 24.0);  // a longer one is cut, its tool tip is whole
    return {static_cast<int>(widest) + 1, all.empty() ? 0 : static_cast<int>(all.front().height()) + 1};
}

QString TagRow::tipAt(std::size_t tag) const
{
    const Tag& t = m_tags[tag];
    return t.explanation.isEmpty() ? t.text : t.text + QLatin1Char('\n') + t.explanation;
}

bool TagRow::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto all = boxes(width());
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].contains(help->pos()))
            QToolTip::showText(help->globalPos(), format::tip(tipAt(i)), this);
    return true;
}

void TagRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& p = paletteOf(this);
    const auto all = boxes(width());
    for (std::size_t i = 0; i < all.size(); ++i) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(
            QPen(m_tags[i].dashed ? p.neutral : p.border, 1, m_tags[i].dashed ? Qt::DashLine : Qt::SolidLine));
        painter.drawRoundedRect(all[i].adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter.setPen(p.muted);
        painter.drawText(all[i], Qt::AlignCenter,
                         painter.fontMetrics().elidedText(
                             m_tags[i].text, Qt::ElideRight,
                             static_cast<int>(std::ceil(all[i].width() - painter.fontMetrics().height() * 0.6))));
    }
}

}  // namespace headwater
