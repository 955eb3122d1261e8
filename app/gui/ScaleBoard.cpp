// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ScaleBoard.h"

#include <utility>

#include <QUndoCommand>
#include <QUndoStack>

namespace headwater {

class ScaleBoard::Command : public QUndoCommand {
public:
    Command(ScaleBoard& board, ScaleCase next, const QString& what)
        : QUndoCommand(what)
        , m_board(board)
        , m_before(board.now())
        , m_after(std::move(next))
    {}
    void undo() override { m_board.set(m_before); }
    void redo() override { m_board.set(m_after); }

private:
    ScaleBoard& m_board;
    ScaleCase m_before, m_after;
};

ScaleBoard::ScaleBoard(QUndoStack& stack, QObject* parent) : QObject(parent), m_stack(stack) {}

void ScaleBoard::change(const ScaleCase& next, const QString& what)
{
    if (next != m_now)
        m_stack.push(new Command(*this, next, what));
}

void ScaleBoard::set(const ScaleCase& given)
{
    if (given == m_now)
        return;
    m_now = given;
    emit changed();
}

}  // namespace headwater
