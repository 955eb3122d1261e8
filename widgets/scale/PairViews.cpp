// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/PairViews.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <QCoreApplication>

#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(PairViews)
};

using scale::PairCell;
using scale::PairMatrix;

constexpr double kFullTint = 0.2;

QString nameAt(const Cluster& cluster, int node)
{
    return format::text(cluster.nodes[static_cast<std::size_t>(node)].name);
}

QString valueText(const PairMatrix& matrix, double value)
{
    return matrix.metric == "busbw_gbps" ? Tr::tr("%1 GB/s").arg(format::significant(value, 3))
                                         : format::significant(value, 3);
}

/// Positive: slower, whichever the metric is.
double slower(const PairCell& cell)
{
    return -cell.change.value_or(cell.ofPeers);
}

QString cellText(const PairMatrix& matrix, const PairCell& cell)
{
    QString out = valueText(matrix, cell.value);
    out += u", "_s + (cell.change ? Tr::tr("%1 against the baseline").arg(format::ratio(*cell.change))
                                  : Tr::tr("%1 against its peers, no baseline").arg(format::ratio(cell.ofPeers)));
    if (cell.outlier)
        out += u", "_s + Tr::tr("outlier");
    return out;
}

RowsCell evidence(const PairMatrix& matrix, const PairCell& cell)
{
    QStringList why;
    if (cell.belowBaseline)
        why << Tr::tr("below the baseline");
    if (cell.outlier && cell.modifiedZ)
        why << Tr::tr("modified z %1 among its peers").arg(format::number(*cell.modifiedZ, 1));
    return {u"%1: %2"_s.arg(why.join(u", "_s), cellText(matrix, cell)), {}, 1};
}

}  // namespace

QString titleOf(const PairMatrix& matrix)
{
    QStringList parts;
    parts << format::text(matrix.collective.empty() ? matrix.metric : matrix.collective);
    bool whole = false;
    if (const auto bytes = QString::fromStdString(matrix.messageBytes).toULongLong(&whole); whole)
        parts << format::bytes(bytes);
    return parts.join(u", "_s);
}

HeatMapData pairMap(const PairMatrix& matrix, const Cluster& cluster)
{
    HeatMapData out;
    const std::size_t n = matrix.nodes.size();
    out.tint.assign(n * n, std::numeric_limits<float>::quiet_NaN());
    std::vector<int> nodes;
    for (const scale::PairNode& node : matrix.nodes) {
        nodes.push_back(node.node);
        out.rows.push_back({nameAt(cluster, node.node), node.node, node.suspect});
        out.columns.push_back(nameAt(cluster, node.node));
    }
    const auto at = [&matrix](int node) {
        return static_cast<std::size_t>(std::ranges::find(matrix.nodes, node, &scale::PairNode::node) -
                                        matrix.nodes.begin());
    };
    for (const PairCell& cell : matrix.cells) {
        const std::size_t a = at(cell.a);
        const std::size_t b = at(cell.b);
        const auto tint = static_cast<float>(std::clamp(slower(cell) / kFullTint, -1.0, 1.0));
        out.tint[a * n + b] = tint;
        out.tint[b * n + a] = tint;
    }
    out.diverging = true;
    out.text = [kept = std::make_shared<const PairMatrix>(matrix), nodes](std::size_t row, std::size_t column) {
        if (row == column)
            return u"\u2014"_s;  // a node by itself is no pair
        const PairCell* cell = kept->find(nodes[row], nodes[column]);
        return cell ? cellText(*kept, *cell) : Tr::tr("not measured");
    };
    out.lowEnd = Tr::tr("20 % faster");
    out.highEnd = Tr::tr("20 % slower");
    out.title = Tr::tr("Pairs of nodes, %1").arg(titleOf(matrix));
    out.columnTitle = Tr::tr("node");
    out.empty = Tr::tr("No pair of nodes was measured");
    return out;
}

std::vector<std::vector<int>> outlierNodes(const PairMatrix& matrix, const Cluster& cluster)
{
    std::vector<std::vector<int>> out;
    for (const std::string& leaf : matrix.suspectLeaves) {
        out.emplace_back();
        for (std::size_t node = 0; node < cluster.nodes.size(); ++node)
            if (cluster.nodes[node].leaf == leaf)
                out.back().push_back(static_cast<int>(node));
    }
    for (const int node : matrix.suspectNodes)
        out.push_back({node});
    for (const scale::PairPath& path : matrix.suspectPaths) {
        out.emplace_back();
        for (const scale::PairNode& node : matrix.nodes) {
            const std::string& leaf = cluster.nodes[static_cast<std::size_t>(node.node)].leaf;
            if (leaf == path.a || leaf == path.b)
                out.back().push_back(node.node);
        }
    }
    for (const std::size_t index : matrix.suspectPairs)
        out.push_back({matrix.cells[index].a, matrix.cells[index].b});
    return out;
}

RowsData outlierRows(const PairMatrix& matrix, const Cluster& cluster, const NodeRanks& ranks)
{
    RowsData out;
    out.columns = {{Tr::tr("Outlier"), {}, false, 2},
                   {Tr::tr("Evidence"),
                    Tr::tr("More than 5 % below the baseline of the same pair, or an outlier by the "
                           "modified z among the pairs of its kind"),
                    false, 4}};
    const auto nodes = outlierNodes(matrix, cluster);
    const auto add = [&](const QString& what, const RowsCell& why) {
        RowsRow row;
        row.cells = {{what, {}}, why};
        row.view.ranks = ranksOn(ranks, nodes[out.rows.size()]);
        row.strong = true;
        out.rows.push_back(std::move(row));
    };
    for (const std::string& leaf : matrix.suspectLeaves)
        add(Tr::tr("leaf switch %1").arg(format::text(leaf)),
            {Tr::tr("all of its measured nodes are suspects"), {}, 1});
    for (const int node : matrix.suspectNodes) {
        const auto one = std::ranges::find(matrix.nodes, node, &scale::PairNode::node);
        add(Tr::tr("node %1").arg(nameAt(cluster, node)), {Tr::tr("%1 of its %2 pairs are slow, median %3")
                                                               .arg(one->slow)
                                                               .arg(one->pairs)
                                                               .arg(valueText(matrix, one->value)),
                                                           {},
                                                           1});
    }
    for (const scale::PairPath& path : matrix.suspectPaths)
        add(Tr::tr("path between leaf switches %1 and %2").arg(format::text(path.a), format::text(path.b)),
            {Tr::tr("%1 of its %2 pairs are slow").arg(path.slow).arg(path.pairs), {}, 1});
    for (const std::size_t index : matrix.suspectPairs) {
        const PairCell& cell = matrix.cells[index];
        add(Tr::tr("pair %1 and %2").arg(nameAt(cluster, cell.a), nameAt(cluster, cell.b)), evidence(matrix, cell));
    }
    return out;
}

}  // namespace headwater
