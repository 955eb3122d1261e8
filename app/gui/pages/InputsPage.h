// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

class InputHealthPanel;

/// Files of both runs, their ranks and steps, and everything that was odd while reading.
class InputsPage : public QWidget {
    Q_OBJECT
public:
    explicit InputsPage(QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair);

private:
    InputHealthPanel* m_panel = nullptr;
};

}  // namespace headwater
