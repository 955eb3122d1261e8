// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/report/InspectParts.h"
#include "core/report/TextTable.h"

namespace headwater {

namespace {

std::string duration(Ns value)
{
    return value == kMissing ? std::string("\u2014") : formatDuration(value);
}

std::string byRank(const CollectiveSummary& summary)
{
    constexpr std::size_t kMostRanks = 16;
    using Align = TextTable::Align;
    TextTable table({{"rank", Align::Right},
                     {"waiting", Align::Right},
                     {"transfer", Align::Right},
                     {"came last", Align::Right},
                     {"waiting it caused", Align::Right}});
    for (std::size_t i = 0; i < summary.byRank.size() && i < kMostRanks; ++i) {
        const CollectiveSummary::ByRank& rank = summary.byRank[i];
        table.addRow({std::to_string(rank.rank), duration(rank.wait), duration(rank.transfer),
                      std::to_string(rank.timesLast), duration(rank.blame)});
    }
    std::string out = table.toString();
    if (summary.byRank.size() > kMostRanks)
        out += fmt::format("  and {} more ranks, all in the JSON\n", summary.byRank.size() - kMostRanks);
    return out;
}

}  // namespace

std::string collectivesText(const CollectiveSummary& summary)
{
    if (summary.matched + summary.unmatched == 0)
        return {};
    std::string out =
        fmt::format("\nCollectives: {} matched across ranks, {} not\n", summary.matched, summary.unmatched);
    if (summary.matched == 0)
        return out;
    out += byRank(summary);
    const CollectiveSummary::Methods& methods = summary.methods;
    if (methods.compared > 0)
        out += fmt::format("  by durations {} of waiting, by aligned clocks {}; they agree on {} of {} kernels\n",
                           formatDuration(methods.waitByDuration), formatDuration(methods.waitByClock), methods.agree,
                           methods.compared);
    if (methods.untrusted > 0)
        out += fmt::format("  {} collectives end too far apart to tell waiting by clocks\n", methods.untrusted);
    return out;
}

}  // namespace headwater
