// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "app/gui/PaletteModel.h"
#include "core/triage/ViewRef.h"

class QMenu;

namespace headwater {

class Actions;
class FileActions;
class Session;
struct Settings;

/// Everything there is to do and to go to: actions that are possible now, pages among them, then the stages, findings,
/// ranks, bookmarks and notes of what is shown. `go` is called with a place.
[[nodiscard]] std::vector<PaletteEntry> paletteEntries(const Actions& actions, const Session& session,
                                                       const std::function<void(const ViewRef&)>& go);

/// The actions alone: what is shown is not to be told.
[[nodiscard]] std::vector<PaletteEntry> actionEntries(const Actions& actions);

/// Investigations and pairs that were opened before, the latest first. Both outlive the entries.
[[nodiscard]] std::vector<PaletteEntry> recentEntries(const Settings& settings, FileActions& files);

/// A menu of entries, asked for anew whenever it opens.
[[nodiscard]] QMenu* makeRecentMenu(QMenu* parent, const std::function<std::vector<PaletteEntry>()>& entries);

}  // namespace headwater
