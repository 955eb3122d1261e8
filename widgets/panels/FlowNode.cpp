// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FlowNode.h"

#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

FlowNode::FlowNode(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
}

void FlowNode::setNode(FlowNodeData node)
{
    if (node == m_node)
        return;
    m_node = std::move(node);
    setAccessibleName(u"%1: %2"_s.arg(m_node.title, m_node.badge) + (m_node.proposed ? tr(", next step") : QString()));
    QStringList tip = {m_node.title + u" \u00b7 "_s + m_node.badge, m_node.detail, m_node.because, m_node.condition};
    tip << m_node.facts;
    tip.removeAll(QString());
    tip.removeDuplicates();
    setToolTip(format::tip(tip.join(u'\n')));
    if (m_node.facts.isEmpty())
        m_expanded = false;
    describe();
    fit();
    update();
}

void FlowNode::describe()
{
    QStringList said = {m_node.detail, m_node.condition};
    if (m_expanded)
        said << m_node.facts;
    said.removeAll(QString());
    setAccessibleDescription(said.join(m_expanded ? u"\n"_s : u"; "_s));
}

void FlowNode::setExpanded(bool expanded)
{
    const bool wanted = expanded && !m_node.facts.isEmpty();
    if (wanted == m_expanded)
        return;
    m_expanded = wanted;
    describe();
    fit();
    update();
}

/// A fixed height: layouts squeeze what only prefers one.
void FlowNode::fit()
{
    setFixedHeight(heightForWidth(width()));
}

void FlowNode::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    fit();
}

void FlowNode::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

QString FlowNode::factsText() const
{
    QStringList lines;
    for (const QString& fact : m_node.facts)
        lines << u"\u2022 "_s + fact;
    if (!m_node.condition.isEmpty())
        lines << u"\u2022 "_s + m_node.condition;
    return lines.join(u'\n');
}

QFont FlowNode::factsFont() const
{
    return scaled(font(), 0.9);
}

QString FlowNode::titleText() const
{
    return m_node.proposed ? u"\u25b8 "_s + m_node.title : m_node.title;
}

namespace {

/// "3 findings ▲" as "3 ▲", "pass ✓" as "✓": the title needs the room, and the whole is in the tool tip.
QString shortBadge(const QString& badge)
{
    const QStringList parts = badge.split(u' ', Qt::SkipEmptyParts);
    if (parts.size() < 2)
        return badge;
    return parts.first().at(0).isDigit() ? parts.first() + u' ' + parts.last() : parts.last();
}

}  // namespace

FlowNodeLayout FlowNode::nodeLayout() const
{
    const double line = fontMetrics().height();
    FlowNodeLayout out;
    out.box = QRectF(rect()).adjusted(1, 1, -1, -1);
    const QRectF inner = out.box.adjusted(line * 0.7, line * 0.42, -line * 0.7, -line * 0.35);
    out.title = QRectF(inner.left(), inner.top(), inner.width(), line);
    const QFontMetricsF small(scaled(font(), 0.93));
    const double room =
        inner.width() - QFontMetricsF(scaled(font(), 1.0, QFont::DemiBold)).horizontalAdvance(titleText());
    out.badgeText = small.horizontalAdvance(m_node.badge) + line * 0.4 > room ? shortBadge(m_node.badge) : m_node.badge;
    const double badge = small.horizontalAdvance(out.badgeText);
    out.badge = QRectF(inner.right() - badge, inner.top(), badge, line);
    out.title.setRight(out.badge.left() - line * 0.4);
    const double second = inner.top() + line * 1.2;
    const double fold = m_node.facts.isEmpty() ? 0 : line;
    out.detail = QRectF(inner.left(), second, inner.width() - fold, line);
    if (fold > 0)
        out.chevron = QRectF(inner.right() - line * 0.8, second, line * 1.2, line);
    if (m_expanded)
        out.facts = QRectF(inner.left(), second + line * 1.2, inner.width(), inner.bottom() - second - line * 1.2);
    return out;
}

QSize FlowNode::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, fontMetrics().height() * 3};
}

int FlowNode::heightForWidth(int width) const
{
    const int head = fontMetrics().height() * 3;
    if (!m_expanded)
        return head;
    const int room = width - 2 - static_cast<int>(fontMetrics().height() * 1.4);
    const QRect box = QFontMetrics(factsFont())
                          .boundingRect(QRect(0, 0, std::max(room, 1), 100'000),
                                        Qt::TextWrapAnywhere | Qt::TextWordWrap, factsText());
    return head + box.height() + fontMetrics().height() / 2;
}

void FlowNode::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& p = paletteOf(this);
    const FlowNodeLayout layout = nodeLayout();
    const bool strong = isChecked() || hasFocus();
    QPen frame(strong || m_node.proposed ? p.first : underMouse() ? p.muted : p.border, strong ? 2 : 1);
    if ((m_node.question && !m_node.onPath) || m_node.conditional)
        frame.setStyle(Qt::DashLine);
    const double radius = m_node.question && !m_expanded ? layout.box.height() / 2 : 5;
    painter.setPen(frame);
    painter.setBrush(p.card);
    painter.drawRoundedRect(layout.box, radius, radius);
    paintHead(painter, layout);
    if (m_expanded)
        paintFacts(painter, layout);
}

void FlowNode::paintHead(QPainter& painter, const FlowNodeLayout& layout) const
{
    const Palette& p = paletteOf(this);
    painter.setFont(scaled(font(), 0.93));
    painter.setPen(m_node.tone == FlowNodeData::Tone::Attention ? p.currentText
                   : m_node.tone == FlowNodeData::Tone::Pass    ? p.baselineText
                   : m_node.id == "outcome"_L1                  ? p.first
                                                                : p.muted);
    painter.drawText(layout.badge.adjusted(-2, 0, 2, 0), Qt::AlignRight | Qt::AlignVCenter, layout.badgeText);
    painter.setFont(scaled(font(), 1.0, QFont::DemiBold));
    painter.setPen(p.text);
    painter.drawText(
        layout.title, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(titleText(), Qt::ElideRight, static_cast<int>(layout.title.width())));
    painter.setFont(scaled(font(), 0.93));
    painter.setPen(p.muted);
    const QString detail = m_node.conditional ? tr("conditional \u00b7 %1").arg(m_node.detail) : m_node.detail;
    painter.drawText(layout.detail, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(detail, Qt::ElideRight, static_cast<int>(layout.detail.width())));
    if (layout.chevron.isEmpty())
        return;
    const double reach = layout.chevron.height() * 0.18;
    const QPointF c = layout.chevron.center();
    const double way = m_expanded ? -1 : 1;
    painter.setPen(QPen(p.muted, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF({c + QPointF(-reach * 1.6, -reach * way), c + QPointF(0, reach * way),
                                    c + QPointF(reach * 1.6, -reach * way)}));
}

void FlowNode::paintFacts(QPainter& painter, const FlowNodeLayout& layout) const
{
    painter.setFont(factsFont());
    painter.setPen(paletteOf(this).text);
    painter.drawText(layout.facts, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap | Qt::TextWrapAnywhere, factsText());
}

void FlowNode::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && nodeLayout().chevron.contains(event->position()))
        setExpanded(!m_expanded);
    else
        QAbstractButton::mousePressEvent(event);
}

void FlowNode::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Right || event->key() == Qt::Key_Left)
        setExpanded(event->key() == Qt::Key_Right);
    else
        QAbstractButton::keyPressEvent(event);
}

}  // namespace headwater
