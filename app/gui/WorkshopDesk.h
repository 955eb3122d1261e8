// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QMap>
#include <QObject>

#include "app/gui/JobRunner.h"
#include "core/workshop/Case.h"
#include "core/workshop/KeptSheet.h"
#include "core/workshop/Library.h"
#include "core/workshop/Progress.h"

class QMainWindow;
class QStackedWidget;
class QToolButton;

namespace headwater {

class Actions;
class CasePanel;
class CaseRoom;
class Session;
class SheetKeeper;
class Workbench;
class WorkshopPage;

/// Brings a case of the workshop to the real pages: makes its runs, opens them, and keeps the answer out of sight
/// until the student reveals it.
class WorkshopDesk : public QObject {
    Q_OBJECT
public:
    /// Adds the page of the workshop to `stack`, and a dock for the case to `window`.
    WorkshopDesk(Session& session, JobRunner& jobs, const Actions& actions, QStackedWidget* stack, Workbench* workbench,
                 QMainWindow* window);

    [[nodiscard]] CasePanel* panel() const { return m_panel; }
    [[nodiscard]] CaseRoom* room() const { return m_room; }
    [[nodiscard]] WorkshopPage* page() const { return m_page; }
    /// A case is being solved and not revealed: nothing that tells the verdict is to be shown.
    [[nodiscard]] bool hidesAnswer() const;

    /// The runs in the session are those of the case.
    [[nodiscard]] bool isShown() const;
    /// Of the case that is being solved; empty: none is.
    [[nodiscard]] QString caseTitle() const;

    [[nodiscard]] QString titleOf(const QString& id) const;

    /// Who asks before a case takes the place of what is not saved; calls its argument when the way is free.
    void setGate(std::function<void(const std::function<void()>&)> gate) { m_gate = std::move(gate); }

    void show();
    /// Ends the case where one is being solved: what was not revealed is closed.
    void leave();
    /// Goes on with a case where somebody left it; begins it where nothing is kept.
    void take(const QString& id);
    /// Begins a case. What is kept of it stays until something is answered.
    void start(const QString& id);
    /// The case that the window ended with, not revealed; empty: none.
    [[nodiscard]] QString unfinished() const;
    /// Writes what was answered and is not on the disk yet: the window is about to end.
    void keepNow();
    /// Writes the handout of a case of the library as PDF. WriteFailed; BadUsage where the answers may not be told.
    [[nodiscard]] Status writeHandout(const QString& id, bool withAnswers, const QString& file,
                                      const QString& key = {}) const;
    /// Writes a case file to begin with, and says how to go on. WriteFailed.
    [[nodiscard]] Status writeNew(const QString& file);
    /// Checks the file of a case as `workshop check` does, then puts it among the others or shows what is wrong.
    void openFile(const QString& file);
    /// Writes a case that was opened from a file with its answer sealed. Fails as sealedCaseFile(); WriteFailed.
    [[nodiscard]] Status writeShared(const QString& id, const QString& file) const;
    /// Shows who passed what, from answer files.
    void showClass(const QStringList& files);

signals:
    void failed(const headwater::Error& error);
    void done(const QString& text);  ///< what was written, in a line
    void began();
    void revealed();
    void ended();

private:
    void connectPage();
    void makeKeepers();
    [[nodiscard]] QString keptText(const QString& id) const;
    void open(const workshop::CaseSpec& spec, const std::optional<workshop::KeptSheet>& kept);
    void begin(const workshop::CaseSpec& spec, const std::optional<workshop::KeptSheet>& kept);
    void opened(const QString& file, const Result<workshop::Remarks>& remarks);
    void addCase(const workshop::CaseSpec& spec, const QString& file);
    void chooseFile();
    void chooseNew();
    void chooseClass();
    void chooseHandout(const QString& id, bool withAnswers);  ///< answers that are sealed: asks for the key
    void saveHandout(const QString& id, bool withAnswers, const QString& key);
    void chooseShared(const QString& id);
    void make(const workshop::Case& opened);
    void showNode(const QString& page);
    void showMenu();
    void setWaysEnabled(bool enabled);
    void setFlagShown(bool shown);
    void reveal();
    void save(const QString& id, const QString& json);
    void saveClass();
    void tell(const Status& written, const QString& file);

    std::function<void(const std::function<void()>&)> m_gate;
    Session& m_session;
    JobRunner& m_jobs;
    const Actions& m_actions;
    QStackedWidget* m_stack;
    Workbench* m_workbench;
    QMainWindow* m_window;
    CaseRoom* m_room = nullptr;
    std::shared_ptr<const workshop::Library> m_library;
    QMap<QString, QString> m_files;  ///< by the name of the case that was read from it
    WorkshopPage* m_page = nullptr;
    CasePanel* m_panel = nullptr;
    QToolButton* m_menu = nullptr;    ///< of the panel
    SheetKeeper* m_keeper = nullptr;  ///< of the case
    SheetKeeper* m_exerciseKeeper = nullptr;
    JobRunner::Id m_making = 0;
    JobRunner::Id m_trying = 0;       ///< a case file
    workshop::ClassProgress m_class;  ///< that is shown
    QString m_folder;                 ///< of the runs of the case
    bool m_active = false;
    bool m_suggested = false;  ///< the case that was not finished was chosen in the list
    bool m_opened = false;     ///< the session was told of this case's runs
};

}  // namespace headwater
