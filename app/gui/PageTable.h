// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "app/gui/Actions.h"

namespace headwater {

class Page;
class Session;

/// One page of the workbench: its name in references and on the command line, the action that opens it, its maker.
struct PageRow {
    QString name;
    ActionId action;
    Page* (*make)(Session& session, const Actions& actions, QWidget* parent);
};

/// Every page, in the order of the rail. The only place that knows them all.
[[nodiscard]] const std::vector<PageRow>& pageTable();

}  // namespace headwater
