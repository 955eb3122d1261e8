// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/CommandPalette.h"

#include <algorithm>

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "widgets/theme/Palette.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// Text on the left, what it is behind it, the shortcut on the right.
class EntryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {option.fontMetrics.averageCharWidth() * 40, option.fontMetrics.height() * 7 / 4};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const headwater::Palette& p = paletteOf(option.widget);
        const QFontMetrics metrics(option.font);
        const int pad = metrics.height() * 2 / 3;
        QRect room = option.rect.adjusted(pad, 0, -pad, 0);
        painter->save();
        painter->setFont(option.font);
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, p.selection);
        painter->setPen(p.muted);
        const QString keys = index.data(PaletteModel::KeysRole).toString();
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, keys);
        room.setRight(room.right() - metrics.horizontalAdvance(keys) - pad);
        const QString text = metrics.elidedText(index.data().toString(), Qt::ElideRight, room.width());
        painter->setPen(p.text);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text);
        room.setLeft(room.left() + metrics.horizontalAdvance(text) + pad);
        painter->setPen(p.muted);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(index.data(PaletteModel::DetailRole).toString(), Qt::ElideRight,
                                             std::max(room.width(), 0)));
        painter->restore();
    }
};

}  // namespace

CommandPalette::CommandPalette(QWidget* window) : QFrame(window)
{
    setProperty("surface", u"card"_s);
    auto* column = new QVBoxLayout(this);
    const int pad = fontMetrics().height() / 2;
    column->setContentsMargins(pad, pad, pad, pad);
    m_field = new QLineEdit(this);
    m_field->setPlaceholderText(tr("Search actions, pages, stages, ranks and findings"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_list = new QListView(this);
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("What was found"));
    column->addWidget(m_field);
    column->addWidget(m_list);
    m_field->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::typed);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) { choose(index.row()); });
    hide();
}

void CommandPalette::open(std::vector<PaletteEntry> entries)
{
    if (!isVisible())
        m_before = QApplication::focusWidget();
    m_model.setEntries(std::move(entries));
    m_field->clear();
    typed({});
    place();
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::place()
{
    const QWidget* window = parentWidget();
    const int wide = std::min(fontMetrics().averageCharWidth() * 90, window->width() * 9 / 10);
    const int high = std::min(fontMetrics().height() * 26, window->height() * 8 / 10);
    setGeometry((window->width() - wide) / 2, fontMetrics().height() * 3, wide, high);
}

void CommandPalette::typed(const QString& text)
{
    m_model.setTyped(text);
    m_list->setCurrentIndex(m_model.index(0, 0));
    m_list->scrollToTop();
}

void CommandPalette::choose(int row)
{
    goAway();
    m_model.run(row);
}

void CommandPalette::goAway()
{
    hide();
    if (m_before)
        m_before->setFocus(Qt::OtherFocusReason);
}

bool CommandPalette::key(int key)
{
    const int row = m_list->currentIndex().row();
    const int last = m_model.rowCount() - 1;
    const int page = std::max(1, m_list->height() / std::max(m_list->sizeHintForRow(0), 1) - 1);
    const auto select = [this, last](int wanted) {
        m_list->setCurrentIndex(m_model.index(std::clamp(wanted, 0, std::max(last, 0)), 0));
        return true;
    };
    switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Backtab: return select(row - 1);
    case Qt::Key_Down:
    case Qt::Key_Tab: return select(row + 1);  // there is nowhere else to go in here
    case Qt::Key_PageUp: return select(row - page);
    case Qt::Key_PageDown: return select(row + page);
    case Qt::Key_Escape: goAway(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (row >= 0)
            choose(row);
        return true;
    default: return false;
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_field)
        return false;
    if (event->type() == QEvent::ShortcutOverride) {
        // Esc is also the window's action "Cancel".
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
            event->accept();
        return false;
    }
    if (event->type() == QEvent::FocusOut) {
        // Without the keys nothing closes it; a menu over it and another window give them back.
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            hide();
    }
    return event->type() == QEvent::KeyPress && key(static_cast<QKeyEvent*>(event)->key());
}

}  // namespace headwater
