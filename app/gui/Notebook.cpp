// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Notebook.h"

#include <utility>

#include <QUndoCommand>
#include <QUndoStack>

namespace headwater {

class Notebook::Command : public QUndoCommand {
public:
    Command(Notebook& notebook, Notes next, const QString& what)
        : QUndoCommand(what)
        , m_notebook(notebook)
        , m_before(notebook.now())
        , m_after(std::move(next))
    {}
    void undo() override { m_notebook.set(m_before); }
    void redo() override { m_notebook.set(m_after); }

private:
    Notebook& m_notebook;
    Notes m_before, m_after;
};

Notebook::Notebook(QUndoStack& stack, QObject* parent) : QObject(parent), m_stack(stack) {}

void Notebook::change(const Notes& next, const QString& what)
{
    if (next != m_now)
        m_stack.push(new Command(*this, next, what));
}

void Notebook::set(const Notes& notes)
{
    if (notes == m_now)
        return;
    m_now = notes;
    emit changed();
}

}  // namespace headwater
