// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/Palette.h"

#include <algorithm>
#include <cmath>

#include <QWidget>

namespace headwater {

namespace {

double linear(float channel)
{
    const double c = static_cast<double>(channel);
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

Palette makeLight()
{
    Palette p;
    p.page = QColor(0xFF, 0xFF, 0xFF);
    p.panel = QColor(0xF5, 0xF7, 0xF9);
    p.card = QColor(0xFF, 0xFF, 0xFF);
    p.raised = QColor(0xE6, 0xEB, 0xF4);
    p.border = QColor(0xD9, 0xDD, 0xE3);
    p.grid = QColor(0xE6, 0xE9, 0xED);
    p.text = QColor(0x17, 0x1C, 0x26);
    p.muted = QColor(0x5B, 0x64, 0x72);
    p.baseline = QColor(0x00, 0x77, 0xBB);
    p.current = QColor(0xD5, 0x5E, 0x00);
    p.first = QColor(0x33, 0x22, 0x88);
    p.neutral = QColor(0x6E, 0x6E, 0x6E);
    p.onFirst = QColor(0xFF, 0xFF, 0xFF);
    p.baselineText = QColor(0x00, 0x66, 0xA3);
    p.currentText = QColor(0xB3, 0x4D, 0x00);
    p.selection = QColor(0xEE, 0xF1, 0xF8);
    p.causes = {QColor(0xB5, 0x78, 0x00), QColor(0x7A, 0x52, 0x00), QColor(0xB0, 0x4F, 0x86), QColor(0x7A, 0x2A, 0x6E),
                QColor(0x8A, 0x7F, 0x2A), QColor(0x00, 0x7F, 0x63), QColor(0x2F, 0x86, 0xC6), QColor(0x0B, 0x4F, 0x8A),
                QColor(0x5A, 0x64, 0x70), QColor(0x7D, 0x7D, 0x7D)};
    return p;
}

Palette makeDark()
{
    Palette p;
    p.dark = true;
    p.page = QColor(0x1E, 0x1E, 0x1E);
    p.panel = QColor(0x25, 0x26, 0x28);
    p.card = QColor(0x22, 0x23, 0x25);
    p.raised = QColor(0x36, 0x38, 0x3D);
    p.border = QColor(0x3D, 0x3F, 0x44);
    p.grid = QColor(0x33, 0x35, 0x39);
    p.text = QColor(0xEC, 0xED, 0xEF);
    p.muted = QColor(0xA9, 0xAE, 0xB6);
    p.baseline = QColor(0x56, 0xB4, 0xE9);
    p.current = QColor(0xD5, 0x5E, 0x00);
    p.first = QColor(0xF0, 0xE4, 0x42);
    p.neutral = QColor(0xA8, 0xA8, 0xA8);
    p.onFirst = QColor(0x1E, 0x1E, 0x1E);
    p.baselineText = QColor(0x6C, 0xBE, 0xEC);
    p.currentText = QColor(0xF2, 0x82, 0x33);
    p.selection = QColor(0x2E, 0x30, 0x35);
    p.causes = {QColor(0xE6, 0x9F, 0x00), QColor(0xB8, 0x83, 0x3C), QColor(0xCC, 0x79, 0xA7), QColor(0xB0, 0x70, 0xC8),
                QColor(0xC2, 0xB4, 0x5A), QColor(0x2F, 0xB8, 0x94), QColor(0x56, 0xB4, 0xE9), QColor(0x4C, 0x8F, 0xD6),
                QColor(0x93, 0xA5, 0xBA), QColor(0x9A, 0x9A, 0x9A)};
    return p;
}

Palette makeContrast()
{
    Palette p = makeLight();
    p.panel = p.page;
    p.raised = QColor(0xCF, 0xD6, 0xE6);
    p.border = QColor(0x4A, 0x50, 0x5A);
    p.grid = QColor(0x9A, 0xA0, 0xA8);
    p.text = QColor(0x00, 0x00, 0x00);
    p.muted = QColor(0x26, 0x2B, 0x33);
    p.baseline = QColor(0x00, 0x57, 0x8A);
    p.current = QColor(0xA8, 0x45, 0x00);
    p.first = QColor(0x22, 0x11, 0x6B);
    p.neutral = QColor(0x45, 0x45, 0x45);
    p.baselineText = QColor(0x00, 0x49, 0x75);
    p.currentText = QColor(0x87, 0x36, 0x00);
    p.selection = QColor(0xD3, 0xDA, 0xF0);
    return p;
}

}  // namespace

const Palette& lightPalette()
{
    static const Palette palette = makeLight();
    return palette;
}

const Palette& darkPalette()
{
    static const Palette palette = makeDark();
    return palette;
}

const Palette& contrastPalette()
{
    static const Palette palette = makeContrast();
    return palette;
}

const Palette& paletteOf(const QWidget* widget)
{
    // The page is white in both light ones; this role is used for nothing that is drawn on it.
    if (widget->palette().color(QPalette::BrightText) == contrastPalette().currentText)
        return contrastPalette();
    return widget->palette().color(QPalette::Window).lightness() < 128 ? darkPalette() : lightPalette();
}

QColor mix(const QColor& a, const QColor& b, double t)
{
    const auto blend = [t](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * t)); };
    return {blend(a.red(), b.red()), blend(a.green(), b.green()), blend(a.blue(), b.blue())};
}

double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QPalette toQPalette(const Palette& p)
{
    QPalette out;
    out.setColor(QPalette::Window, p.page);
    out.setColor(QPalette::WindowText, p.text);
    out.setColor(QPalette::Base, p.card);
    out.setColor(QPalette::AlternateBase, p.panel);
    out.setColor(QPalette::Text, p.text);
    out.setColor(QPalette::Button, p.card);
    out.setColor(QPalette::ButtonText, p.text);
    out.setColor(QPalette::BrightText, p.currentText);
    out.setColor(QPalette::ToolTipBase, p.card);
    out.setColor(QPalette::ToolTipText, p.text);
    out.setColor(QPalette::PlaceholderText, p.muted);
    out.setColor(QPalette::Highlight, p.selection);
    out.setColor(QPalette::HighlightedText, p.text);
    out.setColor(QPalette::Link, p.baselineText);
    out.setColor(QPalette::LinkVisited, p.baselineText);
    out.setColor(QPalette::Light, mix(p.page, p.text, 0.02));
    out.setColor(QPalette::Midlight, p.panel);
    out.setColor(QPalette::Mid, p.border);
    out.setColor(QPalette::Dark, p.border);
    out.setColor(QPalette::Shadow, p.border);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        out.setColor(QPalette::Disabled, role, mix(p.muted, p.page, 0.35));
    return out;
}

}  // namespace headwater
