// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/Theme.h"

#include <algorithm>

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QLabel>
#include <QPainter>
#include <QStyleHints>

#include "widgets/theme/ElidedLabel.h"
#include "widgets/theme/LazyPolish.h"
#include "widgets/theme/Style.h"

namespace headwater {

using namespace Qt::StringLiterals;

QString nameOf(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Light: return u"light"_s;
    case ThemeChoice::Dark: return u"dark"_s;
    case ThemeChoice::System: return u"system"_s;
    }
    return {};
}

std::optional<ThemeChoice> themeFromName(const QString& name)
{
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::System})
        if (name == nameOf(choice))
            return choice;
    return std::nullopt;
}

const Palette& resolveTheme(ThemeChoice choice, const QPalette& system)
{
    if (choice == ThemeChoice::System)
        return system.color(QPalette::Window).lightness() < 128 ? darkPalette() : lightPalette();
    return choice == ThemeChoice::Dark ? darkPalette() : lightPalette();
}

namespace {

// Sizes are in em and ex of the widget's font; only hairlines are in pixels.
constexpr auto kStyle = R"(
QToolTip { max-width: 40em; background: @card; color: @text; border: 1px solid @border; padding: 0.3em; }
QPushButton, QToolButton, QComboBox { background: @card; color: @text; border: 1px solid @border;
    border-radius: 4px; padding: 0.26em 0.7em; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { border-color: @muted; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked { background: @raised; }
QPushButton:focus, QToolButton:focus, QComboBox:focus { border-color: @first; }
QPushButton[accent="true"]:enabled { background: @first; color: @onfirst; border-color: @first; font-weight: 600; }
QPushButton[accent="true"]:enabled:hover, QPushButton[accent="true"]:enabled:focus { border: 2px solid @muted; }
QPushButton[flat="true"] { border-color: transparent; background: transparent; }
QPushButton[flat="true"]:hover, QPushButton[flat="true"]:focus { border-color: @border; }
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled { color: @disabled; }
QToolButton[compact="true"] { padding: 0.05em 0.3em; min-height: 1.4em; }
QToolButton[flat="true"] { border-color: transparent; background: transparent; padding: 0 0.3em; }
QToolButton[flat="true"]:hover, QToolButton[flat="true"]:focus { border-color: @border; }
QToolButton::menu-indicator { image: none; }
QComboBox::drop-down { border: none; background: transparent; width: 1.5em; }
QComboBox QAbstractItemView { background: @card; border: 1px solid @border; selection-background-color: @raised;
    selection-color: @text; }
QToolButton[segment="first"] { border-top-right-radius: 0; border-bottom-right-radius: 0; }
QToolButton[segment="middle"] { border-radius: 0; border-left-width: 0; }
QToolButton[segment="last"] { border-top-left-radius: 0; border-bottom-left-radius: 0; border-left-width: 0; }
QToolButton[segment]:checked { background: @raised; font-weight: 600; }
QDoubleSpinBox, QSpinBox, QLineEdit, QPlainTextEdit { background: @card; color: @text; border: 1px solid @border;
    border-radius: 4px; padding: 0.2em 0.4em; selection-background-color: @baseline; selection-color: @page; }
QDoubleSpinBox:disabled, QSpinBox:disabled, QLineEdit:disabled, QPlainTextEdit:disabled { background: @panel;
    color: @disabled; }
QDoubleSpinBox:focus, QSpinBox:focus, QLineEdit:focus, QPlainTextEdit:focus { border-color: @first; }
QTableView { background: @page; border: none; gridline-color: transparent; selection-background-color: @selection;
    selection-color: @text; outline: 0; }
QTreeView::item { padding: 0.22em 0; }
QTreeView { background: @card; border: none; selection-background-color: @selection; selection-color: @text; }
QTableView QTableCornerButton::section { background: @page; border: none; }
QHeaderView { background: @page; }
QHeaderView::section { background: @page; color: @muted; border: none; border-bottom: 1px solid @border;
    padding: 0.35em 0.5em; font-weight: 600; }
QScrollArea { border: none; background: transparent; }
QMenu { background: @card; border: 1px solid @border; padding: 0.3em; }
QMenu::item { padding: 0.35em 1.6em 0.35em 1em; border-radius: 3px; }
QMenu::item:selected { background: @raised; }
QMenu::separator { height: 1px; background: @border; margin: 0.3em 0.5em; }
QProgressBar { background: @raised; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @first; border-radius: 3px; }
QProgressBar[side="baseline"]::chunk { background: @baseline; }
QProgressBar[side="current"]::chunk { background: @current; }
QStatusBar { background: @panel; border-top: 1px solid @border; color: @muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; }
QLabel[tone="muted"] { color: @muted; }
QLabel[tone="title"] { font-weight: 600; }
QLabel[tone="section"] { color: @muted; font-weight: 600; }
QFrame[surface="panel"] { background: @panel; }
QFrame[surface="panel"][edge="right"] { border-right: 1px solid @border; }
QFrame[surface="panel"][edge="left"] { border-left: 1px solid @border; }
QFrame[surface="panel"][edge="bottom"] { border-bottom: 1px solid @border; }
QFrame[surface="card"] { background: @card; border: 1px solid @border; border-radius: 6px; }
QSlider { min-height: 22px; }
QSlider::groove:horizontal { height: 3px; background: @border; border-radius: 1px; }
QSlider::sub-page:horizontal { background: @baseline; border-radius: 1px; }
QSlider::handle:horizontal { background: @card; border: 2px solid @baseline; width: 16px; height: 16px;
    margin: -9px 0; border-radius: 10px; }
QSlider::handle:horizontal:focus { border-color: @first; }
QSplitter::handle { background: transparent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 4px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 2em; }
QScrollBar::handle:horizontal { min-width: 2em; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
)";

QString styleSheet(const Palette& p)
{
    // Longer names first: "@page" must not eat the beginning of another one.
    const std::pair<QLatin1StringView, QColor> colours[] = {{"@selection"_L1, p.selection},
                                                            {"@disabled"_L1, mix(p.muted, p.page, 0.35)},
                                                            {"@baseline"_L1, p.baseline},
                                                            {"@current"_L1, p.current},
                                                            {"@onfirst"_L1, p.onFirst},
                                                            {"@border"_L1, p.border},
                                                            {"@raised"_L1, p.raised},
                                                            {"@first"_L1, p.first},
                                                            {"@muted"_L1, p.muted},
                                                            {"@panel"_L1, p.panel},
                                                            {"@card"_L1, p.card},
                                                            {"@page"_L1, p.page},
                                                            {"@text"_L1, p.text}};
    QString sheet = QString::fromLatin1(kStyle);
    for (const auto& [name, colour] : colours)
        sheet.replace(name, colour.name());
    return sheet;
}

}  // namespace

void setReducedMotion(QApplication& app, bool reduced)
{
    app.setProperty(Style::kReducedMotion, reduced);
    const int usual = QGuiApplication::styleHints()->cursorFlashTime();
    constexpr int kFlash = 1'000;
    QApplication::setCursorFlashTime(reduced ? 0 : usual > 0 ? usual : kFlash);
    if (!reduced)
        return;  // what the desktop had switched off stays off
    for (const Qt::UIEffect effect : {Qt::UI_AnimateMenu, Qt::UI_FadeMenu, Qt::UI_AnimateCombo, Qt::UI_AnimateTooltip,
                                      Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox})
        QApplication::setEffectEnabled(effect, false);
}

namespace {

constexpr auto kStyled = "headwater.styled";

}  // namespace

void applyTheme(QApplication& app, const Palette& palette)
{
    auto* lazy = app.findChild<LazyPolish*>();
    if (!lazy) {
        lazy = new LazyPolish(&app);
        app.installEventFilter(lazy);
    }
    lazy->change(styleSheet(palette), [&] {
        if (!app.property(kStyled).toBool())
            app.setStyle(new Style);
        app.setProperty(kStyled, true);
        app.setPalette(toQPalette(palette));
    });
}

QFont applicationFont(const QFont& system)
{
    const QString family = QFontInfo(system).family();
    const bool generic = family.startsWith("DejaVu"_L1) || family.startsWith("Bitstream"_L1);
    QFont font = system;
    if (generic && QFontDatabase::hasFamily(u"Inter"_s))
        font.setFamilies({u"Inter"_s, u"Noto Sans CJK SC"_s, family});
    return font;
}

QFont scaled(QFont font, double factor, QFont::Weight weight)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * factor)));
    font.setWeight(weight);
    return font;
}

namespace {

double digitWidth(const QFontMetricsF& metrics)
{
    double widest = 0;
    for (char16_t digit = u'0'; digit <= u'9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QChar(digit)));
    return widest;
}

}  // namespace

double tabularWidth(const QFontMetricsF& metrics, const QString& text)
{
    const double digit = digitWidth(metrics);
    double width = 0;
    for (const QChar c : text)
        width += c.isDigit() ? digit : metrics.horizontalAdvance(c);
    return width;
}

void drawTabular(QPainter& painter, const QRectF& rect, int alignment, const QString& text)
{
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double digit = digitWidth(metrics);
    double x = rect.left();
    if (alignment & Qt::AlignRight)
        x = rect.right() - tabularWidth(metrics, text);
    else if (alignment & Qt::AlignHCenter)
        x = rect.center().x() - tabularWidth(metrics, text) / 2;
    double y = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    if (alignment & Qt::AlignTop)
        y = rect.top() + metrics.ascent();
    else if (alignment & Qt::AlignBottom)
        y = rect.bottom() - metrics.descent();
    QString run;  // what lies between digits keeps its own spacing and shaping
    const auto flush = [&] {
        painter.drawText(QPointF(x, y), run);
        x += metrics.horizontalAdvance(run);
        run.clear();
    };
    for (const QChar c : text) {
        if (!c.isDigit()) {
            run += c;
            continue;
        }
        flush();
        painter.drawText(QPointF(x + (digit - metrics.horizontalAdvance(c)) / 2, y), QString(c));
        x += digit;
    }
    flush();
}

QLabel* sectionLabel(const QString& text, QWidget* parent)
{
    auto* label = new ElidedLabel(text.toUpper(), parent);
    QFont font = scaled(parent->font(), 0.86, QFont::DemiBold);
    font.setLetterSpacing(QFont::PercentageSpacing, 105);
    label->setFont(font);
    label->setProperty("tone", u"section"_s);
    return label;
}

}  // namespace headwater
