// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/LazyPolish.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QApplication>
#include <QEvent>
#include <QWidget>

namespace headwater {

namespace {

constexpr QEvent::Type kChanges[] = {QEvent::FontChange, QEvent::PaletteChange, QEvent::StyleChange};

}  // namespace

void LazyPolish::change(const QString& sheet, const std::function<void()>& between)
{
    for (QWidget* widget : QApplication::allWidgets())
        if (!widget->isVisible() && widget->testAttribute(Qt::WA_WState_Polished)) {
            m_left.insert(widget);
            connect(widget, &QObject::destroyed, this, [this](QObject* gone) { m_left.remove(gone); });
        }
    m_between = true;
    qApp->setStyleSheet({});  // gives back the palettes and fonts that the sheet had set, hidden or not
    between();
    m_between = false;
    for (QObject* widget : std::as_const(m_left))  // so Qt passes them over
        static_cast<QWidget*>(widget)->setAttribute(Qt::WA_WState_Polished, false);
    qApp->setStyleSheet(sheet);
}

void LazyPolish::catchUp(QWidget& widget)
{
    disconnect(&widget, &QObject::destroyed, this, nullptr);
    const QFont own = widget.font();  // which the sheet takes away
    const bool hasOwn = widget.testAttribute(Qt::WA_SetFont);
    QEvent polish(QEvent::Polish);
    QCoreApplication::sendEvent(&widget, &polish);
    if (hasOwn)
        widget.setFont(own);
    for (const QEvent::Type type : kChanges) {
        QEvent changed(type);
        QCoreApplication::sendEvent(&widget, &changed);
    }
}

bool LazyPolish::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::StyleChange && m_between)
        return true;
    if (type == QEvent::Show && m_left.remove(watched))
        catchUp(*static_cast<QWidget*>(watched));
    return std::find(std::begin(kChanges), std::end(kChanges), type) != std::end(kChanges) && m_left.contains(watched);
}

}  // namespace headwater
