// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/ingest/Format.h"

namespace headwater::telemetry {

// Recognisers give the variant of the format, or nothing; readers follow Format::read.

/// `dcgmi dmon`.
[[nodiscard]] std::optional<std::string> recogniseDcgmi(std::string_view text);
[[nodiscard]] Status readDcgmi(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                               FileContent& content);

/// `rocm-smi … --json`, also several documents one after the other.
[[nodiscard]] std::optional<std::string> recogniseRocmSmi(std::string_view text);
[[nodiscard]] Status readRocmSmi(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                 FileContent& content);

/// The variant of a file that holds one counter's number and nothing else, as sysfs has them.
inline constexpr std::string_view kSysfsFile = "sysfs file";
/// Whether the path is that of a known counter (…/infiniband/DEVICE/ports/N/counters/NAME) and the text one number.
[[nodiscard]] bool isSysfsCounter(const std::filesystem::path& path, std::string_view text);
/// perfquery, and dumps of /sys/class/infiniband/*/ports/*/{counters,hw_counters}.
[[nodiscard]] std::optional<std::string> recogniseInfiniband(std::string_view text);
[[nodiscard]] Status readInfiniband(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                    FileContent& content);

/// `ethtool -S` and `rdma statistic` as text or JSON.
[[nodiscard]] std::optional<std::string> recogniseEthtool(std::string_view text);
[[nodiscard]] Status readEthtool(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                 FileContent& content);

/// dmesg, journalctl -k, kern.log, and lines cut out of them.
[[nodiscard]] std::optional<std::string> recogniseKernelLog(std::string_view text);
[[nodiscard]] Status readKernelLog(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                   FileContent& content);

/// SuperBench's monitor.jsonl.
[[nodiscard]] std::optional<std::string> recogniseSuperBench(std::string_view text);
[[nodiscard]] Status readSuperBench(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                    FileContent& content);

/// Prometheus text exposition: dcgm-exporter, node_exporter and others; one scrape or several.
[[nodiscard]] std::optional<std::string> recognisePrometheusText(std::string_view text);
[[nodiscard]] Status readPrometheusText(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                        FileContent& content);

/// Answers of Prometheus' query_range and query, one or several documents.
[[nodiscard]] std::optional<std::string> recognisePrometheusRange(std::string_view text);
[[nodiscard]] Status readPrometheusRange(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                         FileContent& content);

}  // namespace headwater::telemetry
