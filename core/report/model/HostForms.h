// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace headwater::report {

/// Whether a name by itself looks like a host: an address of a private network, a full name with a usual ending, what
/// clouds and Kubernetes call their machines ("ip-10-0-0-5", "i-0abc1234", "gke-pool-1-x2", "job-0.svc.ns").
[[nodiscard]] bool looksLikeHost(std::string_view name);

/// The hosts that begin at `at`, "node[01-04,07].lab.uni.edu,node09" or a name alone; empty where there is none.
/// `several`: any word behind a comma is one, too; else those with a number, as another setting may follow.
[[nodiscard]] std::string_view hostListAt(std::string_view text, std::size_t at, bool several);

/// Whether a list looks like hosts by itself. An index of an array does not: those have a range whose numbers are
/// padded, a domain behind, or are called like a host.
[[nodiscard]] bool looksLikeHosts(std::string_view list);

}  // namespace headwater::report
