// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ingest/telemetry/Sink.h"

namespace headwater::telemetry {

/// Takes the lines of `nvidia-smi -q` one by one; several logs one after the other are samples over time.
class NvidiaQuery {
public:
    explicit NvidiaQuery(TelemetrySink& sink) : m_sink(sink) {}

    void line(std::string_view line, std::uint64_t number);
    /// Must be called after the last line.
    void finish(FileContent& content);
    [[nodiscard]] std::uint64_t samples() const { return m_samples; }

private:
    struct Value {
        Metric metric;
        std::string label;
        std::string text;
        std::uint64_t line = 0;
    };
    struct Gpu {
        std::string busId, minor;
        std::vector<Value> values;
    };
    struct Level {
        std::size_t indent = 0;
        std::string key;
    };

    void beginLog();
    void endLog();
    void topLevel(std::string_view key, std::string_view value, std::uint64_t number);
    void value(const std::string& path, std::string_view key, std::string_view text, std::uint64_t number);
    [[nodiscard]] std::string deviceOf(std::size_t ordinal, const Gpu& gpu);

    TelemetrySink& m_sink;
    std::vector<Gpu> m_gpus;
    std::vector<Level> m_levels;
    std::optional<Ns> m_time;
    std::size_t m_attached = 0;
    std::int64_t m_logs = 0;
    std::uint64_t m_samples = 0;
    std::string m_driver, m_name;
    std::uint64_t m_driverLine = 0, m_nameLine = 0;
};

/// Whether the text begins like the output of nvidia-smi -q.
[[nodiscard]] std::optional<std::string> recogniseNvidiaQuery(std::string_view text);
/// Reader of the format nvidia-smi-q.
[[nodiscard]] Status readNvidiaQuery(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                     FileContent& content);

}  // namespace headwater::telemetry
