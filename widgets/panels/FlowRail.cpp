// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FlowRail.h"

#include <algorithm>

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/theme/Palette.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

FlowRail::FlowRail(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(fontMetrics().height() * 3 / 4);
    constexpr std::size_t kNodes = 7;
    for (std::size_t i = 0; i < kNodes; ++i) {
        auto* node = new FlowNode(this);
        node->installEventFilter(this);
        connect(node, &QAbstractButton::clicked, this, [this, node] { emit nodeActivated(node->node().id); });
        column->addWidget(node);
        m_nodes.push_back(node);
    }
    m_proposal = new QPushButton(this);
    m_proposal->setToolTip(tr("Open the next step that the flowchart proposes"));
    m_next = new QLabel(this);
    m_next->setTextFormat(Qt::PlainText);
    m_next->setWordWrap(true);
    m_next->setProperty("tone", u"muted"_s);
    column->addWidget(m_next);
    column->addWidget(m_proposal, 0, Qt::AlignLeft);
    connect(m_proposal, &QPushButton::clicked, this, [this] { emit nodeActivated(m_wanted); });
    m_proposal->hide();
    setAccessibleName(tr("Triage flowchart"));
}

void FlowRail::setVerdict(const Verdict& verdict, const FlowState& state)
{
    const FlowProposal proposal = proposeNext(verdict, state);
    m_wanted = proposal.node;
    m_next->setText(proposal.sentence);
    m_proposal->setText(tr("Open %1").arg(words::flowNode(proposal.node.toStdString())));
    m_proposal->setVisible(!proposal.node.isEmpty());
    std::vector<FlowNodeData> fresh = flowNodes(verdict, state);
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
