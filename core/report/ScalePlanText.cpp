// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/scale/CasePlan.h"
#include "core/base/Language.h"
#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/ScaleIsolation.h"
#include "core/report/TextTable.h"

namespace headwater {

namespace {

using Align = TextTable::Align;

/// "n0, n4, n8 … n60 (16)": both ends tell which nodes they are.
std::string namesOf(const NodeSet& nodes, const Cluster& cluster)
{
    constexpr std::size_t kShown = 8;
    std::string out;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes.size() > kShown && i == kShown - 1) {
            out += " \u2026 " + cluster.nodes[static_cast<std::size_t>(nodes.back())].name;
            break;
        }
        out += (i == 0 ? "" : ", ") + cluster.nodes[static_cast<std::size_t>(nodes[i])].name;
    }
    return escapeTerminal(out);
}

std::string percent(const std::optional<double>& value)
{
    return value ? fmt::format("{:+.1f} %", *value * 100) : std::string(kNone);
}

std::string resultsTable(const scale::ScalePlan& plan, const Language& language)
{
    if (plan.experiments.empty())
        return {};
    TextTable table({{language.of(say("experiment")), Align::Right},
                     {language.of(say("nodes")), Align::Left},
                     {language.of(say("slower")), Align::Right},
                     {language.of(say("interval")), Align::Left},
                     {language.of(say("result")), Align::Left}});
    for (std::size_t e = 0; e < plan.experiments.size(); ++e)
        for (const scale::JudgedGroup& group : plan.experiments[e]) {
            std::string state = language.of(word(nameOf(group.result.state)));
            for (const scale::MovedInvariant& one : group.moved)
                state += fmt::format(", {}: {} \u2192 {}", one.key, one.baseline.empty() ? kNone : one.baseline,
                                     one.current.empty() ? kNone : one.current);
            if (!group.measured)
                state += " (" + language.of(word("assumed")) + ")";
            table.addRow({std::to_string(e + 1), namesOf(group.result.nodes, plan.cluster), percent(group.ratio),
                          group.lo ? percent(group.lo) + " \u2026 " + percent(group.hi) : std::string(kNone), state});
        }
    return table.toString() + "\n";
}

std::string nextText(const scale::ScalePlan& plan, const Language& language)
{
    if (!plan.state.next)
        return {};
    const scale::NextExperiment& next = *plan.state.next;
    std::string out = language.of(say("Next experiment")) + "\n  " + language.of(reasonOf(next)) + "\n";
    for (std::size_t g = 0; g < next.groups.size(); ++g)
        out += "  " +
               language.of(say("group {}: {} ({} GPUs)", g + 1, namesOf(next.groups[g], plan.cluster),
                               static_cast<int>(next.groups[g].size()) * plan.cluster.gpusPerNode)) +
               "\n    " + escapeTerminal(scale::runCommand(next.groups[g], plan.cluster)) + "\n";
    out += "  " +
           language.of(say("{} runs each and as many of a baseline of its own size, about {:.1f} GPU-hours at {} "
                           "minutes a run, with the same message sizes, buckets, batch per GPU, sequence lengths and "
                           "parallel sizes. JOB is the command of the training.",
                           next.repeats, next.gpuHours, plan.options.minutesPerRun)) +
           "\n\n";
    TextTable table({{language.of(say("slow")), Align::Left},
                     {language.of(say("chance")), Align::Right},
                     {language.of(say("then it is")), Align::Left}});
    for (const scale::Outcome& outcome : plan.outcomes) {
        std::string slow;
        for (std::size_t g = 0; g < outcome.slow.size(); ++g)
            if (outcome.slow[g] != 0)
                slow += (slow.empty() ? "" : ", ") + language.of(say("group {}", g + 1));
        table.addRow({slow.empty() ? language.of(say("none")) : slow,
                      fmt::format("{:.0f} %", outcome.probability * 100),
                      language.of(textOf(outcome.left, plan.cluster))});
    }
    return out + table.toString();
}

}  // namespace

std::string scalePlanText(const scale::ScalePlan& plan, const Language& language)
{
    std::string out = escapeTerminal(language.of(conclusionOf(plan))) + "\n\n" + resultsTable(plan, language) +
                      nextText(plan, language);
    if (!plan.topologyKnown)
        out += "\n" +
               language.of(say("The switches are not known: give --topology so that groups keep the path between "
                               "switches and a switch can be named.")) +
               "\n";
    return out + "\n" + isolationText(plan, language);
}

}  // namespace headwater
