// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QScrollArea;

namespace headwater {

class Actions;
class FlowRail;

/// The left edge of the workbench: the flowchart, which scrolls where it does not fit, and below it, always in reach,
/// the buttons of the pages.
class RailPanel : public QFrame {
    Q_OBJECT
public:
    explicit RailPanel(const Actions& actions, QWidget* parent = nullptr);

    [[nodiscard]] FlowRail* rail() const { return m_rail; }
    /// Wide enough that nothing is cut, the flowchart's scroll bar included.
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    [[nodiscard]] QScrollArea* makeFlow();
    [[nodiscard]] QWidget* makePages(const Actions& actions);

    QScrollArea* m_flow = nullptr;
    QWidget* m_pages = nullptr;
    FlowRail* m_rail = nullptr;
};

}  // namespace headwater
