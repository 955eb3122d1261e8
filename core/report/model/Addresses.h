// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headwater::report {

/// Whether `text` is four numbers of three digits at most with dots between: "10.1.2.3".
[[nodiscard]] bool isAddress4(std::string_view text);

/// Whether `text` is an IPv6 address in any form of RFC 4291, section 2.2: eight groups, "::" for some of them, the
/// last two as an IPv4 address. Without zone, prefix length, brackets and port.
[[nodiscard]] bool isAddress6(std::string_view text);

/// The IPv6 addresses in free text, none twice: bare, in brackets, before a port, a prefix length or a zone. One with
/// "::" has to begin as addresses of networks do (2000::/3, fc00::/7, fe80::/9, ff00::/8, those that hold an IPv4
/// address): names of C++ such as "c10::add" are written with the same letters. Loopback is no name.
[[nodiscard]] std::vector<std::string> addresses6In(std::string_view text);

}  // namespace headwater::report
