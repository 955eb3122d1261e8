// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/FileQuestion.h"

#include <QFileInfo>

namespace headwater {

using namespace Qt::StringLiterals;

void askForFiles(QWidget* parent, const FileQuestion& question, QString& folder,
                 const std::function<void(const QStringList&)>& then)
{
    const auto& [title, mode, suffix, name] = question;
    auto* dialog = new QFileDialog(parent, title, folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    dialog->setOption(QFileDialog::ShowDirsOnly, mode == QFileDialog::Directory);
    if (mode == QFileDialog::AnyFile)
        dialog->setAcceptMode(QFileDialog::AcceptSave);
    if (!suffix.isEmpty()) {
        dialog->setNameFilters({u"*."_s + suffix, u"*"_s});
        dialog->setDefaultSuffix(suffix);
    }
    if (!name.isEmpty())
        dialog->selectFile(suffix.isEmpty() ? name : name + u'.' + suffix);
    QObject::connect(dialog, &QFileDialog::filesSelected, parent, [&folder, then](const QStringList& files) {
        folder = QFileInfo(files.first()).absolutePath();
        then(files);
    });
    dialog->open();
}

}  // namespace headwater
