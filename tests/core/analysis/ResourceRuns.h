// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/resources/CompareResources.h"
#include "core/run/CounterRate.h"

/// Hand-made telemetry of a run of 20 steps of a second each, one sample a second.
namespace headwater::test {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kEpoch = 1'700'000'000 * kSecond;  ///< start of step 1
constexpr int kSteps = 20;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

class MadeRun {
public:
    MadeRun()
    {
        TrainingLog log;
        log.source = "train.log";
        log.clock = ClockKind::Epoch;
        for (int i = 1; i <= kSteps; ++i) {
            LogStep step;
            step.step = i;
            step.stepTime = kSecond;
            step.time = kEpoch + i * kSecond;
            step.line = static_cast<std::uint64_t>(10 * i);
            log.steps.push_back(std::move(step));
        }
        m_run->logs.push_back(std::move(log));
    }

    /// Samples half a second into each step, repeating the last value.
    MadeRun& add(SeriesKind kind, std::string name, std::string unit, std::string device, std::vector<double> values,
                 std::string host = "node1")
    {
        MetricSeries series;
        series.name = std::move(name);
        series.unit = std::move(unit);
        series.kind = kind;
        series.host = std::move(host);
        series.device = std::move(device);
        series.source = "telemetry.csv";
        values.resize(kSteps, values.back());
        for (int i = 0; i < kSteps; ++i)
            series.time.push_back(kEpoch + i * kSecond + kSecond / 2);
        series.value = std::move(values);
        m_run->telemetry.series.push_back(std::move(series));
        return *this;
    }
    MadeRun& gauge(std::string name, std::string device, std::vector<double> values, std::string host = "node1")
    {
        return add(SeriesKind::Gauge, std::move(name), "1", std::move(device), std::move(values), std::move(host));
    }
    MadeRun& state(std::string name, std::string device, std::vector<double> values)
    {
        return add(SeriesKind::State, std::move(name), "bitmask", std::move(device), std::move(values));
    }
    /// A counter that starts at `start` and grows by `perSecond`.
    MadeRun& counter(std::string name, std::string device, double perSecond, double start = 0,
                     std::string host = "node1")
    {
        std::vector<double> values;
        for (int i = 0; i < kSteps; ++i)
            values.push_back(start + i * perSecond);
        return add(SeriesKind::Counter, std::move(name), "count", std::move(device), std::move(values),
                   std::move(host));
    }
    /// An event so many seconds after the start of step 1.
    MadeRun& happened(std::string kind, double second, std::optional<std::int64_t> code = std::nullopt,
                      std::string device = "gpu 0000:3b:00", ClockKind clock = ClockKind::Epoch,
                      std::string message = "as it stood")
    {
        TelemetryEvent event;
        event.kind = std::move(kind);
        event.code = code;
        event.host = "node1";
        event.device = std::move(device);
        event.message = std::move(message);
        event.clock = clock;
        event.time = kEpoch + static_cast<Ns>(second * 1e9);
        event.source = "dmesg.txt";
        event.position = "line 7";
        m_run->telemetry.events.push_back(std::move(event));
        return *this;
    }
    MadeRun& kernelLog()
    {
        SourceFile file;
        file.path = "dmesg.txt";
        file.format = "kernel-log";
        file.used = true;
        m_run->sources.push_back(std::move(file));
        return *this;
    }
    /// A value of the training log in every step, repeating the last.
    MadeRun& logged(const std::string& name, std::vector<double> values)
    {
        values.resize(kSteps, values.back());
        for (std::size_t i = 0; i < kSteps; ++i)
            m_run->logs.front().steps[i].values[name] = values[i];
        return *this;
    }
    Run& run() { return *m_run; }

    [[nodiscard]] RunAnalysis analysis() const
    {
        RunAnalysis analysis;
        analysis.run = m_run;
        return analysis;
    }

private:
    std::shared_ptr<Run> m_run = std::make_shared<Run>();
};

inline ResourceReport compared(const MadeRun& baseline, const MadeRun& current, const ResourcePolicy& policy = {})
{
    return compareResources(baseline.analysis(), current.analysis(), policy);
}

inline const ResourceCheck& checkOf(const ResourceReport& report, std::string_view id)
{
    static const ResourceCheck kAbsent;
    const auto found = std::ranges::find(report.checks, id, &ResourceCheck::id);
    return found == report.checks.end() ? kAbsent : *found;
}

inline std::string wordOf(ResourceStatus status)
{
    switch (status) {
    case ResourceStatus::Unknown: return "unknown";
    case ResourceStatus::Pass: return "pass";
    case ResourceStatus::Info: return "info";
    case ResourceStatus::Warn: return "warn";
    case ResourceStatus::Fail: break;
    }
    return "fail";
}

/// The status of a check of two runs.
inline std::string statusOf(const MadeRun& baseline, const MadeRun& current, std::string_view id,
                            const ResourcePolicy& policy = {})
{
    const ResourceReport report = compared(baseline, current, policy);
    return wordOf(checkOf(report, id).status);
}

}  // namespace headwater::test
