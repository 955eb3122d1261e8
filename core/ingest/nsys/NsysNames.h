// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/trace/Trace.h"

namespace headwater {

/// What a NVTX range is, and its name without what the exporter of PyTorch's ranges appends.
struct NvtxMeaning {
    std::string_view name;
    HostKind kind = HostKind::Annotation;
};

/// `domain` is empty for the default domain.
[[nodiscard]] NvtxMeaning nvtxMeaning(std::string_view text, std::string_view domain);

/// "cudaLaunchKernel" for "cudaLaunchKernel_v7000" and "cudaLaunchKernel_ptsz_v7000".
[[nodiscard]] std::string_view withoutApiVersion(std::string_view name);

/// "Memcpy HtoD (Pinned -> Device)", as PyTorch's profiler names copies.
[[nodiscard]] std::string copyName(std::int64_t copyKind, std::int64_t sourceKind, std::int64_t destinationKind);

/// "Memset (Device)".
[[nodiscard]] std::string memsetName(std::int64_t memoryKind);

}  // namespace headwater
