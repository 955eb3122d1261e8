// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "core/run/ScaleCase.h"

class QUndoStack;

namespace headwater {

/// What is known about a fault that shows only at scale, as it is now; every change can be undone, on the stack that
/// inputs and notes use too.
class ScaleBoard : public QObject {
    Q_OBJECT
public:
    /// `stack` must outlive this, but for commands of this that it still holds.
    explicit ScaleBoard(QUndoStack& stack, QObject* parent = nullptr);

    [[nodiscard]] const ScaleCase& now() const { return m_now; }
    /// By the user. `what` is the phrase after "Undo".
    void change(const ScaleCase& next, const QString& what);
    /// Another investigation, or what was there before the stack was turned back for another reason.
    void set(const ScaleCase& given);

signals:
    void changed();

private:
    class Command;

    QUndoStack& m_stack;
    ScaleCase m_now;
};

}  // namespace headwater
