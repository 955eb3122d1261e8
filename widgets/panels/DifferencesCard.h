// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/Comparability.h"
#include "widgets/panels/Card.h"

class QLabel;
class QPushButton;

namespace headwater {

/// What differs between the runs, in short: what counts first, the rest as a number.
class DifferencesCard : public Card {
    Q_OBJECT
public:
    explicit DifferencesCard(QWidget* parent = nullptr);

    void setComparability(const Comparability& comparability);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton* button() const { return m_open; }

signals:
    void openWanted();  ///< all of it

private:
    QLabel* m_status = nullptr;
    QLabel* m_list = nullptr;
    QPushButton* m_open = nullptr;
};

}  // namespace headwater
