// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/KernelProfile.h"

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/analysis/RuleTable.h"

namespace headwater {

namespace embedded {
extern const std::string_view kPrecision;
}

namespace {

const std::vector<StageRule>& dtypeRules()
{
    static const std::vector<StageRule> rules =
        rulesFromJson(embedded::kPrecision, "built-in precision table", "dtypes").value_or(std::vector<StageRule>());
    return rules;
}

const std::vector<StageRule>& familyRules()
{
    static const std::vector<StageRule> rules =
        rulesFromJson(embedded::kPrecision, "built-in precision table", "families").value_or(std::vector<StageRule>());
    return rules;
}

/// Old profilers file their step marks under operators.
bool isOperator(const Trace& trace, Row row)
{
    return trace.host.kind[row] == HostKind::Op && !trace.hostName(row).starts_with("ProfilerStep#");
}

/// The innermost operator around each host row that launches something; kNoRow where there is none.
std::vector<Row> operatorsOfLaunches(const Trace& trace)
{
    const HostTable& host = trace.host;
    std::vector<bool> wanted(host.size(), false);
    for (const Row launch : trace.device.launch)
        if (launch != kNoRow)
            wanted[launch] = true;
    std::vector<Row> around(host.size(), kNoRow);
    std::vector<std::vector<Row>> open(trace.tracks.size());
    for (Row row = 0; row < host.size(); ++row) {
        std::vector<Row>& stack = open[static_cast<std::size_t>(host.track[row])];
        while (!stack.empty() && host.end[stack.back()] <= host.start[row])
            stack.pop_back();
        if (wanted[row] && !stack.empty())
            around[row] = stack.back();
        if (isOperator(trace, row))
            stack.push_back(row);
    }
    return around;
}

/// Time and launches of one kernel name under one operator.
struct Sum {
    Ns time = 0;
    std::uint64_t launches = 0;
};

void addUse(std::map<std::string, KernelUse>& uses, const std::string& kind, std::string_view kernel, const Sum& sum)
{
    KernelUse& use = uses[kind];
    use.time += sum.time;
    use.launches += sum.launches;
    if (use.kernel.empty() || sum.time > use.kernelTime) {
        use.kernel = kernel;
        use.kernelTime = sum.time;
    }
}

using Sums = std::unordered_map<std::uint64_t, Sum>;  ///< by operator name << 32 | kernel name

/// Adds up the kernels of each operator; what belongs to none goes to `profile.outside`.
Sums sumKernels(const Trace& trace, KernelProfile& profile)
{
    const ActivityTable& device = trace.device;
    const std::vector<Row> around = operatorsOfLaunches(trace);
    Sums sums;
    for (Row row = 0; row < device.size(); ++row) {
        if (device.activity[row] != ActivityClass::Compute)
            continue;
        const Ns time = device.end[row] - device.start[row];
        profile.computeTime += time;
        const Row op = device.launch[row] == kNoRow ? kNoRow : around[device.launch[row]];
        if (op == kNoRow) {
            profile.outside += time;
            continue;
        }
        Sum& sum =
            sums[static_cast<std::uint64_t>(trace.host.name[op]) << 32U | static_cast<std::uint64_t>(device.name[row])];
        sum.time += time;
        ++sum.launches;
    }
    return sums;
}

}  // namespace

KernelProfile profileKernels(const Trace& trace)
{
    KernelProfile profile;
    // By name, so that the longest kernel of two equals does not depend on the order of a hash table.
    std::map<std::pair<std::string_view, std::string_view>, std::pair<NameId, Sum>> ordered;
    for (const auto& [key, sum] : sumKernels(trace, profile)) {
        const auto kernel = static_cast<NameId>(key & 0xffffffffU);
        ordered.emplace(std::pair(trace.names[static_cast<NameId>(key >> 32U)], trace.names[kernel]),
                        std::pair(kernel, sum));
    }
    RuleTable dtypes(trace, dtypeRules());
    RuleTable families(trace, familyRules());
    for (const auto& [names, entry] : ordered) {
        const auto& [kernel, sum] = entry;
        OperatorKernels& op = profile.operators[std::string(names.first)];
        op.time += sum.time;
        op.launches += sum.launches;
        if (const auto rule = dtypes.ruleOf(kernel, HostKind::Other))
            addUse(op.byDtype, dtypeRules()[*rule].stage, names.second, sum);
        if (const auto rule = families.ruleOf(kernel, HostKind::Other))
            addUse(op.byFamily, familyRules()[*rule].stage, names.second, sum);
    }
    return profile;
}

}  // namespace headwater
