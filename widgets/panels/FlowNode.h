// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "widgets/models/FlowNodes.h"

namespace headwater {

/// Where the parts of a node lie.
struct FlowNodeLayout {
    QRectF box;
    QRectF title, badge, detail;
    QString badgeText;  ///< as much as the title leaves room for
    QRectF chevron;     ///< empty where there are no facts
    QRectF facts;       ///< empty while folded
};

/// One node: title, status and count, one line, and the facts behind it, which → and ← or the chevron unfold and fold.
class FlowNode : public QAbstractButton {
    Q_OBJECT
public:
    explicit FlowNode(QWidget* parent = nullptr);

    void setNode(FlowNodeData node);
    [[nodiscard]] const FlowNodeData& node() const { return m_node; }
    void setExpanded(bool expanded);
    [[nodiscard]] bool expanded() const { return m_expanded; }
    [[nodiscard]] FlowNodeLayout nodeLayout() const;

    QSize sizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void describe();
    void fit();
    [[nodiscard]] QString factsText() const;
    [[nodiscard]] QFont factsFont() const;
    [[nodiscard]] QString titleText() const;
    void paintHead(QPainter& painter, const FlowNodeLayout& layout) const;
    void paintFacts(QPainter& painter, const FlowNodeLayout& layout) const;

    FlowNodeData m_node;
    bool m_expanded = false;
};

}  // namespace headwater
