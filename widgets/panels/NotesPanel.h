// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/triage/Notes.h"

class QPushButton;
class QVBoxLayout;

namespace headwater {

/// Notes and bookmarks: a click goes to the place that they are pinned to; each has a menu to change or remove it.
class NotesPanel : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Note, Bookmark };

    explicit NotesPanel(QWidget* parent = nullptr);

    void setNotes(const Notes& notes);
    /// The buttons that lead to a place, notes first, in order.
    [[nodiscard]] const std::vector<QPushButton*>& entries() const { return m_entries; }

signals:
    void viewWanted(const headwater::ViewRef& view);
    void editWanted(headwater::NotesPanel::Kind kind, int index);
    void removeWanted(headwater::NotesPanel::Kind kind, int index);

private:
    void addEntry(Kind kind, int index, const ViewRef& at, const QString& text);

    Notes m_notes;
    std::vector<QPushButton*> m_entries;
    QVBoxLayout* m_column = nullptr;
};

/// "forward · steps 4–6 · ranks 2, 5": what a reference selects, in words. Empty where it selects nothing.
[[nodiscard]] QString placeText(const ViewRef& view);

}  // namespace headwater
