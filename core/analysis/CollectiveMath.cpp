// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/CollectiveMath.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <string>
#include <utility>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

/// Lower case, without what separates words: "_allgather_base" and "AllGather" are one.
std::string plain(std::string_view name)
{
    std::string letters;
    for (const char c : name.substr(0, 128))
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

bool hasAny(const std::string& text, std::initializer_list<std::string_view> parts)
{
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string::npos; });
}

Ns medianNs(std::vector<Ns>& values)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    const Ns low = values[(values.size() - 1) / 2];
    return low + (values[values.size() / 2] - low) / 2;
}

}  // namespace

CollectiveSplit splitByDuration(const CollectiveTimes& times)
{
    CollectiveSplit split;
    if (times.start.empty())
        return split;
    std::vector<Ns> lengths(times.start.size());
    for (std::size_t r = 0; r < lengths.size(); ++r)
        lengths[r] = times.end[r] - times.start[r];
    split.transfer.assign(lengths.size(), std::ranges::min(lengths));
    for (std::size_t r = 0; r < lengths.size(); ++r)
        split.wait.push_back(lengths[r] - split.transfer[r]);
    return split;
}

CollectiveSplit splitByClock(const CollectiveTimes& times)
{
    CollectiveSplit split;
    if (times.start.empty())
        return split;
    const Ns last = std::ranges::max(times.start);
    for (std::size_t r = 0; r < times.start.size(); ++r) {
        split.wait.push_back(last - times.start[r]);
        split.transfer.push_back(std::max<Ns>(times.end[r] - last, 0));
    }
    return split;
}

CollectiveSplit splitTransfer(const CollectiveTimes& times, bool oneClock)
{
    constexpr std::size_t kSend = 0;
    constexpr std::size_t kReceive = 1;
    if (times.start.size() != 2 || !oneClock || clocksAgree(times))
        return splitByDuration(times);
    const Ns received = times.end[kReceive] - times.start[kReceive];
    const Ns wait = std::clamp<Ns>(times.start[kSend] - times.start[kReceive], 0, received);
    return {{0, wait}, {times.end[kSend] - times.start[kSend], received - wait}};
}

Ns endSkew(const CollectiveTimes& times)
{
    return times.end.empty() ? 0 : std::ranges::max(times.end) - std::ranges::min(times.end);
}

bool clocksAgree(const CollectiveTimes& times)
{
    constexpr Ns kSkew = 50'000;
    constexpr Ns kTwentieth = 20;
    if (times.start.empty())
        return false;
    return endSkew(times) <= std::max(kSkew, splitByDuration(times).transfer.front() / kTwentieth);
}

std::vector<double> blame(std::span<const Ns> arrivals)
{
    std::vector<std::size_t> order(arrivals.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&](std::size_t r) { return arrivals[r]; });
    std::vector<double> charged(arrivals.size(), 0);
    double sum = 0;
    for (std::size_t k = 1; k < order.size(); ++k) {
        const auto stretch = static_cast<double>(arrivals[order[k]] - arrivals[order[k - 1]]);
        sum += static_cast<double>(k) * stretch / static_cast<double>(order.size() - k);
        charged[order[k]] = sum;
    }
    return charged;
}

CollectiveKind collectiveKind(std::string_view name)
{
    const std::string text = plain(name);
    if (hasAny(text, {"allreduce", "allgather", "reducescatter", "barrier"}))
        return CollectiveKind::Synchronous;
    if (hasAny(text, {"alltoall", "sendrecv"}))
        return CollectiveKind::Uneven;
    if (text == "send" || text == "recv" || text == "isend" || text == "irecv")
        return CollectiveKind::PointToPoint;
    if (hasAny(text, {"broadcast", "reduce", "gather", "scatter"}))
        return CollectiveKind::Rooted;
    return CollectiveKind::Synchronous;
}

std::optional<int> dtypeBytes(std::string_view dtype)
{
    const std::string text = plain(dtype);
    constexpr std::array<std::pair<std::string_view, int>, 22> kSizes = {
        {{"float", 4},    {"float32", 4}, {"int", 4},    {"int32", 4},         {"uint32", 4}, {"double", 8},
         {"float64", 8},  {"long", 8},    {"int64", 8},  {"complexfloat", 8},  {"half", 2},   {"float16", 2},
         {"bfloat16", 2}, {"short", 2},   {"int16", 2},  {"byte", 1},          {"uint8", 1},  {"char", 1},
         {"int8", 1},     {"bool", 1},    {"uint64", 8}, {"complexdouble", 16}}};
    if (text.starts_with("float8"))
        return 1;
    const auto* const found =
        std::ranges::find(kSizes, std::string_view(text), &std::pair<std::string_view, int>::first);
    return found == kSizes.end() ? std::nullopt : std::optional<int>(found->second);
}

double busFactor(std::string_view operation, std::size_t n)
{
    if (n < 2)
        return 1;
    const std::string text = plain(operation);
    const double share = static_cast<double>(n - 1) / static_cast<double>(n);
    if (hasAny(text, {"allreduce"}))
        return 2 * share;
    return hasAny(text, {"allgather", "reducescatter", "alltoall"}) ? share : 1;
}

double algorithmBandwidth(std::int64_t bytes, Ns time)
{
    return time > 0 ? static_cast<double>(bytes) / static_cast<double>(time) : 0;
}

ClockOffset clockOffset(std::vector<Ns> differences)
{
    ClockOffset result;
    result.n = differences.size();
    result.offset = medianNs(differences);
    for (Ns& difference : differences)
        difference = std::max(difference, result.offset) - std::min(difference, result.offset);
    result.residual = medianNs(differences);
    return result;
}

Line theilSen(std::span<const double> t, std::span<const double> value)
{
    std::vector<double> slopes;
    for (std::size_t i = 0; i < t.size(); ++i)
        for (std::size_t j = i + 1; j < t.size(); ++j)
            if (t[j] != t[i])
                slopes.push_back((value[j] - value[i]) / (t[j] - t[i]));
    Line line;
    if (!slopes.empty())
        line.slope = stats::medianInPlace(slopes);
    std::vector<double> rest;
    for (std::size_t i = 0; i < t.size(); ++i)
        rest.push_back(value[i] - line.slope * t[i]);
    line.intercept = rest.empty() ? 0 : stats::medianInPlace(rest);
    return line;
}

}  // namespace headwater
