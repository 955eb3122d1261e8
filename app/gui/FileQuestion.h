// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QFileDialog>
#include <QStringList>

namespace headwater {

/// AnyFile means a file to write, for which `name` is proposed, without its ending.
struct FileQuestion {
    QString title;
    QFileDialog::FileMode mode = QFileDialog::ExistingFile;
    QString suffix;
    QString name;
};

/// A file dialog that blocks nothing; `then` gets what was chosen. It begins in `folder`, which must outlive `parent`
/// and is set to where the choice lies.
void askForFiles(QWidget* parent, const FileQuestion& question, QString& folder,
                 const std::function<void(const QStringList&)>& then);

}  // namespace headwater
