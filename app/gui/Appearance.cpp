// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Appearance.h"

#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QWidget>

#include "app/gui/Actions.h"
#include "app/gui/Settings.h"
#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

constexpr auto kOwnSize = "headwater.pointSizeAt100";

}  // namespace

Appearance::Appearance(Settings& settings, const Actions& actions, const QPalette& system, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_system(system)
    , m_base(QApplication::font())
{
    connectActions(actions);
    applyMotion(m_settings.reducedMotion);
    if (m_settings.fontPercent != 100)
        applyFont(m_settings.fontPercent);
}

void Appearance::connectActions(const Actions& actions)
{
    const std::pair<ActionId, ThemeChoice> themes[] = {{ActionId::ThemeSystem, ThemeChoice::System},
                                                       {ActionId::ThemeLight, ThemeChoice::Light},
                                                       {ActionId::ThemeDark, ThemeChoice::Dark}};
    for (const auto& [id, choice] : themes) {
        actions[id]->setChecked(m_settings.theme == choice);
        connect(actions[id], &QAction::triggered, this, [this, wanted = choice] {
            m_settings.theme = wanted;
            applyColours();
        });
    }
    constexpr int kStep = 10;
    connect(actions[ActionId::LargerText], &QAction::triggered, this, [this] { setFontSize(m_percent + kStep); });
    connect(actions[ActionId::SmallerText], &QAction::triggered, this, [this] { setFontSize(m_percent - kStep); });
    connect(actions[ActionId::NormalText], &QAction::triggered, this, [this] { setFontSize(100); });
    actions[ActionId::ReducedMotion]->setChecked(m_settings.reducedMotion);
    connect(actions[ActionId::ReducedMotion], &QAction::toggled, this, &Appearance::applyMotion);
    connect(actions[ActionId::Projector], &QAction::toggled, this, &Appearance::setProjector);
}

void Appearance::setFontSize(int percent)
{
    percent = std::clamp(percent, kSmallestFont, kLargestFont);
    (m_projector ? m_projectorPercent : m_settings.fontPercent) = percent;
    applyFont(percent);
}

void Appearance::setProjector(bool on)
{
    m_projector = on;
    applyFont(on ? m_projectorPercent : m_settings.fontPercent);
    applyColours();
}

void Appearance::applyFont(int percent)
{
    if (percent == m_percent)
        return;
    // Fonts that a widget was given as a multiple of the application's do not follow it by themselves.
    for (QWidget* widget : QApplication::allWidgets())
        if (widget->testAttribute(Qt::WA_SetFont) && widget->font().pointSizeF() > 0 &&
            !widget->property(kOwnSize).isValid())
            widget->setProperty(kOwnSize, widget->font().pointSizeF() * 100 / m_percent);
    m_percent = percent;
    QFont font = m_base;
    font.setPointSizeF(m_base.pointSizeF() * percent / 100);
    QApplication::setFont(font);
    applyColours();  // the style sheet's sizes are multiples of the font
}

void Appearance::applyMotion(bool reduced)
{
    m_settings.reducedMotion = reduced;
    setReducedMotion(*qApp, reduced);
}

void Appearance::applyColours()
{
    applyTheme(*qApp, m_projector ? contrastPalette() : resolveTheme(m_settings.theme, m_system));
    // The new style gives every widget the application's font again.
    for (QWidget* widget : QApplication::allWidgets())
        if (const QVariant size = widget->property(kOwnSize); size.isValid()) {
            QFont own = widget->font();
            own.setPointSizeF(size.toDouble() * m_percent / 100);
            widget->setFont(own);
        }
}

void Appearance::systemChanged(const QPalette& system)
{
    m_system = system;
    if (m_settings.theme == ThemeChoice::System)
        applyColours();
}

}  // namespace headwater
