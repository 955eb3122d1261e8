// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Conditions.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/triage/Names.h"

namespace headwater {

namespace {

/// The layer that the outcome comes from; nothing where it names no cause.
std::optional<LayerId> layerOfOutcome(std::string_view outcome)
{
    constexpr std::array<std::string_view, 4> kNoCause{"not-comparable", "need-more-data", "no-regression",
                                                       "confounded"};
    if (std::ranges::find(kNoCause, outcome) != kNoCause.end())
        return std::nullopt;
    if (outcome == "correctness")
        return LayerId::Correctness;
    if (outcome == "resource-fault")
        return LayerId::Resources;
    return outcome == "straggler" ? LayerId::Stragglers : LayerId::Timeline;
}

std::optional<LayerId> layerBehind(std::string_view node, const Verdict& verdict)
{
    if (node == "outcome")
        return layerOfOutcome(verdict.outcomeNode);
    if (node == "io-or-communication")
        return LayerId::Timeline;
    const auto layer = std::ranges::find(verdict.layers, node, [](const Layer& one) { return nameOf(one.id); });
    return layer == verdict.layers.end() ? std::nullopt : std::optional(layer->id);
}

}  // namespace

bool leavesOpen(const Layer& layer)
{
    return layer.status == LayerStatus::Fail || layer.status == LayerStatus::NoData;
}

std::vector<LayerId> conditionsOf(std::string_view node, const Verdict& verdict)
{
    const std::optional<LayerId> from = layerBehind(node, verdict);
    std::vector<LayerId> out;
    for (const Layer& layer : verdict.layers)
        if (from && layer.id < *from && leavesOpen(layer))
            out.push_back(layer.id);
    return out;
}

}  // namespace headwater
