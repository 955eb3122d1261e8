// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace headwater::report {

/// The host that tools name their files after: "node7" of "node7_1234.1700000000.pt.trace.json" (PyTorch) and of
/// "events.out.tfevents.1700000000.node7.example.com.1234.0" (TensorBoard, with the domain). Empty: none.
[[nodiscard]] std::string_view hostInFileName(std::string_view path);

}  // namespace headwater::report
