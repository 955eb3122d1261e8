// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/ElidedLabel.h"

class QStatusBar;

namespace headwater {

/// What a status bar says while it has no message: a bar hides its labels meanwhile, but a larger font makes it lay
/// them out anew and shows them under the message.
class StatusLabel : public ElidedLabel {
    Q_OBJECT
public:
    explicit StatusLabel(QStatusBar* bar);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStatusBar* m_bar;
};

}  // namespace headwater
