// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/NoteKeeper.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QWidget>

#include "app/gui/Actions.h"
#include "app/gui/Question.h"
#include "app/gui/Session.h"
#include "app/gui/pages/StartPage.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

NoteKeeper::NoteKeeper(Session& session, const Actions& actions, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_window(window)
{
    connect(actions[ActionId::AddNote], &QAction::triggered, this, &NoteKeeper::addNote);
    connect(actions[ActionId::AddBookmark], &QAction::triggered, this, &NoteKeeper::addBookmark);
    connect(actions[ActionId::CopyReference], &QAction::triggered, this, &NoteKeeper::copyReference);
    connect(actions[ActionId::OpenReference], &QAction::triggered, this, &NoteKeeper::openReference);
}

void NoteKeeper::decide(const QString& finding, FindingAction action)
{
    const auto notes = [this] {
        const Notes& now = m_session.notebook().now();
        return m_session.verdict() ? namedAsIn(*m_session.verdict(), now) : now;
    };
    FindingDecision said = decisionOn(notes(), finding.toStdString());
    const auto keep = [this, notes](const FindingDecision& decision, const QString& what) {
        m_session.notebook().change(withDecision(notes(), decision), what);
    };
    switch (action) {
    case FindingAction::Accept:
        said.mark = FindingMark::Accepted;
        said.reason.clear();
        return keep(said, tr("accepting %1").arg(finding));
    case FindingAction::Reopen:
        said.mark = FindingMark::Open;
        said.reason.clear();
        return keep(said, tr("reopening %1").arg(finding));
    case FindingAction::Dismiss:
        return askForText(m_window, tr("Dismiss the finding"),
                          tr("Why does it not matter? It stays in the list, struck through, with your reason."),
                          tr("Dismiss"), {}, [said, keep, finding](const QString& reason) mutable {
                              said.mark = FindingMark::Dismissed;
                              said.reason = reason.toStdString();
                              keep(said, tr("dismissing %1").arg(finding));
                          });
    case FindingAction::Annotate:
        return askForText(m_window, tr("Annotate the finding"), tr("What is to be said about it?"), tr("Keep"),
                          QString::fromStdString(said.annotation), [said, keep, finding](const QString& text) mutable {
                              said.annotation = text.toStdString();
                              keep(said, tr("annotating %1").arg(finding));
                          });
    }
}

void NoteKeeper::addNote()
{
    if (!m_session.verdict())
        return;
    const ViewRef at = m_session.view();
    const QString place = placeText(at);
    askForText(m_window, tr("New note"), place.isEmpty() ? tr("Note on this page") : tr("Note on %1").arg(place),
               tr("Keep"), {}, [this, at](const QString& text) {
                   Notes notes = m_session.notebook().now();
                   notes.notes.push_back({at, text.toStdString()});
                   m_session.notebook().change(notes, tr("adding a note"));
               });
}

void NoteKeeper::addBookmark()
{
    if (!m_session.verdict())
        return;
    const ViewRef at = m_session.view();
    const QString place = placeText(at);
    askForText(m_window, tr("Bookmark this view"), tr("Name"), tr("Keep"),
               place.isEmpty() ? QString::fromStdString(at.page) : place, [this, at](const QString& name) {
                   Notes notes = m_session.notebook().now();
                   notes.bookmarks.push_back({name.toStdString(), at});
                   m_session.notebook().change(notes, tr("adding a bookmark"));
               });
}

void NoteKeeper::edit(NotesPanel::Kind kind, int index)
{
    const auto i = static_cast<std::size_t>(index);
    const Notes& now = m_session.notebook().now();
    const bool note = kind == NotesPanel::Kind::Note;
    if (i >= (note ? now.notes.size() : now.bookmarks.size()))
        return;
    askForText(m_window, note ? tr("Change the note") : tr("Change the bookmark"), note ? tr("Text") : tr("Name"),
               tr("Keep"), QString::fromStdString(note ? now.notes[i].text : now.bookmarks[i].name),
               [this, note, i](const QString& text) {
                   Notes notes = m_session.notebook().now();
                   if (i >= (note ? notes.notes.size() : notes.bookmarks.size()))
                       return;  // undone meanwhile
                   (note ? notes.notes[i].text : notes.bookmarks[i].name) = text.toStdString();
                   m_session.notebook().change(notes, note ? tr("changing a note") : tr("changing a bookmark"));
               });
}

void NoteKeeper::remove(NotesPanel::Kind kind, int index)
{
    Notes notes = m_session.notebook().now();
    if (kind == NotesPanel::Kind::Note && index < static_cast<int>(notes.notes.size()))
        notes.notes.erase(notes.notes.begin() + index);
    else if (kind == NotesPanel::Kind::Bookmark && index < static_cast<int>(notes.bookmarks.size()))
        notes.bookmarks.erase(notes.bookmarks.begin() + index);
    m_session.notebook().change(notes,
                                kind == NotesPanel::Kind::Note ? tr("removing a note") : tr("removing a bookmark"));
}

void NoteKeeper::copyReference()
{
    const QString text = QString::fromStdString(toText(m_session.view()));
    QGuiApplication::clipboard()->setText(text);
    emit told(tr("Copied %1").arg(text));
}

void NoteKeeper::openReference()
{
    const QString copied = QGuiApplication::clipboard()->text().trimmed();
    askForText(m_window, tr("Open reference"), tr("A reference from a report or a colleague: headwater:\u2026"),
               tr("Open"), copied.startsWith(u"headwater:") ? copied : QString(), [this](const QString& text) {
                   const Result<ViewRef> view = viewRefFromText(text.toStdString());
                   if (view)
                       emit viewWanted(*view);
                   else
                       emit failed(errorText(view.error()));
               });
}

}  // namespace headwater
