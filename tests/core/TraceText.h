// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <QTemporaryDir>
#include <fmt/format.h>

namespace headwater::test {

/// JSON written with single quotes, for tests that hold a lot of it: moc of Qt 6.4 loses its way in raw strings.
inline std::string json(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

/// One complete event as JSON; times in µs as text, `args` as the inside of an object.
inline std::string traceEvent(std::string_view category, std::string_view name, std::string_view thread, double start,
                              double duration, std::string_view args = {})
{
    return fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":1,"tid":{},"ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})",
                       category, name, thread, start, duration, args);
}

/// A launch on the host and the kernel it starts, linked by a correlation id.
inline std::vector<std::string> launched(int id, std::string_view kernel, std::string_view thread, double launch,
                                         double start, double duration, int stream = 7,
                                         std::string_view category = "kernel")
{
    const std::string correlation = fmt::format(R"("correlation":{})", id);
    return {traceEvent("cuda_runtime", "cudaLaunchKernel", thread, launch, 1, correlation),
            traceEvent(category, kernel, std::to_string(stream), start, duration, correlation)};
}

inline std::string joined(const std::vector<std::string>& events)
{
    std::string text;
    for (const std::string& e : events)
        text += (text.empty() ? "" : ",\n") + e;
    return text;
}

/// A Kineto document of rank `rank` of `world`.
inline std::string kineto(const std::vector<std::string>& events, int rank = 0, int world = 1)
{
    return fmt::format(R"({{"schemaVersion":1,"deviceProperties":[{{"id":0,"name":"Test GPU"}}],
"distributedInfo":{{"backend":"nccl","rank":{},"world_size":{}}},
"traceEvents":[
{}
]}})",
                       rank, world, joined(events));
}

/// A temporary folder that tests write inputs into.
class Folder {
public:
    std::filesystem::path write(const std::string& name, std::string_view content) const
    {
        const std::filesystem::path path = root() / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }
    [[nodiscard]] std::filesystem::path root() const { return m_dir.path().toStdString(); }

private:
    QTemporaryDir m_dir;
};

}  // namespace headwater::test
