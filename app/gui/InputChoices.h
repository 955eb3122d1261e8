// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "core/run/FileOverride.h"

namespace headwater {

/// What the user decided about the inputs: per file, how stages are found, and what an opened investigation says of all
/// its files (SavedInvestigation).
struct InputChoices {
    FileOverrides files;
    QString stages = QStringLiteral("auto");
    std::string unit = {};
    std::string timezone = {};
    bool linkedOnly = false;

    friend bool operator==(const InputChoices&, const InputChoices&) = default;
};

/// The choices as they are now, with undo and redo. What was last shown can be gone back to when reading with newer
/// choices fails or is cancelled.
class ChoiceHistory : public QObject {
    Q_OBJECT
public:
    explicit ChoiceHistory(QObject* parent = nullptr);

    [[nodiscard]] const InputChoices& now() const { return m_now; }
    /// By the user: can be undone. `what` is the verb phrase after "Undo".
    void change(InputChoices next, const QString& what);
    /// Another investigation: nothing to undo, nothing is told.
    void reset(InputChoices choices);
    void keep();    ///< what is now is shown
    void goBack();  ///< to what was kept, telling nobody
    [[nodiscard]] QUndoStack* stack() { return &m_stack; }

signals:
    void changed();  ///< by the user, undo and redo included

private:
    class Command;
    void set(const InputChoices& choices);

    QUndoStack m_stack;
    InputChoices m_now, m_kept;
    int m_keptIndex = 0;
    bool m_silent = false;
};

}  // namespace headwater
