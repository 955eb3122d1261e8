// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/About.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>

#include "app/gui/Question.h"

namespace headwater {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(MainWindow)
};

}  // namespace

void showAbout(QWidget* window)
{
    auto* box = new QMessageBox(window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(Tr::tr("About Headwater"));
    box->setText(Tr::tr("Headwater %1").arg(QApplication::applicationVersion()));
    box->setInformativeText(Tr::tr("Finds where a slowdown of distributed training starts, not where it hurts most.\n"
                                   "Free software under the GNU General Public License, version 3 or later."));
    box->setStandardButtons(QMessageBox::Close);
    box->button(QMessageBox::Close)->setText(Tr::tr("Close"));
    hideIcons(*box);
    box->open();
}

}  // namespace headwater
