// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

class QWidget;

namespace headwater {

/// Asks what becomes of what is not saved, without blocking: exactly one of both is called, none on Cancel. Asked once
/// at a time: what comes while the question stands is as if it had been cancelled.
void askToSave(QWidget* parent, const QString& name, const std::function<void()>& save,
               const std::function<void()>& discard);

}  // namespace headwater
