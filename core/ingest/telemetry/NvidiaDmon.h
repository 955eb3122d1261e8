// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/ingest/telemetry/Sink.h"

namespace headwater::telemetry {

/// Takes the lines of `nvidia-smi dmon` or `pmon` one by one.
class NvidiaDmon {
public:
    explicit NvidiaDmon(TelemetrySink& sink) : m_sink(sink) {}

    void line(std::string_view line, std::uint64_t number);
    [[nodiscard]] std::uint64_t rows() const { return m_rows; }

private:
    struct Column {
        std::string label;
        std::optional<Metric> metric;
        std::optional<Unit> unit;
    };

    void header(const std::vector<std::string_view>& words);
    void units(const std::vector<std::string_view>& words);
    void data(const std::vector<std::string_view>& words, std::uint64_t number);
    [[nodiscard]] std::size_t find(std::string_view label) const;
    [[nodiscard]] bool settleTime(const std::vector<std::string_view>& words, ClockKind& clock, Ns& time);
    [[nodiscard]] Ns sinceStart(Ns ofDay);
    [[nodiscard]] Ns rowTime(std::string_view gpu);

    TelemetrySink& m_sink;
    std::vector<Column> m_columns;
    std::uint64_t m_rows = 0;
    std::map<std::string, std::vector<std::size_t>, std::less<>> m_series;
    std::int64_t m_sweep = 0;
    std::int64_t m_lastGpu = -1;
    std::optional<Ns> m_firstClock;
    Ns m_lastClock = 0;
    Ns m_days = 0;
};

/// Variant "dmon" or "pmon" of the format nvidia-smi-dmon, or nothing.
[[nodiscard]] std::optional<std::string> recogniseNvidiaDmon(std::string_view text);
/// Reader of the format nvidia-smi-dmon.
[[nodiscard]] Status readNvidiaDmon(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                    FileContent& content);

}  // namespace headwater::telemetry
