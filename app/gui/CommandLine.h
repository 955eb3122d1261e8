// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QSize>
#include <QStringList>

#include "core/base/Result.h"
#include "core/report/model/VerdictReport.h"
#include "core/triage/Policy.h"
#include "core/triage/ViewRef.h"
#include "widgets/theme/Theme.h"

namespace headwater {

/// What `headwater` was asked on its command line (CONTRACT, "The window").
struct CommandLine {
    QString file;  ///< an investigation, or with `handout` a case of the workshop
    QStringList baseline, current;
    QString page;               ///< empty: the one that fits
    std::optional<ViewRef> at;  ///< what to select, from a `headwater:` reference
    QString language;
    std::optional<ThemeChoice> theme;
    QString screenshot, exportHtml, exportPdf;  ///< without a person
    report::ReportOptions report;               ///< sections, names to replace and date of what is exported
    QString handout;                            ///< where the handout of a case goes, without a window
    bool answers = false;                       ///< with what is right
    QString key;                                ///< of the instructor, for the answers
    QSize size;
    QString settings;
    std::optional<QString> stages, acknowledge;
    std::optional<std::int64_t> epsilonPpm;
    std::optional<Statistic> statistic;
    std::optional<Measure> measure;
    bool sample = false;
    bool version = false;
    bool help = false;

    [[nodiscard]] bool unattended() const
    {
        return !screenshot.isEmpty() || !exportHtml.isEmpty() || !exportPdf.isEmpty() || !handout.isEmpty();
    }
    /// A picture of what only traces have, which nobody can ask for afterwards.
    [[nodiscard]] bool needsTraces() const;
};

/// Fails with BadUsage, naming the argument. Options that take PATH... take every argument up to the next option.
[[nodiscard]] Result<CommandLine> parseCommandLine(const QStringList& arguments);

[[nodiscard]] QString commandLineHelp();

/// Pages that exist, in the order of the window.
[[nodiscard]] QStringList pageNames();

}  // namespace headwater
