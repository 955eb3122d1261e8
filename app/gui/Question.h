// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

class QDialog;
class QWidget;

namespace headwater {

/// Words alone on its buttons: the pictures that Qt puts there are of no theme of ours.
void hideIcons(QDialog& dialog);

/// Asks for one text and blocks nothing. `then` gets it without blanks around it, and never an empty one.
void askForText(QWidget* parent, const QString& title, const QString& question, const QString& accept,
                const QString& given, const std::function<void(const QString&)>& then);

}  // namespace headwater
