// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headwater {

/// A demangled C++ name as one says it: without return type, namespaces of the outermost name, template arguments
/// ("<…>" stands for them) and parameters; at most 60 bytes. Names of other kinds come back as they are, cut.
[[nodiscard]] std::string shortKernelName(std::string_view name);

}  // namespace headwater
