// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Question.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QPushButton>

namespace headwater {

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
    // Nothing is no answer: the button says so before it is pressed.
    const auto* buttons = dialog->findChild<QDialogButtonBox*>();
    QPushButton* ok = buttons ? buttons->button(QDialogButtonBox::Ok) : nullptr;
    if (!ok)
        return;
    const auto enable = [ok](const QString& text) { ok->setEnabled(!text.trimmed().isEmpty()); };
    QObject::connect(dialog, &QInputDialog::textValueChanged, ok, enable);
    enable(given);
}

}  // namespace headwater
