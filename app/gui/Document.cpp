// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Document.h"

#include <QFileInfo>
#include <QUndoStack>

#include "app/gui/RunNames.h"
#include "app/gui/Session.h"
#include "core/report/SavedInvestigation.h"

namespace headwater {

Document::Document(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    connect(&session, &Session::opened, this, &Document::opened);
    connect(&session, &Session::inputsReplaced, this, &Document::inputsReplaced);
    connect(&session, &Session::settingsChanged, this, &Document::check);
    connect(&session, &Session::phaseChanged, this, &Document::check);
    connect(&session.notebook(), &Notebook::changed, this, &Document::check);
    connect(session.history().stack(), &QUndoStack::indexChanged, this, &Document::check);
}

QString Document::name() const
{
    if (!file().isEmpty())
        return QFileInfo(file()).fileName();
    return pairName(m_session.paths(Side::Baseline), m_session.paths(Side::Current));
}

/// What of the investigation would be lost.
std::string Document::written() const
{
    SavedInvestigation now = m_session.saved();
    now.baseline.clear();  // others are another investigation
    now.current.clear();
    now.prints.clear();
    if (file().isEmpty()) {
        const Policy usual;
        now.stages.clear();
        now.policy.epsilonPpm = usual.epsilonPpm;
        now.policy.statistic = usual.statistic;
        now.policy.measure = usual.measure;
    }
    return investigationJson(now, "/");
}

void Document::set(const Origin& origin)
{
    if (origin.file == m_origin.file && origin.unsaved == m_origin.unsaved)
        return;
    m_origin = origin;
    emit changed();
}

void Document::opened()
{
    const Origin& origin = m_session.origin();
    m_origin.file = origin.file;  // written() asks
    m_kept = origin.unsaved ? std::nullopt : std::optional(written());
    m_origin.unsaved = origin.unsaved;
    emit changed();
}

/// The file knows the inputs by what they looked like: it has to be told.
void Document::inputsReplaced(const std::vector<ChangedInput>&, bool kept)
{
    if (file().isEmpty() || kept)
        return;
    m_kept.reset();
    check();
}

void Document::check()
{
    // What is being opened is not yet there, and has brought its settings along.
    const Session::Phase phase = m_session.phase();
    if (phase == Session::Phase::Loading || (!m_session.verdict() && phase != Session::Phase::Empty))
        return;
    // Without runs there may be a plan at scale.
    if (!m_session.verdict() && m_session.scale().now().empty())
        return set({file(), false});
    set({file(), !m_kept || written() != *m_kept});
}

void Document::saved(const QString& file)
{
    m_origin.file = file;
    m_kept = written();
    m_origin.unsaved = false;
    emit savedNow();
    emit changed();
}

}  // namespace headwater
