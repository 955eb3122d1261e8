// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QMainWindow>
#include <QPalette>

#include "app/gui/JobRunner.h"
#include "app/gui/Session.h"
#include "app/gui/Settings.h"

class QLabel;
class QStackedWidget;

namespace headwater {

class Actions;
class Appearance;
class CommandPalette;
class Document;
class FileActions;
class FrontBar;
class InputsPage;
class LoadingPage;
class MissingPage;
class NoticeBar;
class Recovery;
class SavedLabel;
class ScaleDesk;
class StartPage;
class Workbench;
class WorkshopDesk;

/// The frame: start, loading and workbench, and what the actions do. Holds no data of an investigation.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// `system` is the palette of the desktop, before ours was set.
    MainWindow(Settings settings, QString settingsFile, const QPalette& system, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Session& session() { return *m_session; }
    [[nodiscard]] Workbench* workbench() const { return m_workbench; }
    [[nodiscard]] WorkshopDesk* desk() const { return m_desk; }
    [[nodiscard]] StartPage* startPage() const { return m_start; }
    [[nodiscard]] InputsPage* repairPage() const { return m_repair; }
    [[nodiscard]] FrontBar* frontBar() const { return m_front; }
    [[nodiscard]] MissingPage* missingPage() const { return m_missing; }
    [[nodiscard]] const Document& document() const { return *m_document; }
    /// Where the screen is large enough.
    [[nodiscard]] QSize usualSize() const;
    [[nodiscard]] NoticeBar* offerBar() const { return m_offer; }
    [[nodiscard]] CommandPalette* commandPalette() const { return m_palette; }
    [[nodiscard]] Recovery& recovery() { return *m_recovery; }
    void showPage(const QString& name);
    void openPage(const QString& name);
    void openSample();
    /// Where a window ended without closing, to go on with what it had.
    void offerLeftBehind();
    [[nodiscard]] const FileActions& files() const { return *m_files; }
    /// Somebody else ends the program: drops what is being read or computed, keeps the settings and, for the next
    /// start, what is not saved. Closing the window asks nothing after this.
    void stop();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildStack();
    void connectActions();
    void connectFiles();
    void connectStart();
    void connectInputs();
    void connectDocument();
    void showMissing(const FoundInvestigation& found);
    void useChanged();
    void chooseByHand();
    void compare(const QStringList& baseline, const QStringList& current);
    void showPhase(Session::Phase phase);
    void showFailure(const Error& error, std::optional<Side> side);
    void showNotice(const QString& text);
    void showStatus();
    void showRecent();
    void showFront();
    void checkPage(const QString& name);
    void choose(Side side, bool folder);
    void addFile(Side side, const QString& file);
    void openPalette();
    void keepSettings();

    Settings m_settings;
    QString m_settingsFile;
    JobRunner m_jobs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<Recovery> m_recovery;
    std::optional<FoundInvestigation> m_byHand;  ///< whose runs are being chosen by hand
    bool m_leaving = false;                      ///< what is not saved was given up or is kept: nobody is asked
    Actions* m_actions = nullptr;
    Appearance* m_appearance = nullptr;
    FileActions* m_files = nullptr;
    CommandPalette* m_palette = nullptr;
    FrontBar* m_front = nullptr;  ///< where the workbench's own bar is not
    NoticeBar* m_offer = nullptr;
    QStackedWidget* m_stack = nullptr;
    StartPage* m_start = nullptr;
    LoadingPage* m_loading = nullptr;
    MissingPage* m_missing = nullptr;  ///< an investigation without its inputs
    Workbench* m_workbench = nullptr;
    WorkshopDesk* m_desk = nullptr;
    InputsPage* m_repair = nullptr;  ///< where the first reading failed
    QLabel* m_status = nullptr;
    JobRunner::Id m_looking = 0;  ///< which of what was opened before is still there
    SavedLabel* m_saved = nullptr;
    ScaleDesk* m_scaleDesk = nullptr;  ///< the Scale page without runs
};

}  // namespace headwater
