// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/Xid.h"

#include <algorithm>
#include <array>

namespace headwater {

namespace {

using S = ResourceSeverity;

constexpr std::array kCodes{
    XidMeaning{13, S::Info, "graphics engine exception, most often the application's own"},
    XidMeaning{31, S::Warning, "GPU memory page fault, most often the application's own"},
    XidMeaning{32, S::Warning, "invalid or corrupted push buffer stream (PBDMA)"},
    XidMeaning{38, S::Warning, "driver firmware error"},
    XidMeaning{39, S::Warning, "PCIe error (as DCGM reads it)"},
    XidMeaning{42, S::Warning, "PCIe error (as DCGM reads it)"},
    XidMeaning{43, S::Warning, "GPU channel stopped, most often the application's own"},
    XidMeaning{45, S::Info, "preemptive clean-up after an earlier error or a killed process"},
    XidMeaning{48, S::Failure, "double-bit ECC error"},
    XidMeaning{61, S::Warning, "internal micro-controller breakpoint"},
    XidMeaning{62, S::Warning, "internal micro-controller halt"},
    XidMeaning{63, S::Warning, "row remapping or page retirement recorded; a reset is needed while it is pending"},
    XidMeaning{64, S::Failure, "row remapping or page retirement failed"},
    XidMeaning{68, S::Warning, "video processor exception"},
    XidMeaning{74, S::Failure, "NVLink error"},
    XidMeaning{79, S::Failure, "the GPU fell off the bus"},
    XidMeaning{92, S::Warning, "high rate of single-bit ECC errors"},
    XidMeaning{94, S::Warning, "contained ECC error"},
    XidMeaning{95, S::Failure, "uncontained ECC error"},
    XidMeaning{109, S::Warning, "context switch timeout"},
    XidMeaning{119, S::Failure, "timeout of the GPU system processor (GSP)"},
    XidMeaning{120, S::Failure, "error of the GPU system processor (GSP)"},
    XidMeaning{121, S::Warning, "chip-to-chip link (C2C) error"},
    XidMeaning{137, S::Warning, "NVLink access (FLA) error"},
    XidMeaning{140, S::Failure, "unrecovered ECC error"},
};

}  // namespace

XidMeaning meaningOfXid(std::int64_t code)
{
    const auto* known = std::ranges::find(kCodes, code, &XidMeaning::code);
    return known == kCodes.end() ? XidMeaning{code, S::Warning, "see NVIDIA's catalogue of XID errors"} : *known;
}

}  // namespace headwater
