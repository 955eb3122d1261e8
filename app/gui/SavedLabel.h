// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTime>

namespace headwater {

class Session;

/// When the investigation was last saved, and whether it changed since: "saved 14:02".
class SavedLabel : public QLabel {
    Q_OBJECT
public:
    explicit SavedLabel(Session& session, QWidget* parent = nullptr);

    void saved(QTime when);

private:
    void changed();

    QTime m_when;  ///< not valid: not saved yet
};

}  // namespace headwater
