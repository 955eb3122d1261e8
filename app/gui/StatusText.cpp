// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/StatusText.h"

#include <QCoreApplication>

#include "core/base/Messages.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(MainWindow)
};

}  // namespace

QString statusText(const Verdict& verdict)
{
    std::uint64_t events = 0;
    int files = 0;
    for (const auto* inputs : {&verdict.baselineInputs, &verdict.currentInputs}) {
        for (const SourceFile& file : *inputs) {
            files += file.used ? 1 : 0;
            events += file.used ? file.events : 0;
        }
    }
    QStringList parts = {format::counted(files, Tr::tr("1 file"), Tr::tr("%1 files"))};
    if (events > 0)
        parts << Tr::tr("%1 events").arg(format::count(events));
    parts << Tr::tr("%1 + %2 steps compared").arg(verdict.stepsBaseline).arg(verdict.stepsCurrent);
    if (verdict.warmupRemoved > 0)
        parts << Tr::tr("%1 warm-up left out").arg(verdict.warmupRemoved);
    if (!verdict.stageSource.empty())
        parts << Tr::tr("stages: %1").arg(format::text(messageText(verdict.stageSource)));
    QString text = parts.join(u" \u00b7 "_s);
    if (!verdict.warnings.empty())
        text += u"      "_s + format::text(verdict.warnings.front());
    return text;
}

QString warningsTip(const Verdict& verdict)
{
    QStringList warnings;
    for (const Text& warning : verdict.warnings)
        warnings << format::text(warning);
    return format::tip(warnings.join(u'\n'));
}

}  // namespace headwater
