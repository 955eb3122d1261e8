// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "core/analysis/LogView.h"
#include "core/report/InspectParts.h"
#include "core/report/Phrases.h"
#include "core/report/TextTable.h"

namespace headwater {

namespace {

/// Steps of all logs that the JSON lists one by one.
constexpr std::size_t kMostSteps = 100'000;

std::string_view wordOf(double value)
{
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

/// A logged number: NaN and infinity were logged, so they are told apart from null, which was not. `digits` is how many
/// were printed; null: binary, exact.
Json loggedJson(const std::optional<LoggedNumber>& number)
{
    if (!number)
        return {};
    Json entry;
    entry["value"] = jsonNumber(number->value);
    if (!std::isfinite(number->value))
        entry["not_finite"] = wordOf(number->value);
    entry["digits"] = number->decimals >= 0 ? Json(number->decimals) : Json();
    return entry;
}

template <class T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

Json stepJson(const LogStep& step)
{
    Json entry;
    entry["step"] = step.step;
    entry["steps_covered"] = step.stepsCovered;
    entry["step_time_ns"] = jsonNs(step.stepTime);
    entry["loss"] = loggedJson(step.loss);
    entry["grad_norm"] = loggedJson(step.gradNorm);
    entry["skipped"] = orNull(step.skipped);
    entry["nan_iterations"] = orNull(step.nanIterations);
    entry["line"] = step.line > 0 ? Json(step.line) : Json();
    return entry;
}

Json logJson(const TrainingLog& log, std::size_t& room)
{
    const LogSummary summary = summaryOf(log);
    Json entry;
    entry["source"] = log.source;
    entry["framework"] = log.framework;
    entry["rank"] = orNull(log.rank);
    entry["host"] = jsonOrNull(log.host);
    entry["clock"] = clockName(log.clock);
    entry["step_time_basis"] = jsonOrNull(log.stepTimeBasis);
    entry["step_time_p50_ns"] = jsonNs(summary.stepTime);
    entry["skipped"] = orNull(summary.skipped);
    entry["nan_iterations"] = orNull(summary.nanIterations);
    entry["lines"] = summary.lines;
    entry["steps"] = Json::array();
    const std::size_t shown = std::min(room, log.steps.size());
    for (std::size_t i = 0; i < shown; ++i)
        entry["steps"].push_back(stepJson(log.steps[i]));
    room -= shown;
    entry["steps_left_out"] = log.steps.size() - shown;
    std::set<std::string_view> timers;
    for (const LogTimer& timer : log.timers)
        timers.insert(timer.stage);
    entry["timers"] = timers;
    entry["endings"] = Json::array();
    for (const LogEnding& ending : log.endings)
        entry["endings"].push_back({{"kind", ending.kind},
                                    {"message", ending.message},
                                    {"line", ending.line > 0 ? Json(ending.line) : Json()}});
    return entry;
}

/// As many digits as were printed.
std::string numberText(const std::optional<LoggedNumber>& number)
{
    if (!number)
        return std::string(kNone);
    if (!std::isfinite(number->value))
        return std::string(wordOf(number->value));
    constexpr int kMostDigits = 9;
    return fmt::format("{:.{}g}", number->value, number->decimals > 0 ? std::min(number->decimals, kMostDigits) : 6);
}

std::string countText(const std::optional<std::int64_t>& count)
{
    return count ? std::to_string(*count) : std::string(kNone);
}

std::string stepsText(const TrainingLog& log)
{
    if (log.steps.empty())
        return std::string(kNone);
    return log.steps.size() == 1 ? std::to_string(log.steps.front().step)
                                 : fmt::format("{} … {}", log.steps.front().step, log.steps.back().step);
}

}  // namespace

std::string_view clockName(ClockKind clock)
{
    switch (clock) {
    case ClockKind::Epoch: return "epoch";
    case ClockKind::LocalTime: return "local_time";
    case ClockKind::Relative: return "relative";
    case ClockKind::Order: return "order";
    }
    return "order";
}

Json logsJson(const Run& run)
{
    Json list = Json::array();
    std::size_t room = kMostSteps;
    for (const TrainingLog& log : run.logs)
        list.push_back(logJson(log, room));
    return list;
}

std::string logsText(const Run& run)
{
    using Align = TextTable::Align;
    constexpr std::size_t kShown = 16;
    if (run.logs.empty())
        return {};
    TextTable table({{"log", Align::Left},
                     {"framework", Align::Left},
                     {"rank", Align::Right},
                     {"lines", Align::Right},
                     {"steps", Align::Right},
                     {"step time p50", Align::Right},
                     {"loss first", Align::Right},
                     {"loss last", Align::Right},
                     {"grad norm p50", Align::Right},
                     {"skipped", Align::Right},
                     {"NaN", Align::Right},
                     {"end", Align::Left}});
    for (std::size_t i = 0; i < std::min(kShown, run.logs.size()); ++i) {
        const TrainingLog& log = run.logs[i];
        const LogSummary summary = summaryOf(log);
        table.addRow({std::filesystem::path(log.source).filename().string(), log.framework,
                      log.rank ? std::to_string(*log.rank) : std::string(kNone), std::to_string(summary.lines),
                      stepsText(log),
                      summary.stepTime == kMissing ? std::string(kNone) : formatDuration(summary.stepTime),
                      numberText(summary.firstLoss), numberText(summary.lastLoss),
                      summary.gradNorm ? fmt::format("{:.4g}", *summary.gradNorm) : std::string(kNone),
                      countText(summary.skipped), countText(summary.nanIterations),
                      summary.ending.empty() ? "unknown" : summary.ending});
    }
    std::string out = "\nLogs\n" + table.toString();
    if (run.logs.size() > kShown)
        out += fmt::format("  and {} more, all in the JSON\n", run.logs.size() - kShown);
    return out;
}

}  // namespace headwater
