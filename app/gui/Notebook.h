// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "core/triage/Notes.h"

class QUndoStack;

namespace headwater {

/// What people said about the investigation, as it is now; every change can be undone, on the stack that the choices
/// about the inputs use too.
class Notebook : public QObject {
    Q_OBJECT
public:
    /// `stack` must outlive this, but for commands of this that it still holds.
    explicit Notebook(QUndoStack& stack, QObject* parent = nullptr);

    [[nodiscard]] const Notes& now() const { return m_now; }
    /// By the user. `what` is the phrase after "Undo".
    void change(const Notes& next, const QString& what);
    /// Another investigation.
    void reset(const Notes& notes) { set(notes); }
    /// What was there before the stack was turned back for another reason.
    void restore(const Notes& notes) { set(notes); }

signals:
    void changed();

private:
    class Command;
    void set(const Notes& notes);

    QUndoStack& m_stack;
    Notes m_now;
};

}  // namespace headwater
