// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/Writer.h"

namespace headwater::report {

Span Writer::at(Span span, const ViewRef& view) const
{
    span.target = toText(m_redaction.of(view));
    return span;
}

Verdict Writer::drawn(Verdict verdict) const
{
    for (StageVerdict& stage : verdict.stages)
        stage.stage = m_redaction(stage.stage);
    for (FlowStep& step : verdict.flowchart)
        step.answer = of(step.answer);
    return verdict;
}

}  // namespace headwater::report
