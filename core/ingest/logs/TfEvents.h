// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/ingest/Format.h"

namespace headwater::logs {

/// TensorBoard event files: records with checksums, each a protobuf Event. Scalars (simple values and scalar tensors)
/// become steps and timers, Megatron's text summaries of its arguments the manifest; other summaries are counted. A
/// partial last record is normal in a file that still grows.
[[nodiscard]] std::optional<std::string> recogniseTfEvents(const FileHead& head);
[[nodiscard]] Status readTfEvents(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                  FileContent& content);

}  // namespace headwater::logs
