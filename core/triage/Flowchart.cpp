// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Flowchart.h"

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Text.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

Text statusText(LayerStatus status)
{
    return status == LayerStatus::NoData ? say("no data") : word(nameOf(status));
}

FlowStep alert(const Verdict& v)
{
    FlowStep step{"alert", say("step time unknown"), say("a side has no usable step")};
    if (v.stepsBaseline == 0 || v.stepsCurrent == 0)
        return step;
    step.answer = say("step {}", changeText(v.stepDelta, v.stepRatio));
    step.because = say("step {} {}, {} and {} steps", word(nameOf(v.policy.statistic)),
                       fromTo(v.stepBaseline, v.stepCurrent), v.stepsBaseline, v.stepsCurrent);
    if (v.stepCi95)
        step.because += withInterval(*v.stepCi95);
    return step;
}

FlowStep question(const Draft& draft, const Cause& cause)
{
    FlowStep step{"io-or-communication", cause.answer, cause.because};
    if (cause.kind != CauseKind::NotAsked && draft.causesBlocked()) {
        step.answer = say("not stated: the runs are not a controlled comparison");
        step.because = say("measured: {}", cause.because);
    }
    return step;
}

Text outcomeText(const std::string& node)
{
    static constexpr std::pair<std::string_view, std::string_view> kTexts[] = {
        {"not-comparable", "not comparable"},
        {"need-more-data", "more data needed"},
        {"no-regression", "no regression"},
        {"correctness", "correctness first: stop here"},
        {"confounded", "regressed; the cause is not stated, more than one thing changed"},
        {"resource-fault", "resource fault"},
        {"straggler", "straggler"},
        {"input-pipeline", "input pipeline"},
        {"communication", "communication"},
        {"device-compute", "device compute"},
        {"host-dispatch", "host dispatch"},
    };
    for (const auto& [id, text] : kTexts)
        if (id == node)
            return word(text);
    return say("regressed, cause unresolved");
}

}  // namespace

std::vector<FlowStep> flowchartPath(const Draft& draft, const Cause& cause)
{
    const Verdict& v = draft.verdict;
    std::vector<FlowStep> path{alert(v)};
    for (const Layer& layer : v.layers) {
        path.push_back({std::string(nameOf(layer.id)), statusText(layer.status), layer.summary});
        if (layer.id == LayerId::Timeline)
            path.push_back(question(draft, cause));
    }
    path.push_back({"outcome", outcomeText(v.outcomeNode), v.headline});
    return path;
}

}  // namespace headwater
