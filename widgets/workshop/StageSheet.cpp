// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/StageSheet.h"

#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

StageSheet::StageSheet(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setWordWrap(false);
}

void StageSheet::setVerdict(const Verdict& verdict)
{
    const auto cell = [](const QString& text, bool right) {
        return u"<td%1>%2</td>"_s.arg(right ? u" align=\"right\""_s : QString(), text.toHtmlEscaped());
    };
    // Words on lines of their own: in large type the table shall leave room for the page beside it.
    const auto head = [](const QString& text) {
        return u"<td align=\"right\">%1</td>"_s.arg(text.toHtmlEscaped().replace(u' ', u"<br>"_s));
    };
    QString rows = u"<tr>%1%2%3%4%5</tr>"_s.arg(cell(tr("stage"), false), head(tr("p50 before")), head(tr("p50 now")),
                                                head(tr("p99 before")), head(tr("p99 now")));
    constexpr std::size_t kP50 = 0;
    constexpr std::size_t kP99 = 3;
    for (const StageVerdict& stage : verdict.stages) {
        rows += u"<tr>"_s + cell(format::text(stage.stage), false);
        for (const std::size_t statistic : {kP50, kP99})
            for (const StageStatistics* side : {&stage.baseline, &stage.current})
                rows += cell(format::duration(side->value.at(statistic)), true);
        rows += u"</tr>"_s;
    }
    setText(u"<table cellspacing=\"0\" cellpadding=\"3\">%1</table>"_s.arg(rows));
    setAccessibleName(tr("Times of the stages of both runs"));
}

}  // namespace headwater
