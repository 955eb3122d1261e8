// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/ingest/Format.h"

namespace headwater::telemetry {

/// Reads a file of nvidia-smi -q logs, also one where the outputs of several nvidia-smi commands follow each other,
/// each under a line "# $ nvidia-smi …": what follows -q, --query-gpu, dmon and pmon is used, the rest counted by name.
[[nodiscard]] Status readNvidiaCapture(const std::filesystem::path& path, const Job& job, FileContent& content);

}  // namespace headwater::telemetry
