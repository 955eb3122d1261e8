// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Actions.h"

#include <algorithm>
#include <iterator>

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>
#include <QMenu>
#include <QRegularExpression>
#include <QUndoStack>
#include <QWidget>

#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct ActionRow {
    ActionId id;
    QString text;
    QKeySequence shortcut;
    QString toolTip;
    bool checkable = false;
    QKeySequence other = {};  ///< a second shortcut
};

QList<ActionRow> table()
{
    using A = ActionId;
    const auto tr = [](const char* text) { return Actions::tr(text); };
    return {
        {A::NewComparison, tr("&New comparison\u2026"), QKeySequence(QKeySequence::New), tr("Choose two runs")},
        {A::OpenInvestigation, tr("Open &investigation\u2026"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O),
         tr("Open a .headwater file")},
        {A::Save, tr("&Save investigation\u2026"), QKeySequence(QKeySequence::Save),
         tr("Keep runs and settings in a file")},
        {A::SaveAs, tr("Save in &another file\u2026"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
         tr("Keep runs, settings and notes in a file of another name")},
        {A::OpenSample, tr("Open the s&ample investigation"), {}, tr("Two small simulated runs with a fault in one")},
        {A::ExportHtml, tr("&Export report\u2026"), QKeySequence(Qt::CTRL | Qt::Key_E),
         tr("Write a report that opens in any browser")},
        {A::FetchMetrics, tr("Fetch from &Prometheus\u2026"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
         tr("GPU, network and host metrics of a time range, as a file for a run")},
        {A::OpenTopology, tr("Open topology or results…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Y),
         tr("Nodes and their switches, or what experiments at scale showed")},
        {A::Undo, tr("&Undo"), QKeySequence(Qt::CTRL | Qt::Key_Z), tr("Take back the last change of inputs or notes")},
        {A::Redo, tr("Re&do"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), tr("Make the change again")},
        {A::ChooseBaseline, tr("Choose &baseline folder\u2026"), QKeySequence(QKeySequence::Open),
         tr("The run that was fine")},
        {A::ChooseCurrent, tr("Choose &current folder\u2026"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
         tr("The run that is slow")},
        {A::Reload, tr("&Reload"), QKeySequence(Qt::Key_F5), tr("Read both runs again")},
        {A::Cancel, tr("Cancel"), QKeySequence(Qt::Key_Escape), tr("Stop what is being read or computed")},
        {A::AddNote, tr("Add a &note\u2026"), QKeySequence(Qt::CTRL | Qt::Key_M), tr("Pinned to what is selected")},
        {A::AddBookmark, tr("&Bookmark this view\u2026"), QKeySequence(Qt::CTRL | Qt::Key_D),
         tr("To come back to what is selected")},
        {A::CopyReference, tr("Copy re&ference"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C),
         tr("Of the present view, as text for a colleague")},
        {A::OpenReference, tr("Open reference\u2026"), QKeySequence(Qt::CTRL | Qt::Key_L),
         tr("Go to the view that a reference names")},
        {A::Back, tr("Bac&k"), QKeySequence(Qt::ALT | Qt::Key_Left), tr("To the view before")},
        {A::Forward, tr("For&ward"), QKeySequence(Qt::ALT | Qt::Key_Right), tr("To the view after")},
        {A::Palette, tr("Search actions\u2026"), QKeySequence(Qt::CTRL | Qt::Key_K),
         tr("Find any action, page, stage, rank or finding")},
        {A::ShowOverview, tr("&Overview"), QKeySequence(Qt::CTRL | Qt::Key_1), tr("The answer and the stages"), true},
        {A::ShowCorrectness, tr("&Correctness"), QKeySequence(Qt::CTRL | Qt::Key_2),
         tr("Loss, what differs between the runs, and what a repeat needs"), true},
        {A::ShowResources, tr("&Resources"), QKeySequence(Qt::CTRL | Qt::Key_3),
         tr("Devices and hosts: clocks, errors, memory, network"), true},
        {A::ShowTimeline, tr("&Timeline"), QKeySequence(Qt::CTRL | Qt::Key_4), tr("What devices and threads did when"),
         true},
        {A::ShowBubbles, tr("&Bubbles"), QKeySequence(Qt::CTRL | Qt::Key_5),
         tr("Why the device does not compute: IO or communication?"), true},
        {A::ShowStragglers, tr("S&tragglers"), QKeySequence(Qt::CTRL | Qt::Key_6), tr("Are the ranks uneven?"), true},
        {A::ShowWhatIf, tr("&What-if"), QKeySequence(Qt::CTRL | Qt::Key_7),
         tr("What fixing a stage or a rank could give, by replay"), true},
        {A::ShowScale, tr("Sca&le"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
         tr("A fault that shows only on many GPUs: topology, experiments, what they prove"), true},
        {A::ShowReport, tr("Re&port"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
         tr("What leaves the house: preview, sections, names to replace, export"), true},
        {A::ShowInputs, tr("&Inputs"), QKeySequence(Qt::CTRL | Qt::Key_8), tr("Files, ranks, steps and problems"),
         true},
        {A::ShowWorkshop, tr("&Workshop"), QKeySequence(Qt::CTRL | Qt::Key_9),
         tr("Cases with a hidden fault, ideas to drag, the exercise")},
        {A::ToggleFindings, tr("&Findings panel"), QKeySequence(Qt::Key_F9), tr("Show or hide the findings"), true},
        {A::ThemeSystem, tr("Theme of the desktop"), {}, tr("Light or dark as the desktop is"), true},
        {A::ThemeLight, tr("Light theme"), {}, {}, true},
        {A::ThemeDark, tr("Dark theme"), {}, {}, true},
        {A::LargerText, tr("Larger text"), QKeySequence(Qt::CTRL | Qt::Key_Plus), tr("Up to twice the desktop's size"),
         false, QKeySequence(Qt::CTRL | Qt::Key_Equal)},
        {A::SmallerText, tr("Smaller text"), QKeySequence(Qt::CTRL | Qt::Key_Minus), {}},
        {A::NormalText, tr("Text of the desktop's size"), QKeySequence(Qt::CTRL | Qt::Key_0), {}},
        {A::ReducedMotion, tr("Reduced motion"), {}, tr("Nothing moves by itself"), true},
        {A::LanguageSystem, tr("Language of the desktop"), {}, tr("From the next start on"), true},
        {A::LanguageEnglish, u"English"_s, {}, tr("From the next start on"), true},
        {A::LanguageChinese, u"\u7b80\u4f53\u4e2d\u6587"_s, {}, tr("From the next start on"), true},
        {A::Projector, tr("Pro&jector mode"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
         tr("Large type and high contrast, until it is switched off"), true},
        {A::Shortcuts, tr("&Keys"), QKeySequence(Qt::Key_F1), tr("Every shortcut"), false,
         QKeySequence(Qt::SHIFT | Qt::Key_Question)},
        {A::About, tr("About Headwater"), {}, {}},
        {A::Quit, tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), {}},
    };
}

enum class MenuId { File, Edit, Notes, Go, View, Language, Help, None };

/// The submenu that an action is in. Pages and the ways between them need not be named.
MenuId menuOf(ActionId id)
{
    using A = ActionId;
    switch (id) {
    case A::NewComparison:
    case A::OpenInvestigation:
    case A::Save:
    case A::SaveAs:
    case A::OpenSample:
    case A::ChooseBaseline:
    case A::ChooseCurrent:
    case A::Reload:
    case A::ExportHtml:
    case A::FetchMetrics:
    case A::Quit: return MenuId::File;
    case A::Undo:
    case A::Redo: return MenuId::Edit;
    case A::AddNote:
    case A::AddBookmark:
    case A::CopyReference:
    case A::OpenReference: return MenuId::Notes;
    case A::ToggleFindings:
    case A::ThemeSystem:
    case A::ThemeLight:
    case A::ThemeDark:
    case A::LargerText:
    case A::SmallerText:
    case A::NormalText:
    case A::ReducedMotion: return MenuId::View;
    case A::LanguageSystem:
    case A::LanguageEnglish:
    case A::LanguageChinese: return MenuId::Language;
    case A::Palette:
    case A::Shortcuts:
    case A::About: return MenuId::Help;
    case A::Cancel: return MenuId::None;  // what runs has a button of its own
    default: return MenuId::Go;
    }
}

QString wordsFor(ActionId id)
{
    using A = ActionId;
    const QString language = u"Language \u8bed\u8a00 "_s;
    const QString theme = u"Theme colours appearance \u4e3b\u9898 \u5916\u89c2 "_s;
    switch (id) {
    case A::LanguageSystem: return language + u"desktop"_s;
    case A::LanguageEnglish: return language + u"English \u82f1\u8bed \u82f1\u6587"_s;
    case A::LanguageChinese: return language + u"Chinese Simplified \u6c49\u8bed \u4e2d\u6587 zh"_s;
    case A::ThemeSystem: return theme + u"system desktop automatic"_s;
    case A::ThemeLight: return theme + u"Light bright \u6d45\u8272"_s;
    case A::ThemeDark: return theme + u"Dark night \u6df1\u8272"_s;
    case A::Projector: return theme + u"high contrast"_s;
    default: return {};
    }
}

/// What a button shows: languages without Latin letters put the mnemonic behind the text, "概览(&O)".
QString withoutMnemonic(QString text)
{
    static const QRegularExpression behind(u"\\(&.\\)"_s);
    return text.remove(behind).remove(u'&');
}

}  // namespace

Actions::Actions(QWidget* window) : QObject(window)
{
    auto* pages = new QActionGroup(this);
    auto* themes = new QActionGroup(this);
    auto* languages = new QActionGroup(this);
    for (const ActionRow& row : table()) {
        auto* action = new QAction(row.text, this);
        action->setIconText(withoutMnemonic(row.text));
        QList<QKeySequence> keys = {row.shortcut, row.other};
        keys.removeAll(QKeySequence());
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WindowShortcut);
        action->setCheckable(row.checkable);
        action->setStatusTip(row.toolTip);
        const QString said = row.shortcut.toString(QKeySequence::NativeText);
        action->setToolTip(said.isEmpty() ? row.toolTip : QStringLiteral("%1 (%2)").arg(row.toolTip, said));
        if (row.id >= ActionId::ShowOverview && row.id < ActionId::ShowWorkshop)
            pages->addAction(action);
        if (row.id == ActionId::ThemeSystem || row.id == ActionId::ThemeLight || row.id == ActionId::ThemeDark)
            themes->addAction(action);
        if (menuOf(row.id) == MenuId::Language)
            languages->addAction(action);
        window->addAction(action);
        m_actions.emplace(row.id, action);
    }
}

void Actions::name(ActionId id, bool can, const QString& change)
{
    QAction* action = m_actions.at(id);
    action->setEnabled(can);
    const QString verb = id == ActionId::Undo ? tr("Undo") : tr("Redo");
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    const QString text = can ? tr("%1: %2").arg(verb, change) : verb;
    action->setStatusTip(text);
    action->setToolTip(format::tip(QStringLiteral("%1 (%2)").arg(text, keys)));
}

void Actions::followHistory(QUndoStack& history)
{
    const auto follow = [this, &history] {
        name(ActionId::Undo, history.canUndo(), history.undoText());
        name(ActionId::Redo, history.canRedo(), history.redoText());
    };
    connect(&history, &QUndoStack::indexChanged, this, follow);
    connect(m_actions.at(ActionId::Undo), &QAction::triggered, &history, &QUndoStack::undo);
    connect(m_actions.at(ActionId::Redo), &QAction::triggered, &history, &QUndoStack::redo);
    follow();
}

QString Actions::otherWords(const QAction* action) const
{
    const auto row = std::ranges::find(m_actions, action, &std::pair<const ActionId, QAction*>::second);
    return row == m_actions.end() ? QString() : wordsFor(row->first);
}

QList<QAction*> Actions::all() const
{
    QList<QAction*> out;
    for (const auto& [id, action] : m_actions)
        out << action;
    return out;
}

void Actions::fill(QMenu* menu) const
{
    // In the order of MenuId.
    const QString titles[] = {tr("&File"), tr("&Edit"),     tr("&Notes"), tr("&Go to"),
                              tr("&View"), tr("&Language"), tr("&Help")};
    // What begins a new part of its submenu.
    using A = ActionId;
    const A parts[] = {A::Save,         A::ChooseBaseline, A::ExportHtml, A::Quit,          A::CopyReference,
                       A::ShowOverview, A::ThemeSystem,    A::LargerText, A::ReducedMotion, A::About};
    for (std::size_t i = 0; i < std::size(titles); ++i) {
        QMenu* group = menu->addMenu(titles[i]);
        group->setToolTipsVisible(true);
        for (const auto& [id, action] : m_actions) {
            if (static_cast<std::size_t>(menuOf(id)) != i)
                continue;
            if (std::find(std::begin(parts), std::end(parts), id) != std::end(parts))
                group->addSeparator();
            group->addAction(action);
        }
    }
}

}  // namespace headwater
