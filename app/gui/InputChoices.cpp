// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/InputChoices.h"

#include <array>
#include <set>
#include <utility>

#include <QScopedValueRollback>
#include <QUndoCommand>

namespace headwater {

class ChoiceHistory::Command : public QUndoCommand {
public:
    Command(ChoiceHistory& history, InputChoices next, const QString& what)
        : QUndoCommand(what)
        , m_history(history)
        , m_before(history.now())
        , m_after(std::move(next))
    {}
    void undo() override { m_history.set(m_before); }
    void redo() override { m_history.set(m_after); }
    /// Keys that walk through a list of values are one change. Not merged with what is shown (the stack's clean state).
    [[nodiscard]] int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Command*>(other);
        if (places(m_before, m_after) != places(next->m_before, next->m_after))
            return false;
        m_after = next->m_after;
        setText(next->text());
        setObsolete(m_after == m_before);
        return true;
    }

private:
    /// What differs: (file, field) pairs.
    static std::set<std::pair<std::string, int>> places(const InputChoices& a, const InputChoices& b)
    {
        std::set<std::pair<std::string, int>> out;
        if (a.stages != b.stages)
            out.emplace(std::string(), 0);
        for (const FileOverrides* files : {&a.files, &b.files})
            for (const auto& [path, said] : *files) {
                const FileOverride x = overrideOf(a.files, path);
                const FileOverride y = overrideOf(b.files, path);
                const std::array differs = {x.rank != y.rank, x.unit != y.unit, x.zone != y.zone,
                                            x.ruleFile != y.ruleFile, x.place != y.place};
                for (std::size_t field = 0; field < differs.size(); ++field)
                    if (differs[field])
                        out.emplace(path, static_cast<int>(field));
            }
        return out;
    }

    ChoiceHistory& m_history;
    InputChoices m_before, m_after;
};

ChoiceHistory::ChoiceHistory(QObject* parent) : QObject(parent) {}

void ChoiceHistory::set(const InputChoices& choices)
{
    m_now = choices;
    if (!m_silent)
        emit changed();
}

void ChoiceHistory::change(InputChoices next, const QString& what)
{
    std::erase_if(next.files, [](const auto& entry) { return entry.second.empty(); });
    if (next != m_now)
        m_stack.push(new Command(*this, std::move(next), what));
}

void ChoiceHistory::reset(InputChoices choices)
{
    m_stack.clear();
    m_now = std::move(choices);
    m_kept = m_now;
    m_keptIndex = 0;
}

void ChoiceHistory::keep()
{
    m_kept = m_now;
    m_keptIndex = m_stack.index();
    m_stack.setClean();
}

void ChoiceHistory::goBack()
{
    if (m_now == m_kept)
        return;
    const QScopedValueRollback silent(m_silent, true);
    m_stack.setIndex(m_keptIndex);
    if (m_now == m_kept)
        return;
    // The way back was cut off by a newer change after an undo.
    m_stack.clear();
    m_now = m_kept;
    m_keptIndex = 0;
}

}  // namespace headwater
