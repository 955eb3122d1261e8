// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Draft.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Text.h"

namespace headwater {

Evidence evidenceMs(Text what, Ns baseline, Ns current, Text source)
{
    Evidence evidence;
    evidence.what = std::move(what);
    evidence.baseline = fmt::format("{:.3f}", static_cast<double>(baseline) / 1e6);
    evidence.current = fmt::format("{:.3f}", static_cast<double>(current) / 1e6);
    evidence.unit = "ms";
    evidence.source = std::move(source);
    evidence.times = {baseline, current};
    return evidence;
}

std::string fromTo(Ns baseline, Ns current)
{
    return formatDuration(baseline) + " \u2192 " + formatDuration(current);
}

Text withInterval(const RatioInterval& interval)
{
    if (!std::isfinite(interval.lo) && !std::isfinite(interval.hi))
        return say(", no 95 % interval from so few steps");
    if (!std::isfinite(interval.hi))
        return say(", at least {} with 95 % confidence", formatRatio(interval.lo));
    if (!std::isfinite(interval.lo))
        return say(", at most {} with 95 % confidence", formatRatio(interval.hi));
    return say(", 95 % interval {}",
               Text("[") + word(formatRatio(interval.lo)) + ", " + word(formatRatio(interval.hi)) + "]");
}

std::string changeText(Ns delta, const std::optional<double>& ratio)
{
    return ratio ? formatDelta(delta) + " (" + formatRatio(*ratio) + ")" : formatDelta(delta);
}

Text ranksText(const std::vector<int>& ranks)
{
    constexpr std::size_t kShown = 4;
    if (ranks.empty())
        return say("no rank");
    if (ranks.size() == 1)
        return say("rank {}", ranks.front());
    const bool all = ranks.size() <= kShown;
    const std::size_t listed = all ? ranks.size() - 1 : kShown;
    Text text;
    for (std::size_t i = 0; i < listed; ++i)
        text += (i > 0 ? say(", ") : Text()) + std::to_string(ranks[i]);
    return all ? say("ranks {} and {}", text, ranks.back()) : say("ranks {} and {} more", text, ranks.size() - kShown);
}

std::string shareText(double share)
{
    return fmt::format("{:.0f} %", share * 100);
}

}  // namespace headwater
