// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FlowRail.h"

#include <algorithm>
#include <array>

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array kOrder = {"alert",      "correctness", "resources", "timeline", "io-or-communication",
                               "stragglers", "outcome"};

const Layer* layerOf(const Verdict& verdict, const QString& id)
{
    constexpr std::array kLayers = {"correctness", "resources", "timeline", "stragglers"};
    for (std::size_t i = 0; i < kLayers.size(); ++i)
        if (id == QLatin1StringView(kLayers[i]))
            return &verdict.layers[i];
    return nullptr;
}

void fillLayer(FlowNodeData& node, const Layer& layer)
{
    const auto count =
        static_cast<int>(std::count_if(layer.findings.begin(), layer.findings.end(),
                                       [](const Finding& f) { return f.severity != FindingSeverity::Info; }));
    const QString findings = format::counted(count, FlowRail::tr("1 finding"), FlowRail::tr("%1 findings"));
    switch (layer.status) {
    case LayerStatus::Pass:
        node.badge = words::of(layer.status) + u" \u2713"_s;
        node.tone = FlowNodeData::Tone::Pass;
        break;
    case LayerStatus::Warn:
        node.badge = (count > 0 ? findings : words::of(layer.status)) + u" \u25c6"_s;
        node.tone = FlowNodeData::Tone::Attention;
        break;
    case LayerStatus::Fail:
        node.badge = (count > 0 ? findings : words::of(layer.status)) + u" \u25b2"_s;
        node.tone = FlowNodeData::Tone::Attention;
        break;
    case LayerStatus::NoData:
        node.badge = words::of(layer.status) + u" \u25cb"_s;
        node.tone = FlowNodeData::Tone::NoData;
        break;
    }
    node.detail = format::text(layer.summary);
}

void fillAlert(FlowNodeData& node, const Verdict& verdict)
{
    if (verdict.stepRatio) {
        const double ratio = *verdict.stepRatio;
        const bool slower = ratio > verdict.policy.epsilon();
        node.badge = format::ratio(ratio) + (slower ? u" \u25b2"_s : ratio < 0 ? u" \u25bc"_s : QString());
        node.tone = slower ? FlowNodeData::Tone::Attention : FlowNodeData::Tone::Plain;
    }
    if (verdict.stepsBaseline == 0 || verdict.stepsCurrent == 0) {
        node.detail = FlowRail::tr("step time not measured");
        return;
    }
    node.detail = FlowRail::tr("step %1 \u2192 %2")
                      .arg(format::duration(static_cast<double>(verdict.stepBaseline)),
                           format::duration(static_cast<double>(verdict.stepCurrent)));
}

/// What the path taken says at this node.
void fillFromPath(FlowNodeData& node, const Verdict& verdict, const char* id)
{
    const auto step = std::find_if(verdict.flowchart.begin(), verdict.flowchart.end(),
                                   [&](const FlowStep& taken) { return taken.node == id; });
    node.onPath = step != verdict.flowchart.end();
    if (!node.onPath)
        return;
    node.because = format::text(step->because);
    if (node.detail.isEmpty())
        node.detail = format::text(step->answer.empty() ? step->because : step->answer);
}

}  // namespace

std::vector<FlowNodeData> flowNodes(const Verdict& verdict)
{
    std::vector<FlowNodeData> nodes;
    for (const char* id : kOrder) {
        FlowNodeData node;
        node.id = QString::fromLatin1(id);
        node.title = words::flowNode(id);
        node.question = node.id == "io-or-communication"_L1;
        if (const Layer* layer = layerOf(verdict, node.id))
            fillLayer(node, *layer);
        else if (node.id == "alert"_L1)
            fillAlert(node, verdict);
        else
            node.badge = node.question ? u"?"_s : u"\u2691"_s;
        fillFromPath(node, verdict, id);
        if (node.id == "outcome"_L1 && node.detail.isEmpty())
            node.detail =
                verdict.outcomeNode.empty() ? words::of(verdict.outcome) : format::text(word(verdict.outcomeNode));
        if (node.question && !node.onPath)
            node.detail = FlowRail::tr("not asked");
        nodes.push_back(std::move(node));
    }
    return nodes;
}

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
    setAccessibleName(u"%1: %2"_s.arg(m_node.title, m_node.badge));
    setAccessibleDescription(m_node.detail);
    QStringList tip = {m_node.title + u" \u00b7 "_s + m_node.badge, m_node.detail, m_node.because};
    tip.removeAll(QString());
    tip.removeDuplicates();
    setToolTip(format::tip(tip.join(u'\n')));
    update();
}

QSize FlowNode::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, fontMetrics().height() * 3};
}

void FlowNode::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& p = paletteOf(this);
    const double line = fontMetrics().height();
    const bool strong = isChecked() || hasFocus();
    QPen frame(strong ? p.first : underMouse() ? p.muted : p.border, strong ? 2 : 1);
    if (m_node.question && !m_node.onPath)
        frame.setStyle(Qt::DashLine);
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    const double radius = m_node.question ? box.height() / 2 : 5;
    painter.setPen(frame);
    painter.setBrush(p.card);
    painter.drawRoundedRect(box, radius, radius);

    const QRectF inner = box.adjusted(line * 0.7, line * 0.42, -line * 0.7, -line * 0.35);
    const QRectF top(inner.left(), inner.top(), inner.width(), line);
    painter.setFont(scaled(font(), 0.93));
    const double badge = painter.fontMetrics().horizontalAdvance(m_node.badge);
    painter.setPen(m_node.tone == FlowNodeData::Tone::Attention ? p.currentText
                   : m_node.tone == FlowNodeData::Tone::Pass    ? p.baselineText
                   : m_node.id == "outcome"_L1                  ? p.first
                                                                : p.muted);
    painter.drawText(top, Qt::AlignRight | Qt::AlignVCenter, m_node.badge);
    painter.setFont(scaled(font(), 1.0, QFont::DemiBold));
    painter.setPen(p.text);
    painter.drawText(top, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_node.title, Qt::ElideRight,
                                                      static_cast<int>(inner.width() - badge - line * 0.4)));
    painter.setFont(scaled(font(), 0.93));
    painter.setPen(p.muted);
    const QRectF bottom(inner.left(), inner.bottom() - line, inner.width(), line);
    painter.drawText(bottom, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_node.detail, Qt::ElideRight, static_cast<int>(inner.width())));
}

FlowRail::FlowRail(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(fontMetrics().height() * 3 / 4);
    for (std::size_t i = 0; i < kOrder.size(); ++i) {
        auto* node = new FlowNode(this);
        node->installEventFilter(this);
        connect(node, &QAbstractButton::clicked, this, [this, node] { emit nodeActivated(node->node().id); });
        column->addWidget(node);
        m_nodes.push_back(node);
    }
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Triage flowchart"));
}

void FlowRail::setVerdict(const Verdict& verdict)
{
    std::vector<FlowNodeData> fresh = flowNodes(verdict);
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        m_nodes[i]->setNode(std::move(fresh[i]));
    update();
}

void FlowRail::setActive(const QString& id)
{
    for (FlowNode* node : m_nodes)
        node->setChecked(node->node().id == id && !id.isEmpty());
}

void FlowRail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& p = paletteOf(this);
    const double x = fontMetrics().height() * 1.4;
    for (std::size_t i = 0; i + 1 < m_nodes.size(); ++i) {
        const bool taken = m_nodes[i]->node().onPath && m_nodes[i + 1]->node().onPath;
        painter.setPen(QPen(taken ? p.first : p.border, 2, taken ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(QPointF(x, m_nodes[i]->geometry().bottom()), QPointF(x, m_nodes[i + 1]->geometry().top()));
    }
}

bool FlowRail::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const auto at = std::find(m_nodes.begin(), m_nodes.end(), watched);
    if (at == m_nodes.end() ||
        (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_Return && key != Qt::Key_Enter))
        return QWidget::eventFilter(watched, event);
    if (key == Qt::Key_Up && at != m_nodes.begin())
        (*std::prev(at))->setFocus(Qt::TabFocusReason);
    else if (key == Qt::Key_Down && std::next(at) != m_nodes.end())
        (*std::next(at))->setFocus(Qt::TabFocusReason);
    else if (key == Qt::Key_Return || key == Qt::Key_Enter)
        (*at)->click();
    return true;
}

}  // namespace headwater
