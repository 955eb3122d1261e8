// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/Duration.h"

namespace headwater {

/// One collective on the ranks that took part, in any fixed order, ns.
struct CollectiveTimes {
    std::vector<Ns> start;
    std::vector<Ns> end;
};

/// Per rank: the part of its kernel that waited for others, and the part that moved data.
struct CollectiveSplit {
    std::vector<Ns> wait;
    std::vector<Ns> transfer;
};

/// METHODS 3.2 A, which needs no common clock: transfer = shortest participant, wait = the rest.
[[nodiscard]] CollectiveSplit splitByDuration(const CollectiveTimes& times);
/// METHODS 3.2 B, on one clock: waiting ends when the last one starts. Never negative.
[[nodiscard]] CollectiveSplit splitByClock(const CollectiveTimes& times);
/// A send and its receive, members in this order, for which 3.2 A and B do not hold as they stand: a send may be
/// buffered and end before its receiver comes. Both kernels of a pair that met end together, and split as in A. Where
/// they do not (on one clock, see clocksAgree), the send waited for nobody, and the receive until the send began.
/// Without one clock they are taken to have met.
[[nodiscard]] CollectiveSplit splitTransfer(const CollectiveTimes& times, bool oneClock);
/// Latest − earliest end, ns.
[[nodiscard]] Ns endSkew(const CollectiveTimes& times);
/// Whether B may be believed: ends lie within 50 µs or 5 % of the transfer.
[[nodiscard]] bool clocksAgree(const CollectiveTimes& times);

/// Rank-ns of waiting that each rank caused: every stretch between two arrivals is charged in equal parts to those
/// still missing, weighted by how many wait (METHODS 3.2). Adds up to the sum of waiting. Arrivals in ns, any order.
[[nodiscard]] std::vector<double> blame(std::span<const Ns> arrivals);

/// What an operation asks of its ranks; decides what its durations mean.
enum class CollectiveKind : std::uint8_t {
    Synchronous,   ///< nobody ends before the last one started: all-reduce, all-gather, reduce-scatter, barrier
    Uneven,        ///< all-to-all: every rank waits for its peers, but not for the same amount of data
    Rooted,        ///< broadcast, reduce, gather, scatter: the root need not wait
    PointToPoint,  ///< send, recv
};
/// Kind by the profiler's name of the operation, or by the kernel's name. Unknown names count as synchronous.
[[nodiscard]] CollectiveKind collectiveKind(std::string_view name);

/// Bytes of one element of a dtype as the profiler writes it ("BFloat16"); nothing where it is unknown.
[[nodiscard]] std::optional<int> dtypeBytes(std::string_view dtype);
/// Bus over algorithm bandwidth of `n` ranks (nccl-tests): 2(n − 1)/n for an all-reduce, (n − 1)/n for all-gather,
/// reduce-scatter and all-to-all, else 1.
[[nodiscard]] double busFactor(std::string_view operation, std::size_t n);
/// Bytes over ns is GB/s.
[[nodiscard]] double algorithmBandwidth(std::int64_t bytes, Ns time);

/// How far a clock is ahead of another's: robust centre of end − end of many collectives, and how far they scatter.
struct ClockOffset {
    Ns offset = 0;    ///< median, ns
    Ns residual = 0;  ///< median absolute deviation, ns
    std::size_t n = 0;
};
[[nodiscard]] ClockOffset clockOffset(std::vector<Ns> differences);

/// Theil–Sen line through (t, value): median of the slopes of all pairs, median intercept. Robust to a third of
/// outliers. Slope 0 for fewer than two distinct t.
struct Line {
    double slope = 0;
    double intercept = 0;
};
[[nodiscard]] Line theilSen(std::span<const double> t, std::span<const double> value);

}  // namespace headwater
