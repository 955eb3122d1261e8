// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>

#include "app/gui/CommandLine.h"
#include "app/gui/Session.h"

namespace headwater {

class MainWindow;

/// The page and the selection that the command line names; a selection only where there is a verdict.
void showWhatWasAsked(MainWindow& window, const CommandLine& line);

/// Drives the window without a person: waits until nothing is loading, saves what was asked for, ends with the exit
/// code of CONTRACT.
class Unattended : public QObject {
    Q_OBJECT
public:
    Unattended(MainWindow& window, const CommandLine& line);

    /// After the session was told what to open.
    void start();

    /// The program is being stopped: nothing more is saved.
    void abandon();

private:
    void phaseChanged(Session::Phase phase);
    void finish();
    [[nodiscard]] Status writeReports() const;
    void end(int code);

    MainWindow& m_window;
    const CommandLine& m_line;
    int m_round = 0;  ///< of what is opened: with moved inputs the investigation is opened a second time
    bool m_finishing = false;
    bool m_shown = false;  ///< what was asked for has been gone to
    bool m_abandoned = false;
};

}  // namespace headwater
