// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportPreview.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/report/PageFlow.h"
#include "widgets/report/ReportPages.h"
#include "widgets/theme/Format.h"
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
    setMouseTracking(true);
    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &ReportPreview::layNext);
}

ReportPreview::~ReportPreview() = default;

void ReportPreview::setReport(report::Report report)
{
    m_maker = std::make_unique<PieceMaker>(std::move(report), ReportPages::contentWidth());
    m_later.start();
}

void ReportPreview::layNext()
{
    if (m_maker->next())
        return m_later.start();
    m_pages = std::make_unique<ReportPages>(m_maker->take(), m_maker->report());
    m_maker.reset();
    m_links.clear();
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

QRectF ReportPreview::paperOf(int page) const
{
    const QSizeF size = ReportPages::pageSize() * scale(width());
    return {QPointF((width() - size.width()) / 2, kGap + page * (size.height() + kGap)), size};
}

QString ReportPreview::referenceAt(const QPointF& at) const
{
    const qreal factor = scale(width());
    for (int i = 0; factor > 0 && i < pages(); ++i) {
        const QRectF paper = paperOf(i);
        if (!paper.contains(at))
            continue;
        if (!m_links.contains(i))
            m_links[i] = m_pages->links(i);
        const QPointF place = (at - paper.topLeft()) / factor;
        for (const PageLink& link : m_links[i])
            if (link.area.contains(place))
                return link.target;
    }
    return {};
}

bool ReportPreview::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString reference = referenceAt(help->pos());
        QToolTip::showText(help->globalPos(), reference.isEmpty() ? QString() : format::tip(reference), this);
        return true;
    }
    return QWidget::event(event);
}

void ReportPreview::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(referenceAt(event->position()).isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void ReportPreview::mouseReleaseEvent(QMouseEvent* event)
{
    const QString reference = referenceAt(event->position());
    if (event->button() == Qt::LeftButton && !reference.isEmpty())
        emit referenceClicked(reference);
}

void ReportPreview::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const qreal factor = scale(width());
    if (!m_pages || factor <= 0)
        return;
    for (int i = 0; i < m_pages->count(); ++i) {
        const QRectF paper = paperOf(i);
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
