// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QObject>
#include <QPalette>

namespace headwater {

class Actions;
struct Settings;

/// Theme, size of the font and motion of the whole application, as the settings have them and the actions change them.
class Appearance : public QObject {
    Q_OBJECT
public:
    /// `system` is the palette of the desktop; the font of the application at this moment is what 100 % means.
    Appearance(Settings& settings, const Actions& actions, const QPalette& system, QObject* parent);

    /// The desktop became light or dark.
    void systemChanged(const QPalette& system);

private:
    void connectActions(const Actions& actions);
    void setFontSize(int percent);
    void setProjector(bool on);
    void applyFont(int percent);
    void applyMotion(bool reduced);
    void applyColours();

    Settings& m_settings;
    QPalette m_system;
    QFont m_base;
    int m_percent = 100;  ///< as applied
    bool m_projector = false;
    int m_projectorPercent = 150;  ///< kept apart: the desk keeps its size
};

}  // namespace headwater
