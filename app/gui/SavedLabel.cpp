// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/SavedLabel.h"

#include "app/gui/Document.h"

namespace headwater {

using namespace Qt::StringLiterals;

SavedLabel::SavedLabel(Document& document, QWidget* parent) : QLabel(parent), m_document(document)
{
    setTextFormat(Qt::PlainText);
    setProperty("tone", u"muted"_s);
    setContentsMargins(0, 0, fontMetrics().height(), 0);
    connect(&document, &Document::changed, this, &SavedLabel::showState);
    connect(&document, &Document::savedNow, this, [this] {
        m_when = QTime::currentTime();
        m_file = m_document.file();
        showState();
    });
}

void SavedLabel::showState()
{
    if (m_file != m_document.file())
        m_when = {};
    const QString when = m_when.toString(u"HH:mm"_s);
    setToolTip(m_document.unsaved() ? tr("What changed since is kept in case of a crash. Ctrl+S saves it.")
                                    : tr("The investigation was saved; nothing changed since"));
    if (m_document.unsaved())
        setText(m_when.isValid() ? tr("changed since %1").arg(when) : tr("not saved"));
    else
        setText(m_when.isValid() ? tr("saved %1").arg(when) : QString());
    if (text().isEmpty())
        setToolTip({});
}

}  // namespace headwater
