// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/ingest/Format.h"

namespace headwater::scale {

/// Which topology a file is: "topology" (headwater.topology/1), "Slurm topology", "ibnetdiscover" or
/// "nvidia-smi topo -m"; nothing for other files.
[[nodiscard]] std::optional<std::string> recogniseTopology(const FileHead& head);

/// Reads a topology that lies in a run as facts of its manifest (core/run/Places.h). `nvidia-smi topo -m` does not name
/// its host: a file's name up to its first dot does. Errors: those of readCluster() and deviceTopologyOf().
[[nodiscard]] Status readTopology(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                  FileContent& content);

}  // namespace headwater::scale
