// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/run/Run.h"

namespace headwater::others {

struct ManifestContent {
    Manifest manifest;
    std::uint64_t lines = 0;
    Problems problems;
};

/// Reads the report of `python -m torch.utils.collect_env`: pytorch, cuda_build, rocm_build, os, gcc, libc, python,
/// kernel, cuda_toolkit, gpu, gpus_on_host, driver, cudnn, hip_runtime, miopen, cpu, and versions of libraries as
/// "package.NAME" (nccl_version and triton under their own names). "N/A" and "Could not collect" are unknown.
/// Errors: those of ByteSource, NothingUsable, Cancelled.
[[nodiscard]] Result<ManifestContent> readCollectEnv(const std::filesystem::path& path, const Job& job);

/// Reads a manifest of Headwater's own, {"schema": "headwater.manifest/1", "values": {"KEY": "VALUE", …}}. Values are
/// texts, numbers or truth values; what else stands there is refused one by one. Any key is allowed; those that other
/// sources use as well (core/ingest/README.md) are compared with theirs.
/// Errors: Malformed, TooLarge, NothingUsable, Cancelled.
[[nodiscard]] Result<ManifestContent> readManifestJson(const std::filesystem::path& path, const Job& job);

}  // namespace headwater::others
