// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

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

private:
    [[nodiscard]] QWidget* makeFlow();
    [[nodiscard]] QWidget* makePages(const Actions& actions);

    FlowRail* m_rail = nullptr;
};

}  // namespace headwater
