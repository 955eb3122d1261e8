// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Question.h"

#include <algorithm>

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QPushButton>
#include <QShortcut>

namespace headwater {

void hideIcons(QDialog& dialog)
{
    for (QAbstractButton* button : dialog.findChildren<QAbstractButton*>())
        button->setIcon({});
}

void askForText(QWidget* parent, const QString& title, const QString& question, const QString& accept,
                const QString& given, const std::function<void(const QString&)>& then)
{
    auto* dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(question);
    dialog->setOkButtonText(accept);
    dialog->setCancelButtonText(QCoreApplication::translate("Question", "Cancel"));
    dialog->setInputMode(QInputDialog::TextInput);
    dialog->setTextValue(given);
    QObject::connect(dialog, &QInputDialog::textValueSelected, parent, [then](const QString& text) {
        if (!text.trimmed().isEmpty())
            then(text.trimmed());
    });
    dialog->open();
    hideIcons(*dialog);
    dialog->resize(std::max(dialog->width(), dialog->fontMetrics().averageCharWidth() * 64), dialog->height());
    // Nothing is no answer: the button says so before it is pressed.
    const auto* buttons = dialog->findChild<QDialogButtonBox*>();
    QPushButton* ok = buttons ? buttons->button(QDialogButtonBox::Ok) : nullptr;
    if (!ok)
        return;
    const auto enable = [ok](const QString& text) { ok->setEnabled(!text.trimmed().isEmpty()); };
    QObject::connect(dialog, &QInputDialog::textValueChanged, ok, enable);
    enable(given);
    // As in every field of several lines; Enter alone does too, as this has one.
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter})
        QObject::connect(new QShortcut(QKeySequence(Qt::CTRL | key), dialog), &QShortcut::activated, ok,
                         [ok] { ok->click(); });
}

}  // namespace headwater
