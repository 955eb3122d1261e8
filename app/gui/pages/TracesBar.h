// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/analysis/RunAnalysis.h"

class QLabel;
class QPushButton;

namespace headwater {

/// Where a page shows what only traces have: says which are not there because ranks are summaries or the cache knew
/// them, and offers to read them where they lie. Hidden where all are there.
class TracesBar : public QWidget {
    Q_OBJECT
public:
    explicit TracesBar(QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton* button() const { return m_load; }

signals:
    void tracesWanted();

private:
    QLabel* m_label = nullptr;
    QPushButton* m_load = nullptr;
};

}  // namespace headwater
