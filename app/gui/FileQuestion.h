// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QFileDialog>
#include <QStringList>

namespace headwater {

/// A file dialog that blocks nothing; `then` gets what was chosen. It begins in `folder`, which must outlive `parent`
/// and is set to where the choice lies. AnyFile means a file to write.
void askForFiles(QWidget* parent, const QString& title, QFileDialog::FileMode mode, const QString& suffix,
                 QString& folder, const std::function<void(const QStringList&)>& then);

}  // namespace headwater
