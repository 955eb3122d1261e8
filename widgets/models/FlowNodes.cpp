// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/FlowNodes.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>

#include "core/triage/Conditions.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// Context of the translations.
struct Tr {
    Q_DECLARE_TR_FUNCTIONS(FlowNodes)
};

constexpr std::array kOrder = {"alert",      "correctness", "resources", "timeline", "io-or-communication",
                               "stragglers", "outcome"};

const Layer* layerOf(const Verdict& verdict, const QString& id)
{
    constexpr std::array kLayers = {"correctness", "resources", "timeline", "stragglers"};
    for (std::size_t i = 0; i < kLayers.size(); ++i)
        if (id == QLatin1StringView(kLayers[i]))
            return &verdict.layers[i];
    return nullptr;
}

bool isDismissed(const Finding& finding, const FlowState& state)
{
    return state.dismissed.contains(QString::fromStdString(finding.id));
}

/// Those that ask for something and that nobody dismissed.
int openFindings(const Layer& layer, const FlowState& state)
{
    return static_cast<int>(std::ranges::count_if(layer.findings, [&state](const Finding& finding) {
        return finding.severity != FindingSeverity::Info && !isDismissed(finding, state);
    }));
}

/// "3 findings", "1 of 3 findings" where somebody dismissed two; empty where there is none that counts.
QString countedFindings(const Layer& layer, const FlowState& state)
{
    const int all = openFindings(layer, {});
    const int open = openFindings(layer, state);
    if (all == 0)
        return {};
    return open == all ? format::counted(all, Tr::tr("1 finding"), Tr::tr("%1 findings"))
                       : Tr::tr("%1 of %2 findings").arg(open).arg(all);
}

void fillLayer(FlowNodeData& node, const Layer& layer, const FlowState& state)
{
    const QString findings = countedFindings(layer, state);
    switch (layer.status) {
    case LayerStatus::Pass:
        node.badge = words::of(layer.status) + u" \u2713"_s;
        node.tone = FlowNodeData::Tone::Pass;
        break;
    case LayerStatus::Warn:
        node.badge = (findings.isEmpty() ? words::of(layer.status) : findings) + u" \u25c6"_s;
        node.tone = FlowNodeData::Tone::Attention;
        break;
    case LayerStatus::Fail:
        node.badge = (findings.isEmpty() ? words::of(layer.status) : findings) + u" \u25b2"_s;
        node.tone = FlowNodeData::Tone::Attention;
        break;
    case LayerStatus::NoData:
        node.badge = words::of(layer.status) + u" \u25cb"_s;
        node.tone = FlowNodeData::Tone::NoData;
        break;
    }
    node.detail = format::text(layer.summary);
}

void fillAlert(FlowNodeData& node, const Verdict& verdict)
{
    if (verdict.stepRatio) {
        const double ratio = *verdict.stepRatio;
        const bool slower = ratio > verdict.policy.epsilon();
        node.badge = format::ratio(ratio) + (slower ? u" \u25b2"_s : ratio < 0 ? u" \u25bc"_s : QString());
        node.tone = slower ? FlowNodeData::Tone::Attention : FlowNodeData::Tone::Plain;
    }
    if (verdict.stepsBaseline == 0 || verdict.stepsCurrent == 0) {
        node.detail = Tr::tr("step time not measured");
        return;
    }
    node.detail = Tr::tr("step %1 \u2192 %2")
                      .arg(format::duration(static_cast<double>(verdict.stepBaseline)),
                           format::duration(static_cast<double>(verdict.stepCurrent)));
}

/// What the path taken says at this node.
void fillFromPath(FlowNodeData& node, const Verdict& verdict, const char* id)
{
    const auto step = std::find_if(verdict.flowchart.begin(), verdict.flowchart.end(),
                                   [&](const FlowStep& taken) { return taken.node == id; });
    node.onPath = step != verdict.flowchart.end();
    if (!node.onPath)
        return;
    node.because = format::text(step->because);
    if (node.id == "alert"_L1 && !step->answer.empty())  // its badge has the ratio alone
        node.because = format::text(step->answer) + u" \u00b7 "_s + node.because;
    if (node.detail.isEmpty())
        node.detail = format::text(step->answer.empty() ? step->because : step->answer);
}

/// What the node's answer rests on, one fact a line.
void fillFacts(FlowNodeData& node, const Verdict& verdict, const FlowState& state)
{
    constexpr qsizetype kMost = 5;
    if (!node.because.isEmpty() && node.because != node.detail)
        node.facts << node.because;
    const Layer* layer = layerOf(verdict, node.id);
    for (std::size_t i = 0; layer && i < layer->findings.size() && node.facts.size() < kMost; ++i)
        if (!isDismissed(layer->findings[i], state))
            node.facts << format::text(layer->findings[i].statement);
    if (node.id == "outcome"_L1)
        for (const Text& step : verdict.nextSteps)
            if (node.facts.size() < kMost)
                node.facts << Tr::tr("Next: %1").arg(format::text(step));
    node.facts.removeDuplicates();
}

void setConditional(FlowNodeData& node, const Verdict& verdict)
{
    QStringList why;
    for (const LayerId id : conditionsOf(node.id.toStdString(), verdict)) {
        const bool fails = verdict.layers[static_cast<std::size_t>(id)].status == LayerStatus::Fail;
        why << (fails ? Tr::tr("%1 fails") : Tr::tr("%1 has no data")).arg(words::of(id));
    }
    node.conditional = !why.isEmpty();
    if (node.conditional)
        node.condition = Tr::tr("conditional: %1").arg(why.join(Tr::tr(", ")));
}

/// What to say of a layer that asks to be looked at; empty where it does not.
QString invitation(const Layer& layer, const FlowState& state, bool regressed)
{
    const QString name = words::of(layer.id);
    const bool passed = std::ranges::find(state.continued, layer.id) != state.continued.end();
    if (layer.status == LayerStatus::Fail && !passed)
        return Tr::tr("Next: clear %1, which fails, or say why you go on.").arg(name);
    if (state.visited.contains(nodeOf(layer.id)) ||
        (layer.status != LayerStatus::Fail && layer.status != LayerStatus::Warn))
        return {};
    const QString findings = openFindings(layer, state) > 0 ? countedFindings(layer, state) : QString();
    if (findings.isEmpty() && layer.status == LayerStatus::Warn && !regressed)
        return {};  // nothing changed, and nothing in it asks to be looked at
    return findings.isEmpty() ? Tr::tr("Next: look at %1: %2.").arg(name, format::text(layer.summary))
                              : Tr::tr("Next: look at %1, %2.").arg(name, findings);
}

}  // namespace

QString nodeOf(LayerId id)
{
    switch (id) {
    case LayerId::Correctness: return u"correctness"_s;
    case LayerId::Resources: return u"resources"_s;
    case LayerId::Timeline: return u"timeline"_s;
    case LayerId::Stragglers: return u"stragglers"_s;
    }
    return {};
}

std::vector<LayerId> layersBefore(const QString& node)
{
    std::vector<LayerId> out;
    for (const char* id : kOrder) {
        if (node == QLatin1StringView(id))
            return out;
        for (const LayerId layer : {LayerId::Correctness, LayerId::Resources, LayerId::Timeline, LayerId::Stragglers})
            if (nodeOf(layer) == QLatin1StringView(id))
                out.push_back(layer);
    }
    return {};
}

std::optional<LayerId> blockingLayer(const Verdict& verdict, const QString& node, const std::vector<LayerId>& continued)
{
    for (const LayerId id : layersBefore(node))
        if (verdict.layers[static_cast<std::size_t>(id)].status == LayerStatus::Fail &&
            std::ranges::find(continued, id) == continued.end())
            return id;
    return std::nullopt;
}

FlowProposal proposeNext(const Verdict& verdict, const FlowState& state)
{
    for (const Layer& layer : verdict.layers)
        if (const QString text = invitation(layer, state, verdict.firstRegressed.has_value()); !text.isEmpty())
            return {nodeOf(layer.id), text};
    const bool quiet = verdict.outcome == Outcome::Equivalent || verdict.outcome == Outcome::Improved;
    if (quiet && verdict.nextSteps.empty())
        return {{}, Tr::tr("Nothing regressed in what was judged, and no layer asks to be looked at.")};
    if (!state.visited.contains(u"outcome"_s))
        return {u"outcome"_s, Tr::tr("Next: read the outcome and what to try.")};
    return {{}, Tr::tr("Every layer that asks for it was looked at.")};
}

std::vector<FlowNodeData> flowNodes(const Verdict& verdict, const FlowState& state)
{
    const FlowProposal proposal = proposeNext(verdict, state);
    std::vector<FlowNodeData> nodes;
    for (const char* id : kOrder) {
        FlowNodeData node;
        node.id = QString::fromLatin1(id);
        node.title = words::flowNode(id);
        node.question = node.id == "io-or-communication"_L1;
        if (const Layer* layer = layerOf(verdict, node.id))
            fillLayer(node, *layer, state);
        else if (node.id == "alert"_L1)
            fillAlert(node, verdict);
        else
            node.badge = node.question ? u"?"_s : u"\u2691"_s;
        fillFromPath(node, verdict, id);
        if (node.id == "outcome"_L1 && node.detail.isEmpty())
            node.detail = verdict.outcomeNode.empty() ? words::of(verdict.outcome) : format::text(verdict.outcomeNode);
        if (node.question && !node.onPath)
            node.detail = Tr::tr("not asked");
        fillFacts(node, verdict, state);
        setConditional(node, verdict);
        node.proposed = node.id == proposal.node;
        nodes.push_back(std::move(node));
    }
    return nodes;
}

}  // namespace headwater
