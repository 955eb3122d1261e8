// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/Writer.h"

namespace headwater::report {

Span Writer::at(Span span, const ViewRef& view) const
{
    span.target = toText(m_redaction.of(view));
    return span;
}

Span Writer::said(const std::string& text) const
{
    std::string lines;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool withFeed = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!withFeed)
            lines += text[i] == '\r' ? '\n' : text[i];
    }
    return {Span::Kind::Said, m_redaction(lines)};
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
