// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "widgets/panels/FindingCard.h"
#include "widgets/panels/NotesPanel.h"

class QWidget;

namespace headwater {

class Actions;
class Session;

/// Turns what the user does with findings, notes, bookmarks and references into changes of the notebook, and asks for
/// the texts that this takes.
class NoteKeeper : public QObject {
    Q_OBJECT
public:
    NoteKeeper(Session& session, const Actions& actions, QWidget* window);

    void decide(const QString& finding, FindingAction action);
    void edit(NotesPanel::Kind kind, int index);
    void remove(NotesPanel::Kind kind, int index);

signals:
    void viewWanted(const headwater::ViewRef& view);
    void told(const QString& text);    ///< shortly, what was done
    void failed(const QString& text);  ///< what was not understood

private:
    void addNote();
    void addBookmark();
    void copyReference();
    void openReference();

    Session& m_session;
    QWidget* m_window;
};

}  // namespace headwater
