// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

class QObject;

namespace headwater {

class Actions;
struct Settings;

/// The actions that choose the language of the next start; `tell` says so and keeps the settings. Both outlive
/// `context`.
void connectLanguages(const Actions& actions, Settings& settings, QObject* context,
                      const std::function<void(const QString&)>& tell);

}  // namespace headwater
