// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QSet>
#include <QString>
#include <QStringList>

#include "core/triage/Verdict.h"

namespace headwater {

/// One node of the flowchart as the rail shows it.
struct FlowNodeData {
    enum class Tone { Plain, Attention, Pass, NoData };

    QString id;  ///< as in Verdict::flowchart
    QString title;
    QString badge;    ///< status and count, with its sign
    QString detail;   ///< one line
    QString because;  ///< tool tip
    Tone tone = Tone::Plain;
    bool question = false;
    bool onPath = false;
    QStringList facts = {};    ///< what the answer rests on
    QString condition = {};    ///< why causes stated here hold only on a condition; empty: they do not
    bool conditional = false;  ///< an earlier layer fails or has no data: the node is marked
    bool proposed = false;     ///< the next step

    friend bool operator==(const FlowNodeData&, const FlowNodeData&) = default;
};

/// How far the user is: which nodes were opened, which failing layers they went on past, which findings they dismissed.
struct FlowState {
    std::vector<LayerId> continued;
    QSet<QString> visited;
    QSet<QString> dismissed = {};  ///< Finding::id
};

/// The next step that the flowchart proposes; no node where there is none left.
struct FlowProposal {
    QString node;
    QString sentence;
};
[[nodiscard]] FlowProposal proposeNext(const Verdict& verdict, const FlowState& state);

/// The seven nodes in their fixed order, those on the path taken marked.
[[nodiscard]] std::vector<FlowNodeData> flowNodes(const Verdict& verdict, const FlowState& state = {});

[[nodiscard]] QString nodeOf(LayerId id);
/// The layers that come before a node.
[[nodiscard]] std::vector<LayerId> layersBefore(const QString& node);
/// The first layer before `node` that fails and that nobody went on past.
[[nodiscard]] std::optional<LayerId> blockingLayer(const Verdict& verdict, const QString& node,
                                                   const std::vector<LayerId>& continued);

}  // namespace headwater
