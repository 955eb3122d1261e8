// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/AccessibleRows.h"

#include <algorithm>

#include <QAccessibleActionInterface>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWidget>
#include <QWindow>

namespace headwater {

namespace {

/// One row. Asks the widget anew each time: what is read out is what is drawn now.
class RowInterface : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    RowInterface(QWidget* widget, AccessibleRows* source, int row) : m_widget(widget), m_source(source), m_row(row) {}

    [[nodiscard]] bool isValid() const override
    {
        return m_widget && m_row < static_cast<int>(m_source->accessibleRows().size());
    }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override { return m_widget ? m_widget->window()->windowHandle() : nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return m_widget ? QAccessible::queryAccessibleInterface(m_widget) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        const AccessibleRow row = m_source->accessibleRows()[static_cast<std::size_t>(m_row)];
        switch (kind) {
        case QAccessible::Name: return row.name;
        case QAccessible::Value: return row.value;
        case QAccessible::Description: return row.description;
        default: return {};
        }
    }
    void setText(QAccessible::Text, const QString&) override {}
    [[nodiscard]] QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect box = m_source->accessibleRows()[static_cast<std::size_t>(m_row)].box.toAlignedRect();
        return {m_widget->mapToGlobal(box.topLeft()), box.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const bool current = m_source->currentRow() == m_row;
        state.focusable = true;
        state.selectable = true;
        state.selected = current;
        state.focused = current && m_widget->hasFocus();
        state.invisible = !m_widget->isVisible();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override
    {
        if (!isValid())
            return;
        if (name == setFocusAction())
            m_widget->setFocus(Qt::OtherFocusReason);
        m_source->chooseRow(m_row);
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<QWidget> m_widget;
    AccessibleRows* m_source;
    int m_row;
};

class RowsInterface : public QAccessibleWidget {
public:
    RowsInterface(QWidget* widget, AccessibleRows* source)
        : QAccessibleWidget(widget, QAccessible::List)
        , m_source(source)
    {}
    RowsInterface(const RowsInterface&) = delete;
    RowsInterface& operator=(const RowsInterface&) = delete;
    ~RowsInterface() override
    {
        for (const QAccessible::Id id : m_rows)
            QAccessible::deleteAccessibleInterface(id);
    }

    [[nodiscard]] int childCount() const override { return static_cast<int>(m_source->accessibleRows().size()); }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        while (static_cast<int>(m_rows.size()) <= index)
            m_rows.push_back(QAccessible::registerAccessibleInterface(
                new RowInterface(widget(), m_source, static_cast<int>(m_rows.size()))));
        return QAccessible::accessibleInterface(m_rows[static_cast<std::size_t>(index)]);
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* wanted) const override
    {
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (QAccessible::accessibleInterface(m_rows[i]) == wanted)
                return static_cast<int>(i);
        return -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPoint point = widget()->mapFromGlobal(QPoint(x, y));
        const std::vector<AccessibleRow> rows = m_source->accessibleRows();
        const auto at = std::find_if(rows.begin(), rows.end(),
                                     [&](const AccessibleRow& row) { return row.box.contains(QPointF(point)); });
        return at == rows.end() ? nullptr : child(static_cast<int>(at - rows.begin()));
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override
    {
        return widget()->hasFocus() ? child(m_source->currentRow()) : nullptr;
    }

private:
    AccessibleRows* m_source;
    mutable std::vector<QAccessible::Id> m_rows;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    auto* source = dynamic_cast<AccessibleRows*>(widget);
    return source ? new RowsInterface(widget, source) : nullptr;
}

}  // namespace

void enableAccessibleRows()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed);
}

void announceRow(QWidget* widget, int row)
{
    if (row < 0 || !QAccessible::isActive())
        return;
    QAccessibleEvent selected(widget, QAccessible::Selection);
    selected.setChild(row);
    QAccessible::updateAccessibility(&selected);
    if (!widget->hasFocus())
        return;
    QAccessibleEvent focused(widget, QAccessible::Focus);
    focused.setChild(row);
    QAccessible::updateAccessibility(&focused);
}

int rowAfterKey(int key, int current, int count)
{
    const int last = count - 1;
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Up: return current < 0 ? last : std::max(current - 1, 0);
    case Qt::Key_Right:
    case Qt::Key_Down: return std::min(current + 1, last);
    case Qt::Key_Home: return std::min(0, last);
    case Qt::Key_End: return last;
    default: return -1;
    }
}

}  // namespace headwater
