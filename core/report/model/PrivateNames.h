// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headwater::report {

/// What looks private in text that other programs wrote: a log line, a kernel's name, a setting. By form alone: a host
/// or login without any sign of being one is not found here. Each in the order in which they stand.

/// Hosts: of URLs, of values such as MASTER_ADDR=…, of mail addresses, before NCCL's "host:pid:tid [", a port or an
/// exported path, of Windows shares, private IPv4 addresses, full names with a usual ending, lists such as
/// node[01-04].lab with the names that they stand for, names such as ip-10-0-0-5.
[[nodiscard]] std::vector<std::string> hostsIn(std::string_view text);
/// Logins: of URLs and mail addresses, of values such as USER=…, of home folders.
[[nodiscard]] std::vector<std::string> usersIn(std::string_view text);
/// Absolute paths of two parts and more and relative ones that begin with dots or end as files do, without the
/// sentence's punctuation behind them; with their spaces where nothing else is in the text, and as far as they can be
/// told from a sentence.
[[nodiscard]] std::vector<std::string> pathsIn(std::string_view text);

/// The hosts of a value that holds nothing else: "node7", or a list as above.
[[nodiscard]] std::vector<std::string> hostsOf(std::string_view value);

/// Whether a setting called like this holds the name of a host, or of a user.
[[nodiscard]] bool isHostKey(std::string_view key);
[[nodiscard]] bool isUserKey(std::string_view key);

}  // namespace headwater::report
