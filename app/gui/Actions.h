// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include <QList>
#include <QObject>

class QAction;
class QMenu;
class QUndoStack;
class QWidget;

namespace headwater {

enum class ActionId {
    NewComparison,
    OpenInvestigation,
    Save,
    SaveAs,
    OpenSample,
    Undo,
    Redo,
    ChooseBaseline,
    ChooseCurrent,
    Reload,
    Cancel,
    ExportHtml,
    FetchMetrics,
    OpenTopology,
    AddNote,
    AddBookmark,
    CopyReference,
    OpenReference,
    Back,
    Forward,
    Palette,
    ShowOverview,
    ShowCorrectness,
    ShowResources,
    ShowTimeline,
    ShowBubbles,
    ShowStragglers,
    ShowWhatIf,
    ShowScale,
    ShowReport,
    ShowInputs,
    ShowWorkshop,
    ToggleFindings,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    LargerText,
    SmallerText,
    NormalText,
    ReducedMotion,
    LanguageSystem,
    LanguageEnglish,
    LanguageChinese,
    Projector,
    Shortcuts,
    About,
    Quit,
};

/// Every action of the window: one table of texts, shortcuts and tool tips. Menus, buttons and keys use these.
class Actions : public QObject {
    Q_OBJECT
public:
    /// The actions are added to `window`, so that their shortcuts work wherever the focus is.
    explicit Actions(QWidget* window);

    [[nodiscard]] QAction* operator[](ActionId id) const { return m_actions.at(id); }
    /// A menu with submenus of what belongs together: file, edit, notes, pages, view, language, help.
    void fill(QMenu* menu) const;
    /// Other words for the action, in each language of the window: who cannot read the one that is shown looks for
    /// their own by its name.
    [[nodiscard]] QString otherWords(const QAction* action) const;
    /// In the order of the table.
    [[nodiscard]] QList<QAction*> all() const;
    /// Undo and redo are enabled and named as `history` has it; it must outlive this.
    void followHistory(QUndoStack& history);

private:
    void name(ActionId id, bool can, const QString& change);

    std::map<ActionId, QAction*> m_actions;
};

}  // namespace headwater
