// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>

#include <fmt/format.h>

#include "core/report/InspectParts.h"
#include "core/report/TextTable.h"

namespace headwater {

namespace {

Json traceLens(const std::optional<TraceLensView>& view)
{
    if (!view)
        return {};
    Json entry;
    entry["computation_ns"] = jsonNs(view->computation);
    entry["exposed_comm_ns"] = jsonNs(view->exposedComm);
    entry["exposed_memcpy_ns"] = jsonNs(view->exposedMemcpy);
    entry["busy_ns"] = jsonNs(view->busy);
    entry["idle_ns"] = jsonNs(view->idle);
    entry["total_ns"] = jsonNs(view->total);
    return entry;
}

/// Streams are numbers in nearly every trace; what is none stays text.
Json streamName(const std::string& text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? Json(number) : Json(text);
}

Json hta(const std::optional<HtaView>& view)
{
    if (!view)
        return {};
    Json entry;
    entry["idle_ns"] = jsonNs(view->idle);
    entry["compute_ns"] = jsonNs(view->compute);
    entry["non_compute_ns"] = jsonNs(view->nonCompute);
    entry["kernel_ns"] = jsonNs(view->kernel);
    entry["idle_by_stream"] = Json::array();
    for (const HtaView::Stream& stream : view->streams)
        entry["idle_by_stream"].push_back({{"stream", streamName(stream.stream)},
                                           {"host_wait_ns", jsonNs(stream.hostWait)},
                                           {"kernel_wait_ns", jsonNs(stream.kernelWait)},
                                           {"other_ns", jsonNs(stream.other)}});
    return entry;
}

}  // namespace

Json peerViewsJson(const PeerViews& views)
{
    if (!views.traceLens && !views.hta)
        return {};
    return {{"tracelens", traceLens(views.traceLens)}, {"hta", hta(views.hta)}};
}

std::string peerViewsTable(const RunAnalysis& analysis)
{
    constexpr std::size_t kMostRanks = 8;
    using Align = TextTable::Align;
    TextTable table({{"rank", Align::Right},
                     {"TraceLens: compute", Align::Right},
                     {"exposed comm", Align::Right},
                     {"exposed memcpy", Align::Right},
                     {"idle", Align::Right},
                     {"HTA: compute", Align::Right},
                     {"non-compute", Align::Right},
                     {"idle", Align::Right}});
    std::size_t all = 0;
    for (const RankAnalysis& rank : analysis.ranks) {
        const auto& [lens, hta] = rank.peerViews;
        if ((!lens && !hta) || ++all > kMostRanks)
            continue;
        const auto value = [](const auto& view, Ns time) {
            return view ? formatDuration(time) : std::string("\u2014");
        };
        const TraceLensView l = lens.value_or(TraceLensView());
        const HtaView h = hta.value_or(HtaView());
        table.addRow({std::to_string(rank.rank), value(lens, l.computation), value(lens, l.exposedComm),
                      value(lens, l.exposedMemcpy), value(lens, l.idle), value(hta, h.compute),
                      value(hta, h.nonCompute), value(hta, h.idle)});
    }
    if (all == 0)
        return {};
    std::string out = "\nDevice as other tools define it, to compare with their numbers\n" + table.toString();
    if (all > kMostRanks)
        out += fmt::format("  and {} more ranks, all in the JSON\n", all - kMostRanks);
    return out;
}

}  // namespace headwater
