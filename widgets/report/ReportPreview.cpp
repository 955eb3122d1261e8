// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportPreview.h"

#include <algorithm>
#include <cmath>

#include <QPaintEvent>
#include <QPainter>

#include "widgets/report/ReportPages.h"
#include "widgets/theme/Palette.h"

namespace headwater {

namespace {

constexpr int kGap = 16;          // around a page
constexpr qreal kLargest = 0.16;  // pixels of a tenth of a point: a page is 950 pixels wide

}  // namespace

ReportPreview::ReportPreview(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Preview of the report"));
}

ReportPreview::~ReportPreview() = default;

void ReportPreview::setReport(const report::Report& report)
{
    m_pages = std::make_unique<ReportPages>(report);
    setMinimumHeight(heightForWidth(width()));
    updateGeometry();
    update();
}

int ReportPreview::pages() const
{
    return m_pages ? m_pages->count() : 0;
}

qreal ReportPreview::scale(int width) const
{
    return std::min(kLargest, (width - 2 * kGap) / ReportPages::pageSize().width());
}

int ReportPreview::heightForWidth(int width) const
{
    const qreal page = ReportPages::pageSize().height() * std::max(0.02, scale(width));
    return static_cast<int>(std::ceil((page + kGap) * std::max(1, pages()))) + kGap;
}

QSize ReportPreview::sizeHint() const
{
    constexpr int kWidth = 700;
    return {kWidth, heightForWidth(kWidth)};
}

void ReportPreview::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setMinimumHeight(heightForWidth(width()));
}

void ReportPreview::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const qreal factor = scale(width());
    if (!m_pages || factor <= 0)
        return;
    const QSizeF page = ReportPages::pageSize() * factor;
    const qreal left = (width() - page.width()) / 2;
    for (int i = 0; i < m_pages->count(); ++i) {
        const QRectF paper(QPointF(left, kGap + i * (page.height() + kGap)), page);
        if (!paper.intersects(event->rect()))
            continue;
        painter.fillRect(paper, Qt::white);
        painter.setPen(paletteOf(this).border);
        painter.drawRect(paper);
        painter.save();
        painter.setClipRect(paper);
        painter.translate(paper.topLeft());
        painter.scale(factor, factor);
        m_pages->paint(painter, i);
        painter.restore();
    }
}

}  // namespace headwater
