// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractButton>
#include <QWidget>

#include "core/triage/Verdict.h"

namespace headwater {

/// One node of the flowchart as the rail shows it.
struct FlowNodeData {
    enum class Tone { Plain, Attention, Pass, NoData };

    QString id;  ///< as in Verdict::flowchart
    QString title;
    QString badge;    ///< status and count, with its sign
    QString detail;   ///< one line
    QString because;  ///< tool tip
    Tone tone = Tone::Plain;
    bool question = false;
    bool onPath = false;

    friend bool operator==(const FlowNodeData&, const FlowNodeData&) = default;
};

/// The seven nodes in their fixed order, those on the path taken marked.
[[nodiscard]] std::vector<FlowNodeData> flowNodes(const Verdict& verdict);

class FlowNode : public QAbstractButton {
    Q_OBJECT
public:
    explicit FlowNode(QWidget* parent = nullptr);

    void setNode(FlowNodeData node);
    [[nodiscard]] const FlowNodeData& node() const { return m_node; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    FlowNodeData m_node;
};

/// The four layers from the alert to the outcome, top to bottom, the path taken drawn through. ↑ ↓ move, Enter opens.
class FlowRail : public QWidget {
    Q_OBJECT
public:
    explicit FlowRail(QWidget* parent = nullptr);

    void setVerdict(const Verdict& verdict);
    void setActive(const QString& id);  ///< empty: none
    [[nodiscard]] const std::vector<FlowNode*>& nodes() const { return m_nodes; }

signals:
    void nodeActivated(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<FlowNode*> m_nodes;
};

}  // namespace headwater
