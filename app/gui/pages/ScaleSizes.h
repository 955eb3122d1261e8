// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/run/ScaleCase.h"

class QDoubleSpinBox;
class QSpinBox;

namespace headwater {

/// Where the job is slow, where it is fine, and how long a run takes.
class ScaleSizes : public QWidget {
    Q_OBJECT
public:
    explicit ScaleSizes(QWidget* parent = nullptr);

    void setCase(const ScaleCase& given);
    [[nodiscard]] QSpinBox* bad() const { return m_bad; }
    [[nodiscard]] QSpinBox* perNode() const { return m_perNode; }
    [[nodiscard]] QSpinBox* good() const { return m_good; }
    [[nodiscard]] QDoubleSpinBox* minutes() const { return m_minutes; }

signals:
    /// By the user; `what` for "Undo …".
    void chosen(const headwater::ScaleCase& next, const QString& what);

private:
    void choose(const QString& what);

    ScaleCase m_case;
    QSpinBox* m_bad = nullptr;
    QSpinBox* m_perNode = nullptr;
    QSpinBox* m_good = nullptr;
    QDoubleSpinBox* m_minutes = nullptr;
};

}  // namespace headwater
