// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "core/workshop/StageTable.h"

namespace headwater {

/// The stages of both runs in order, numbers alone, of the middle rank and of the slowest, and the rule to read them
/// by: what a student applies it to. Says nothing about which of them regressed.
class StageSheet : public QLabel {
    Q_OBJECT
public:
    explicit StageSheet(QWidget* parent = nullptr);

    void setTable(const workshop::Library& library, const workshop::StageTable& table);
};

}  // namespace headwater
