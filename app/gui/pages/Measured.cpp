// SPDX-License-Identifier: GPL-3.0-or-later
// What a person gave of a group, made a measurement.
#include <array>

#include <fmt/format.h>

#include "app/gui/Paths.h"
#include "app/gui/pages/MeasureDialog.h"
#include "core/ingest/LoadRun.h"
#include "core/ingest/scale/NcclOutputs.h"
#include "core/triage/ScaleRuns.h"

namespace headwater {

namespace {

Status readNumbers(const QStringList& texts, ScaleSide& side)
{
    for (const QString& text : texts) {
        bool good = false;
        const double value = text.toDouble(&good);
        if (!good || value <= 0)
            return fail(ErrorCode::BadUsage, fmt::format("{} is no number above 0", text.toStdString()), {}, {},
                        "give one number a repeat");
        side.values.push_back(value);
    }
    return {};
}

Status readInvariants(const QString& text, ScaleSide& side)
{
    for (const QString& one : text.split(u',', Qt::SkipEmptyParts)) {
        const qsizetype at = one.indexOf(u'=');
        if (at < 1 || one.mid(at + 1).trimmed().isEmpty())
            return fail(ErrorCode::BadUsage, fmt::format("{} is no name=value", one.trimmed().toStdString()), {}, {},
                        "write batch_per_gpu=4, tp=8");
        side.invariants[one.left(at).trimmed().toStdString()] = one.mid(at + 1).trimmed().toStdString();
    }
    return {};
}

Result<GroupMeasurement> readRuns(GroupMeasurement group, int gpusPerNode, const MeasuredInput& given, const Job& job)
{
    group.metric = "step_time_ms";
    for (const QString& run : given.baseline)
        group.baseline.runs.push_back(run.toStdString());
    for (const QString& run : given.current)
        group.current.runs.push_back(run.toStdString());
    ScaleCase one;
    one.cluster.gpusPerNode = gpusPerNode;
    one.experiments = {{std::move(group)}};
    const auto load = [](const std::filesystem::path& path, const Job& part) {
        return loadRun(std::array{path}, {}, part);
    };
    if (const Status read = readScaleRuns(one, load, job); !read)
        return tl::unexpected(read.error());
    return std::move(one.experiments.front().front());
}

}  // namespace

Result<GroupMeasurement> readMeasured(const std::vector<std::string>& nodes, int gpusPerNode,
                                      const MeasuredInput& given, const Job& job)
{
    using Kind = MeasuredInput::Kind;
    if (given.baseline.isEmpty() || given.current.isEmpty())
        return fail(ErrorCode::BadUsage, "one side of the group is empty", {}, {},
                    "a group is judged next to a baseline of its own size");
    if (given.kind == Kind::NcclTests)
        return readNcclGroup(nodes, toPaths(given.baseline), toPaths(given.current), job);
    GroupMeasurement group;
    group.nodes = nodes;
    if (given.kind == Kind::Runs)
        return readRuns(std::move(group), gpusPerNode, given, job);
    group.higherIsBetter = given.kind == Kind::Bandwidths;
    group.metric = group.higherIsBetter ? "busbw_gbps" : "step_time_ms";
    Status status = readNumbers(given.baseline, group.baseline);
    if (status)
        status = readNumbers(given.current, group.current);
    if (status)
        status = readInvariants(given.baselineInvariants, group.baseline);
    if (status)
        status = readInvariants(given.currentInvariants, group.current);
    if (!status)
        return tl::unexpected(status.error());
    return group;
}

}  // namespace headwater
