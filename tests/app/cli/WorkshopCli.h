// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/cli/Cli.h"

namespace headwater::cli_test {

// Of the program's own cases: resources/workshop/README.md.
inline const QString kKey = QStringLiteral("first-not-slowest");

inline Outcome workshop(const QStringList& arguments)
{
    return runCli(QStringList{QStringLiteral("workshop")} + arguments);
}

}  // namespace headwater::cli_test
