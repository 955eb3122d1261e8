// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/TimeZone.h"

#include <charconv>
#include <limits>

namespace headwater {

namespace {

constexpr Ns kMinute = 60'000'000'000;

std::optional<int> number(std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || text.size() > 2 || text.front() == '-' || error != std::errc() ||
        end != text.data() + text.size())
        return std::nullopt;
    return value;
}

void move(Ns& time, Ns shift)
{
    if (__builtin_add_overflow(time, shift, &time))
        time = shift < 0 ? std::numeric_limits<Ns>::min() : std::numeric_limits<Ns>::max();
}

/// What is to be added to the times of a log, series or event, which from now on are placed; nothing where they stay.
template <class T>
std::optional<Ns> place(T& item, const ZoneOfFile& zoneOf)
{
    if (item.clock != ClockKind::LocalTime)
        return std::nullopt;
    const std::optional<Ns> zone = zoneOf(item.source);
    if (!zone)
        return std::nullopt;
    item.clock = ClockKind::Epoch;
    item.zoneAssumed = true;
    return -*zone;
}

}  // namespace

std::optional<Ns> zoneFromText(std::string_view text)
{
    if (text == "UTC" || text == "utc" || text == "Z" || text == "z")
        return 0;
    if (text.size() < 2 || (text.front() != '+' && text.front() != '-'))
        return std::nullopt;
    const Ns sign = text.front() == '-' ? -1 : 1;
    text.remove_prefix(1);
    const std::size_t colon = text.find(':');
    const bool joined = colon == std::string_view::npos && text.size() == 4;
    const std::size_t split = joined ? 2 : std::min(colon, text.size());
    const auto hours = number(text.substr(0, split));
    std::string_view rest = text.substr(split);
    if (colon != std::string_view::npos)
        rest.remove_prefix(1);
    const auto minutes = rest.empty() && colon == std::string_view::npos ? std::optional(0) : number(rest);
    constexpr int kFarthest = 14 * 60;
    if (!hours || !minutes || *minutes > 59 || *hours * 60 + *minutes > kFarthest)
        return std::nullopt;
    return sign * (*hours * 60 + *minutes) * kMinute;
}

void placeLocalTimes(Run& run, const ZoneOfFile& zoneOf)
{
    for (TrainingLog& log : run.logs)
        if (const auto shift = place(log, zoneOf))
            for (LogStep& step : log.steps)
                if (step.time)
                    move(*step.time, *shift);
    for (MetricSeries& series : run.telemetry.series)
        if (const auto shift = place(series, zoneOf))
            for (Ns& time : series.time)
                move(time, *shift);
    for (TelemetryEvent& event : run.telemetry.events)
        if (const auto shift = place(event, zoneOf))
            move(event.time, *shift);
}

}  // namespace headwater
