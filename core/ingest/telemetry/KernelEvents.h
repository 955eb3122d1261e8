// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/run/Telemetry.h"

namespace headwater::telemetry {

/// What a kernel message reports, its stamp removed.
struct KernelEvent {
    std::string_view kind;  ///< as TelemetryEvent::kind
    std::string device;
    std::optional<std::int64_t> code;
};

/// Xid and SXid, PCIe errors (AER), machine checks and memory errors, out-of-memory kills, links going down and up,
/// thermal throttling, NVLink, links below their width, hung tasks, lockups and I/O errors. Nothing for the rest.
[[nodiscard]] std::optional<KernelEvent> classifyKernelMessage(std::string_view message);

/// A line of a kernel log taken apart.
struct KernelLine {
    ClockKind clock = ClockKind::Order;
    Ns time = 0;  ///< meaningless for Order
    std::string_view host;
    std::string_view message;
    bool yearless = false;  ///< a syslog stamp: month and day, no year
    bool kernel = false;    ///< the stamp or the tag says that it is the kernel's
};

/// Stamps of dmesg ("[   12.345678]", -T, --time-format iso), journalctl (short, short-iso, short-unix,
/// short-monotonic) and syslog.
[[nodiscard]] KernelLine splitKernelLine(std::string_view text);

}  // namespace headwater::telemetry
