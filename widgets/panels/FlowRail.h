// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "widgets/models/FlowNodes.h"
#include "widgets/panels/FlowNode.h"

class QLabel;
class QPushButton;

namespace headwater {

/// The four layers from the alert to the outcome, top to bottom, the path taken drawn through, and the next step that
/// is proposed. ↑ ↓ move, Enter opens, → and ← unfold and fold the facts.
class FlowRail : public QWidget {
    Q_OBJECT
public:
    explicit FlowRail(QWidget* parent = nullptr);

    void setVerdict(const Verdict& verdict, const FlowState& state = {});
    void setActive(const QString& id);  ///< empty: none
    [[nodiscard]] const std::vector<FlowNode*>& nodes() const { return m_nodes; }
    [[nodiscard]] QPushButton* proposal() const { return m_proposal; }

signals:
    void nodeActivated(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<FlowNode*> m_nodes;
    QLabel* m_next = nullptr;  ///< the sentence of the proposal
    QPushButton* m_proposal = nullptr;
    QString m_wanted;  ///< node of the proposal
};

}  // namespace headwater
