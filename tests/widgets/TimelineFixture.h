// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <random>

#include "core/trace/TraceBuilder.h"
#include "widgets/timeline/TimelineData.h"

namespace headwater::fixtures {

constexpr Ns kEpoch = 1'700'000'000'000'000'000;  ///< as real traces count
constexpr Ns kMs = 1'000'000;

/// Builds traces without files: each step waits for data, copies it, computes, and communicates.
class TraceMaker {
public:
    TraceMaker() : m_main(m_builder.track("1", "1", false)), m_stream(m_builder.track("0", "7", true)) {}

    void host(std::string_view name, Ns start, Ns length, HostKind kind = HostKind::Annotation)
    {
        m_builder.add({{start, start + length}, m_builder.intern(name), m_main, kind, TraceBuilder::kNoCorrelation});
    }
    void kernel(std::string_view name, Ns launch, Ns start, Ns length, std::string_view stream = "7")
    {
        const std::int64_t id = ++m_last;
        m_builder.add({{launch, launch + 5'000}, m_builder.intern("cudaLaunchKernel"), m_main, HostKind::Runtime, id});
        TraceBuilder::DeviceEvent event;
        event.time = {start, start + length};
        event.name = m_builder.intern(name);
        event.track = stream == "7" ? m_stream : m_builder.track("0", stream, true);
        event.correlation = id;
        m_builder.add(event);
    }
    [[nodiscard]] TracePtr finish()
    {
        return std::make_shared<const Trace>(m_builder.finish(Taxonomy::builtIn(), kEpoch));
    }

private:
    TraceBuilder m_builder;
    TrackId m_main, m_stream;
    std::int64_t m_last = 0;
};

/// Steps of 100 ms and what the loader takes beyond 10 ms: data, eight kernels (two of them at once), a collective.
inline TracePtr stepsOf(int steps, Ns loader, std::uint32_t seed)
{
    std::mt19937 engine(seed);
    TraceMaker maker;
    Ns at = 0;
    for (int step = 0; step < steps; ++step) {
        const Ns length = 90 * kMs + loader;
        maker.host("ProfilerStep#" + std::to_string(step), at, length);
        maker.host("data_loading", at, loader);
        maker.host("forward", at + loader, 50 * kMs);
        maker.host("aten::linear", at + loader + kMs, 10 * kMs, HostKind::Op);
        maker.host("backward", at + loader + 50 * kMs, 40 * kMs);
        Ns device = at + loader + kMs;
        for (int k = 0; k < 8; ++k) {
            const Ns time = std::uniform_int_distribution<Ns>(2 * kMs, 8 * kMs)(engine);
            maker.kernel(k % 3 == 0 ? "gemm" : "elementwise", device - kMs / 2, device, time);
            if (k == 4)
                maker.kernel("overlapping_gemm", device, device + time / 2, time, "9");
            device += time + std::uniform_int_distribution<Ns>(0, kMs)(engine);
        }
        maker.kernel("ncclDevKernel_AllReduce", device, device + 3 * kMs, 6 * kMs, "13");
        at += length;
    }
    return maker.finish();
}

inline RunPtr runOf(int ranks, int steps, Ns loader)
{
    auto run = std::make_shared<Run>();
    run->name = "made";
    run->worldSize = ranks;
    for (int rank = 0; rank < ranks; ++rank) {
        RankData data;
        data.rank = rank;
        data.trace = stepsOf(steps, loader + rank * kMs / 10, static_cast<std::uint32_t>(rank) + 1);
        run->ranks.push_back(std::move(data));
    }
    return run;
}

inline PairAnalysis madePair(int ranks, int steps)
{
    return *analyzePair(runOf(ranks, steps, 10 * kMs), runOf(ranks, steps, 60 * kMs), {}, {});
}

inline TimelineDataPtr madeTimeline(int ranks, int steps)
{
    return *timelineData(madePair(ranks, steps), "data_loading", {});
}

}  // namespace headwater::fixtures
