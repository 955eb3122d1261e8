// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/Intervals.h"

#include <algorithm>

namespace headwater {

namespace {

void append(IntervalSet& set, Interval next)
{
    if (next.end <= next.start)
        return;
    if (!set.empty() && next.start <= set.back().end)
        set.back().end = std::max(set.back().end, next.end);
    else
        set.push_back(next);
}

}  // namespace

IntervalSet unionOf(std::vector<Interval> intervals)
{
    std::ranges::sort(intervals, {}, &Interval::start);
    IntervalSet out;
    for (const Interval& i : intervals)
        append(out, i);
    return out;
}

IntervalSet unite(const IntervalSet& a, const IntervalSet& b)
{
    IntervalSet out;
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() || right != b.end()) {
        const bool takeLeft = right == b.end() || (left != a.end() && left->start <= right->start);
        append(out, takeLeft ? *left++ : *right++);
    }
    return out;
}

IntervalSet intersect(const IntervalSet& a, const IntervalSet& b)
{
    IntervalSet out;
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() && right != b.end()) {
        append(out, {std::max(left->start, right->start), std::min(left->end, right->end)});
        if (left->end < right->end)
            ++left;
        else
            ++right;
    }
    return out;
}

IntervalSet subtract(const IntervalSet& a, const IntervalSet& b)
{
    IntervalSet out;
    auto hole = b.begin();
    for (Interval rest : a) {
        while (hole != b.end() && hole->end <= rest.start)
            ++hole;
        for (auto h = hole; h != b.end() && h->start < rest.end; ++h) {
            append(out, {rest.start, h->start});
            rest.start = std::max(rest.start, h->end);
        }
        append(out, rest);
    }
    return out;
}

IntervalSet clip(const IntervalSet& set, Interval window)
{
    IntervalSet out;
    auto it = std::ranges::upper_bound(set, window.start, {}, &Interval::end);
    for (; it != set.end() && it->start < window.end; ++it)
        append(out, {std::max(it->start, window.start), std::min(it->end, window.end)});
    return out;
}

Ns totalLength(const IntervalSet& set)
{
    Ns sum = 0;
    for (const Interval& i : set)
        sum += i.length();
    return sum;
}

}  // namespace headwater
