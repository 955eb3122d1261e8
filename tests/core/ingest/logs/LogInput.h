// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/ingest/Format.h"
#include "tests/core/TraceText.h"

namespace headwater::test {

/// The head of a text as the probe would see it; `text` must outlive it.
inline FileHead headOf(std::string_view text)
{
    constexpr std::size_t kHead = 65536;
    constexpr std::size_t kTail = 16384;
    FileHead head;
    head.text = text.substr(0, kHead);
    if (head.text.starts_with("\xEF\xBB\xBF"))
        head.text.remove_prefix(3);
    if (text.size() > kHead)
        head.tail = text.substr(text.size() - kTail);
    const auto first = head.text.find_first_not_of(" \t\r\n");
    head.text = first == std::string_view::npos ? std::string_view() : head.text.substr(first);
    head.binary = head.text.find('\0') != std::string_view::npos;
    return head;
}

/// A file read by the first format of the family that recognises it.
struct LogReading {
    std::string format;  ///< empty: no format recognised it
    Status status;
    FileContent content;

    [[nodiscard]] const TrainingLog& log() const { return content.logs.at(0); }
    [[nodiscard]] bool hasProblem(std::string_view code) const
    {
        return std::ranges::any_of(content.source.problems, [&](const Problem& one) { return one.code == code; });
    }
};

inline LogReading readLog(const Folder& folder, const std::string& name, const std::string& text)
{
    LogReading reading;
    const auto path = folder.write(name, text);
    reading.content.source.path = path.string();
    for (const Format& format : logFormats()) {
        auto variant = format.recognise(headOf(text));
        if (!variant)
            continue;
        reading.format = format.name;
        reading.content.source.variant = *variant;
        reading.status = format.read(path, {}, {}, reading.content);
        break;
    }
    return reading;
}

inline LogReading readLog(const std::string& text)
{
    const Folder folder;
    return readLog(folder, "a.log", text);
}

/// The step `number` of a log, or null.
inline const LogStep* stepOf(const TrainingLog& log, std::int64_t number)
{
    const auto found = std::ranges::find(log.steps, number, &LogStep::step);
    return found == log.steps.end() ? nullptr : &*found;
}

/// The timer of a stage in a step, or null.
inline const LogTimer* timerOf(const TrainingLog& log, std::int64_t step, std::string_view stage)
{
    const auto found =
        std::ranges::find_if(log.timers, [&](const LogTimer& one) { return one.step == step && one.stage == stage; });
    return found == log.timers.end() ? nullptr : &*found;
}

inline const LogEnding* endingOf(const TrainingLog& log, std::string_view kind)
{
    const auto found = std::ranges::find(log.endings, kind, &LogEnding::kind);
    return found == log.endings.end() ? nullptr : &*found;
}

constexpr Ns ms(double value)
{
    return static_cast<Ns>(value * 1e6 + 0.5);
}

/// "One line of each" for the tests that go over all formats: small, complete inputs written for this purpose.
struct LogSample {
    const char* name;
    const char* format;
    std::string text;
};
[[nodiscard]] std::vector<LogSample> logSamples();

/// An event file: a version record, then one scalar per entry.
struct EventScalar {
    const char* tag;
    std::int64_t step;
    float value;
    double wallTime;
};
[[nodiscard]] std::string eventFile(const std::vector<EventScalar>& scalars);
/// One record around a payload.
[[nodiscard]] std::string eventRecord(std::string_view payload);
/// A payload with a text summary as Megatron writes its arguments.
[[nodiscard]] std::string textEvent(std::string_view tag, std::string_view text);

}  // namespace headwater::test
