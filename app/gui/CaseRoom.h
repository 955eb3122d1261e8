// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDockWidget;
class QLabel;
class QMainWindow;
class QPushButton;
class QScrollArea;

namespace headwater {

class CasePanel;

/// Where a case and the page it asks about are: side by side, or, where the window has no room for both (large type on
/// a projector), one at a time with a button to the other.
class CaseRoom : public QObject {
    Q_OBJECT
public:
    /// The middle of `window` is a wideArea().
    CaseRoom(CasePanel* panel, QMainWindow* window);

    void open();
    void close();
    [[nodiscard]] bool alternates() const { return m_alternates; }
    /// Back from the page; nothing where both are shown.
    [[nodiscard]] QPushButton* backButton() const { return m_back; }

signals:
    void arranged();  ///< side by side, or one at a time from now on

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void seeWhatIsCut();
    void arrange();
    void showFace(bool page);

    CasePanel* m_panel;
    QMainWindow* m_window;
    QScrollArea* m_middle;
    QDockWidget* m_dock = nullptr;
    QDockWidget* m_bar = nullptr;  ///< beside the page, where the panel is not
    QLabel* m_asked = nullptr;
    QPushButton* m_back = nullptr;
    bool m_open = false;
    int m_wide = 0;  ///< what the page turned out to need beside the case; 0: it fits
    bool m_alternates = false;
};

}  // namespace headwater
