// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ShortcutList.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/gui/Actions.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(ShortcutList)
};

QList<std::pair<QString, QString>> rows(const Actions& actions)
{
    QList<std::pair<QString, QString>> out;
    for (const QAction* action : actions.all()) {
        if (action->shortcuts().isEmpty())
            continue;
        out.emplace_back(QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText), action->iconText());
    }
    out.emplace_back(u"F10"_s, Tr::tr("Menu of all actions"));
    out.emplace_back(Tr::tr("Back and forward buttons of the mouse"), Tr::tr("Earlier and later views"));
    out.emplace_back(Tr::tr("Ctrl+C, menu key"), Tr::tr("In a chart: copy as table; copy as image, export"));
    out.emplace_back(u"\u2190 \u2192 \u2191 \u2193 Home End"_s, Tr::tr("In a chart: select"));
    out.emplace_back(u"\u2191 \u2193, Enter, \u2192 \u2190"_s, Tr::tr("In the flowchart: move, open, unfold and fold"));
    out.emplace_back(Tr::tr("Enter, menu key"), Tr::tr("On a finding: select and unfold; accept, dismiss, annotate"));
    return out;
}

}  // namespace

void showShortcuts(QWidget* parent, const Actions& actions)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(Tr::tr("Keys"));
    auto* column = new QVBoxLayout(dialog);
    const auto list = rows(actions);
    auto* table = new QTableWidget(static_cast<int>(list.size()), 2, dialog);
    table->setHorizontalHeaderLabels({Tr::tr("Keys"), Tr::tr("What they do")});
    table->setAccessibleName(Tr::tr("Keys"));
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (int row = 0; row < list.size(); ++row) {
        table->setItem(row, 0, new QTableWidgetItem(list[row].first));
        table->setItem(row, 1, new QTableWidgetItem(list[row].second));
    }
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
    column->addWidget(table);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    buttons->button(QDialogButtonBox::Close)->setText(Tr::tr("Close"));
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    column->addWidget(buttons);
    const QFontMetrics metrics = parent->fontMetrics();
    dialog->resize(metrics.averageCharWidth() * 90, metrics.height() * 34);
    dialog->open();
}

}  // namespace headwater
