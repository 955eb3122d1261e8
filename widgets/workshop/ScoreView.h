// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "core/workshop/Grade.h"

namespace headwater {

/// The score of a sheet: points and parts, what is right, and the wrong turns with what they mean.
class ScoreView : public QLabel {
    Q_OBJECT
public:
    explicit ScoreView(QWidget* parent = nullptr);

    /// `before` are paragraphs of plain text above the score.
    void setGrade(const workshop::Library& library, const workshop::Grade& grade, const QStringList& before = {});
};

}  // namespace headwater
