// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/LazyPolish.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <QApplication>
#include <QEvent>
#include <QLayout>
#include <QPointer>
#include <QWidget>

namespace headwater {

namespace {

constexpr QEvent::Type kChanges[] = {QEvent::FontChange, QEvent::PaletteChange, QEvent::StyleChange};

/// While it lives, no layout that is seen moves a widget: each change of one would lay out the page again, and
/// measuring wrapped text is most of what that costs. At its end they are laid out, once.
class HeldLayouts {
public:
    HeldLayouts()
    {
        for (const QWidget* widget : QApplication::allWidgets())
            if (QLayout* layout = widget->layout(); layout && widget->isVisible() && layout->isEnabled()) {
                layout->setEnabled(false);
                m_held.emplace_back(layout);
            }
    }
    ~HeldLayouts()
    {
        for (const QPointer<QLayout>& layout : m_held)
            if (layout) {
                layout->setEnabled(true);
                layout->update();
            }
    }
    HeldLayouts(const HeldLayouts&) = delete;
    HeldLayouts& operator=(const HeldLayouts&) = delete;

private:
    std::vector<QPointer<QLayout>> m_held;
};

}  // namespace

void LazyPolish::change(const QString& sheet, const std::function<void()>& between)
{
    for (QWidget* widget : QApplication::allWidgets())
        if (!widget->isVisible() && widget->testAttribute(Qt::WA_WState_Polished)) {
            m_left.insert(widget);
            connect(widget, &QObject::destroyed, this, [this](QObject* gone) { m_left.remove(gone); });
        }
    const HeldLayouts held;
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
