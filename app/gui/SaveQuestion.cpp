// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/SaveQuestion.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

#include "app/gui/Question.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(SaveQuestion)
};

}  // namespace

void askToSave(QWidget* parent, const QString& name, const std::function<void()>& save,
               const std::function<void()>& discard)
{
    const QString id = u"saveQuestion"_s;
    if (auto* open = parent->findChild<QMessageBox*>(id, Qt::FindDirectChildrenOnly)) {
        open->raise();
        open->activateWindow();
        return;
    }
    auto* box = new QMessageBox(QMessageBox::NoIcon, Tr::tr("Save what you wrote?"),
                                Tr::tr("Notes and decisions in \u201c%1\u201d are not saved.").arg(name),
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
    box->setObjectName(id);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(Tr::tr("Without saving they are lost."));
    // Own words: Qt's are English where its translations are not installed.
    box->button(QMessageBox::Save)->setText(Tr::tr("&Save (Enter)"));
    box->button(QMessageBox::Discard)->setText(Tr::tr("&Discard (Alt+D)"));
    box->button(QMessageBox::Cancel)->setText(Tr::tr("&Cancel (Esc)"));
    box->setDefaultButton(QMessageBox::Save);
    box->setEscapeButton(QMessageBox::Cancel);
    QObject::connect(box, &QMessageBox::buttonClicked, parent, [box, save, discard](QAbstractButton* button) {
        box->setObjectName({});  // what follows may ask again
        const QMessageBox::StandardButton chosen = box->standardButton(button);
        if (chosen == QMessageBox::Save)
            save();
        else if (chosen == QMessageBox::Discard)
            discard();
    });
    hideIcons(*box);
    box->open();
}

}  // namespace headwater
