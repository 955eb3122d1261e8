// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/SavedLabel.h"

#include <QUndoStack>

#include "app/gui/Session.h"

namespace headwater {

using namespace Qt::StringLiterals;

SavedLabel::SavedLabel(Session& session, QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setProperty("tone", u"muted"_s);
    setContentsMargins(0, 0, fontMetrics().height(), 0);
    connect(session.history().stack(), &QUndoStack::indexChanged, this, &SavedLabel::changed);
    connect(&session, &Session::settingsChanged, this, &SavedLabel::changed);
    connect(&session, &Session::phaseChanged, this, [this](Session::Phase phase) {
        if (phase != Session::Phase::Loading)
            return;
        m_when = {};  // what is being opened was not saved here
        clear();
    });
}

void SavedLabel::saved(QTime when)
{
    m_when = when;
    setText(tr("saved %1").arg(when.toString(u"HH:mm"_s)));
    setToolTip(tr("The investigation was saved; nothing changed since"));
}

void SavedLabel::changed()
{
    if (!m_when.isValid())
        return;
    setText(tr("changed since %1").arg(m_when.toString(u"HH:mm"_s)));
    setToolTip(tr("What changed since is kept in case of a crash. Ctrl+S saves it."));
}

}  // namespace headwater
