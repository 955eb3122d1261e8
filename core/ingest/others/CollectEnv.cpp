// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "core/ingest/ByteSource.h"
#include "core/ingest/Lines.h"
#include "core/ingest/others/Environment.h"

namespace headwater::others {

namespace {

struct Key {
    std::string_view label;
    const char* manifest;
};

constexpr std::array<Key, 16> kKeys = {{{"PyTorch version", "pytorch"},
                                        {"Is debug build", "pytorch_debug"},
                                        {"CUDA used to build PyTorch", "cuda_build"},
                                        {"ROCM used to build PyTorch", "rocm_build"},
                                        {"OS", "os"},
                                        {"GCC version", "gcc"},
                                        {"Libc version", "libc"},
                                        {"Python version", "python"},
                                        {"Python platform", "kernel"},
                                        {"CUDA runtime version", "cuda_toolkit"},
                                        {"CUDA_MODULE_LOADING set to", "CUDA_MODULE_LOADING"},
                                        {"Nvidia driver version", "driver"},
                                        {"cuDNN version", "cudnn"},
                                        {"HIP runtime version", "hip_runtime"},
                                        {"MIOpen runtime version", "miopen"},
                                        {"Model name", "cpu"}}};

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    const auto last = text.find_last_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

bool isUnknown(std::string_view value)
{
    return value.empty() || value == "N/A" || value == "Could not collect" || value == "No CUDA" ||
           value == "Not Applicable";
}

/// "GPU 0: …", not "GPU models and configuration: …".
bool isDevice(std::string_view text)
{
    constexpr std::string_view kPrefix = "GPU ";
    return text.starts_with(kPrefix) && text.size() > kPrefix.size() && text[kPrefix.size()] >= '0' &&
           text[kPrefix.size()] <= '9';
}

class Report {
public:
    explicit Report(std::string file) : m_file(std::move(file)) {}

    void take(std::string_view line, std::uint64_t number)
    {
        m_line = number;
        line = trimmed(line);
        const auto colon = line.find(':');
        if (line.starts_with("[pip") || line.starts_with("[conda")) {
            package(line);
        } else if (colon != std::string_view::npos && isDevice(line)) {
            gpu(line.substr(colon + 1));
        } else if (line.starts_with("/") && m_last == "cudnn") {
            // "cuDNN version: Probably one of the following:" and paths below it; the first has the version.
            const auto version = line.rfind(".so.");
            if (version != std::string_view::npos)
                add("cudnn", line.substr(version + 4));
        } else if (colon != std::string_view::npos) {
            value(line.substr(0, colon), trimmed(line.substr(colon + 1)));
        }
    }

    Manifest finish()
    {
        std::string joined;
        for (const std::string& name : m_gpus)
            joined += (joined.empty() ? "" : ", ") + name;
        add("gpu", joined, m_firstGpu);
        if (m_gpuCount > 0)
            add("gpus_on_host", std::to_string(m_gpuCount), m_firstGpu);
        return std::move(m_manifest);
    }

private:
    void add(const std::string& key, std::string_view value) { add(key, value, m_line); }
    void add(const std::string& key, std::string_view value, std::uint64_t line)
    {
        if (!isUnknown(value))
            m_manifest.try_emplace(key, ManifestValue{std::string(value), m_file, fmt::format("line {}", line)});
    }

    void value(std::string_view label, std::string_view value)
    {
        const auto* const known = std::ranges::find(kKeys, label, &Key::label);
        m_last = known == kKeys.end() ? "" : known->manifest;
        if (label == "GPU models and configuration" && isDevice(value)) {
            take(value, m_line);  // the first device stands on the line of the label
        } else if (m_last == "cudnn" && value.starts_with("Probably")) {
            return;
        } else if (known != kKeys.end()) {
            add(known->manifest, value);
        }
    }

    void gpu(std::string_view name)
    {
        name = trimmed(name.substr(0, name.find(" (UUID")));
        constexpr std::size_t kMostNames = 64;
        m_firstGpu = m_gpuCount++ == 0 ? m_line : m_firstGpu;
        if (!isUnknown(name) && m_gpus.size() < kMostNames)
            m_gpus.emplace(name);
    }

    /// "[pip3] torch==2.4.0", "[conda] numpy   1.26.4   py311_0".
    void package(std::string_view line)
    {
        constexpr std::size_t kMostPackages = 1'000;
        const auto close = line.find(']');
        if (close == std::string_view::npos || m_packages++ > kMostPackages)
            return;
        const std::string_view rest = trimmed(line.substr(close + 1));
        const auto end = std::min(rest.find_first_of("= \t"), rest.size());
        const std::string name(rest.substr(0, end));
        std::string_view version = rest.substr(end);
        version.remove_prefix(std::min(version.find_first_not_of("= \t"), version.size()));
        version = version.substr(0, version.find_first_of(" \t"));
        if (name.empty() || isUnknown(version))
            return;
        if (name.starts_with("nvidia-nccl"))
            add("nccl_version", version);
        else if (name == "triton" || name == "pytorch-triton" || name == "pytorch-triton-rocm")
            add("triton", version);
        else
            add("package." + name, version);
    }

    std::string m_file;
    Manifest m_manifest;
    std::set<std::string, std::less<>> m_gpus;
    std::size_t m_gpuCount = 0;
    std::uint64_t m_line = 0;
    std::uint64_t m_firstGpu = 0;  ///< line of it
    std::size_t m_packages = 0;
    std::string_view m_last;  ///< manifest key of the label read last
};

}  // namespace

Result<ManifestContent> readCollectEnv(const std::filesystem::path& path, const Job& job)
{
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    Report report(path.string());
    LineOptions options;
    options.cutLong = true;
    const auto counts = forEachLine(*source, job, options, [&](std::string_view line, std::uint64_t number) {
        report.take(line, number);
        return true;
    });
    if (!counts)
        return tl::unexpected(counts.error());
    ManifestContent content;
    content.manifest = report.finish();
    content.lines = counts->lines;
    keepRemarks(*source, content.problems);
    if (source->truncated() || counts->unfinished)
        content.problems.push_back({Severity::Warning, "truncated",
                                    "the report ends within a line: that value may be cut, and what follows is missing",
                                    fmt::format("line {}", counts->lines), path.string()});
    if (content.manifest.empty())
        return fail(ErrorCode::NothingUsable, "the report names no version", path.string());
    return content;
}

}  // namespace headwater::others
