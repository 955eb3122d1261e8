// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "core/triage/Verdict.h"

namespace headwater {

/// The stages of both runs in order, numbers alone: what a student applies the rule to. Says nothing about which of
/// them regressed.
class StageSheet : public QLabel {
    Q_OBJECT
public:
    explicit StageSheet(QWidget* parent = nullptr);

    void setVerdict(const Verdict& verdict);
};

}  // namespace headwater
