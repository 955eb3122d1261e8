// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace headwater {

/// A framed surface with a coloured edge on the left that says what kind of statement it holds.
class Card : public QFrame {
    Q_OBJECT
public:
    enum class Edge { None, First, Attention, Neutral };

    explicit Card(QWidget* parent = nullptr);

    /// Dashed: the statement is a conclusion, not a measurement.
    void setEdge(Edge edge, bool dashed = false);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Edge m_edge = Edge::None;
    bool m_dashed = false;
};

}  // namespace headwater
