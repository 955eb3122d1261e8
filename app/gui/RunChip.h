// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

#include "core/run/Run.h"

namespace headwater {

/// One run in the top bar: its mark, its side, its name as far as there is room.
class RunChip : public QPushButton {
    Q_OBJECT
public:
    RunChip(Side side, QWidget* parent);

    void setRun(const QString& name, const QString& details);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double leadWidth() const;

    Side m_side;
    QString m_name;
};

}  // namespace headwater
